import { createManualClock } from '../testing/clock';
import { createSignals } from './signals';

const start = () => {
  const clock = createManualClock(0);
  return { clock, signals: createSignals(clock) };
};

const createSource = () => {
  const state = { found: undefined as string | undefined, reads: 0 };
  const read = async () => {
    state.reads += 1;
    return state.found;
  };
  return { state, read };
};

describe('signals.until', () => {
  test('resolves at once with an existing result', async () => {
    const { signals } = start();
    await expect(signals.until('task', 1000, async () => 'there')).resolves.toBe('there');
  });

  test('checks again when the key is notified, without waiting for the poll', async () => {
    const { clock, signals } = start();
    const { state, read } = createSource();
    const waited = signals.until('task', 1000, read);
    await clock.advance(0);
    state.found = 'news';
    signals.notify('task');
    await expect(waited).resolves.toBe('news');
    expect(clock.now()).toBe(0);
  });

  test('keeps a notification between check and sleep', async () => {
    const { clock, signals } = start();
    let found: string | undefined;
    let reads = 0;
    const waited = signals.until('task', 1000, async () => {
      reads += 1;
      const seen = found;
      if (reads === 1) {
        // The change commits after this call has read the old state.
        found = 'news';
        signals.notify('task');
      }
      return seen;
    });
    await clock.advance(0);
    expect(reads).toBe(2);
    await expect(waited).resolves.toBe('news');
  });

  test('ignores notifications of another key', async () => {
    const { clock, signals } = start();
    const { state, read } = createSource();
    const waited = signals.until('task:1', 100, read);
    await clock.advance(0);
    signals.notify('task:2');
    await clock.advance(0);
    expect(state.reads).toBe(1);
    await clock.advance(100);
    await waited;
  });

  test('wakes all callers that wait for the key', async () => {
    const { clock, signals } = start();
    const { state, read } = createSource();
    const waited = Promise.all([signals.until('task', 1000, read), signals.until('task', 1000, read)]);
    await clock.advance(0);
    state.found = 'news';
    signals.notify('task');
    await expect(waited).resolves.toEqual(['news', 'news']);
  });

  test('keeps the other callers of a key when one stops waiting', async () => {
    const { clock, signals } = start();
    const first = createSource();
    const second = createSource();
    const waited = [signals.until('task', 10, first.read), signals.until('task', 240, second.read)];
    await clock.advance(20);
    second.state.found = 'news';
    signals.notify('task');
    await expect(Promise.all(waited)).resolves.toEqual([undefined, 'news']);
    expect(clock.now()).toBe(20);
  });

  test('polls every 250 ms, for changes of other processes', async () => {
    const { clock, signals } = start();
    const { state, read } = createSource();
    const waited = signals.until('task', 10_000, read);
    await clock.advance(249);
    expect(state.reads).toBe(1);
    state.found = 'news';
    await clock.advance(1);
    await expect(waited).resolves.toBe('news');
  });

  test('resolves to undefined after the timeout, with a last check', async () => {
    const { clock, signals } = start();
    const { state, read } = createSource();
    let answer: unknown = 'none yet';
    const waited = signals.until('task', 300, read).then((found) => {
      answer = found;
    });
    await clock.advance(299);
    expect([answer, state.reads]).toEqual(['none yet', 2]);
    await clock.advance(1);
    await waited;
    expect([answer, state.reads]).toEqual([undefined, 3]);
  });

  test('times out in spite of notifications', async () => {
    const { clock, signals } = start();
    let reads = 0;
    const waited = signals.until('task', 50, async () => {
      reads += 1;
      if (reads > 1000) throw new Error('it never times out');
      await clock.advance(1);
      signals.notify('task');
      return undefined;
    });
    await expect(waited).resolves.toBeUndefined();
  });

  test('rejects with the error of a check', async () => {
    const { signals } = start();
    const waited = signals.until('task', 1000, async () => {
      throw new Error('the store is unavailable');
    });
    await expect(waited).rejects.toThrow('the store is unavailable');
  });
});
