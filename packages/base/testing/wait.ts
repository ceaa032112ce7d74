const WITHIN_MS = 60_000;

export const eventually = async (
  check: () => boolean | Promise<boolean>,
  what = 'it to become true',
  timeoutMs = WITHIN_MS,
): Promise<void> => {
  for (const deadline = Date.now() + timeoutMs; !(await check()); ) {
    if (Date.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms: ${what}`);
    await pause(5);
  }
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
