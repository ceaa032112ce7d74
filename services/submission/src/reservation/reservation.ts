import { DAY_MS, MINUTE_MS } from '@piecework/base';
import {
  MAX_RESERVATIONS,
  RESERVATION_DAYS,
  RESERVATION_GRACE_SECONDS,
  RESERVATION_PAUSE_MINUTES,
  type ReservationEnd,
} from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { offeredPlaces, type TaskPlaces } from '../places/places';
import { refuseWork, type Submission } from '../submission/submission';
import type { Declined } from '../submission/submission.work';

/** Milliseconds after `expiresAt` in which the worker can still submit. */
export const GRACE_MS = RESERVATION_GRACE_SECONDS * 1000;

/** Only a `held` reservation occupies a place. */
export type ReservationState = 'held' | 'used' | ReservationEnd;

/** Times are in milliseconds since 1970. */
export interface Reservation {
  taskId: string;
  /** Of a batch. */
  page?: number;
  /** Of the texts that the worker was given. Absent: 1. */
  version?: number;
  /** Of a page with checks: numbers of its rows in the order that the worker sees. */
  rows?: number[];
  taskTitle: string;
  payable: number;
  buyerId: string;
  workerId: string;
  state: ReservationState;
  reservedAt: number;
  expiresAt: number;
  /** Its worker had no approved submission. Absent: false. */
  isNewcomer?: true;
  /** Absent while it is held. */
  endedAt?: number;
  /** Absent while it is held, and for one that was refunded: the refund refers to it. */
  deleteAt?: number;
}

interface Claim {
  now: number;
  /** The worker's submission to the task. */
  live: Submission | null;
  /** Other tasks of which the worker holds a place. */
  heldCount: number;
  /** Start of the worker's pause at the task ({@link pauseSince}). */
  pausedAt: number;
  /** Of a batch. */
  page?: number;
  /** For a newcomer: reservations of the task that newcomers hold. Absent for others. */
  newcomersHold?: number;
  newcomerHoldPercent: number;
}

/** Tasks without rows, or batches, of which the worker holds places: a batch counts once (P-4.16). */
export const heldTasks = (held: readonly Pick<Reservation, 'taskId'>[]): number =>
  new Set(held.map(({ taskId }) => taskId)).size;

type Ended = Pick<Reservation, 'endedAt'>;

/** Both lists are of one worker at one task, the newest first. The first reservation that is given back starts no pause. */
export const pauseSince = ([missed]: readonly Ended[], returned: readonly Ended[]): number =>
  Math.max(missed?.endedAt ?? -Infinity, (returned.length > 1 && returned[0]?.endedAt) || -Infinity);

/** A share of the places that are open or held; a small task stays open to newcomers. */
const newcomerLimit = (task: TaskPlaces, percent: number): number =>
  Math.max(1, Math.floor(((offeredPlaces(task) + (task.places.reserved ?? 0)) * percent) / 100));

export const endOf = (state: 'used' | ReservationEnd, now: number, isRefunded = false) => ({
  state,
  endedAt: now,
  ...(!isRefunded && { deleteAt: now + RESERVATION_DAYS * DAY_MS }),
});

/** For the owner: reservations that began until this time have had the time for the work. */
export const releasableSince = (now: number, holdMinutes: number): number => now - holdMinutes * MINUTE_MS;

/** For a worker who holds no reservation of the task. */
export const reserve = (
  task: TaskPlaces & { _id: string },
  worker: Actor,
  { now, live, heldCount, pausedAt, page, newcomersHold, newcomerHoldPercent }: Claim,
):
  | Reservation
  | Declined
  | Failure<'own-task' | 'not-found' | 'not-offered' | 'too-many-reservations' | 'cooling-off' | 'newcomers-hold'> => {
  const refused = refuseWork(task, worker, { live });
  if (refused) return refused;
  const { _id: taskId, title: taskTitle, payable, buyerId, reserveMinutes } = task;
  if (reserveMinutes === 0) return fail('not-offered');
  if (heldCount >= MAX_RESERVATIONS) return fail('too-many-reservations');
  if (now < pausedAt + RESERVATION_PAUSE_MINUTES * MINUTE_MS) return fail('cooling-off');
  const isNewcomer = newcomersHold !== undefined;
  if (isNewcomer && newcomersHold >= newcomerLimit(task, newcomerHoldPercent)) return fail('newcomers-hold');
  return {
    taskId,
    ...(page !== undefined && { page }),
    taskTitle,
    payable,
    buyerId,
    workerId: worker.userId,
    state: 'held',
    reservedAt: now,
    expiresAt: now + reserveMinutes * MINUTE_MS,
    ...(isNewcomer && { isNewcomer: true }),
  };
};
