import { HOUR_MS } from '@piecework/base';
import { type EventData, type EventEnvelope, REVIEW_HOURS, type ReviewHours } from '@piecework/contracts';

interface Decided {
  approved: boolean;
  /** By a departure: says nothing about the buyer. */
  isUncounted?: true;
  /** Rejected without a reason. */
  isUnexplained?: true;
  hours?: ReviewHours;
}

/** One submission. Each event sets fields of its own, so their order does not matter. */
export interface Work {
  taskId: string;
  /** Of a batch, of which a worker answers many. */
  page?: number;
  workerId: string;
  buyerId: string;
  /** Pending or approved. */
  live: boolean;
  decided?: Decided;
  /** An appeal has reversed the rejection. */
  overturned?: true;
  /** Its buyer has reversed the rejection. */
  reversed?: true;
  /** The worker met the first checks of the batch with it. */
  isFirstChecked?: true;
  /** The worker was stopped with it. */
  isStopping?: true;
}

export type WorkEvent = {
  [T in WorkEventType]: EventEnvelope<T>;
}[WorkEventType];
type WorkEventType =
  | 'submission.created'
  | 'submission.approved'
  | 'submission.rejected'
  | 'submission.rejection-reversed';

/** Rounded up. */
const reviewHours = (ms: number): ReviewHours => REVIEW_HOURS.find((hours) => ms <= hours * HOUR_MS) ?? 8760;

type Decision = Pick<EventData<'submission.rejected'>, 'decidedBy' | 'waitedMs' | 'reasonCode'>;

const decidedBy = (approved: boolean, { decidedBy: by, waitedMs, reasonCode }: Decision): Decided => {
  if (by === 'departure') return { approved, isUncounted: true };
  // A deadline rejects when the worker does not answer.
  const isReview = by === 'buyer' || approved;
  return {
    approved,
    ...(!approved && reasonCode === undefined && { isUnexplained: true }),
    ...(isReview && { hours: reviewHours(waitedMs) }),
  };
};

const changeBy = (
  event: WorkEvent,
): Pick<Work, 'decided' | 'overturned' | 'reversed' | 'isFirstChecked' | 'isStopping'> => {
  if (event.type === 'submission.created') {
    const { isFirstChecked, isStopping } = event.data;
    return { ...(isFirstChecked && { isFirstChecked }), ...(isStopping && { isStopping }) };
  }
  if (event.type === 'submission.approved') return { decided: decidedBy(true, event.data) };
  if (event.type === 'submission.rejected') return { decided: decidedBy(false, event.data) };
  return event.data.by === 'buyer' ? { reversed: true } : { overturned: true };
};

export const isLive = ({ decided, overturned, reversed }: Pick<Work, 'decided' | 'overturned' | 'reversed'>): boolean =>
  overturned === true || reversed === true || decided?.approved !== false;

/** The fields that the event sets. */
export const changeOf = (before: Work | null, event: WorkEvent): Work => {
  const { taskId, page, workerId, buyerId } = event.data;
  const change = changeBy(event);
  return {
    taskId,
    ...(page !== undefined && { page }),
    workerId,
    buyerId,
    live: isLive({ ...before, ...change }),
    ...change,
  };
};
