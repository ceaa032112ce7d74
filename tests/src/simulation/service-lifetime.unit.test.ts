import { createVirtualClock } from '@piecework/base/testing';
import { createServiceLifetime } from './service-lifetime';

const turns = () => new Promise((resolve) => setImmediate(resolve));

/** Current state of a promise. */
const stateOf = async (promise: Promise<unknown>) => {
  let now = 'unanswered';
  promise.then(
    (value) => {
      now = `answered ${value}`;
    },
    (error: Error) => {
      now = `failed ${error.message}`;
    },
  );
  await turns();
  return now;
};

describe('a service lifetime', () => {
  test('results and errors reach a live service', async () => {
    const life = createServiceLifetime();
    expect(life.alive).toBe(true);
    expect(await stateOf(life.whileAlive(Promise.resolve('yes')))).toBe('answered yes');
    expect(await stateOf(life.whileAlive(Promise.reject(new Error('no'))))).toBe('failed no');
  });

  test('promises pending at the crash never settle', async () => {
    const life = createServiceLifetime();
    let answer = (_: string) => {};
    let fail = (_: Error) => {};
    const answered = life.whileAlive(
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    );
    const failed = life.whileAlive(
      new Promise((_, reject) => {
        fail = reject;
      }),
    );
    life.die();
    answer('too late');
    fail(new Error('too late'));
    expect(await Promise.all([stateOf(answered), stateOf(failed)])).toEqual(['unanswered', 'unanswered']);
  });

  test('promises awaited after the crash never settle', async () => {
    const life = createServiceLifetime();
    life.die();
    expect(life.alive).toBe(false);
    expect(await stateOf(life.whileAlive(Promise.resolve('yes')))).toBe('unanswered');
  });

  test('`death` resolves at the crash', async () => {
    const life = createServiceLifetime();
    expect(await stateOf(life.death)).toBe('unanswered');
    life.die();
    expect(await stateOf(life.death)).toBe('answered undefined');
  });

  test('the crash stops its own timers and no others', async () => {
    const clock = createVirtualClock(0, () => false);
    const life = createServiceLifetime();
    const ran: string[] = [];
    const own = life.clock(clock);
    own.after(10, () => ran.push('before'));
    own.after(20, () => ran.push('cancelled'))();
    own.after(30, () => ran.push('after'));
    clock.after(30, () => ran.push('other service'));
    await clock.runUntil(20);
    life.die();
    await clock.runUntil(100);
    expect(ran).toEqual(['before', 'other service']);
    expect(own.now()).toBe(100);
  });
});
