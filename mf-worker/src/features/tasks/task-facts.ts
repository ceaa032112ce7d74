import type { Task } from '@piecework/contracts';
import { coinsToDollars } from '@piecework/contracts/constants';
import { formatCoins, formatDollars } from '@piecework/ui';

const DAY_MS = 24 * 3_600_000;

/** '15 coins · $0.75' */
export const payOf = ({ payableAmount }: Pick<Task, 'payableAmount'>): string =>
  `${formatCoins(payableAmount)} ${payableAmount === 1 ? 'coin' : 'coins'} · ${formatDollars(coinsToDollars(payableAmount))}`;

/** '6 places' */
export const placesOf = ({ requiredWorkers }: Pick<Task, 'requiredWorkers'>): string =>
  `${formatCoins(requiredWorkers)} ${requiredWorkers === 1 ? 'place' : 'places'}`;

/** Until the completion date, by days in UTC. The task stays open after it (P-3.3). */
export const daysLeft = ({ completionDate }: Pick<Task, 'completionDate'>, now: number): string => {
  const days = Math.round((Date.parse(completionDate) - Math.floor(now / DAY_MS) * DAY_MS) / DAY_MS);
  if (days < 0) return 'date has passed';
  if (days === 0) return 'last day';
  return days === 1 ? '1 day left' : `${formatCoins(days)} days left`;
};

const unavailability = ({ requiredWorkers, paused }: Task, isGone: boolean): string | undefined => {
  if (isGone) return 'Closed by the buyer';
  if (paused) return 'Paused by the buyer';
  return requiredWorkers === 0 ? 'All places taken' : undefined;
};

export interface TaskState {
  isGone: boolean;
  /** A place is kept for the worker. */
  isReserved: boolean;
}

/** What a card and a row say about the task and its worker. */
export const markOf = (task: Task, { isGone, isReserved }: TaskState) => {
  const unavailable = isReserved || task.submitted ? undefined : unavailability(task, isGone);
  const own = isReserved ? 'Reserved for you' : task.submitted ? 'Handed in' : undefined;
  return { isUnavailable: unavailable !== undefined, text: own ?? unavailable };
};
