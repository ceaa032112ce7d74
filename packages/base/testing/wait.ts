import { isOnKafka, isOnMongo } from './engines';

const WITHIN_MS = isOnMongo() || isOnKafka() ? 60_000 : 8_000;

export const eventually = async (
  look: () => boolean | Promise<boolean>,
  what = 'it to become true',
  timeoutMs = WITHIN_MS,
): Promise<void> => {
  for (const deadline = Date.now() + timeoutMs; !(await look()); ) {
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
