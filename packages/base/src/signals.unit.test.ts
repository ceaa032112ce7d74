import { createManualClock } from '../testing/clock';
import { createSignals } from './signals';

const start = () => {
  const clock = createManualClock(0);
  return { clock, signals: createSignals(clock) };
};

const lookout = () => {
  const state = { found: undefined as string | undefined, looks: 0 };
  const look = async () => {
    state.looks += 1;
    return state.found;
  };
  return { state, look };
};

describe('signals.until', () => {
  test('resolves at once with an existing result', async () => {
    const { signals } = start();
    await expect(signals.until('task', 1000, async () => 'there')).resolves.toBe('there');
  });

  test('checks again when the key is notified, without waiting for the poll', async () => {
    const { clock, signals } = start();
    const { state, look } = lookout();
    const waited = signals.until('task', 1000, look);
    await clock.advance(0);
    state.found = 'news';
    signals.notify('task');
    await expect(waited).resolves.toBe('news');
    expect(clock.now()).toBe(0);
  });

  test('keeps a notification between check and sleep', async () => {
    const { clock, signals } = start();
    let found: string | undefined;
    let looks = 0;
    const waited = signals.until('task', 1000, async () => {
      looks += 1;
      const seen = found;
      if (looks === 1) {
        // The change commits after this look has read the old state.
        found = 'news';
        signals.notify('task');
      }
      return seen;
    });
    await clock.advance(0);
    expect(looks).toBe(2);
    await expect(waited).resolves.toBe('news');
  });

  test('ignores notifications of another key', async () => {
    const { clock, signals } = start();
    const { state, look } = lookout();
    const waited = signals.until('task:1', 100, look);
    await clock.advance(0);
    signals.notify('task:2');
    await clock.advance(0);
    expect(state.looks).toBe(1);
    await clock.advance(100);
    await waited;
  });

  test('wakes all callers that wait for the key', async () => {
    const { clock, signals } = start();
    const { state, look } = lookout();
    const waited = Promise.all([signals.until('task', 1000, look), signals.until('task', 1000, look)]);
    await clock.advance(0);
    state.found = 'news';
    signals.notify('task');
    await expect(waited).resolves.toEqual(['news', 'news']);
  });

  test('keeps the other callers of a key when one stops waiting', async () => {
    const { clock, signals } = start();
    const first = lookout();
    const second = lookout();
    const waited = [signals.until('task', 10, first.look), signals.until('task', 240, second.look)];
    await clock.advance(20);
    second.state.found = 'news';
    signals.notify('task');
    await expect(Promise.all(waited)).resolves.toEqual([undefined, 'news']);
    expect(clock.now()).toBe(20);
  });

  test('polls every 250 ms, for changes of other processes', async () => {
    const { clock, signals } = start();
    const { state, look } = lookout();
    const waited = signals.until('task', 10_000, look);
    await clock.advance(249);
    expect(state.looks).toBe(1);
    state.found = 'news';
    await clock.advance(1);
    await expect(waited).resolves.toBe('news');
  });

  test('gives up after its time, with a last check', async () => {
    const { clock, signals } = start();
    const { state, look } = lookout();
    let answer: unknown = 'none yet';
    const waited = signals.until('task', 300, look).then((found) => {
      answer = found;
    });
    await clock.advance(299);
    expect([answer, state.looks]).toEqual(['none yet', 2]);
    await clock.advance(1);
    await waited;
    expect([answer, state.looks]).toEqual([undefined, 3]);
  });

  test('gives up in time in spite of notifications', async () => {
    const { clock, signals } = start();
    let looks = 0;
    const waited = signals.until('task', 50, async () => {
      looks += 1;
      if (looks > 1000) throw new Error('it never gives up');
      await clock.advance(1);
      signals.notify('task');
      return undefined;
    });
    await expect(waited).resolves.toBeUndefined();
  });

  test('rejects with the error of a check', async () => {
    const { signals } = start();
    const waited = signals.until('task', 1000, async () => {
      throw new Error('the store is away');
    });
    await expect(waited).rejects.toThrow('the store is away');
  });
});
