import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimited } from '@piecework/base';
import { StoreUnavailableError } from './store';

/** The driver has no timeout for a server that hangs, so every call has one. */
export interface Limits {
  /** Milliseconds for one call, or for one batch of a cursor. */
  callMs: number;
  /** Milliseconds for retries of a conflict, and of a commit with unknown outcome. */
  retryMs: number;
  /** Milliseconds that a transaction may await anything but the store before it is rolled back. */
  idleMs: number;
}

export const within = <R>(ms: number, where: string, work: Promise<R>): Promise<R> =>
  timeLimited(ms, work, () => new StoreUnavailableError(`${where}: no answer within ${ms / 1000} s`));

const LONGEST_PAUSE_MS = 250;

/** Random, so that transactions in conflict do not retry at the same time. */
export const backOff = (attempt: number): Promise<void> =>
  sleep(Math.random() * Math.min(4 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS));
