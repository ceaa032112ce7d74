import {
  MAX_RESERVATIONS,
  RESERVATION_GRACE_SECONDS,
  RESERVATION_PAUSE_MINUTES,
  type ReservationEnd,
} from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { TaskPlaces } from './places';
import { type Declined, refuseWork, type Submission } from './submission';

const MINUTE_MS = 60_000;

/** Milliseconds after `expiresAt` in which the worker can still submit. */
export const GRACE_MS = RESERVATION_GRACE_SECONDS * 1000;

/** Only a `held` reservation occupies a place. */
export type ReservationState = 'held' | 'used' | ReservationEnd;

/** Times are in milliseconds since 1970. */
export interface Reservation {
  taskId: string;
  taskTitle: string;
  payable: number;
  buyerId: string;
  workerId: string;
  state: ReservationState;
  reservedAt: number;
  expiresAt: number;
  /** Absent while it is held. */
  endedAt?: number;
}

interface Claim {
  now: number;
  /** The worker's submission to the task. */
  live: Submission | null;
  /** The worker's held reservations of all tasks. */
  heldCount: number;
  /** End of the worker's last lapsed reservation of the task. */
  lapsedAt: number | undefined;
}

/** For a worker who holds no reservation of the task. */
export const reserve = (
  task: TaskPlaces & { _id: string },
  worker: Actor,
  { now, live, heldCount, lapsedAt = -Infinity }: Claim,
):
  | Reservation
  | Declined
  | Failure<'own-task' | 'not-found' | 'not-offered' | 'too-many-reservations' | 'cooling-off'> => {
  const refused = refuseWork(task, worker, { live });
  if (refused) return refused;
  const { _id: taskId, title: taskTitle, payable, buyerId, reserveMinutes = 0 } = task;
  if (reserveMinutes === 0) return fail('not-offered');
  if (heldCount >= MAX_RESERVATIONS) return fail('too-many-reservations');
  if (now < lapsedAt + RESERVATION_PAUSE_MINUTES * MINUTE_MS) return fail('cooling-off');
  return {
    taskId,
    taskTitle,
    payable,
    buyerId,
    workerId: worker.userId,
    state: 'held',
    reservedAt: now,
    expiresAt: now + reserveMinutes * MINUTE_MS,
  };
};
