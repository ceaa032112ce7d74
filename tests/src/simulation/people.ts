import { HOUR_MS } from '@piecework/base';
import type { OperationId } from '@piecework/contracts';
import type { PlainResponse } from '@piecework/http';
import type { Random } from './random';
import type { Caller, World } from './world';

export const PASSWORD = 'Simulated1!';
/** Milliseconds before its expiry at which a token is renewed. */
const RENEW_BEFORE = 60_000;
const TRIES = 12;

/** A simulated client: signs in, renews its token, and retries a call without an answer under the same Idempotency-Key. */
export interface Person {
  readonly email: string;
  /** Calls as this person. Undefined: every retry failed. */
  call(operation: OperationId, caller?: Caller): Promise<PlainResponse | undefined>;
  /** Signs up and registers with that role. */
  register(role: 'worker' | 'buyer'): Promise<PlainResponse | undefined>;
}

export const createPerson = (world: World, random: Random, email: string): Person => {
  let identity: { idToken: string; until: number } | undefined;
  let access: { token: string; until: number } | undefined;

  /** @param tokenOf called for each attempt: time may leap between two, and the token expire */
  const persist = async (
    operation: OperationId,
    caller: Caller,
    tokenOf?: () => Promise<string | undefined>,
  ): Promise<PlainResponse | undefined> => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const token = await tokenOf?.();
      if (tokenOf && token === undefined) return undefined;
      try {
        const response = await world.call(operation, { ...caller, token });
        if (response.status < 500 && response.status !== 429) return response;
      } catch {
        // The answer was lost: retry.
      }
      await world.pause(random.int(200, 3000));
    }
    return undefined;
  };

  const proveIdentity = async (): Promise<string | undefined> => {
    while (!identity || identity.until <= world.now()) {
      const asked = world.now();
      const answer = await persist('signIn', { body: { email, password: PASSWORD } });
      const body = answer?.body as { idToken?: string; expiresIn?: number } | undefined;
      if (!body?.idToken) return undefined;
      identity = { idToken: body.idToken, until: asked + (body.expiresIn ?? 0) * 1000 - RENEW_BEFORE };
    }
    return identity.idToken;
  };

  const accessToken = async (): Promise<string | undefined> => {
    while (!access || access.until <= world.now()) {
      const asked = world.now();
      const answer = await persist('jwt', { body: { email } }, proveIdentity);
      const body = answer?.body as { token?: string } | undefined;
      if (!body?.token) return undefined;
      access = { token: body.token, until: asked + HOUR_MS - RENEW_BEFORE };
    }
    return access.token;
  };

  return {
    email,
    call: async (operation, caller = {}) => {
      const response = await persist(operation, caller, accessToken);
      if (response?.status !== 401) return response;
      // A reset of the password has ended the session.
      identity = undefined;
      access = undefined;
      return persist(operation, caller, accessToken);
    },
    register: async (role) => {
      const displayName = email.split('@')[0] ?? email;
      await persist('signUp', { body: { email, password: PASSWORD, displayName } });
      return persist('createUser', { body: { userName: displayName, userRole: role } }, proveIdentity);
    },
  };
};
