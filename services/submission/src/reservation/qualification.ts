import { unqualified } from '@piecework/contracts';
import { createCounters } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { TaskPlaces } from '../places/places';
import type { Declined } from '../submission/submission.work';
import { reviewedOf } from '../submission/submission.worker-stats';

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
