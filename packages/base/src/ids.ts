import { randomBytes } from 'node:crypto';

export interface Ids {
  /** 26 characters. The ids of one process sort in the order of their creation. */
  next(): string;
  /** 256 random bits as 43 characters of base64url. */
  secret(): string;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** The lowest `5 × length` bits in Crockford's base 32 (https://www.crockford.com/base32.html), lower case. */
export const encodeBase32 = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value, i = 0; i < length; i++, rest >>= 5n) text = ALPHABET[Number(rest & 31n)] + text;
  return text;
};

const TIME_CHARACTERS = 10;
const TAIL_CHARACTERS = 16;

export const idOf = (time: number, tail: bigint): string =>
  encodeBase32(BigInt(time), TIME_CHARACTERS) + encodeBase32(tail, TAIL_CHARACTERS);

/** Milliseconds since 1970; undefined when `id` is malformed. Untrusted: callers choose the ids that they send. */
export const timeOfId = (id: string): number | undefined => {
  if (!/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id)) return undefined;
  let time = 0;
  for (const digit of id.slice(0, TIME_CHARACTERS)) time = time * 32 + ALPHABET.indexOf(digit);
  return time;
};

/** Monotonic ULIDs in lower case (https://github.com/ulid/spec): 48 bits of time, then 80 bits that increment within a millisecond. */
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
      return idOf(time, tail);
    },
    secret: () => randomBytes(32).toString('base64url'),
  };
};
