import { createVirtualClock } from '@piecework/base/testing';
import type { Topic } from '@piecework/contracts';
import type { DeliveredRecord, EventRecord } from '@piecework/event-log';
import { createRandom } from './random';
import { createServiceLifetime } from './service-lifetime';
import { createSimulatedBus } from './simulated-bus';

const MINUTES = 60_000;

const start = (seed = 'seed 1') => {
  const clock = createVirtualClock(0, () => false);
  const bus = createSimulatedBus(clock, createRandom(seed));
  return { clock, bus };
};
type Started = ReturnType<typeof start>;

/** A consumer that records its deliveries. */
const consume = async ({ bus }: Started, group: string | null, topics: readonly Topic[] = ['task']) => {
  const life = createServiceLifetime();
  const got: DeliveredRecord[] = [];
  const subscription = await bus
    .connect(life)
    .subscribe({ group, topics, handler: async (record) => void got.push(record) });
  return { life, got, subscription, values: () => got.map(({ value }) => value) };
};

const publisher = ({ bus, clock }: Started) => {
  const connected = bus.connect(createServiceLifetime());
  return async (...records: EventRecord[]) => {
    for (const record of records) {
      // As the outbox relay does: until the log acknowledges it.
      for (let done = false; !done; )
        done = await connected.publish([record]).then(
          () => true,
          () => false,
        );
    }
    await clock.settle();
  };
};

const record = (key: string, value: string, topic: Topic = 'task'): EventRecord => ({ topic, key, value });
const firsts = (values: readonly string[]) => [...new Set(values)];
const numbered = (key: string, count: number, topic?: Topic) =>
  Array.from({ length: count }, (_, n) => record(key, `${key}${n}`, topic));

