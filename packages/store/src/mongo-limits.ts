import { setTimeout as sleep } from 'node:timers/promises';
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

/** Does not cancel the work when the time is over. */
export const within = async <R>(ms: number, where: string, work: Promise<R>): Promise<R> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailableError(`${where}: no answer within ${ms / 1000} s`)), ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

const LONGEST_PAUSE_MS = 250;

/** Random, so that transactions in conflict do not retry at the same time. */
export const backOff = (attempt: number): Promise<void> =>
  sleep(Math.random() * Math.min(4 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS));
