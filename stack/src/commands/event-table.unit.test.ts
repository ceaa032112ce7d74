import { EVENT_TYPES } from '@piecework/contracts';
import { internally } from '@piecework/service-runtime';
import { declaredServices } from '../services';
import { collectSources, eventFaults, tableOfEvents } from './event-table';

const services = declaredServices();

describe('the table of events', () => {
  test('has timers and internal calls as causes', () => {
    const closing = { name: 'review-deadlines', emits: ['submission.approved'] } as const;
    const table = tableOfEvents(
      collectSources({
        ...services,
        submission: { ...services.submission, timers: [closing as never] },
        wallet: {
          ...services.wallet,
          internal: { ...services.wallet.internal, repair: internally(['payment.credited'], async () => {}) },
        },
      }),
    );
    expect(table).toMatch(/^\| `submission\.approved` \| .*`timer review-deadlines`/m);
    expect(table).toMatch(/^\| `payment\.credited` \| .*`internal repair`/m);
  });

  test('has no event without a call or timer that leads to it', () => {
    const declared = collectSources(services);
    expect(eventFaults(declared)).toEqual([]);
    const { sources, listeners } = declared;
    const ofEvents = [...sources].map(
      ([type, causes]) => [type, causes.filter(({ cause }) => 'event' in cause)] as const,
    );
    expect(eventFaults({ sources: new Map(ofEvents), listeners })).toEqual(
      EVENT_TYPES.map((type) => `${type} follows from no call and no timer.`),
    );
  });

  test('has no event of another service’s topic', () => {
    const internal = { ...services.wallet.internal, repair: internally(['task.edited'], async () => {}) };
    expect(eventFaults(collectSources({ ...services, wallet: { ...services.wallet, internal } }))).toEqual([
      'wallet emits task.edited, an event of the topic task.',
    ]);
  });
});
