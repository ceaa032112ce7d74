import { internally } from '@piecework/service-runtime';
import { declaredServices } from '../services';
import { collectSources, drawEvents, leftOut } from './event-drawing';
import { FLOWS } from './event-flows';

const services = declaredServices();
const closing = { name: 'review-deadlines', emits: ['submission.approved'] } as const;
const declared = collectSources({
  ...services,
  submission: { ...services.submission, timers: [closing as never] },
  wallet: {
    ...services.wallet,
    internal: { ...services.wallet.internal, repair: internally(['payment.credited'], async () => {}) },
  },
});
const flows = [
  ...FLOWS,
  {
    title: 'Review by deadline',
    calls: ['timer review-deadlines'],
    events: ['submission.approved', 'wallet.balance-changed'],
  } as const,
];

describe('the drawn events', () => {
  test('have timers as causes, in the flow and in the table', () => {
    const page = drawEvents(declared, flows);
    expect(page).toContain(`### Review by deadline

\`\`\`mermaid
flowchart LR
  timer_review_deadlines(("timer review-deadlines")) -- submission --> submission_approved(["submission.approved"])
  submission_approved(["submission.approved"]) -- wallet --> wallet_balance_changed(["wallet.balance-changed"])
`);
    expect(page).toMatch(/^\| `submission\.approved` \| .*`timer review-deadlines`/m);
  });

  test('name the calls and timers that no flow covers', () => {
    expect(leftOut(declared, FLOWS)).toEqual([
      'timer review-deadlines is in no flow of event-flows.ts.',
      'internal repair is in no flow of event-flows.ts.',
    ]);
    expect(leftOut(collectSources(services), FLOWS)).toEqual([]);
  });
});
