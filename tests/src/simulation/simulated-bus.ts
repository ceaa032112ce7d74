import type { Clock } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import {
  BusUnavailableError,
  type DeliveredRecord,
  type EventBus,
  type EventRecord,
  type Subscribe,
  type Subscription,
} from '@piecework/event-log';
import type { Random } from './random';
import type { ServiceLifetime } from './service-lifetime';

/**
 * An event log with only the guarantees of the `EventBus` port: records are delivered late, more than once, in any order across keys, and
 * again from an earlier offset after a crash; publishing can fail, or succeed with an error. It outlives the services, as a broker does.
 */
export interface SimulatedBus {
  /** The bus for one service lifetime. */
  connect(incarnation: ServiceLifetime): EventBus;
  /** Redelivers every record to the group, from the first one. */
  resetToBeginning(group: string): void;
  /** While off, each record is delivered once, without delay, and publishing always succeeds. */
  setFaults(on: boolean): void;
  readonly records: readonly DeliveredRecord[];
  /** Deliveries to consumer groups that are still to be handled. */
  pending(): number;
}

interface Group {
  topics: ReadonlySet<Topic>;
  /** Undelivered records of each lane, in order. */
  queues: Map<string, DeliveredRecord[]>;
  /** Lanes whose first record is being delivered or waits for its delay. */
  underway: Set<string>;
  /** Number of log records that have been queued. */
  queued: number;
  /** Latest handled records: their offsets are lost if the consumer dies. */
  recent: DeliveredRecord[];
  consumer: { handler: Subscribe['handler']; incarnation: ServiceLifetime; stopped: boolean } | null;
}

/** Order is guaranteed only within one topic and key: a task's id is the key of events on three topics. */
const laneOf = ({ topic, key }: EventRecord): string => `${topic}\n${key}`;

/** Number of records whose offset may be lost in a crash. */
const UNSAVED_OFFSETS = 5;

export const createSimulatedBus = (clock: Clock, random: Random): SimulatedBus => {
  const records: DeliveredRecord[] = [];
  /** Milliseconds since 1970, by index in `records`. */
  const publishedAt: number[] = [];
  const groups = new Map<string, Group>();
  let privateReaders = 0;
  let faults = true;

  const delay = () => {
    if (!faults) return 0;
    const kind = random.next();
    if (kind < 0.6) return random.int(0, 20);
    if (kind < 0.95) return random.int(20, 1500);
    return random.int(1500, 20_000);
  };
  const deliveries = () => (faults && random.chance(0.3) ? random.int(2, 5) : 1);

  const enqueue = (group: Group, record: DeliveredRecord) => {
    const lane = laneOf(record);
    const queue = group.queues.get(lane) ?? [];
    group.queues.set(lane, queue);
    queue.push(record);
    deliverNext(group, lane);
  };

  const deliverNext = (group: Group, lane: string) => {
    const queue = group.queues.get(lane);
    if (!queue || group.underway.has(lane) || !group.consumer) return;
    if (queue.length === 0) {
      group.queues.delete(lane);
      return;
    }
    group.underway.add(lane);
    const { consumer } = group;
    clock.after(delay(), async () => {
      if (group.consumer !== consumer || !consumer.incarnation.alive || consumer.stopped) return;
      const record = queue[0] as DeliveredRecord;
      try {
        await consumer.handler(record);
      } catch {
        // The handler's store is unavailable: redeliver the record before the next one.
        if (group.consumer === consumer) clock.after(200, () => release(group, consumer, lane));
        return;
      }
      if (group.consumer !== consumer || !consumer.incarnation.alive) return;
      queue.shift();
      for (let again = deliveries(); again > 1; again--) queue.splice(random.int(0, queue.length), 0, record);
      group.recent = [...group.recent, record].slice(-UNSAVED_OFFSETS);
      release(group, consumer, lane);
    });
  };
  const release = (group: Group, consumer: NonNullable<Group['consumer']>, lane: string) => {
    if (group.consumer !== consumer) return;
    group.underway.delete(lane);
    deliverNext(group, lane);
  };

  const enqueueNew = (group: Group) => {
    for (; group.queued < records.length; group.queued++) {
      const record = records[group.queued] as DeliveredRecord;
      if (group.topics.has(record.topic)) enqueue(group, record);
    }
  };

  const publish = async (batch: readonly EventRecord[]) => {
    const fault = faults ? random.next() : 1;
    if (fault < 0.03) throw new BusUnavailableError('simulated: the log cannot be reached');
    for (const record of batch) {
      records.push({ ...record, position: String(records.length) });
      publishedAt.push(clock.now());
    }
    for (const group of groups.values()) enqueueNew(group);
    if (fault < 0.08) throw new BusUnavailableError('simulated: published, but the answer was lost');
  };

  const privateStart = (from: Subscribe['from']): number => {
    if (typeof from !== 'object') return from === 'end' ? records.length : 0;
    const first = publishedAt.findIndex((time) => time >= from.since);
    return first === -1 ? records.length : first;
  };

  const subscribe = (incarnation: ServiceLifetime, { group: name, topics, from, handler }: Subscribe): Subscription => {
    const id = name ?? `private-${++privateReaders}`;
    const known = groups.get(id);
    const consumer = { handler, incarnation, stopped: false };
    const group: Group = known ?? {
      topics: new Set(topics),
      queues: new Map(),
      underway: new Set(),
      queued: name === null ? privateStart(from) : 0,
      recent: [],
      consumer,
    };
    groups.set(id, group);
    group.consumer = consumer;
    group.underway.clear();
    // A private reader has no saved offsets.
    if (name === null) void incarnation.death.then(() => groups.delete(id));
    // Redeliver records whose offset was not saved, before the unhandled ones.
    for (const record of group.recent.splice(0).reverse())
      group.queues.set(laneOf(record), [record, ...(group.queues.get(laneOf(record)) ?? [])]);
    for (const lane of [...group.queues.keys()]) deliverNext(group, lane);
    enqueueNew(group);
    return {
      caughtUp: Promise.resolve(),
      stop: async () => {
        consumer.stopped = true;
        if (name === null) groups.delete(id);
        else if (group.consumer === consumer) group.consumer = null;
      },
    };
  };

  const lagOf = (name: string): Partial<Record<Topic, number>> => {
    const group = groups.get(name);
    const left = [...(group?.queues.values() ?? [])].flat();
    return Object.fromEntries(
      [...(group?.topics ?? [])].map((topic) => [topic, left.filter((record) => record.topic === topic).length]),
    );
  };

  return {
    connect: (incarnation) => ({
      publish: (batch) => incarnation.whileAlive(publish(batch)),
      subscribe: async (options) => subscribe(incarnation, options),
      lag: async (name) => lagOf(name),
      resetToBeginning: async () => {},
      ping: async () => {},
      requests: new Map(),
      close: async () => {},
    }),
    resetToBeginning: (name) => {
      const group = groups.get(name);
      if (!group) throw new Error(`No group ${name}`);
      group.queued = 0;
      enqueueNew(group);
    },
    setFaults: (on) => {
      faults = on;
    },
    records,
    pending: () =>
      [...groups.values()].reduce(
        (sum, group) => sum + [...group.queues.values()].reduce((all, queue) => all + queue.length, 0),
        0,
      ),
  };
};
