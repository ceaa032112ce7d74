import type { FactorChallenge, PasskeyAnswer } from '@piecework/contracts';
import { create } from 'zustand';
import type { ApiError } from '../api/api-error';
import { onForgetPerson } from './person-cleanup';

/** Part of the body of `POST /jwt`. */
export type FactorProof = { factorCode: string } | { passkey: PasskeyAnswer };

export interface FactorRequest {
  /** How the person can give one; a new challenge for each use of a passkey. */
  challenge(): Promise<FactorChallenge>;
  /** Rejects with an ApiError when the proof is wrong. */
  give(proof: FactorProof): Promise<void>;
  cancel(): void;
}

/** What the person has to confirm with a second factor; null: nothing. `FactorPrompt` shows it. */
export const useFactorRequest = create<{ request: FactorRequest | null }>(() => ({ request: null }));
onForgetPerson(() => useFactorRequest.getState().request?.cancel());

let running: Promise<string> | undefined;

interface Exchange {
  challenge: FactorRequest['challenge'];
  /** Gets an access token for the proof. */
  exchange(proof: FactorProof): Promise<string>;
}

/** Asks for a second factor. Concurrent callers share the request. Rejects with `reason` when the person cancels. */
export const askFactor = ({ challenge, exchange }: Exchange, reason: ApiError): Promise<string> => {
  running ??= new Promise<string>((resolve, reject) => {
    const give = async (proof: FactorProof) => resolve(await exchange(proof));
    useFactorRequest.setState({ request: { challenge, give, cancel: () => reject(reason) } });
  }).finally(() => {
    running = undefined;
    useFactorRequest.setState({ request: null });
  });
  return running;
};
