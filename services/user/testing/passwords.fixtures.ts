import { createHash } from 'node:crypto';
import { bytesOf, type Passwords } from '../src/identity/passwords';

/** Deterministic and fast. For tests and the simulation only. */
export const insecurePasswords: Passwords = {
  hash: async (password) => createHash('sha256').update(bytesOf(password)).digest('base64url'),
  verify: async (password, hash) => createHash('sha256').update(bytesOf(password)).digest('base64url') === hash,
};
