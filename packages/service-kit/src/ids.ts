import { randomBytes } from 'node:crypto';

/** Ids and secrets, passed in so that the simulation can replay them. */
export interface Ids {
  /** A unique id of 26 letters and digits; later ids of one process sort after earlier ones. */
  next(): string;
  /** An unguessable secret of 43 characters (256 bits, base64url). */
  secret(): string;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const encode = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value, i = 0; i < length; i++, rest >>= 5n) text = ALPHABET[Number(rest & 31n)] + text;
  return text;
};

/**
 * ULIDs in lower case (https://github.com/ulid/spec): 48 bits of time, then 80 bits that start at random each millisecond and count up
 * within it, so that the order of ids is the order of their making.
 */
export const createIds = (now: () => number = Date.now): Ids => {
  let time = 0;
  let tail = 0n;
  return {
    next: () => {
      const at = Math.max(now(), time);
      if (at === time) tail += 1n;
      else {
        time = at;
        tail = BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n;
      }
      return encode(BigInt(time), 10) + encode(tail, 16);
    },
    secret: () => randomBytes(32).toString('base64url'),
  };
};
