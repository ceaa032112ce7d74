import { StoreUnavailableError } from '../store/store';
import { BusUnavailableError } from './bus';

/** Whether the store or the bus is away, which is nobody's fault and is waited for, also when it is wrapped as the cause of another error. */
export const isUnavailable = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StoreUnavailableError || at instanceof BusUnavailableError) return true;
  }
  return false;
};

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2_000);
