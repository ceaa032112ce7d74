import { MINUTE_MS } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { NewPasskey, PasskeyAnswer } from '@piecework/contracts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

export interface Passkey {
  /** That of WebAuthn, base64url. */
  id: string;
  /** COSE, base64url. */
  publicKey: string;
  /** Of its uses, where it counts: a lower one is that of a copy. */
  counter: number;
  transports: readonly string[];
  name: string;
  createdAt: number;
}

/** What a passkey has to sign. It works once. */
export interface Challenge {
  value: string;
  until: number;
}

const CHALLENGE_MS = 5 * MINUTE_MS;
/** Of several tabs. */
const MAX_CHALLENGES = 5;

export const withChallenge = (challenges: readonly Challenge[], value: string, now: number): Challenge[] =>
  [...challenges, { value, until: now + CHALLENGE_MS }].slice(-MAX_CHALLENGES);

/** The challenges without this one; null when it is none of them, or too old. */
export const withoutChallenge = (challenges: readonly Challenge[], value: string, now: number): Challenge[] | null => {
  const rest = challenges.filter((challenge) => challenge.value !== value || challenge.until <= now);
  return rest.length < challenges.length ? rest : null;
};

/** The challenge that the browser says it has had signed; undefined for anything unreadable. */
export const challengeIn = (clientDataJSON: string): string | undefined => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};

const credentialOf = ({ id, transports }: Pick<Passkey, 'id' | 'transports'>) => ({ id, transports: [...transports] });
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
/** The library throws on whatever is wrong. */
const orNull = <T>(verified: Promise<T>): Promise<T | null> => verified.catch(() => null);

/** WebAuthn for the site at PUBLIC_ORIGIN, by its library. */
export const createPasskeys = ({ publicOrigin, allowedOrigins }: Pick<Settings, 'publicOrigin' | 'allowedOrigins'>) => {
  const rpID = publicOrigin === undefined ? 'localhost' : new URL(publicOrigin).hostname;
  const expected = { expectedOrigin: [...allowedOrigins], expectedRPID: rpID, requireUserVerification: false };
  return {
    creationOptions: (user: { userId: string; email: string; name: string }, known: readonly Passkey[]) =>
      generateRegistrationOptions({
        rpName: 'Piecework',
        rpID,
        userID: new Uint8Array(Buffer.from(user.userId)),
        userName: user.email,
        userDisplayName: user.name,
        excludeCredentials: known.map(credentialOf),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      }),
    requestOptions: (known: readonly Passkey[]) =>
      generateAuthenticationOptions({ rpID, allowCredentials: known.map(credentialOf) }),

    /** null: not what a browser answers to the challenge. */
    read: async (
      { id, clientDataJSON, attestationObject, transports = [] }: NewPasskey,
      challenge: string,
    ): Promise<Omit<Passkey, 'name' | 'createdAt'> | null> => {
      const response = { clientDataJSON, attestationObject };
      const answer = { id, rawId: id, response, clientExtensionResults: {}, type: 'public-key' } as const;
      const verified = await orNull(
        verifyRegistrationResponse({ response: answer, expectedChallenge: challenge, ...expected }),
      );
      if (!verified?.verified) return null;
      const { publicKey, counter } = verified.registrationInfo.credential;
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    },
    /** The new counter; null: this passkey did not sign the challenge. */
    counterOf: async (
      { id, clientDataJSON, authenticatorData, signature }: PasskeyAnswer,
      passkey: Passkey,
      challenge: string,
    ): Promise<number | null> => {
      const response = { clientDataJSON, authenticatorData, signature };
      const answer = { id, rawId: id, response, clientExtensionResults: {}, type: 'public-key' } as const;
      const credential = { id, publicKey: bytesOf(passkey.publicKey), counter: passkey.counter };
      const verified = await orNull(
        verifyAuthenticationResponse({ response: answer, expectedChallenge: challenge, credential, ...expected }),
      );
      return verified?.verified ? verified.authenticationInfo.newCounter : null;
    },
  };
};
export type Passkeys = ReturnType<typeof createPasskeys>;
