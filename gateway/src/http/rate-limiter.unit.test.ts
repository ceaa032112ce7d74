import { createManualClock } from '@piecework/base/testing';
import { createRateLimiter, networkOf } from './rate-limiter';

const burst = (limiter: { take(key: string): number }, key: string, calls: number) =>
  Array.from({ length: calls }, () => limiter.take(key)).filter((wait) => wait === 0).length;

describe('a rate limiter', () => {
  test('allows the limit and answers the seconds until the next call', () => {
    const limiter = createRateLimiter({ clock: createManualClock(60_000), limit: 3, windowMs: 60_000 });
    expect(burst(limiter, 'a', 5)).toBe(3);
    expect(limiter.take('a')).toBe(60);
    expect(limiter.take('b')).toBe(0);
  });

  test('allows no double burst at the boundary of two windows', async () => {
    const clock = createManualClock(10_900);
    const limiter = createRateLimiter({ clock, limit: 100, windowMs: 1000 });
    expect(burst(limiter, 'a', 200)).toBe(100);
    await clock.advance(200);
    expect(burst(limiter, 'a', 200)).toBeLessThanOrEqual(20);
    await clock.advance(2000);
    expect(burst(limiter, 'a', 200)).toBe(100);
  });

  test('does not count refused calls, so waiting always helps', async () => {
    const clock = createManualClock(10_000);
    const limiter = createRateLimiter({ clock, limit: 2, windowMs: 1000 });
    burst(limiter, 'a', 1000);
    await clock.advance(2000);
    expect(limiter.take('a')).toBe(0);
  });

  test('tracks a bounded number of keys; further keys share one count', () => {
    const limiter = createRateLimiter({ clock: createManualClock(10_000), limit: 1, windowMs: 1000, maxKeys: 2 });
    expect(['a', 'b', 'c', 'd', 'a'].map((key) => limiter.take(key))).toEqual([0, 0, 0, 1, 1]);
  });
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  [undefined, 'unknown'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
