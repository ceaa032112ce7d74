import { create } from 'zustand';
import type { ApiError } from '../api/api-error';
import { onForgetPerson } from './person-cleanup';

export interface FactorRequest {
  /** Rejects with an ApiError when the code is wrong. */
  give(factorCode: string): Promise<void>;
  cancel(): void;
}

/** What the person has to confirm with a second factor; null: nothing. `FactorPrompt` shows it. */
export const useFactorRequest = create<{ request: FactorRequest | null }>(() => ({ request: null }));
onForgetPerson(() => useFactorRequest.getState().request?.cancel());

let running: Promise<string> | undefined;

/**
 * Asks for a second factor. Concurrent callers share the request. Rejects with `reason` when the person cancels.
 * @param exchange gets an access token for the code
 */
export const askFactor = (exchange: (factorCode: string) => Promise<string>, reason: ApiError): Promise<string> => {
  running ??= new Promise<string>((resolve, reject) => {
    const give = async (factorCode: string) => resolve(await exchange(factorCode));
    useFactorRequest.setState({ request: { give, cancel: () => reject(reason) } });
  }).finally(() => {
    running = undefined;
    useFactorRequest.setState({ request: null });
  });
  return running;
};
