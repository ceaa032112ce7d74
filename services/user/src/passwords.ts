import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type Clock, createTurns, type TurnTaker } from '@piecework/base';

/**
 * How passwords are kept. Chosen once per service, so that the simulation can do without threads and chance. A hash that has not begun when
 * the caller leaves (`taker.whenGone`) is never begun.
 */
export interface Passwords {
  hash(password: string, taker?: TurnTaker): Promise<string>;
  /** With null (nobody has that email, or no password) it takes as long as ever and answers false. */
  verify(password: string, hash: string | null, taker?: TurnTaker): Promise<boolean>;
}

/** scrypt's cost (https://www.rfc-editor.org/rfc/rfc7914): memory is 128 × N × r bytes. */
interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

const KEY_BYTES = 32;
const DEFAULT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 1 };

/** One way of typing a letter equals another: keyboards compose accents differently. */
export const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

/** Hashing takes a thread for long, and files and pictures need threads too. */
const TURNS = { atATime: 2, waiting: 256 };
/** Milliseconds: half of the gateway's timeout, so that a hash which begins ends while its caller waits. */
const MAX_WAIT = 5_000;

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
  if (scheme !== 'scrypt' || !salt || !key) throw new Error('This is no password hash of scryptPasswords');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
};

/** A hash holds its own cost, so that the cost can be raised later. */
export const scryptPasswords = (clock: Pick<Clock, 'now'>, cost: ScryptCost = DEFAULT_COST): Passwords => {
  const turn = createTurns({ ...TURNS, expiry: { clock, ms: MAX_WAIT } });
  const nobody = { cost, salt: randomBytes(16), key: randomBytes(KEY_BYTES) };
  return {
    hash: async (password, taker) => {
      const salt = randomBytes(16);
      return write(cost, salt, await turn(() => derive(password, salt, cost), taker));
    },
    verify: async (password, hash, taker) => {
      const { salt, cost, key } = hash === null ? nobody : read(hash);
      return timingSafeEqual(await turn(() => derive(password, salt, cost), taker), key);
    },
  };
};
