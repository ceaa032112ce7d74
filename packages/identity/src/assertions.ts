import { createHmac } from 'node:crypto';
import type { Clock } from '@piecework/base';
import type { ServiceKeys } from '@piecework/config';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import type { Actor } from './actor';
import { createSigner, type Verified } from './signer';
import type { IdentityClaims } from './tokens';

export interface Assertion {
  actor: Actor | null;
  identity: IdentityClaims | null;
}

export type InternalCaller = 'gateway' | 'tools';

/** Lifetime of assertions and internal tokens, in seconds. */
export const ASSERTION_SECONDS = 120;

/** The keys differ by kind and the audience is one service, so no token passes for another. Without a key `sign` throws, `verify` returns `bad`. */
export const createAssertions = (options: { clock: Clock; keys: ServiceKeys }) => {
  const { clock, keys } = options;
  const signersOf = (kind: 'assertion' | 'internal') =>
    Object.fromEntries(
      SERVICES.map((service) => [
        service,
        createSigner({
          clock,
          keys: (keys[service] ?? []).map((key) => createHmac('sha256', key).update(`piecework ${kind}`).digest()),
          lifetime: ASSERTION_SECONDS,
          audience: service,
        }),
      ]),
    ) as Record<ServiceName, ReturnType<typeof createSigner>>;
  const assertions = signersOf('assertion');
  const internals = signersOf('internal');

  return {
    sign: (service: ServiceName, assertion: Assertion): string => assertions[service].sign(assertion),
    verify: (service: ServiceName, token: string): Verified<Assertion & { exp: number }> =>
      assertions[service].verify(token),
    signInternal: (service: ServiceName, caller: InternalCaller): string => internals[service].sign({ iss: caller }),
    verifyInternal: (service: ServiceName, token: string): Verified<{ iss: InternalCaller; exp: number }> =>
      internals[service].verify(token),
  };
};
export type Assertions = ReturnType<typeof createAssertions>;
