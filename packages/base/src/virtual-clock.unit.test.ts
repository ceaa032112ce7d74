import { createLeapingClock, createVirtualClock } from '../testing/clock';
import { sleep } from './clock';

const start = (isBusy = () => false) => {
  const clock = createVirtualClock(1000, isBusy);
  const ran: [string, number][] = [];
  const note = (name: string) => () => void ran.push([name, clock.now()]);
  return { clock, ran, note };
};

describe('the virtual clock', () => {
  test('fires timers in the order of their times, each at its own time', async () => {
    const { clock, ran, note } = start();
    clock.after(30, note('third'));
    clock.after(10, note('first'));
    clock.after(20, note('second'));
    clock.after(31, note('later'));
    await clock.runUntil(1030);
    expect(ran).toEqual([
      ['first', 1010],
      ['second', 1020],
      ['third', 1030],
    ]);
    expect(clock.now()).toBe(1030);
  });

  test('fires timers of the same time in the order they were set', async () => {
    const { clock, ran, note } = start();
    for (const name of ['a', 'b', 'c']) clock.after(10, note(name));
    await clock.runUntil(1010);
    expect(ran.map(([name]) => name)).toEqual(['a', 'b', 'c']);
  });

  test('never fires a cancelled timer, even if another timer of the same time cancels it', async () => {
    const { clock, ran, note } = start();
    clock.after(10, note('never'))();
    clock.after(10, () => cancel());
    const cancel = clock.after(10, note('neither'));
    await clock.runUntil(1100);
    expect(ran).toEqual([]);
  });

  test('fires timers that a timer sets for within the period, and keeps later ones', async () => {
    const { clock, ran, note } = start();
    clock.after(10, () => {
      clock.after(5, note('nested'));
      clock.after(-5, note('at once'));
      clock.after(500, note('later'));
    });
    await clock.runUntil(1020);
    expect(ran).toEqual([
      ['at once', 1010],
      ['nested', 1015],
    ]);
    await clock.runUntil(1510);
    expect(ran[2]).toEqual(['later', 1510]);
  });

  test('completes the promise chains of a timer before it fires the next', async () => {
    const { clock, ran, note } = start();
    clock.after(10, async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      note('chain of the first')();
    });
    clock.after(11, note('second'));
    await clock.runUntil(1011);
    expect(ran).toEqual([
      ['chain of the first', 1010],
      ['second', 1011],
    ]);
  });

  test('waits for pending work outside the promise queue', async () => {
    let busy = false;
    const { clock, ran, note } = start(() => busy);
    clock.after(10, () => {
      busy = true;
      setTimeout(() => {
        note('answer of the store')();
        busy = false;
      }, 20);
    });
    clock.after(11, note('second'));
    await clock.runUntil(1011);
    expect(ran.map(([name]) => name)).toEqual(['answer of the store', 'second']);
  });

  test('never goes back in time', async () => {
    const { clock } = start();
    await clock.runUntil(500);
    expect(clock.now()).toBe(1000);
  });

  test('leaps over the time: what fell due runs once, in the order of its times, at the new time', async () => {
    const { clock, ran, note } = start();
    const poll = () => {
      note('poll')();
      clock.after(10, poll);
    };
    clock.after(30, note('second'));
    clock.after(10, poll);
    clock.after(40, () => cancelled());
    const cancelled = clock.after(50, note('never'));
    clock.after(3_600_001, note('later'));
    await clock.leap(3_600_000);
    expect(ran).toEqual([
      ['poll', 3_601_000],
      ['second', 3_601_000],
    ]);
    await clock.runUntil(3_601_010);
    expect(ran.slice(2)).toEqual([
      ['later', 3_601_001],
      ['poll', 3_601_010],
    ]);
  });

  test('lets everything end that a timer set off before the next one of a leap', async () => {
    let busy = false;
    const { clock, ran, note } = start(() => busy);
    clock.after(10, () => {
      busy = true;
      clock.after(0, note('set meanwhile'));
      setTimeout(() => {
        note('answer of the store')();
        busy = false;
      }, 20);
    });
    clock.after(11, note('second'));
    await clock.leap(1000);
    expect(ran.map(([name]) => name)).toEqual(['answer of the store', 'second']);
    await clock.runUntil(clock.now());
    expect(ran.at(-1)).toEqual(['set meanwhile', 2000]);
  });

  test('sleeps for hours without real time passing', async () => {
    const { clock } = start();
    const slept = sleep(clock, 3_600_000).then(() => clock.now());
    await clock.runUntil(1000 + 3_600_000);
    await expect(slept).resolves.toBe(3_601_000);
  });
});

describe('the leaping clock', () => {
  test('runs in real time, and leaps over what falls due meanwhile', async () => {
    const clock = createLeapingClock();
    const ran: string[] = [];
    clock.after(60_000, () => void ran.push('second'));
    clock.after(30_000, () => {
      ran.push('first');
      cancel();
      clock.after(0, () => void ran.push('set meanwhile'));
    });
    const cancel = clock.after(50_000, () => void ran.push('never'));
    const stop = clock.after(3_600_000, () => void ran.push('later'));
    const before = clock.now();
    clock.leap(100_000);
    expect(ran).toEqual(['first', 'second']);
    expect(clock.now() - before).toBeGreaterThanOrEqual(100_000);
    await sleep(clock, 5);
    expect(ran).toEqual(['first', 'second', 'set meanwhile']);
    stop();
  });
});
