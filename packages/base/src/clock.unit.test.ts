import { pause } from '../testing';
import { createManualClock } from '../testing/clock';
import { isoTime, sleep, systemClock } from './clock';

describe('sleep', () => {
  test('resolves after its time', async () => {
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

  test('resolves at once when it is aborted, and leaves no timer', async () => {
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

  test('resolves at once when its signal is already aborted', async () => {
    const clock = createManualClock();
    await sleep({ ...clock, after: () => assertNever() }, 1000, AbortSignal.abort());
  });

  test('leaves no listener on its signal', async () => {
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
  throw new Error('a timer was set after the abort');
};

describe('the system clock', () => {
  test('calls a timer once, and not after its cancellation', async () => {
    const called: string[] = [];
    systemClock.after(5, () => called.push('kept'));
    systemClock.after(1, () => called.push('cancelled'))();
    await pause(30);
    expect(called).toEqual(['kept']);
  });
});

describe('the manual clock of tests', () => {
  test('runs timers in the order of their times, each at its time', async () => {
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

test('isoTime is UTC with milliseconds', () => {
  expect(isoTime(Date.UTC(2026, 0, 2, 3, 4, 5, 6))).toBe('2026-01-02T03:04:05.006Z');
});
