import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { silentLog } from '@piecework/base';
import { eventually, pause } from '@piecework/base/testing';
import { describeWithDocker } from '@piecework/base/testing/docker';
import type { Producer } from 'kafkajs';
import { type KafkaContainer, startKafkaContainer } from '../testing/kafka.container';
import { BusUnavailableError, type DeliveredRecord, type EventBus, type EventRecord } from './bus';
import { openKafkaBus } from './kafka-bus';
import { createKafkaClient } from './kafka-client';
import { MAX_RECORD_BYTES } from './kafka-topics';

const LONG_MS = 240_000;

const record = (key: string, value: string): EventRecord => ({ topic: 'task', key, value });

/** A repeated delivery is allowed; a first delivery before an earlier record is not. */
const createJournal = () => {
  const seen = new Set<string>();
  const last = new Map<string, number>();
  const overtaken: string[] = [];
  let repeats = 0;
  return {
    seen,
    overtaken,
    repeats: () => repeats,
    note: ({ key, value }: DeliveredRecord) => {
      if (seen.has(value)) repeats += 1;
      else if (Number(value) < (last.get(key) ?? -1)) overtaken.push(value);
      if (!seen.has(value)) last.set(key, Number(value));
      seen.add(value);
    },
  };
};

/** Like a relay: publishes 0, 1, 2, … over several keys, and retries rejected records. */
const startLoad = (bus: EventBus) => {
  const accepted: string[] = [];
  const refused: unknown[] = [];
  let going = true;
  const run = async () => {
    for (let n = 0; going; ) {
      const batch = Array.from({ length: 4 }, () => record(`key-${n % 7}`, `${n++}`));
      for (;;) {
        try {
          await bus.publish(batch);
          break;
        } catch (error) {
          refused.push(error);
          await pause(100);
        }
      }
      accepted.push(...batch.map(({ value }) => value));
      await pause(10);
    }
  };
  const running = run();
  return {
    accepted,
    refused,
    end: async () => {
      going = false;
      await running;
      return accepted;
    },
  };
};

