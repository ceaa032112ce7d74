import { createHash, timingSafeEqual } from 'node:crypto';
import { encodeBase32, type Ids, isoTime, MINUTE_MS } from '@piecework/base';
import { type Factors as FactorsView, RECOVERY_CODES } from '@piecework/contracts';
import type { Sealed } from '@piecework/domain';
import type { Challenge, Passkey } from './passkey';

/** The second factors of a user, in one document: what adds, uses and removes them conflicts. */
export interface Factors {
  /** The user's id. */
  _id: string;
  /** Of the first one, in milliseconds since 1970: a session that gave a factor earlier has given none of these. */
  since: number;
  /** An authenticator app. */
  totp?: { secret: Sealed; lastStep: number };
  /** Not confirmed by a code yet. */
  newTotp?: { secret: Sealed; until: number };
  /** SHA-256 of the unused ones, base64url: a code has 80 random bits. */
  recoveryHashes: readonly string[];
  /** Oldest first; absent: none. */
  passkeys?: readonly Passkey[];
  /** Absent: none. */
  challenges?: readonly Challenge[];
}

/** Milliseconds to confirm a new authenticator app. */
export const SET_UP_MS = 15 * MINUTE_MS;

/** Also of the id of a factor in `DELETE /factors/{id}`. */
export const TOTP_ID = 'totp';

export const passkeysOf = (factors: Pick<Factors, 'passkeys'> | null): readonly Passkey[] => factors?.passkeys ?? [];

export const hasFactor = (factors: Factors | null): factors is Factors =>
  factors?.totp !== undefined || passkeysOf(factors).length > 0;

/** Without one of them; null when there is none of this id. */
export const withoutFactor = ({ totp, ...rest }: Factors, id: string): Factors | null => {
  const kept = passkeysOf(rest).filter((passkey) => passkey.id !== id);
  if (id === TOTP_ID) return totp ? rest : null;
  return kept.length < passkeysOf(rest).length ? { ...rest, ...(totp && { totp }), passkeys: kept } : null;
};

/** Whether a factor that was given at this time is one of the present ones. */
export const isGiven = ({ since }: Pick<Factors, 'since'>, givenAt: number | undefined): givenAt is number =>
  givenAt !== undefined && givenAt >= since;

export const shownFactors = (factors: Factors | null): FactorsView => ({
  totp: factors?.totp !== undefined,
  passkeys: passkeysOf(factors).map(({ id, name, createdAt }) => ({ _id: id, name, createdAt: isoTime(createdAt) })),
  recoveryCodes: hasFactor(factors) ? factors.recoveryHashes.length : 0,
});

const RECOVERY_BITS = 80;
const RECOVERY_CHARACTERS = RECOVERY_BITS / 5;

/** As people type it: without spaces and dashes. */
export const cleanCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

const hashOf = (code: string): Buffer => createHash('sha256').update(cleanCode(code)).digest();

const recoveryCodeOf = (secret: string): string => {
  const bits = BigInt(`0x${Buffer.from(secret, 'base64url').toString('hex')}`);
  return encodeBase32(bits, RECOVERY_CHARACTERS).replace(/(.{4})(?=.)/g, '$1-');
};

export const newRecoveryCodes = (ids: Pick<Ids, 'secret'>) => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(ids.secret()));
  return { codes, hashes: codes.map((code) => hashOf(code).toString('base64url')) };
};

/** The hashes without that of the code; null when it is none of them. */
export const withoutCode = (hashes: readonly string[], code: string): string[] | null => {
  const given = hashOf(code);
  const rest = hashes.filter((kept) => !timingSafeEqual(Buffer.from(kept, 'base64url'), given));
  return rest.length < hashes.length ? rest : null;
};
