import { createManualClock } from '@piecework/base/testing';
import { cacheExpensiveGauge } from './gauges';

const start = (ms: number) => {
  const clock = createManualClock();
  let reads = 0;
  const read = cacheExpensiveGauge(clock, async () => {
    await clock.advance(ms);
    return ++reads;
  });
  return { clock, read };
};

describe('cacheExpensiveGauge', () => {
  test('reads a cheap gauge each time', async () => {
    const { read } = start(24);
    expect([await read(), await read()]).toEqual([1, 2]);
  });

  test('caches a value for twenty times the duration of its read', async () => {
    const { clock, read } = start(100);
    expect(await read()).toBe(1);
    await clock.advance(1999);
    expect(await read()).toBe(1);
    await clock.advance(1);
    expect(await read()).toBe(2);
  });

  test('reads once for concurrent callers', async () => {
    const { read } = start(1);
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  });

  test('retries after a failure', async () => {
    let isAway = true;
    const read = cacheExpensiveGauge(createManualClock(), async () => {
      if (isAway) throw new Error('away');
      return 7;
    });
    await expect(read()).rejects.toThrow('away');
    isAway = false;
    expect(await read()).toBe(7);
  });
});
