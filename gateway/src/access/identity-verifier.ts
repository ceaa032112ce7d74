import type { Settings } from '@piecework/config';
import type { Tokens } from '@piecework/identity';
import { z } from 'zod';
import { type ServiceClient, ServiceUnavailableError } from '../upstream/service-client';
import type { VerifyIdentity } from './access-control';

const verifiedSchema = z.union([
  z.object({
    ok: z.literal(true),
    claims: z.object({
      uid: z.string().min(1),
      email: z.string().min(1),
      name: z.string(),
      picture: z.string(),
      provider: z.enum(['password', 'google']),
      emailVerified: z.boolean().optional(),
      exp: z.number(),
    }),
  }),
  z.object({ ok: z.literal(false), reason: z.enum(['bad', 'expired', 'unavailable']) }),
]);

/** Local for embedded tokens, else through the user service. The verifier rejects with {@link ServiceUnavailableError}. */
export const createIdentityVerifier = (deps: {
  settings: Pick<Settings, 'identity'>;
  tokens: Pick<Tokens, 'verifyIdentity'>;
  services: Pick<ServiceClient, 'internal'>;
}): VerifyIdentity => {
  const { settings, tokens, services } = deps;
  if (settings.identity === 'embedded') return tokens.verifyIdentity;
  return async (token) => {
    const answer = verifiedSchema.safeParse(await services.internal('user', 'verifyIdentity', { token }));
    if (!answer.success)
      throw new ServiceUnavailableError('user', "the reply to 'verifyIdentity' is invalid", { cause: answer.error });
    const { data } = answer;
    if (data.ok) return data;
    if (data.reason === 'unavailable')
      throw new ServiceUnavailableError('user', 'the keys of the identity provider are unavailable');
    return { ok: false, reason: data.reason };
  };
};
