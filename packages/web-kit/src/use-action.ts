import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from './api-error';
import { dialogs } from './dialogs';
import { randomId } from './random-id';
import { localStore } from './storage';

/** Shows a failed call in a dialog. Other errors are bugs and are rethrown. */
export const showFailure = (error: unknown, title?: string): void => {
  if (!(error instanceof ApiError)) throw error;
  // The login page shows the reason.
  if (error.status === 401 || error.status === 403) return;
  void dialogs.failure({ ...(title && { title }), text: error.message });
};

/** A button's action: runs once at a time, and shows its failure. */
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
  /** Call after each attempt. A definite answer makes a new key; otherwise the same key is retried. */
  settle(error?: unknown): void;
}

const isSure = (error: unknown) =>
  error === undefined || (error instanceof ApiError && error.status >= 400 && error.status < 500);

/**
 * The idempotency key of one user intent, the same for all retries.
 *
 * @param keptAs storage name, for an intent whose form returns as a draft after a reload
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
