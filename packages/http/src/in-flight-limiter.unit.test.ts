import { createInFlightLimiter } from './in-flight-limiter';

test('each key has its own limit', () => {
  const limiter = createInFlightLimiter({ limit: 2 });
  const first = limiter.tryAcquire('a');
  expect(first).not.toBeNull();
  expect(limiter.tryAcquire('a')).not.toBeNull();
  expect(limiter.tryAcquire('a')).toBeNull();
  expect(limiter.tryAcquire('b')).not.toBeNull();
  first?.();
  expect(limiter.tryAcquire('a')).not.toBeNull();
  expect(limiter.refused()).toBe(1);
});

test('a slot is released once', () => {
  const limiter = createInFlightLimiter({ limit: 2 });
  const first = limiter.tryAcquire('a');
  limiter.tryAcquire('a');
  first?.();
  first?.();
  limiter.tryAcquire('a');
  expect(limiter.tryAcquire('a')).toBeNull();
});

test('all keys share the overall limit', () => {
  const limiter = createInFlightLimiter({ limit: 2, overall: 2 });
  const first = limiter.tryAcquire('a');
  limiter.tryAcquire('b');
  expect(limiter.tryAcquire('c')).toBeNull();
  first?.();
  first?.();
  expect(limiter.tryAcquire('c')).not.toBeNull();
  expect(limiter.tryAcquire('c')).toBeNull();
});

test('run answers 429 beyond the limit and releases its slot after a failure', async () => {
  const limiter = createInFlightLimiter({ limit: 1 });
  let fail: (error: Error) => void = () => {};
  const running = limiter.run('a', () => new Promise((_resolve, reject) => (fail = reject)));
  expect(await limiter.run('a', async () => 'done')).toEqual({ failure: 'too-many-requests', retryAfter: 1 });
  fail(new Error('broken'));
  await expect(running).rejects.toThrow('broken');
  expect(await limiter.run('a', async () => 'done')).toBe('done');
});
