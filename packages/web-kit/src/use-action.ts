import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from './api-error';
import { dialogs } from './dialogs';
import { randomId } from './random-id';
import { localStore } from './storage';

/** Shows what went wrong with a call, where the page does not say it itself. Anything but a failed call is a fault of ours. */
export const showFailure = (error: unknown, title?: string): void => {
  if (!(error instanceof ApiError)) throw error;
  // The login page says why the person is there.
  if (error.status === 401 || error.status === 403) return;
  void dialogs.failure({ ...(title && { title }), text: error.message });
};

/** Something that a button does: once at a time, and its failure is shown. */
export const useAction = <A extends unknown[]>(
  action: (...args: A) => Promise<void>,
): { run: (...args: A) => Promise<void>; isRunning: boolean } => {
  const [isRunning, setRunning] = useState(false);
  const running = useRef(false);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  const run = useCallback(async (...args: A) => {
    if (running.current) return;
    running.current = true;
    setRunning(true);
    try {
      await latest.current(...args);
    } catch (error) {
      showFailure(error);
    } finally {
      running.current = false;
      setRunning(false);
    }
  }, []);
  return { run, isRunning };
};

interface IdempotencyKey {
  key(): string;
  /** After a try, with its error. An answer that is sure makes a new key for what is sent next; else the same one is tried again. */
  settle(error?: unknown): void;
}

const isSure = (error: unknown) =>
  error === undefined || (error instanceof ApiError && error.status >= 400 && error.status < 500);

/**
 * The key of one intent of a person: made before the first try, the same for its repeats.
 *
 * @param keptAs name in the storage, for an intent that outlives the page: its form comes back as a draft after a reload in the middle of a try
 */
export const createIdempotencyKey = (keptAs?: string): IdempotencyKey => {
  let current = (keptAs && localStore.get(keptAs)) || randomId(16);
  return {
    key: () => {
      if (keptAs) localStore.set(keptAs, current);
      return current;
    },
    settle: (error) => {
      if (!isSure(error)) return;
      current = randomId(16);
      if (keptAs) localStore.remove(keptAs);
    },
  };
};

export const useIdempotencyKey = (keptAs?: string): IdempotencyKey =>
  useState(() => createIdempotencyKey(keptAs))[0];
