import { collection, type Document, type Transaction } from '@piecework/store';
import type { WorkPlace } from '../submission/submission.store';
import type { Reservation } from './reservation';

export interface ReservationDocument extends Document, Reservation {}

/** One that was refunded is kept for ever: the refund refers to it. */
export const reservations = collection<ReservationDocument>(
  'reservations',
  [
    { key: { taskId: 1, workerId: 1, page: 1 }, unique: true, partialFilterExpression: { state: 'held' } },
    { key: { taskId: 1, state: 1, expiresAt: 1 } },
    { key: { taskId: 1, state: 1, isNewcomer: 1 } },
    { key: { taskId: 1, workerId: 1, state: 1, endedAt: -1 } },
    { key: { taskId: 1, workerId: 1, page: 1, reservedAt: -1 }, partialFilterExpression: { page: { $gt: 0 } } },
    { key: { workerId: 1, state: 1, expiresAt: 1 } },
    { key: { buyerId: 1, state: 1 } },
    { key: { state: 1, expiresAt: 1 } },
    { key: { deleteAt: 1 } },
  ],
  { retiredIndexes: [{ key: { taskId: 1, workerId: 1 }, unique: true, partialFilterExpression: { state: 'held' } }] },
);

/** Ended or not, of a page of a batch. */
export const latestHold = (tx: Transaction, { taskId, workerId, page = 0 }: WorkPlace) =>
  tx
    .collection(reservations)
    .findOne({ taskId, workerId, page: { $gt: 0, $in: [page] } }, { sort: { reservedAt: -1 } });
