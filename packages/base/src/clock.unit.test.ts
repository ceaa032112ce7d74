import { createManualClock } from '../testing/clock';
import { isoTime, sleep, systemClock } from './clock';

describe('sleeping', () => {
  test('ends after its time, not before', async () => {
    const clock = createManualClock();
    let awake = false;
    const slept = sleep(clock, 1000).then(() => {
      awake = true;
    });
    await clock.advance(999);
    expect(awake).toBe(false);
    await clock.advance(1);
    expect(awake).toBe(true);
    await slept;
  });

  test('ends at once when it is no longer wanted, and leaves no timer behind', async () => {
    const clock = createManualClock();
    const cancelled: number[] = [];
    const watched = {
      ...clock,
      after: (ms: number, fn: () => void) => {
        const cancel = clock.after(ms, fn);
        return () => {
          cancelled.push(ms);
          cancel();
        };
      },
    };
    const abort = new AbortController();
    const slept = sleep(watched, 1000, abort.signal);
    abort.abort();
    await slept;
    expect(cancelled).toEqual([1000]);
  });

  test('does not begin when it is not wanted any more', async () => {
    const clock = createManualClock();
    await sleep({ ...clock, after: () => assertNever() }, 1000, AbortSignal.abort());
  });

  test('leaves no listener behind on a signal that outlives it', async () => {
    const clock = createManualClock();
    const { signal } = new AbortController();
    const removed: string[] = [];
    const watched = Object.assign(Object.create(signal) as AbortSignal, {
      addEventListener: signal.addEventListener.bind(signal),
      removeEventListener: (type: string) => removed.push(type),
    });
    Object.defineProperty(watched, 'aborted', { value: false });
    const slept = sleep(clock, 10, watched);
    await clock.advance(10);
    await slept;
    expect(removed).toEqual(['abort']);
  });
});

const assertNever = (): never => {
  throw new Error('A timer was set for nobody');
};

describe('the system clock', () => {
  test('calls back once, and not at all when it is cancelled', async () => {
    const called: string[] = [];
    systemClock.after(5, () => called.push('kept'));
    systemClock.after(1, () => called.push('cancelled'))();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(called).toEqual(['kept']);
  });
});

describe('the manual clock of tests', () => {
  test('runs what falls due in the order of its times, each at its own', async () => {
    const clock = createManualClock(0);
    const ran: [string, number][] = [];
    const note = (name: string) => () => ran.push([name, clock.now()]);
    clock.after(30, note('late'));
    clock.after(10, () => {
      note('early')();
      clock.after(5, note('nested'));
    });
    clock.after(20, note('cancelled'))();
    await clock.advance(29);
    expect(ran).toEqual([
      ['early', 10],
      ['nested', 15],
    ]);
    expect(clock.now()).toBe(29);
  });
});

test('an ISO time is UTC to the millisecond', () => {
  expect(isoTime(createManualClock(Date.UTC(2026, 0, 2, 3, 4, 5, 6)))).toBe('2026-01-02T03:04:05.006Z');
});
