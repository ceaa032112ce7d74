import { isoTime } from '@piecework/base';
import { actAs } from '@piecework/domain';
import { created, fail, isFailure, ok } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import { reservePlace } from '../places/places';
import type { TaskFinder } from '../places/places.finder';
import { knownPlaces, type PlacesDocument, savePlaces, taskPlaces } from '../places/places.store';
import { isNewcomer, liveSubmission } from '../submission/submission.store';
import { qualify } from './qualification';
import { pauseSince, releasableSince, reserve } from './reservation';
import { releaseHeld, reservationFacts, reservationOf, returnOverdue } from './reservation.releases';
import { type ReservationDocument, reservations } from './reservation.store';
import { toView } from './reservation.views';

export const createReservationOperations = (deps: ServiceDeps, findTask: TaskFinder) => ({
  ...recordReservation(deps, findTask),
  ...returnPlace(deps),
  ...releasePlaces(deps),
  ...listReservations(deps),
});

const recordReservation = ({ ids, clock, settings }: ServiceDeps, findTask: TaskFinder) =>
  answer('reservePlace', ['place.reserved', 'place.released'], async ({ params: { id: taskId } }, call) => {
    const worker = actorOf(call);
    const missing = await findTask(worker, taskId);
    if (missing) return missing;
    const reservationId = ids.next();
    const result = await call.transact(async (unit) => {
      // Its write conflicts with other reservations of the worker, so that none exceeds the limit.
      const refused = await actAs(unit, worker, 'worker');
      if (refused) return refused;
      const places = await knownPlaces(unit, taskId);
      const held = await reservationOf(unit, places, worker.userId);
      if (held) return held;
      const now = clock.now();
      const task = await returnOverdue(unit, places, now);
      const reservation = reserve(task, worker, {
        now,
        newcomerHoldPercent: settings.rateLimits.newcomerHoldPercent,
        ...(await standingOf(unit, taskId, worker)),
      });
      if ('declined' in reservation || isFailure(reservation)) return reservation;
      const unqualified = await qualify(unit, task, worker.userId);
      if (unqualified) return unqualified;
      const document = { _id: reservationId, ...reservation };
      await insertReservation(unit, task, document);
      return document;
    });
    if (isFailure(result)) return result;
    if ('declined' in result) return ok({ message: result.declined });
    const { _id: insertedId, expiresAt } = result;
    return { ...created(insertedId), body: { insertedId, expiresAt: isoTime(expiresAt) } };
  });

const standingOf = async (unit: Unit, taskId: string, { userId: workerId }: Actor) => {
  const rows = unit.collection(reservations);
  const ofWorker = { taskId, workerId };
  const missed = { ...ofWorker, state: { $in: ['lapsed', 'released'] } } as const;
  return {
    live: await liveSubmission(unit, taskId, workerId),
    heldCount: await rows.countDocuments({ workerId, state: 'held' }),
    pausedAt: pauseSince(
      await rows.find(missed, { sort: { endedAt: -1 }, limit: 1 }),
      await rows.find({ ...ofWorker, state: 'returned' }, { sort: { endedAt: -1 }, limit: 2 }),
    ),
    ...((await isNewcomer(unit, workerId)) && {
      newcomersHold: await rows.countDocuments({ taskId, state: 'held', isNewcomer: true }),
    }),
  };
};

const insertReservation = async (
  unit: Unit<'place.reserved'>,
  task: PlacesDocument,
  reservation: ReservationDocument,
) => {
  await unit.collection(reservations).insertOne(reservation);
  const taken = reservePlace(task);
  unit.emit('place.reserved', reservation._id, reservationFacts(reservation, taken));
  // Last: all workers of the task contend for this document.
  await savePlaces(unit, task, taken);
};

const returnPlace = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  answerInTransaction('returnPlace', ['place.released'], async (unit, { params: { id: taskId } }, call) => {
    const worker = actorOf(call);
    const refused = await actAs(unit, worker, 'worker');
    if (refused) return refused;
    const held = { taskId, workerId: worker.userId };
    return ok({ deletedCount: await releaseHeld(unit, held, { why: 'returned', now: clock.now() }) });
  });

/** P-4.21. */
const releasePlaces = ({ clock, settings }: Pick<ServiceDeps, 'clock' | 'settings'>) =>
  answerInTransaction('releasePlaces', ['place.released'], async (unit, { params: { id: taskId } }, call) => {
    const buyer = actorOf(call);
    const refused = await actAs(unit, buyer, 'buyer');
    if (refused) return refused;
    const task = await unit.collection(taskPlaces).findOne({ _id: taskId });
    if (task?.buyerId !== buyer.userId) return fail('not-found');
    const now = clock.now();
    const reservedAt = { $lte: releasableSince(now, settings.rateLimits.holdMinutes) };
    const count = await releaseHeld(unit, { taskId, reservedAt }, { why: 'released', now });
    return count === 0 && task.places.reserved ? fail('holds-too-new') : ok({ deletedCount: count });
  });

const listReservations = ({ store, settings }: Pick<ServiceDeps, 'store' | 'settings'>) =>
  answer('listReservations', [], async (_input, call) => {
    const held = { workerId: actorOf(call).userId, state: 'held' } as const;
    return listRows(store.collection(reservations), held, { sort: { expiresAt: 1 }, settings }, (found) =>
      found.map(toView),
    );
  });
