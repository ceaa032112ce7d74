import type { Transaction } from '@piecework/store';
import { addAnswer, measuredSeconds } from '../places/pace';
import type { PlacesDocument } from '../places/places.store';
import type { ReservationDocument } from '../reservation/reservation.store';
import type { Submission } from './submission';
import { submissions } from './submission.store';

/** That a worker took for a page of a batch. One that was fetched ahead counts from the worker's last answer. */
export const secondsFor = async (
  tx: Transaction,
  { workerId, page, reservedAt }: ReservationDocument,
  now: number,
): Promise<number | undefined> => {
  if (page === undefined) return undefined;
  const [last] = await tx.collection(submissions).find({ workerId }, { sort: { createdAt: -1 }, limit: 1 });
  return measuredSeconds(Math.max(reservedAt, last?.createdAt ?? 0), now);
};

export const timed = (task: PlacesDocument, { workerId, seconds }: Submission): PlacesDocument => {
  const { batch } = task;
  if (!batch || seconds === undefined) return task;
  return { ...task, batch: { ...batch, pace: addAnswer(batch.pace, { workerId, seconds }) } };
};
