import { createServiceLifetime } from './service-lifetime';
import { createVirtualClock } from './virtual-clock';

const turns = () => new Promise((resolve) => setImmediate(resolve));

/** What became of a promise by now. */
const fate = async (promise: Promise<unknown>) => {
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

describe('one life of a service', () => {
  test('gets its answers and its failures while it lasts', async () => {
    const life = createServiceLifetime();
    expect(life.alive).toBe(true);
    expect(await fate(life.whileAlive(Promise.resolve('yes')))).toBe('answered yes');
    expect(await fate(life.whileAlive(Promise.reject(new Error('no'))))).toBe('failed no');
  });

  test('what it had under way when it died never comes back to it', async () => {
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
    expect(await Promise.all([fate(answered), fate(failed)])).toEqual(['unanswered', 'unanswered']);
  });

  test('what it asks for after its death is never answered', async () => {
    const life = createServiceLifetime();
    life.die();
    expect(life.alive).toBe(false);
    expect(await fate(life.whileAlive(Promise.resolve('yes')))).toBe('unanswered');
  });

  test('its death is announced', async () => {
    const life = createServiceLifetime();
    expect(await fate(life.death)).toBe('unanswered');
    life.die();
    expect(await fate(life.death)).toBe('answered undefined');
  });

  test('its timers end with it, those of others go on', async () => {
    const clock = createVirtualClock(0, () => false);
    const life = createServiceLifetime();
    const ran: string[] = [];
    const own = life.clock(clock);
    own.after(10, () => ran.push('before'));
    own.after(20, () => ran.push('cancelled'))();
    own.after(30, () => ran.push('after'));
    clock.after(30, () => ran.push('somebody else'));
    await clock.runUntil(20);
    life.die();
    await clock.runUntil(100);
    expect(ran).toEqual(['before', 'somebody else']);
    expect(own.now()).toBe(100);
  });
});
