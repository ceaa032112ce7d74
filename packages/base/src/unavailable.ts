/** An engine (store, event log) is unreachable or not writable. Independent of the data, so callers retry without a limit. */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}

export const isUnavailable = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof UnavailableError) return true;
  }
  return false;
};

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2_000);