describeWithDocker('Kafka and its faults', () => {
  let kafka: KafkaContainer;
  let prefix: string;
  let opened: EventBus[];
  let deaths: Error[];

  beforeAll(async () => {
    kafka = await startKafkaContainer();
  }, LONG_MS);
  afterAll(() => kafka.stop());
  beforeEach(() => {
    prefix = `${randomUUID()}.`;
    opened = [];
    deaths = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((bus) => bus.close()));
    expect(deaths).toEqual([]);
  });

  const open = async (): Promise<EventBus> => {
    const onDead = (reason: Error) => deaths.push(reason);
    const bus = await openKafkaBus({ brokers: kafka.brokers, log: silentLog, prefix, onDead });
    opened.push(bus);
    return bus;
  };
  const hasAll = (seen: ReadonlySet<string>, values: readonly string[], ms = LONG_MS) =>
    eventually(() => values.every((value) => seen.has(value)), `all of ${values.length} records`, ms);
  const foreign = async (send: (producer: Producer) => Promise<unknown>, id?: string) => {
    const client = createKafkaClient({ brokers: kafka.brokers, log: silentLog });
    const producer = client.kafka.producer(id ? { transactionalId: id, idempotent: true, maxInFlightRequests: 1 } : {});
    await producer.connect();
    await send(producer);
    await producer.disconnect();
    client.destroy();
  };

  it('continues after a broker crash without loss, each key in order', async () => {
    const bus = await open();
    const [ofGroup, ofPrivate] = [createJournal(), createJournal()];
    await bus.subscribe({ group: 'a', topics: ['task'], handler: async (one) => ofGroup.note(one) });
    await bus.subscribe({ group: null, topics: ['task'], handler: async (one) => ofPrivate.note(one) });
    const load = startLoad(bus);
    await eventually(() => ofGroup.seen.size > 40 && ofPrivate.seen.size > 40, 'some records', LONG_MS);
    for (let round = 0; round < 2; round++) {
      const before = load.refused.length;
      await kafka.kill();
      await eventually(() => load.refused.length > before, 'a refusal', 20_000);
      expect(load.refused.at(-1)).toBeInstanceOf(BusUnavailableError);
      await kafka.start();
      const accepted = load.accepted.length;
      await eventually(() => load.accepted.length > accepted + 20, 'the broker to be back', LONG_MS);
      const sofar = [...load.accepted];
      // The group waits 6 s for the session timeout of dead members.
      await Promise.all([hasAll(ofGroup.seen, sofar, 30_000), hasAll(ofPrivate.seen, sofar, 30_000)]);
    }
    const all = await load.end();
    await Promise.all([hasAll(ofGroup.seen, all), hasAll(ofPrivate.seen, all)]);
    expect([...ofGroup.overtaken, ...ofPrivate.overtaken]).toEqual([]);
    await eventually(async () => (await bus.lag('a')).task === 0, 'no lag', 20_000);
  });

  it('continues after the broker was paused for 10 s, and ping fails meanwhile', async () => {
    const bus = await open();
    const journal = createJournal();
    await bus.subscribe({ group: 'a', topics: ['task'], handler: async (one) => journal.note(one) });
    const load = startLoad(bus);
    await eventually(() => journal.seen.size > 40, 'some records', LONG_MS);
    await kafka.freeze();
    try {
      const asked = Date.now();
      await expect(bus.ping()).rejects.toBeInstanceOf(BusUnavailableError);
      expect(Date.now() - asked).toBeLessThan(4_000);
      await pause(10_000 - (Date.now() - asked));
      expect(load.refused.length).toBeGreaterThan(0);
    } finally {
      await kafka.thaw();
    }
    const all = await load.end();
    await hasAll(journal.seen, all, 40_000);
    expect(journal.overtaken).toEqual([]);
    await bus.ping();
  });

  it('moves the partitions of a killed process to other members', async () => {
    const bus = await open();
    const journal = createJournal();
    await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async (one) => {
        await pause(5);
        journal.note(one);
      },
    });
    const child = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', 'packages/event-log/testing/kafka-bus.child.ts'],
        ...[kafka.brokers.join(','), prefix, 'a'],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    const byChild = () => output.split('\n').slice(0, -1);
    const load = startLoad(bus);
    try {
      await eventually(() => byChild().length > 100, 'the other process to work', LONG_MS);
      const before = journal.seen.size;
      await eventually(() => journal.seen.size > before, 'this process to work as well', LONG_MS);
    } finally {
      child.kill('SIGKILL');
    }
    const killedAt = Date.now();
    const all = await load.end();
    await eventually(
      () => {
        const done = new Set([...journal.seen, ...byChild()]);
        return all.every((value) => done.has(value));
      },
      'everything by one or the other',
      30_000,
    );
    expect(journal.overtaken).toEqual([]);
    await eventually(async () => (await bus.lag('a')).task === 0, 'no lag', 20_000);
    // 6 s session timeout, plus the delays of a busy machine.
    expect(Date.now() - killedAt).toBeLessThan(25_000);
  });

  it('loses nothing and keeps the order while members join and leave', async () => {
    const [first, second] = [await open(), await open()];
    const journal = createJournal();
    const running = new Set<string>();
    const clashes: string[] = [];
    const handler = (who: string) => async (one: DeliveredRecord) => {
      const hand = `${who} ${one.key}`;
      if (running.has(hand)) clashes.push(one.value);
      running.add(hand);
      await pause(3);
      running.delete(hand);
      journal.note(one);
    };
    await first.subscribe({ group: 'a', topics: ['task'], handler: handler('first') });
    const load = startLoad(first);
    for (let round = 0; round < 4; round++) {
      const member = await second.subscribe({ group: 'a', topics: ['task'], handler: handler('second') });
      await pause(700);
      await member.stop();
      await pause(200);
    }
    const all = await load.end();
    await hasAll(journal.seen, all);
    expect(clashes).toEqual([]);
    expect(journal.overtaken).toEqual([]);
  });

  it('repeats no handled record when a member joins or leaves', async () => {
    const [first, second] = [await open(), await open()];
    const journal = createJournal();
    const subscribe = (bus: EventBus) =>
      bus.subscribe({ group: 'a', topics: ['task'], handler: async (one) => journal.note(one) });
    const handleMore = async () => {
      const values = Array.from({ length: 200 }, (_, at) => `${journal.seen.size + at}`);
      await first.publish(values.map((value) => record(`key-${Number(value) % 7}`, value)));
      await hasAll(journal.seen, values);
    };
    await subscribe(first);
    for (let round = 0; round < 3; round++) {
      await handleMore();
      // Its partitions are handed over before the next commit by time.
      const member = await subscribe(second);
      await handleMore();
      await member.stop();
    }
    await handleMore();
    expect(journal.repeats()).toBe(0);
  });

  it('has caught up when another member of the group has handled the records', async () => {
    const [first, second] = [await open(), await open()];
    await first.subscribe({ group: 'a', topics: ['task'], handler: () => pause(2) });
    await first.publish(Array.from({ length: 100 }, (_, n) => record(`key-${n}`, `${n}`)));
    const { caughtUp } = await second.subscribe({ group: 'a', topics: ['task'], handler: () => pause(2) });
    await caughtUp;
    expect(await second.lag('a')).toEqual({ task: 0 });
  });

  it('resets a stopped group, also after its member crashed, and refuses while it is subscribed', async () => {
    const bus = await open();
    await bus.publish(Array.from({ length: 10 }, (_, n) => record('k', `${n}`)));
    const subscription = await bus.subscribe({ group: 'a', topics: ['task'], handler: async () => {} });
    await subscription.caughtUp;
    await expect(bus.resetToBeginning('a')).rejects.toThrow('a has a subscription');
    expect(await bus.lag('a')).toEqual({ task: 0 });
    await subscription.stop();
    await bus.resetToBeginning('a');
    await bus.resetToBeginning('unknown-group');
    const again = createJournal();
    const { caughtUp } = await bus.subscribe({ group: 'a', topics: ['task'], handler: async (one) => again.note(one) });
    await caughtUp;
    expect(again.seen.size).toBe(10);
  });

  it('delivers invalid records of other producers and continues', async () => {
    const bus = await open();
    const got: DeliveredRecord[] = [];
    const { caughtUp } = await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async (one) => void got.push(one),
    });
    await caughtUp;
    const topic = `${prefix}task`;
    const large = 'x'.repeat(MAX_RECORD_BYTES - 2_000);
    await foreign((producer) =>
      producer.send({
        topic,
        messages: [
          { key: 'tombstone', value: null },
          { key: null, value: 'no key' },
          { key: 'headers', value: '{', headers: { by: 'others', n: ['1', '2'] } },
          { key: Buffer.from([0xff, 0x00]), value: Buffer.from([0xc3, 0x28]) },
        ],
      }),
    );
    await foreign((producer) => producer.send({ topic, messages: [{ key: 'large', value: large }] }));
    await foreign(async (producer) => {
      const transaction = await producer.transaction();
      await transaction.send({ topic, messages: [{ key: 'transaction', value: 'committed' }] });
      await transaction.commit();
    }, `${prefix}t`);
    await kafka.tool('kafka-console-producer.sh', ['--topic', topic, '--compression-codec', 'snappy'], 'snappy');
    await bus.publish([record('ours', 'ours')]);
    await eventually(() => got.length >= 8, 'all of them', LONG_MS);
    expect(got.map(({ value }) => value).sort()).toEqual(
      ['', 'no key', '{', '\ufffd(', large, 'committed', 'snappy', 'ours'].sort(),
    );
    expect(got.find(({ value }) => value === 'no key')?.key).toBe('');
    await eventually(async () => (await bus.lag('a')).task === 0, 'no lag', 20_000);
  });

  it('is not blocked by an unfinished transaction of another producer', async () => {
    const bus = await open();
    const journal = createJournal();
    await bus.subscribe({ group: 'a', topics: ['task'], handler: async (one) => journal.note(one) });
    const client = createKafkaClient({ brokers: kafka.brokers, log: silentLog });
    const producer = client.kafka.producer({
      transactionalId: `${prefix}open`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    const transaction = await producer.transaction();
    await transaction.send({ topic: `${prefix}task`, messages: [{ key: 'k', value: 'not yet' }] });
    await bus.publish([record('k', 'behind')]);
    await hasAll(journal.seen, ['behind'], 20_000);
    await transaction.abort();
    await producer.disconnect();
    client.destroy();
  });

  it('refuses a record that is too large with a message, and accepts the next', async () => {
    const bus = await open();
    const publishing = bus.publish([record('k', 'x'.repeat(MAX_RECORD_BYTES))]);
    await expect(publishing).rejects.toThrow(/a record of task k has \d+ bytes, above the limit of \d+/);
    await bus.publish([record('k', 'small')]);
    const journal = createJournal();
    const { caughtUp } = await bus.subscribe({
      group: null,
      topics: ['task'],
      handler: async (one) => journal.note(one),
    });
    await caughtUp;
    expect([...journal.seen]).toEqual(['small']);
  });

  it('continues other keys while one is rejected, with a bounded window', async () => {
    const bus = await open();
    const got = new Set<string>();
    let stuck = true;
    const { caughtUp } = await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async ({ key, value }) => {
        if (key === 'stuck' && stuck) throw new TypeError('not now');
        got.add(value);
      },
    });
    await caughtUp;
    const others = Array.from({ length: 60 }, (_, n) => `${n}`);
    await bus.publish([record('stuck', 'first'), ...others.map((n) => record(`key-${n}`, n))]);
    await hasAll(got, others, 20_000);
    expect(await bus.lag('a')).not.toEqual({ task: 0 });
    // More than the partition's window: the rest waits in the log.
    await bus.publish(Array.from({ length: 400 }, (_, n) => record('stuck', `stuck-${n}`)));
    stuck = false;
    await hasAll(got, ['first', 'stuck-0', 'stuck-399'], 30_000);
    await eventually(async () => (await bus.lag('a')).task === 0, 'no lag', 20_000);
  });

  it('passes records of different keys to handlers concurrently', async () => {
    const bus = await open();
    await bus.publish(Array.from({ length: 20 }, (_, n) => record(`key-${n}`, 'x')));
    let [now, most] = [0, 0];
    const { caughtUp } = await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async () => {
        most = Math.max(most, ++now);
        await pause(300);
        now -= 1;
      },
    });
    await caughtUp;
    expect(most).toBeGreaterThan(5);
  });

  it('deletes the group of a private reader, and creates topics with their configuration', async () => {
    const bus = await open();
    const reader = await bus.subscribe({ group: null, topics: ['task'], handler: async () => {} });
    await bus.publish([record('k', 'x')]);
    await reader.caughtUp;
    await reader.stop();
    const groups = await kafka.tool('kafka-consumer-groups.sh', ['--list']);
    expect(groups).not.toContain(prefix);
    const topic = await kafka.tool('kafka-topics.sh', ['--describe', '--topic', `${prefix}task`]);
    expect(topic).toMatch(/PartitionCount:\s*6\s+ReplicationFactor:\s*1/);
    for (const setting of ['retention.ms=-1', 'compression.type=uncompressed', 'flush.messages=1'])
      expect(topic).toContain(setting);
  });

  it('names the unreachable broker', async () => {
    const opening = openKafkaBus({ brokers: ['127.0.0.1:1'], log: silentLog });
    await expect(opening).rejects.toMatchObject({
      name: 'BusUnavailableError',
      message: expect.stringContaining('127.0.0.1:1'),
    });
  });

  it('rejects after close', async () => {
    const bus = await open();
    await bus.close();
    await expect(bus.publish([record('k', 'x')])).rejects.toBeInstanceOf(BusUnavailableError);
    await expect(bus.ping()).rejects.toBeInstanceOf(BusUnavailableError);
  });
});
