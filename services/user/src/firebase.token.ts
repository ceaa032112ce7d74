import type { IdentityClaims } from '@piecework/identity';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import { z } from 'zod';
import { KeysUnavailableError } from './firebase.keys';
import type { VerifiedIdentity } from './identity.provider';

/** Seconds, either way. */
export const CLOCK_SKEW = 30;

const PROVIDERS = { password: 'password', 'google.com': 'google' } as const satisfies Record<
  string,
  IdentityClaims['provider']
>;

/** Accounts without an email (anonymous, by phone) are refused. */
const claimsSchema = z.object({
  sub: z.string().min(1).max(128),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  email: z.email().max(254),
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
  picture: z.string().default(''),
  firebase: z.object({ sign_in_provider: z.enum(['password', 'google.com']) }),
});

export interface TokenRules {
  projectId: string;
  /** `unsigned`: accept the unsigned tokens of the Auth emulator. */
  key: JWTVerifyGetKey | 'unsigned';
  /** Milliseconds since 1970. */
  now: number;
}

const payloadOf = async (token: string, { projectId, key, now }: TokenRules): Promise<JWTPayload> => {
  const options = {
    audience: projectId,
    issuer: `https://securetoken.google.com/${projectId}`,
    clockTolerance: CLOCK_SKEW,
    currentDate: new Date(now),
  };
  if (key === 'unsigned') return UnsecuredJWT.decode(token, options).payload;
  const named: JWTVerifyGetKey = (header, jws) => {
    // Without this check a key set of one key would verify a token that names no key.
    if (!header.kid) throw new errors.JWKSNoMatchingKey();
    return key(header, jws);
  };
  return (await jwtVerify(token, named, { ...options, algorithms: ['RS256'] })).payload;
};

const BAD: VerifiedIdentity = { ok: false, reason: 'bad' };

const identityIn = (payload: JWTPayload, now: number): VerifiedIdentity => {
  const read = claimsSchema.safeParse(payload);
  if (!read.success) return BAD;
  const { sub, exp, iat, auth_time, email, email_verified, name, picture, firebase } = read.data;
  const latest = now / 1000 + CLOCK_SKEW;
  if (iat > latest || auth_time > latest) return BAD;
  const provider = PROVIDERS[firebase.sign_in_provider];
  return {
    ok: true,
    claims: { uid: sub, email, name, picture, provider, emailVerified: email_verified, exp },
  };
};

/**
 * Verifies a Firebase ID token by the rules of https://firebase.google.com/docs/auth/admin/verify-id-tokens. Does not check revocation, so
 * a token stays valid for its hour.
 */
export const verifyFirebaseToken = async (token: string, rules: TokenRules): Promise<VerifiedIdentity> => {
  try {
    return identityIn(await payloadOf(token, rules), rules.now);
  } catch (error) {
    if (error instanceof KeysUnavailableError) return { ok: false, reason: 'unavailable' };
    if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired' };
    if (error instanceof errors.JOSEError) return BAD;
    throw error;
  }
};
