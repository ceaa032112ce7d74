import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type Clock, createConcurrencyLimiter, type QueuedCaller } from '@piecework/base';
import { GATEWAY_TIMEOUT_MS } from '@piecework/contracts';

/** A queued hash is dropped when the caller disconnects (`caller.whenGone`). */
export interface Passwords {
  hash(password: string, caller?: QueuedCaller): Promise<string>;
  /** null: false after the same time, so that timing does not reveal which emails exist. */
  verify(password: string, hash: string | null, caller?: QueuedCaller): Promise<boolean>;
}

interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

const KEY_BYTES = 32;

/** NFKC: keyboards compose accents differently. */
export const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

/** Each hash occupies a libuv thread, which file and image work need too. */
const CONCURRENCY = { concurrency: 2, waiting: 256 };
/** Of the time that the gateway waits, so that a started hash ends in time. */
const MAX_WAIT_MS = GATEWAY_TIMEOUT_MS / 2;

const derive = (password: string, salt: Buffer, { N, r, p }: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(bytesOf(password), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const write = (cost: ScryptCost, salt: Buffer, key: Buffer): string =>
  ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');

const read = (hash: string): { cost: ScryptCost; salt: Buffer; key: Buffer } => {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('Not a scrypt password hash');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
};

/** A hash stores its cost, so the cost can be raised later. */
export const scryptPasswords = (clock: Pick<Clock, 'now'>, cost: ScryptCost): Passwords => {
  const limited = createConcurrencyLimiter({ ...CONCURRENCY, expiry: { clock, ms: MAX_WAIT_MS } });
  const dummyHash = { cost, salt: randomBytes(16), key: randomBytes(KEY_BYTES) };
  return {
    hash: async (password, caller) => {
      const salt = randomBytes(16);
      return write(cost, salt, await limited(() => derive(password, salt, cost), caller));
    },
    verify: async (password, hash, caller) => {
      const { salt, cost, key } = hash === null ? dummyHash : read(hash);
      return timingSafeEqual(await limited(() => derive(password, salt, cost), caller), key);
    },
  };
};
