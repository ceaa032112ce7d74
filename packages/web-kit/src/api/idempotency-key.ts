import { useState } from 'react';
import { randomId } from '../random-id';
import { localStore } from '../storage';
import { ApiError } from './api-error';

interface IdempotencyKey {
  key(): string;
  /** Call after each attempt. A definite answer makes a new key; otherwise the same key is retried. */
  settle(error?: unknown): void;
}

const isSure = (error: unknown) =>
  error === undefined || (error instanceof ApiError && error.status >= 400 && error.status < 500);

/** One key for all retries of a user intent. @param keptAs storage name, for a form that is restored as a draft after a reload */
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

export const useIdempotencyKey = (keptAs?: string): IdempotencyKey => useState(() => createIdempotencyKey(keptAs))[0];
