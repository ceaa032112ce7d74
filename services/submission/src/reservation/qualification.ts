import { unqualified } from '@piecework/contracts';
import { createCounters } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { TaskPlaces } from '../places/places';
import type { PlacesDocument } from '../places/places.store';
import { submissions } from '../submission/submission.store';
import type { Declined } from '../submission/submission.work';
import { reviewedOf } from '../submission/submission.worker-stats';
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
