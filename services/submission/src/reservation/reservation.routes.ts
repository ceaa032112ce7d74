import { isoTime } from '@piecework/base';
import { MAX_HELD_PAGES } from '@piecework/contracts';
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
import { isKeptOut } from '../block/block.store';
import { NO_CHECKS } from '../check/check';
import { drawRows } from '../check/check.drawing';
import { assignPage } from '../page/page.assignment';
import { followPage } from '../page/page.places';
import { pageView } from '../page/page.views';
import { asFull, offeredPlaces, reservePlace } from '../places/places';
import type { TaskFinder } from '../places/places.finder';
import { knownPlaces, type PlacesDocument, savePlaces, taskPlaces } from '../places/places.store';
import { isNewcomer, liveSubmission } from '../submission/submission.store';
import { readBatchWorker } from '../worker/worker.store';
import { qualify, refuseShare, refuseStopped } from './qualification';
import { heldTasks, pauseSince, releasableSince, reserve } from './reservation';
import { releaseHeld, reservationFacts, reservationOf, returnOverdue } from './reservation.releases';
import { type ReservationDocument, reservations } from './reservation.store';
import { toView } from './reservation.views';

export const createReservationOperations = (deps: ServiceDeps, findTask: TaskFinder) => ({
  ...recordReservation(deps, findTask),
  ...returnPlace(deps),
  ...releasePlaces(deps),
  ...listReservations(deps),
});

const recordReservation = (deps: ServiceDeps, findTask: TaskFinder) => {
  const { ids, clock, settings, store } = deps;
  return answer('reservePlace', ['place.reserved', 'place.released'], async ({ params, query }, call) => {
    const { id: taskId } = params;
    const worker = actorOf(call);
    const missing = await findTask(worker, taskId);
    if (missing) return missing;
    const reservationId = ids.next();
    const { newcomerHoldPercent } = settings.rateLimits;
    const result = await call.transact(async (unit) => {
      // Its write conflicts with other reservations of the worker, so that none exceeds the limit.
      const refused = await actAs(unit, worker, 'worker');
      if (refused) return refused;
      const places = await knownPlaces(unit, taskId);
      const now = clock.now();
      if (places.batch)
        return reservePage(unit, places, worker, {
          now,
          reservationId,
          newcomerHoldPercent,
          besides: query.besides ?? [],
        });
      const held = await reservationOf(unit, places, worker.userId);
      if (held) return held;
      const task = await returnOverdue(unit, places, now);
      const standing = await standingOf(unit, taskId, worker);
      const offered = await offeredTo(unit, task, worker);
      const reservation = reserve(offered, worker, { now, newcomerHoldPercent, ...standing });
      if ('declined' in reservation || isFailure(reservation)) return reservation;
      const unqualified = await qualify(unit, task, worker.userId);
      if (unqualified) return unqualified;
      const document = { _id: reservationId, ...reservation };
      await insertReservation(unit, task, task, document);
      return document;
    });
    if (isFailure(result)) return result;
    if ('declined' in result) return ok({ message: result.declined });
    const { _id: insertedId, expiresAt } = result;
    const work = await workOf(store, settings, result, worker);
    return { ...created(insertedId), body: { insertedId, expiresAt: isoTime(expiresAt), ...work } };
  });
};

/** Without places for a worker whom the buyer keeps out (P-4.34): every refusal is then that of a full task. */
const offeredTo = async (tx: Unit, task: PlacesDocument, { userId }: Actor): Promise<PlacesDocument> =>
  (await isKeptOut(tx, task, userId)) ? asFull(task) : task;

/** Of a batch: the page, and how its worker has done so far. */
const workOf = async (
  store: ServiceDeps['store'],
  settings: ServiceDeps['settings'],
  held: ReservationDocument,
  worker: Actor,
) => {
  if (held.page === undefined) return {};
  const task = await knownPlaces(store, held.taskId);
  const page = await pageView(store, settings, task, held);
  if (!task.batch?.checks) return { page };
  const { told = NO_CHECKS } = await readBatchWorker(store, held.taskId, worker);
  return { page, accuracy: told };
};

