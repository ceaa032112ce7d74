import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Ids } from '@piecework/base';

/** A text that is unreadable without the key. */
export interface Sealed {
  /** Id of the key. */
  key: string;
  /** Nonce, tag and ciphertext (AES-256-GCM), base64url. */
  sealed: string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Authenticated data: a text that is copied to another document does not open. */
const contextOf = (context: string): Buffer => Buffer.from(context);

/** A key of its own for each purpose. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `piecework ${purpose}`, 32));

/**
 * Encrypts texts of one purpose.
 * @param secrets the first one encrypts, each decrypts; the second is there during a rotation
 */
export const createSealing = (purpose: string, secrets: readonly string[], ids: Pick<Ids, 'secret'>) => {
  const keyOf = (secret: string) => ({
    id: deriveKey(secret, `${purpose} key id`).toString('hex').slice(0, 16),
    encryption: deriveKey(secret, `${purpose} encryption`),
  });
  const [current, previous] = secrets.map(keyOf);
  return {
    /** Id of the key that only decrypts. */
    previousKey: previous?.id === current?.id ? undefined : previous?.id,

    /** Ids of the keys that decrypt. */
    keys: [current, previous].flatMap((key) => (key ? [key.id] : [])),

    seal: (context: string, text: string): Sealed => {
      if (!current) throw new Error(`The secret of '${purpose}' is missing`);
      const nonce = Buffer.from(ids.secret(), 'base64url').subarray(-NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.encryption, nonce).setAAD(contextOf(context));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
      return { key: current.id, sealed };
    },

    /** null when the key is gone, and for bytes that are of another context or were changed. */
    open: (context: string, { key, sealed }: Sealed): string | null => {
      const sealingKey = [current, previous].find((one) => one?.id === key);
      if (!sealingKey) return null;
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      if (tag.length < TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, sealingKey.encryption, nonce, { authTagLength: TAG_BYTES })
        .setAAD(contextOf(context))
        .setAuthTag(tag);
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      try {
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};
export type Sealing = ReturnType<typeof createSealing>;
