import type { Task } from '@piecework/contracts';
import { approvalRate, buyerRecord, coinsToDollars, placesLeft } from '@piecework/contracts/constants';
import { plural, t, translated } from '@piecework/i18n';
import { formatDollars } from '@piecework/ui';
import { formatPace } from '@piecework/web-kit/open-tasks';

const DAY_MS = 24 * 3_600_000;

const coinsOf = ({ payableAmount }: Pick<Task, 'payableAmount'>): string =>
  plural(payableAmount, '{count} coin', '{count} coins');

/** '15 coins · $0.75'; of a batch 'Batch · 3 coins for 5 rows · 1,204 left' */
export const payOf = (task: Pick<Task, 'payableAmount' | 'requiredWorkers' | 'batch'>): string => {
  const { payableAmount, batch } = task;
  const left = placesLeft(task);
  const coins = coinsOf(task);
  if (!batch) return `${coins} · ${formatDollars(coinsToDollars(payableAmount))}`;
  return batch.rowsPerPage === 1
    ? t('Batch · {coins} a row · {left} left', { coins, left })
    : t('Batch · {coins} for {rows} rows · {left} left', { coins, rows: batch.rowsPerPage, left });
};

/** '1,500 rows · 300 pages' */
export const sizeOf = ({ rows, pages }: NonNullable<Task['batch']>): string =>
  [plural(rows, '{count} row', '{count} rows'), plural(pages, '{count} page', '{count} pages')].join(' · ');

/** '6 places' */
export const placesOf = ({ requiredWorkers }: Pick<Task, 'requiredWorkers'>): string =>
  plural(requiredWorkers, '{count} place', '{count} places');

/** 'approves 96% of work · 12 tasks posted', translated part by part. */
export const recordOf = (stats: NonNullable<Task['buyerStats']>): string =>
  buyerRecord(stats).split(' · ').map(translated).join(' · ');

/** 'about 40 s a page · $4.50 an hour'; empty while too few workers have answered. */
export const paceOf = ({ batch }: Pick<Task, 'batch'>): string => (batch?.pace ? formatPace(batch.pace) : '');

/** '3 of 48 rejected · 1 of 4 rejections overturned on appeal · 1 without a reason'; empty when there is nothing a worker should know before. */
export const rejectionsOf = (stats: NonNullable<Task['buyerStats']>): string => {
  const { decided, approved, overturned, reversed = 0, unexplained, checkedWorkers, stoppedWorkers } = stats;
  const rejected = decided - approved;
  const all = rejected + overturned + reversed;
  const parts = [
    ...(rejected > 0 && approvalRate(stats) !== null
      ? [t('{rejected} of {decided} rejected', { rejected, decided })]
      : []),
    ...(overturned > 0 ? [t('{overturned} of {all} rejections overturned on appeal', { overturned, all })] : []),
    ...(reversed > 0 ? [t('{reversed} of {all} rejections taken back by the buyer', { reversed, all })] : []),
    ...(unexplained > 0 ? [t('{count} rejected without a reason', { count: unexplained })] : []),
    ...(checkedWorkers && stoppedWorkers
      ? [t('checks stopped {stopped} of {all} workers', { stopped: stoppedWorkers, all: checkedWorkers })]
      : []),
  ];
  return parts.join(' · ');
};

/** Until the completion date, by days in UTC. The task stays open after it (P-3.3). */
export const daysLeft = ({ completionDate }: Pick<Task, 'completionDate'>, now: number): string => {
  const days = Math.round((Date.parse(completionDate) - Math.floor(now / DAY_MS) * DAY_MS) / DAY_MS);
  if (days < 0) return t('past due');
  if (days === 0) return t('last day');
  return plural(days, '{count} day left', '{count} days left');
};

const unavailability = (task: Task, isGone: boolean): string | undefined => {
  if (isGone) return t('Closed by the buyer');
  if (task.review) return t('Being checked by Piecework');
  if (task.paused) return t('Paused by the buyer');
  return placesLeft(task) === 0 ? fullText(task) : undefined;
};

/** Why no place is left. */
const fullText = ({ requiredWorkers }: Pick<Task, 'requiredWorkers'>): string =>
  requiredWorkers === 0 ? t('All places taken') : t('More pages may follow');

export interface TaskState {
  isGone: boolean;
  /** A place is kept for the worker. */
  isReserved: boolean;
}

/** What a card and a row say about the task and its worker. */
export const markOf = (task: Task, { isGone, isReserved }: TaskState) => {
  // A batch has further pages.
  const isDone = task.submitted && !task.batch;
  const unavailable = isReserved || isDone ? undefined : unavailability(task, isGone);
  const ownState = isReserved ? t('Place held') : isDone ? t('Already submitted') : undefined;
  return { isUnavailable: unavailable !== undefined, text: ownState ?? unavailable };
};
