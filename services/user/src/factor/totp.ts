import { FACTOR_CODE_DIGITS } from '@piecework/contracts';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Steps before and after the present one: clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** The values that every authenticator app has (RFC 6238). */
const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Piecework',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: FACTOR_CODE_DIGITS,
    period: PERIOD_SECONDS,
  });

/** Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

export const isTotpCode = (code: string): boolean => new RegExp(`^\\d{${FACTOR_CODE_DIGITS}}$`).test(code);

/** The step of a right code that is newer than `lastStep`; null for a wrong or used one. */
export const stepOf = (secret: string, code: string, now: number, lastStep = 0): number | null => {
  const delta = isTotpCode(code) ? totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW }) : null;
  if (delta === null) return null;
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
  return step > lastStep ? step : null;
};
