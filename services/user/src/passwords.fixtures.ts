import { createHash } from 'node:crypto';
import { bytesOf, type Passwords } from './passwords';

/** For tests and the simulation only: the same at each run, done at once, and no protection at all. */
export const insecurePasswords: Passwords = {
  hash: async (password) => createHash('sha256').update(bytesOf(password)).digest('base64url'),
  verify: async (password, hash) =>
    createHash('sha256').update(bytesOf(password)).digest('base64url') === hash,
};
