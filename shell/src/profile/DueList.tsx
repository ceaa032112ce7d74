import type { Closing } from '@piecework/contracts';
import { plural } from '@piecework/i18n';

const linesOf = (due: Closing['due']): readonly (readonly [keyof Closing['due'], string])[] => [
  [
    'pendingSubmissions',
    plural(
      due.pendingSubmissions,
      '{count} submission of yours that its buyer has to decide',
      '{count} submissions of yours that their buyers have to decide',
    ),
  ],
  ['openAppeals', plural(due.openAppeals, '{count} appeal of yours', '{count} appeals of yours')],
  ['heldPlaces', plural(due.heldPlaces, '{count} place that you hold', '{count} places that you hold')],
  [
    'undecidedSubmissions',
    plural(
      due.undecidedSubmissions,
      '{count} submission that you have to decide',
      '{count} submissions that you have to decide',
    ),
  ],
  [
    'placesOfWorkers',
    plural(
      due.placesOfWorkers,
      '{count} place of your tasks that a worker holds',
      '{count} places of your tasks that workers hold',
    ),
  ],
  [
    'pendingWithdrawals',
    plural(due.pendingWithdrawals, '{count} requested withdrawal', '{count} requested withdrawals'),
  ],
  ['duePayouts', plural(due.duePayouts, '{count} payout that’s on its way', '{count} payouts that are on their way')],
];

/** What the closing waits for. */
export function DueList({ due }: { due: Closing['due'] }) {
  return <ul>{linesOf(due).map(([kind, line]) => due[kind] > 0 && <li key={kind}>{line}</li>)}</ul>;
}

export const isAnythingDue = (due: Closing['due']): boolean => Object.values(due).some((count) => count > 0);
