import { schemas } from '@piecework/contracts';
import type { IdentityClaims } from '@piecework/identity';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { type FindKey, KeysUnavailableError } from './firebase.keys';
import type { VerifiedIdentity } from './identity.provider';

/** Seconds, in both directions. */
export const CLOCK_SKEW = 30;

const PROVIDERS = { password: 'password', 'google.com': 'google' } as const satisfies Record<
  string,
  IdentityClaims['provider']
>;

/** Requires an email, so anonymous and phone accounts are refused. */
const claimsSchema = z.object({
  sub: z.string().min(1).max(128),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  email: schemas.email,
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
  picture: z.string().default(''),
  firebase: z.object({ sign_in_provider: z.enum(['password', 'google.com']) }),
});

export interface TokenRules {
  projectId: string;
  /** `unsigned`: tokens of the Auth emulator. */
  key: FindKey | 'unsigned';
  /** Milliseconds since 1970. */
  now: number;
}

const payloadOf = async (token: string, { projectId, key, now }: TokenRules): Promise<unknown> => {
  const options = {
    audience: projectId,
    issuer: `https://securetoken.google.com/${projectId}`,
    clockTolerance: CLOCK_SKEW,
    clockTimestamp: Math.floor(now / 1000),
  };
  if (key === 'unsigned') return jwt.verify(token, '', { ...options, algorithms: ['none'] });
  // Only a plausible token may cause a request for keys.
  const { alg, kid, crit } = jwt.decode(token, { complete: true })?.header ?? {};
  // jsonwebtoken ignores `crit`: https://www.rfc-editor.org/rfc/rfc7515#section-4.1.11
  const mayBeGood = alg === 'RS256' && typeof kid === 'string' && kid !== '' && crit === undefined;
  const publicKey = mayBeGood ? await key(kid) : undefined;
  if (!publicKey) throw new jwt.JsonWebTokenError('no key of Google signed it');
  return jwt.verify(token, publicKey, { ...options, algorithms: ['RS256'] });
};

const BAD: VerifiedIdentity = { ok: false, reason: 'bad' };

const identityIn = (payload: unknown, now: number): VerifiedIdentity => {
  const read = claimsSchema.safeParse(payload);
  if (!read.success) return BAD;
  const { sub, exp, iat, auth_time, email, email_verified, name, picture, firebase } = read.data;
  const latest = now / 1000 + CLOCK_SKEW;
  if (iat > latest || auth_time > latest) return BAD;
  const provider = PROVIDERS[firebase.sign_in_provider];
  return { ok: true, claims: { uid: sub, email, name, picture, provider, emailVerified: email_verified, exp } };
};

/** Follows https://firebase.google.com/docs/auth/admin/verify-id-tokens. Ignores revocation: a token stays valid for its hour. */
export const verifyFirebaseToken = async (token: string, rules: TokenRules): Promise<VerifiedIdentity> => {
  try {
    return identityIn(await payloadOf(token, rules), rules.now);
  } catch (error) {
    if (error instanceof KeysUnavailableError) return { ok: false, reason: 'unavailable' };
    if (error instanceof jwt.TokenExpiredError) return { ok: false, reason: 'expired' };
    // jsonwebtoken passes on errors of JSON.parse.
    if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError) return BAD;
    throw error;
  }
};
