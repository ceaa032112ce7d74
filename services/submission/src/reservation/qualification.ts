import { unqualified } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { createCounters } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { isStopped } from '../check/check';
import type { TaskPlaces } from '../places/places';
import type { PlacesDocument } from '../places/places.store';
import { submissions } from '../submission/submission.store';
import type { Declined } from '../submission/submission.work';
import { reviewedOf } from '../submission/submission.worker-stats';
import { readBatchWorker } from '../worker/worker.store';
import { reservations } from './reservation.store';

/** P-4.18. `submit` leaves it out, because it reads the counters. */
export const qualify = async (
  tx: Transaction,
  { minApprovalRate }: Pick<TaskPlaces, 'minApprovalRate'>,
  workerId: string,
): Promise<Declined | null> => {
  if (!minApprovalRate) return null;
  const declined = unqualified(minApprovalRate, await reviewedOf(createCounters(tx), workerId));
  return declined === null ? null : { declined };
};

/** The stop rule of checks (P-4.28). Held pages are still answered. */
export const refuseStopped = async (
  tx: Transaction,
  { _id: taskId, batch }: PlacesDocument,
  worker: Actor,
): Promise<Declined | null> => {
  if (!batch?.checks) return null;
  const { right, met } = await readBatchWorker(tx, taskId, worker);
  if (!isStopped(batch.checks, { right, met })) return null;
  const percent = Math.round(batch.checks.minAccuracy * 100);
  return {
    declined: `Thank you for your work here. Of ${met} hidden checks among your rows, ${right} were right, and this task needs ${percent}%. So it has no more pages for you. Your answers stay in review, and you’re paid for each one that’s approved.`,
  };
};

/** `maxPagesPerWorker` counts live answers and held pages. Also of an answer after the end of its hold: otherwise pages held one after the other would add up. */
export const refuseShare = async (
  tx: Transaction,
  { _id: taskId, batch }: PlacesDocument,
  workerId: string,
): Promise<Declined | null> => {
  const most = batch?.maxPagesPerWorker;
  if (most === undefined) return null;
  const mine = { taskId, workerId, page: { $gt: 0 } } as const;
  const answered = await tx.collection(submissions).countDocuments({ ...mine, live: true }, { limit: most });
  const held = await tx.collection(reservations).countDocuments({ ...mine, state: 'held' });
  return answered + held < most
    ? null
    : { declined: `One worker can do at most ${most} of the pages of this task, and you’ve done yours. Thank you!` };
};
