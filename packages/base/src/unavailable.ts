/** An engine (the store, the event log) cannot be reached or written: nothing to do with the data. Retried for ever. */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}

/** Whether an engine is away, also when that is wrapped as the cause of another error. */
export const isUnavailable = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof UnavailableError) return true;
  }
  return false;
};

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2_000);
