import { createHmac } from 'node:crypto';
import type { Ids } from '@piecework/base';
import { ACCOUNT_MASK_LENGTH, cleanAccountNumber, type PaymentSystem } from '@piecework/contracts';
import { createSealing, deriveKey, type Sealed } from '@piecework/domain';

export interface SealedNumber extends Sealed {
  /** The last characters. */
  mask: string;
}

/** Without the formatting that people type. */
const compact = (accountNumber: string): string => accountNumber.replace(/[ -]/g, '');

/** Fingerprints of the last account number; they outlive it. */
export interface Fingerprints {
  /** With the payment system. */
  fingerprint: string;
  /** One phone has accounts of several payment systems. */
  numberFingerprint: string;
}

/** A number of rocket is that of the phone and a twelfth digit. */
const withoutSystem = (accountNumber: string): string =>
  compact(cleanAccountNumber('bkash', accountNumber))
    .replace(/^(01\d{9})\d$/, '$1')
    .toLowerCase();

/** @param secrets the first one encrypts, each decrypts; the second is there during a rotation */
export const createAccountNumbers = (secrets: readonly string[], ids: Pick<Ids, 'secret'>) => {
  const [secret] = secrets;
  const sealing = createSealing('payout', secrets, ids);
  const fingerprintKey = secret === undefined ? undefined : deriveKey(secret, 'payout fingerprint');
  return {
    previousKey: sealing.previousKey,
    keys: sealing.keys,

    seal: (withdrawalId: string, accountNumber: string): SealedNumber => ({
      ...sealing.seal(withdrawalId, accountNumber),
      mask: compact(accountNumber).slice(-ACCOUNT_MASK_LENGTH),
    }),

    /** null when the key is gone, and for bytes that are of another withdrawal or were changed. */
    open: sealing.open,

    /** Equal for equal accounts under one key, however they were written. */
    fingerprintsOf: (system: PaymentSystem, accountNumber: string): Fingerprints => {
      if (!fingerprintKey) throw new Error('PAYOUT_KEY is missing');
      const sign = (text: string) => createHmac('sha256', fingerprintKey).update(text).digest('base64url');
      const compacted = compact(cleanAccountNumber(system, accountNumber));
      return {
        fingerprint: sign(JSON.stringify([system, compacted])),
        numberFingerprint: sign(withoutSystem(accountNumber)),
      };
    },
  };
};
export type AccountNumbers = ReturnType<typeof createAccountNumbers>;