/** Answers a held page that the caller does not have yet, or takes another one (P-4.24). */
const reservePage = async (
  unit: Unit<'place.reserved' | 'place.released'>,
  asRead: PlacesDocument,
  worker: Actor,
  claim: { now: number; reservationId: string; newcomerHoldPercent: number; besides: readonly number[] },
) => {
  const { _id: taskId } = asRead;
  const { userId: workerId } = worker;
  const { now, newcomerHoldPercent } = claim;
  const heldByWorker = await unit
    .collection(reservations)
    .find({ workerId, state: 'held' }, { sort: { expiresAt: 1 } });
  const held = heldByWorker.filter((other) => other.taskId === taskId);
  const known = held.find(({ page = 0 }) => !claim.besides.includes(page));
  if (known) return known;
  if (held.length >= MAX_HELD_PAGES)
    return { declined: `You hold ${MAX_HELD_PAGES} pages of this task. Submit one first.` };
  const places = await returnOverdue(unit, asRead, now);
  const standing = {
    live: null,
    heldCount: heldTasks(heldByWorker.filter((other) => other.taskId !== taskId)),
    // Pages that are fetched ahead and released again are no unused holds.
    pausedAt: -Infinity,
    ...(await newcomersOf(unit, taskId, workerId)),
  };
  const offered = await offeredTo(unit, places, worker);
  const reserving = reserve(offered, worker, { now, newcomerHoldPercent, ...standing });
  // Its message offers to submit without a hold.
  if (isFailure(reserving) && reserving.failure === 'newcomers-hold') return { declined: NEWCOMERS_HOLD };
  if ('declined' in reserving || isFailure(reserving)) return reserving;
  const unqualified =
    (await qualify(unit, places, workerId)) ??
    (await refuseShare(unit, places, workerId)) ??
    (await refuseStopped(unit, places, worker));
  if (unqualified) return unqualified;
  const assigned = offeredPlaces(offered) > 0 ? await assignPage(unit, places, workerId, held) : null;
  if (!assigned) return { declined: places.batch?.pilotPages === undefined ? NO_PAGE : PILOT_TAKEN };
  const { page, task } = assigned;
  const version = task.batch?.version;
  const rows = await drawRows(unit, task, worker, page.number);
  const document = {
    _id: claim.reservationId,
    ...reserving,
    page: page.number,
    ...(version !== undefined && { version }),
    ...(rows && { rows }),
  };
  await insertReservation(unit, places, task, document);
  return document;
};

const NEWCOMERS_HOLD =
  'Workers without approved work already hold as many pages here as they can. Please try again in a few minutes.';
const PILOT_TAKEN = 'The buyer is looking at the first answers. More pages may follow.';
const NO_PAGE =
  'There’s no page left for you in this task right now. One may open again: come back later, or choose another task.';

const newcomersOf = async (unit: Unit, taskId: string, workerId: string) =>
  (await isNewcomer(unit, workerId)) && {
    newcomersHold: await unit.collection(reservations).countDocuments({ taskId, state: 'held', isNewcomer: true }),
  };

const standingOf = async (unit: Unit, taskId: string, { userId: workerId }: Actor) => {
  const rows = unit.collection(reservations);
  const ofWorker = { taskId, workerId };
  const missed = { ...ofWorker, state: { $in: ['lapsed', 'released'] } } as const;
  return {
    live: await liveSubmission(unit, ofWorker),
    heldCount: heldTasks(await rows.find({ workerId, state: 'held' })),
    pausedAt: pauseSince(
      await rows.find(missed, { sort: { endedAt: -1 }, limit: 1 }),
      await rows.find({ ...ofWorker, state: 'returned' }, { sort: { endedAt: -1 }, limit: 2 }),
    ),
    ...(await newcomersOf(unit, taskId, workerId)),
  };
};

/** @param places as they were read */
const insertReservation = async (
  unit: Unit<'place.reserved'>,
  places: PlacesDocument,
  task: PlacesDocument,
  reservation: ReservationDocument,
) => {
  await unit.collection(reservations).insertOne(reservation);
  const taken = await followPage(unit, reservation, task, reservePlace(task));
  unit.emit('place.reserved', reservation._id, reservationFacts(reservation, taken));
  // Last: all workers of the task contend for this document.
  await savePlaces(unit, places, taken);
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
  answer('listReservations', [], async ({ query: { worker } }, call) => {
    const { role, userId } = actorOf(call);
    const held = { workerId: (role === 'admin' && worker) || userId, state: 'held' } as const;
    return listRows(store.collection(reservations), held, { sort: { expiresAt: 1 }, settings }, (found) =>
      found.map(toView),
    );
  });
