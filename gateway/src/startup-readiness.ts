import { type Clock, sleep } from '@piecework/base';

const CHECK_EVERY_MS = 500;
const ANSWERS_WITHIN_MS = 2000;

const respondsOk = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

export interface StartupReadiness {
  whyNotReady(): string | null;
  stop(): void;
}

/** Ready once each address has answered. Ignores later failures: without one front the gateway still serves the other areas. */
export const createStartupReadiness = (
  addresses: readonly string[],
  { clock, isServed = respondsOk }: { clock: Clock; isServed?: (address: string) => Promise<boolean> },
): StartupReadiness => {
  let missing = addresses;
  const ending = new AbortController();
  const poll = async () => {
    while (missing.length > 0 && !ending.signal.aborted) {
      const answers = await Promise.all(missing.map(isServed));
      missing = missing.filter((_, index) => !answers[index]);
      if (missing.length > 0) await sleep(clock, CHECK_EVERY_MS, ending.signal);
    }
  };
  void poll();
  return {
    whyNotReady: () => (missing.length > 0 ? `${missing.join(', ')} is not served yet` : null),
    stop: () => ending.abort(),
  };
};
