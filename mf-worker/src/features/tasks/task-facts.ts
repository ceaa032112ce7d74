import type { Task } from '@piecework/contracts';
import { buyerRecord, coinsToDollars } from '@piecework/contracts/constants';
import { plural, t, translated } from '@piecework/i18n';
import { formatDollars } from '@piecework/ui';

const DAY_MS = 24 * 3_600_000;

/** '15 coins · $0.75' */
export const payOf = ({ payableAmount }: Pick<Task, 'payableAmount'>): string =>
  `${plural(payableAmount, '{count} coin', '{count} coins')} · ${formatDollars(coinsToDollars(payableAmount))}`;

/** '6 places' */
export const placesOf = ({ requiredWorkers }: Pick<Task, 'requiredWorkers'>): string =>
  plural(requiredWorkers, '{count} place', '{count} places');

/** 'approves 96% of work · 12 tasks posted', translated part by part. */
export const recordOf = (stats: NonNullable<Task['buyerStats']>): string =>
  buyerRecord(stats).split(' · ').map(translated).join(' · ');

/** Until the completion date, by days in UTC. The task stays open after it (P-3.3). */
export const daysLeft = ({ completionDate }: Pick<Task, 'completionDate'>, now: number): string => {
  const days = Math.round((Date.parse(completionDate) - Math.floor(now / DAY_MS) * DAY_MS) / DAY_MS);
  if (days < 0) return t('past due');
  if (days === 0) return t('last day');
  return plural(days, '{count} day left', '{count} days left');
};

const unavailability = ({ requiredWorkers, paused }: Task, isGone: boolean): string | undefined => {
  if (isGone) return t('Closed by the buyer');
  if (paused) return t('Paused by the buyer');
  return requiredWorkers === 0 ? t('All places taken') : undefined;
};

export interface TaskState {
  isGone: boolean;
  /** A place is kept for the worker. */
  isReserved: boolean;
}

/** What a card and a row say about the task and its worker. */
export const markOf = (task: Task, { isGone, isReserved }: TaskState) => {
  const unavailable = isReserved || task.submitted ? undefined : unavailability(task, isGone);
  const ownState = isReserved ? t('Place held') : task.submitted ? t('Already submitted') : undefined;
  return { isUnavailable: unavailable !== undefined, text: ownState ?? unavailable };
};
