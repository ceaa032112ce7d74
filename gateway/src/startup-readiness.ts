import { type Clock, sleep } from '@piecework/base';

/** Milliseconds between two looks. */
const PAUSE = 500;
/** Milliseconds that an address may take to answer. */
const ANSWERS_WITHIN = 2000;

const isServed = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

export interface StartupReadiness {
  /** Which addresses have not answered yet, or null. */
  whyNotReady(): string | null;
  stop(): void;
}

/**
 * Waits until each address has answered once. What fails later does not count: the gateway goes on without it, and taking it out of
 * service for one area of the page would take all of them away.
 */
export const createStartupReadiness = (
  addresses: readonly string[],
  { clock, isThere = isServed }: { clock: Clock; isThere?: (address: string) => Promise<boolean> },
): StartupReadiness => {
  let missing = addresses;
  const ending = new AbortController();
  const look = async () => {
    while (missing.length > 0 && !ending.signal.aborted) {
      const answers = await Promise.all(missing.map(isThere));
      missing = missing.filter((_, index) => !answers[index]);
      if (missing.length > 0) await sleep(clock, PAUSE, ending.signal);
    }
  };
  void look();
  return {
    whyNotReady: () => (missing.length > 0 ? `${missing.join(', ')} is not served yet` : null),
    stop: () => ending.abort(),
  };
};
