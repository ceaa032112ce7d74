import type { Reservation, Submission, Withdrawal } from '@piecework/contracts';
import { appealTimeLeft, isSentBack } from '../submissions/submission-state';

/** Lists of the API. A missing one is unknown. */
export interface NeedSources {
  failedPayouts?: readonly Withdrawal[];
  pending?: readonly Submission[];
  rejected?: readonly Submission[];
  reservations?: readonly Reservation[];
}

/** `count` submissions with the same next step. */
interface Submissions {
  count: number;
  /** The one with the earliest deadline. */
  first: Submission;
  /** Index of `first` in its list. */
  index: number;
}

/** What waits for the worker. `by`: its deadline, ISO 8601. */
export type Need =
  | { kind: 'payout'; withdrawal: Withdrawal }
  | { kind: 'place'; by: string; reservation: Reservation }
  | ({ kind: 'revision' | 'appeal'; by: string } & Submissions);

const DAY_MS = 86_400_000;

/** Most urgent first (P-11.10): failed payouts from the oldest on, then the rest by deadline. What is over is left out. */
export const needsOf = (
  { failedPayouts = [], pending = [], rejected = [], reservations = [] }: NeedSources,
  now: number,
): Need[] => {
  const isOpen = (by = '') => Date.parse(by) > now;
  const payouts = failedPayouts.map((withdrawal) => ({ kind: 'payout' as const, withdrawal }));
  const dated = [
    ...placesOf(reservations.filter(({ expiresAt }) => isOpen(expiresAt))).map((reservation) => ({
      kind: 'place' as const,
      by: reservation.expiresAt,
      reservation,
    })),
    ...together('revision', pending, (submission) =>
      isSentBack(submission) && isOpen(submission.revision?.dueAt) ? submission.revision?.dueAt : undefined,
    ),
    ...together('appeal', rejected, (submission) =>
      (appealTimeLeft(submission, now) ?? Number.POSITIVE_INFINITY) <= DAY_MS ? submission.appealUntil : undefined,
    ),
  ];
  return [...payouts.sort(byTime(failedAt)), ...dated.sort(byTime(({ by }) => by))];
};

/** The pages of a batch are one place, until the first hold ends. */
const placesOf = (reservations: readonly Reservation[]): Reservation[] => {
  const inOrder = [...reservations].sort(byTime(({ expiresAt }) => expiresAt));
  const isFirst = ({ taskId, page }: Reservation, at: number) =>
    page === undefined || inOrder.findIndex((other) => other.taskId === taskId) === at;
  return inOrder.filter(isFirst);
};

const failedAt = ({ withdrawal: { timeline = [] } }: { withdrawal: Withdrawal }): string =>
  timeline.findLast(({ state }) => state === 'failed')?.at ?? '';

const byTime =
  <T>(timeOf: (value: T) => string) =>
  (a: T, b: T): number =>
    timeOf(a).localeCompare(timeOf(b));

/** None, or one need for all submissions that have a deadline. */
const together = <K extends 'revision' | 'appeal'>(
  kind: K,
  rows: readonly Submission[],
  deadlineOf: (submission: Submission) => string | undefined,
): ({ kind: K; by: string } & Submissions)[] => {
  const dated = rows
    .map((first, index) => ({ first, index, by: deadlineOf(first) ?? '' }))
    .filter(({ by }) => by)
    .sort(byTime(({ by }) => by));
  return dated.slice(0, 1).map((earliest) => ({ kind, count: dated.length, ...earliest }));
};
