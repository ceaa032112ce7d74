import { groupBy } from '@piecework/base';
import type { EmittedData, ReservationEnd } from '@piecework/contracts';
import type { Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { payerOf } from '../appeal/appeal';
import { followPage } from '../page/page.places';
import { fundedPlaces, publishedPlaces, releasePlace, type TaskPlaces } from '../places/places';
import { knownPlaces, type PlacesDocument, savePlaces } from '../places/places.store';
import { atPlace } from '../submission/submission.store';
import { endOf, GRACE_MS } from './reservation';
import { type ReservationDocument, reservations } from './reservation.store';

export const reservationFacts = (reservation: ReservationDocument, task: TaskPlaces): EmittedData<'place.reserved'> => {
  const { _id: reservationId, taskId, page, taskTitle, workerId, buyerId, payable, expiresAt } = reservation;
  const places = publishedPlaces(task);
  const facts = { reservationId, taskId, taskTitle, workerId, buyerId, payable, expiresAt, places };
  return page === undefined ? facts : { ...facts, page };
};

type Held =
  | { _id: string }
  | { taskId: string; workerId?: string; expiresAt?: { $lte: number }; reservedAt?: { $lte: number } }
  | { buyerId: string }
  | { workerId: string };

interface End {
  why: ReservationEnd;
  workerSuspended?: true;
  now: number;
}

/** The place of an open task opens again; that of a closed task is refunded. Resolves to the number of reservations. */
export const releaseHeld = async (unit: Unit<'place.released'>, whose: Held, end: End): Promise<number> => {
  const held = { ...whose, state: 'held' } as const;
  const heldRows = await unit.collection(reservations).find(held, { sort: { expiresAt: 1 } });
  if (heldRows.length === 0) return 0;
  for (const ofTask of groupBy(heldRows, ({ taskId }) => taskId).values()) await returnPlaces(unit, ofTask, end);
  return heldRows.length;
};

/** Each release gets its own version of the places, which its event carries. */
const returnPlaces = async (
  unit: Unit<'place.released'>,
  ofTask: readonly ReservationDocument[],
  { why, now, workerSuspended }: End,
) => {
  const [first] = ofTask;
  if (!first) return;
  const before = await knownPlaces(unit, first.taskId);
  const ids = ofTask.map(({ _id }) => _id);
  const $set = endOf(why, now, before.state === 'closed');
  await unit.collection(reservations).updateMany({ _id: { $in: ids } }, { $set });
  let task = before;
  for (const reservation of ofTask) {
    const held = fundedPlaces(task);
    task = await followPage(unit, reservation, task, releasePlace(task));
    unit.emit('place.released', reservation._id, {
      ...reservationFacts(reservation, task),
      why,
      ...(workerSuspended && { workerSuspended }),
      placeReturned: fundedPlaces(task) === held,
    });
  }
  await savePlaces(unit, before, task);
};

/** When no place is open, overdue reservations lapse now instead of at the next sweep of the timer. */
export const returnOverdue = async (
  unit: Unit<'place.released'>,
  task: PlacesDocument,
  now: number,
): Promise<PlacesDocument> => {
  if (payerOf(task) === 'escrow' || !task.places.reserved) return task;
  const overdue = { taskId: task._id, expiresAt: { $lte: now - GRACE_MS } };
  const count = await releaseHeld(unit, overdue, { why: 'lapsed', now });
  return count > 0 ? knownPlaces(unit, task._id) : task;
};

/** Makes no query for a task without reservations. @param page of a batch */
export const reservationOf = async (
  tx: Transaction,
  { _id: taskId, places }: PlacesDocument,
  workerId: string,
  page?: number,
): Promise<ReservationDocument | null> =>
  places.reserved
    ? tx.collection(reservations).findOne({ ...atPlace({ taskId, workerId, page }), state: 'held' })
    : null;

/** The submission that follows takes the place over. */
export const endByUse = (tx: Transaction, { _id }: ReservationDocument, now: number) =>
  tx.collection(reservations).updateOne({ _id }, { $set: endOf('used', now) });
