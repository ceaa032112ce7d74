import { isIPv6 } from 'node:net';
import type { Clock } from '@piecework/base';

/** Per window; further keys share one count, which bounds the memory. */
const MAX_KEYS = 50_000;
const OTHER_KEYS = '';

/** Sliding window, weighting the previous one. express-rate-limit's store has no clock and no bound, and costs a promise per call. */
export const createRateLimiter = (options: { clock: Clock; limit: number; windowMs: number; maxKeys?: number }) => {
  const { clock, limit, windowMs, maxKeys = MAX_KEYS } = options;
  let window = 0;
  let current = new Map<string, number>();
  let previous = new Map<string, number>();

  const advance = (to: number) => {
    if (to === window) return;
    previous = to === window + 1 ? current : new Map();
    current = new Map();
    window = to;
  };

  return {
    /** Returns 0, or the seconds to wait. A refused call is not counted. */
    take: (caller: string): number => {
      const now = clock.now();
      advance(Math.floor(now / windowMs));
      const key = current.size < maxKeys || current.has(caller) ? caller : OTHER_KEYS;
      const elapsed = now / windowMs - window;
      const counted = current.get(key) ?? 0;
      if (counted + (previous.get(key) ?? 0) * (1 - elapsed) >= limit)
        return Math.max(1, Math.ceil(((1 - elapsed) * windowMs) / 1000));
      current.set(key, counted + 1);
      return 0;
    },
  };
};

/** IPv4 address or IPv6 /64: what one customer is assigned. */
export const networkOf = (address: string | undefined): string => {
  if (!address) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] as string).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups(head).length - groups(tail).length);
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)].slice(0, 4).join(':');
};