describe('the simulated bus', () => {
  test('counts what a group has not handled, by topic', async () => {
    const world = start();
    world.bus.setFaults(false);
    await consume(world, 'a', ['task', 'user']);
    await publisher(world)(...numbered('k', 3));
    const lag = () => world.bus.connect(createServiceLifetime()).lag('a');
    expect(await lag()).toEqual({ task: 3, user: 0 });
    await world.clock.runUntil(MINUTES);
    expect(await lag()).toEqual({ task: 0, user: 0 });
  });

  test('without faults delivers every record once, without delay, in order per key', async () => {
    const world = start();
    world.bus.setFaults(false);
    const { values } = await consume(world, 'wallet');
    await publisher(world)(...numbered('a', 3), ...numbered('b', 3), record('c', 'not asked for', 'user'));
    await world.clock.runUntil(1);
    expect(values().filter((value) => value.startsWith('a'))).toEqual(['a0', 'a1', 'a2']);
    expect(values().filter((value) => value.startsWith('b'))).toEqual(['b0', 'b1', 'b2']);
    expect(values()).toHaveLength(6);
    expect(world.bus.pending()).toBe(0);
  });

  test('with faults keeps the order within a topic and key, and loses no record', async () => {
    for (const seed of ['1', '2', '3', '4']) {
      const world = start(seed);
      const { values } = await consume(world, 'wallet');
      await publisher(world)(...numbered('a', 30));
      await world.clock.runUntil(30 * MINUTES);
      expect(firsts(values())).toEqual(numbered('a', 30).map(({ value }) => value));
    }
  });

  test('reorders records of different keys, and of different topics with the same key', async () => {
    const overtaken = { keys: 0, topics: 0 };
    for (let seed = 0; seed < 20; seed++) {
      const world = start(String(seed));
      const { values } = await consume(world, 'wallet', ['task', 'submission']);
      await publisher(world)(record('a', 'first'), record('b', 'other key'), record('a', 'other topic', 'submission'));
      await world.clock.runUntil(30 * MINUTES);
      const order = firsts(values());
      if (order.indexOf('other key') < order.indexOf('first')) overtaken.keys += 1;
      if (order.indexOf('other topic') < order.indexOf('first')) overtaken.topics += 1;
    }
    expect(overtaken.keys).toBeGreaterThan(0);
    expect(overtaken.topics).toBeGreaterThan(0);
  });

  test('redelivers some records, and publishes some although it reports an error', async () => {
    const world = start();
    const { values } = await consume(world, 'wallet');
    await publisher(world)(...numbered('a', 100));
    await world.clock.runUntil(600 * MINUTES);
    expect(values().length).toBeGreaterThan(100);
    // After a reported error the publisher repeated a record that was already in the log.
    expect(world.bus.records.length).toBeGreaterThan(100);
    expect(world.bus.pending()).toBe(0);
  });

  test('redelivers a record whose handler failed, before any later record of its key', async () => {
    const world = start();
    world.bus.setFaults(false);
    const got: string[] = [];
    let away = true;
    await world.bus.connect(createServiceLifetime()).subscribe({
      group: 'wallet',
      topics: ['task'],
      handler: async ({ value }) => {
        got.push(value);
        if (away) throw new Error('the store is unavailable');
      },
    });
    await publisher(world)(record('a', 'a0'), record('a', 'a1'), record('b', 'b0'));
    await world.clock.runUntil(300);
    expect(got.filter((value) => value === 'a0').length).toBeGreaterThan(1);
    expect(got).not.toContain('a1');
    away = false;
    await world.clock.runUntil(1000);
    expect(got.filter((value) => value !== 'b0').at(-1)).toBe('a1');
    expect(world.bus.pending()).toBe(0);
  });

  test('a group resumes after a crash with redelivery of records whose offset may not be saved', async () => {
    const world = start();
    world.bus.setFaults(false);
    const publish = publisher(world);
    const first = await consume(world, 'wallet');
    await publish(...numbered('a', 8));
    await world.clock.runUntil(1);
    first.life.die();
    await publish(record('a', 'while it was dead'));
    await world.clock.runUntil(2);
    expect(first.values()).toHaveLength(8);
    const second = await consume(world, 'wallet');
    await world.clock.runUntil(3);
    expect(second.values()).toEqual(['a3', 'a4', 'a5', 'a6', 'a7', 'while it was dead']);
  });

  test('redelivers the record that a handler was processing when its service died', async () => {
    const world = start();
    world.bus.setFaults(false);
    const life = createServiceLifetime();
    await world.bus.connect(life).subscribe({ group: 'wallet', topics: ['task'], handler: async () => life.die() });
    await publisher(world)(record('a', 'a0'));
    await world.clock.runUntil(1);
    expect(life.alive).toBe(false);
    expect(world.bus.pending()).toBe(1);
    const second = await consume(world, 'wallet');
    await world.clock.runUntil(2);
    expect(second.values()).toEqual(['a0']);
  });

  test('redelivers all records to a group whose offsets are reset', async () => {
    const world = start();
    world.bus.setFaults(false);
    const wallet = await consume(world, 'wallet');
    const other = await consume(world, 'user');
    await publisher(world)(...numbered('a', 3));
    await world.clock.runUntil(1);
    world.bus.resetToBeginning('wallet');
    await world.clock.runUntil(2);
    expect(wallet.values()).toEqual(['a0', 'a1', 'a2', 'a0', 'a1', 'a2']);
    expect(other.values()).toEqual(['a0', 'a1', 'a2']);
    expect(() => world.bus.resetToBeginning('unknown')).toThrow('No group unknown');
  });

  test('a private reader starts at the beginning, at the end or at a time, and is removed when its service dies', async () => {
    const world = start();
    world.bus.setFaults(false);
    const publish = publisher(world);
    await publish(record('a', 'old'));
    const whole = await consume(world, null);
    const life = createServiceLifetime();
    const fresh: string[] = [];
    await world.bus
      .connect(life)
      .subscribe({ group: null, topics: ['task'], from: 'end', handler: async ({ value }) => void fresh.push(value) });
    await world.clock.runUntil(10);
    await publish(record('a', 'new'));
    await world.clock.runUntil(11);
    const recent: string[] = [];
    await world.bus
      .connect(life)
      .subscribe({
        group: null,
        topics: ['task'],
        from: { since: world.clock.now() - 5 },
        handler: async ({ value }) => void recent.push(value),
      });
    await world.clock.runUntil(12);
    expect(whole.values()).toEqual(['old', 'new']);
    expect(fresh).toEqual(['new']);
    expect(recent).toEqual(['new']);
    whole.life.die();
    life.die();
    await world.clock.settle();
    await publish(record('a', 'without a reader'));
    expect(world.bus.pending()).toBe(0);
  });

  test('a stopped consumer receives nothing more, and the next one resumes', async () => {
    const world = start();
    world.bus.setFaults(false);
    const publish = publisher(world);
    const first = await consume(world, 'wallet');
    await publish(record('a', 'a0'));
    await first.subscription.stop();
    await world.clock.runUntil(1);
    expect(first.values()).toEqual([]);
    const second = await consume(world, 'wallet');
    await world.clock.runUntil(2);
    expect(second.values()).toEqual(['a0']);
    const alone = await consume(world, null);
    await alone.subscription.stop();
    await world.clock.runUntil(3);
    expect(alone.values()).toEqual([]);
  });

  test('delivers the same sequence for the same seed', async () => {
    const run = async () => {
      const world = start('the same');
      const { got } = await consume(world, 'wallet');
      await publisher(world)(...numbered('a', 20), ...numbered('b', 20));
      await world.clock.runUntil(600 * MINUTES);
      return got;
    };
    expect(await run()).toEqual(await run());
  });
});
