import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@piecework/base';

/** `work`, unless `ending` is aborted first: then it rejects with the reason of the signal. */
export const unlessEnding = <R>(ending: AbortSignal, work: Promise<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    const onEnd = () => reject(ending.reason);
    if (ending.aborted) onEnd();
    ending.addEventListener('abort', onEnd, { once: true });
    work.then(resolve, reject).finally(() => ending.removeEventListener('abort', onEnd));
  });

/** Resolves when `GET url` answers 200; rejects with the last reason after `timeoutMs`. */
export const untilReady = async (url: string, timeoutMs: number): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  let reason = 'no answer';
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url);
      if (response.ok) return;
      reason = await response.text();
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    await sleep(20);
  }
  throw new OperatorError(
    `${url} is not ready after ${timeoutMs / 1000} s (${reason}): check its log, then start again.`,
  );
};
