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
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} is not ready after ${timeoutMs / 1000} s: ${reason}`);
};
