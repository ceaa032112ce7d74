import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Ids } from '@piecework/base';
import { ACCOUNT_MASK_LENGTH, cleanAccountNumber, type PaymentSystem } from '@piecework/contracts';

/** Unreadable without the key. */
export interface SealedNumber {
  /** Id of the key. */
  key: string;
  /** Nonce, tag and ciphertext (AES-256-GCM), base64url. */
  sealed: string;
  /** The last characters. */
  mask: string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `piecework payout ${purpose}`, 32));

const keyOf = (secret: string) => ({
  id: deriveKey(secret, 'key id').toString('hex').slice(0, 16),
  encryption: deriveKey(secret, 'encryption'),
  fingerprint: deriveKey(secret, 'fingerprint'),
});

/** Authenticated data: a number that is copied to another withdrawal does not open. */
const contextOf = (withdrawalId: string): Buffer => Buffer.from(withdrawalId);

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
  const [current, previous] = secrets.map(keyOf);
  const present = () => {
    if (!current) throw new Error('PAYOUT_KEY is missing');
    return current;
  };
  return {
    /** Id of the key that only decrypts. */
    previousKey: previous?.id === current?.id ? undefined : previous?.id,

    /** Ids of the keys that decrypt. */
    keys: [current, previous].flatMap((key) => (key ? [key.id] : [])),

    seal: (withdrawalId: string, accountNumber: string): SealedNumber => {
      const { id, encryption } = present();
      const nonce = Buffer.from(ids.secret(), 'base64url').subarray(-NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, encryption, nonce).setAAD(contextOf(withdrawalId));
      const text = Buffer.concat([cipher.update(accountNumber, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
      return { key: id, sealed, mask: compact(accountNumber).slice(-ACCOUNT_MASK_LENGTH) };
    },

    /** null when the key is gone, and for bytes that are of another withdrawal or were changed. */
    open: (withdrawalId: string, { key, sealed }: SealedNumber): string | null => {
      const sealingKey = [present(), previous].find((one) => one?.id === key);
      if (!sealingKey) return null;
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      if (tag.length < TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, sealingKey.encryption, nonce, { authTagLength: TAG_BYTES })
        .setAAD(contextOf(withdrawalId))
        .setAuthTag(tag);
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      try {
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },

    /** Equal for equal accounts under one key, however they were written. */
    fingerprintsOf: (system: PaymentSystem, accountNumber: string): Fingerprints => {
      const sign = (text: string) => createHmac('sha256', present().fingerprint).update(text).digest('base64url');
      const compacted = compact(cleanAccountNumber(system, accountNumber));
      return {
        fingerprint: sign(JSON.stringify([system, compacted])),
        numberFingerprint: sign(withoutSystem(accountNumber)),
      };
    },
  };
};
export type AccountNumbers = ReturnType<typeof createAccountNumbers>;
