import { createManualClock } from '../testing/clock';
import { createConcurrencyLimiter, OverloadedError } from './concurrency-limiter';

const settled = () => new Promise((resolve) => setImmediate(resolve));

const tasks = () => {
  const running: (() => void)[] = [];
  const begun: number[] = [];
  const work = (n: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(n);
      running.push(() => resolve(n));
    });
  return { begun, work, endNext: () => running.shift()?.() };
};

test('runs up to the limit concurrently, first in, first out', async () => {
  const turn = createConcurrencyLimiter({ concurrency: 2, waiting: 9 });
  const { begun, work, endNext } = tasks();
  const all = Promise.all([1, 2, 3, 4].map((n) => turn(work(n))));
  await settled();
  expect(begun).toEqual([1, 2]);
  endNext();
  await settled();
  expect(begun).toEqual([1, 2, 3]);
  for (let n = 0; n < 3; n++) {
    endNext();
    await settled();
  }
  expect(await all).toEqual([1, 2, 3, 4]);
});

test('rejects at once when the queue is full, and accepts work again when there is room', async () => {
  const turn = createConcurrencyLimiter({ concurrency: 1, waiting: 1 });
  const { work, endNext } = tasks();
  const taken = [turn(work(1)), turn(work(2))];
  await expect(turn(work(3))).rejects.toThrow(OverloadedError);
  endNext();
  await settled();
  endNext();
  expect(await Promise.all(taken)).toEqual([1, 2]);
  const again = turn(work(4));
  await settled();
  endNext();
  expect(await again).toBe(4);
});

test('failed work frees its slot', async () => {
  const turn = createConcurrencyLimiter({ concurrency: 1, waiting: 1 });
  await expect(turn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turn(async () => 'yes')).toBe('yes');
});

test('serves keys round-robin: queued work of one key delays another key by one job only', async () => {
  const turn = createConcurrencyLimiter({ concurrency: 1, waiting: 9 });
  const { begun, work, endNext } = tasks();
  const all = Promise.all([
    ...[1, 2, 3, 4].map((n) => turn(work(n), { key: 'busy' })),
    turn(work(5), { key: 'other' }),
    turn(work(6), { key: 'third' }),
    turn(work(7), { key: 'other' }),
  ]);
  for (let n = 0; n < 7; n++) {
    await settled();
    endNext();
  }
  await all;
  expect(begun).toEqual([1, 2, 5, 6, 3, 7, 4]);
});

test('drops queued work whose caller has disconnected, and frees its place', async () => {
  const turn = createConcurrencyLimiter({ concurrency: 1, waiting: 1 });
  const { begun, work, endNext } = tasks();
  const first = turn(work(1));
  let leave = () => {};
  const left = turn(work(2), { whenGone: (then) => (leave = then) });
  leave();
  await expect(left).rejects.toThrow(OverloadedError);
  const third = turn(work(3));
  endNext();
  await settled();
  endNext();
  expect(await Promise.all([first, third])).toEqual([1, 3]);
  expect(begun).toEqual([1, 3]);
  leave();
});

test('rejects work that has waited too long, and runs the next one', async () => {
  const clock = createManualClock();
  const turn = createConcurrencyLimiter({ concurrency: 1, waiting: 9, expiry: { clock, ms: 1000 } });
  const { begun, work, endNext } = tasks();
  const first = turn(work(1));
  const stale = Promise.allSettled([turn(work(2)), turn(work(3))]);
  await clock.advance(1000);
  const inTime = turn(work(4));
  await clock.advance(1);
  endNext();
  await settled();
  expect((await stale).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  endNext();
  expect(await Promise.all([first, inTime])).toEqual([1, 4]);
  expect(begun).toEqual([1, 4]);
});
