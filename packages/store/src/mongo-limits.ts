import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailableError } from './store';

/** The driver alone waits for ever for a server that hangs, so every call has a limit of its own. */
export interface Limits {
  /** Milliseconds that one call may take, or one batch of a long answer. */
  callMs: number;
  /** Milliseconds during which what conflicts with others is tried again, and a commit asked for whose answer is lost. */
  patienceMs: number;
  /** Milliseconds that a transaction may wait for anything but the store before it is rolled back. */
  idleMs: number;
}

/** Rejects when the time is over, whatever becomes of the work. */
export const within = async <R>(ms: number, where: string, work: Promise<R>): Promise<R> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreUnavailableError(`${where}: no answer within ${ms / 1000} s`)),
      ms,
    );
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

const LONGEST_PAUSE_MS = 250;

/** Longer from attempt to attempt, and by chance: those that were in each other's way come back at different times. */
export const backOff = (attempt: number): Promise<void> =>
  sleep(Math.random() * Math.min(4 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS));
