import { type Clock, exponentialBackoff, type Log, sleep } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import type { Batch, Consumer, KafkaMessage } from 'kafkajs';
import type { Subscribe, Subscription } from './bus';
import { type KafkaClientOptions, within } from './kafka-client';
import { type KafkaOffsets, type Offsets, partitionName } from './kafka-offsets';
import { createPartitionReader, type PartitionReader, type ReadRecord } from './kafka-partition';
import { type KafkaSession, openKafkaSession } from './kafka-session';
import type { topicNames } from './kafka-topics';

const COMMIT_MS = 1_000;
const OTHERS_MS = 500;
/** Limit for the last commit on stop; uncommitted records are delivered again. */
const LAST_COMMIT_MS = 1_000;
/** A broker that answers for this long without a working session indicates a fault of this process. */
const BROKEN_MS = 60_000;

export interface KafkaSubscriptionDeps extends KafkaClientOptions {
  subscribe: Subscribe;
  groupId: string;
  names: ReturnType<typeof topicNames>;
  offsets: KafkaOffsets;
  clock: Clock;
  /** See `openKafkaSession`. */
  fetchWaitMs?: number;
  onDead: (reason: Error) => void;
  onStop: () => void;
}

export interface KafkaSubscription extends Subscription {
  commit(): Promise<void>;
}

const isBug = (error: Error): boolean => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (['TypeError', 'SyntaxError', 'ReferenceError', 'RangeError'].includes(at.name)) return true;
  return false;
};

const textOf = (bytes: Buffer | string | null): string => bytes?.toString() ?? '';

const toRecord = (topic: Topic, partition: number, { key, value, offset }: KafkaMessage): ReadRecord => ({
  topic,
  // Records of other producers may lack them.
  key: textOf(key),
  value: textOf(value),
  position: `${partition}/${offset}`,
  offset: Number(offset),
});

const createCaughtUp = (targets: Map<string, number>) => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const settle = () => {
    if (targets.size === 0) resolve();
  };
  settle();
  return {
    promise,
    isOpen: () => targets.size > 0,
    /** `handled` is exclusive, and may come from another member. */
    check: (name: string, handled: number) => {
      if (handled >= (targets.get(name) ?? Number.POSITIVE_INFINITY)) targets.delete(name);
      settle();
    },
  };
};

interface Held {
  name: string;
  topic: string;
  partition: number;
  reader: PartitionReader;
  committed: number;
  /** Limits the seek for missing records to one. */
  sought: boolean;
}

/** Outlives a session: handlers continue, and the next session takes over their partitions. */
const createPartitions = (options: {
  handler: Subscribe['handler'];
  onHandled: (held: Held) => void;
  clock: Clock;
  log: Log;
}) => {
  const { handler, onHandled, clock, log } = options;
  const all = new Map<string, Held>();
  const ending = new Map<string, Promise<void>>();

  const release = (held: Held) => {
    if (all.get(held.name) === held) all.delete(held.name);
    const before = ending.get(held.name) ?? Promise.resolve();
    const end: Promise<void> = Promise.all([before, held.reader.stop()]).then(() => {
      if (ending.get(held.name) === end) ending.delete(held.name);
    });
    ending.set(held.name, end);
  };

  const take = (name: string, topic: string, partition: number, start: number): Held => {
    const reader = createPartitionReader({
      start,
      after: ending.get(name) ?? Promise.resolve(),
      handler,
      onHandled: () => onHandled(held),
      clock,
      log,
    });
    const held: Held = { name, topic, partition, reader, committed: start, sought: false };
    all.set(name, held);
    return held;
  };

  return {
    all,
    release,
    take,
    restart: (held: Held, start: number) => {
      release(held);
      return take(held.name, held.topic, held.partition, start);
    },
    stop: async () => {
      await Promise.all([...[...all.values()].map(({ reader }) => reader.stop()), ...ending.values()]);
    },
  };
};

/** A group starts at the beginning. */
const startsOf = async (
  { group, topics, from }: Subscribe,
  offsets: KafkaOffsets,
  { begin, end }: { begin: Offsets; end: Offsets },
): Promise<Offsets> => {
  if (group !== null) return begin;
  if (typeof from === 'object') return offsets.since(topics, from.since);
  return from === 'end' ? end : begin;
};

export const startKafkaSubscription = async (deps: KafkaSubscriptionDeps): Promise<KafkaSubscription> => {
  const { subscribe, groupId, names, offsets, clock, log, onDead, onStop } = deps;
  const isPrivate = subscribe.group === null;
  const [{ begin, end }, committedAtStart] = await Promise.all([
    offsets.logs(subscribe.topics),
    isPrivate ? new Map<string, number>() : offsets.committed(groupId),
  ]);
  const starts = await startsOf(subscribe, offsets, { begin, end });
  const startOf = (name: string) => starts.get(name) ?? 0;
  const caughtUp = createCaughtUp(
    new Map([...end].filter(([name, offset]) => offset > (committedAtStart.get(name) ?? startOf(name)))),
  );

  const stopping = new AbortController();
  let session: KafkaSession | undefined;
  let assigned: Promise<void> = Promise.resolve();
  /** Withholds commits while another member may own the held partitions. */
  let unsettled = true;
  let lives = 0;
  let cancelCommit: (() => void) | undefined;
  let committing: Promise<void> = Promise.resolve();

  const partitions = createPartitions({
    handler: subscribe.handler,
    clock,
    log,
    onHandled: (held) => {
      if (partitions.all.get(held.name) !== held) return;
      caughtUp.check(held.name, held.reader.handled());
      if (!held.reader.isFull()) resume(held);
      commitLater();
    },
  });

  const paused = new Set<string>();
  const pauseReading = ({ name, topic, partition }: Held, consumer: Consumer) => {
    paused.add(name);
    consumer.pause([{ topic, partitions: [partition] }]);
  };
  const resume = ({ name, topic, partition }: Held) => {
    if (!paused.delete(name)) return;
    try {
      session?.consumer.resume([{ topic, partitions: [partition] }]);
    } catch {
      // The session is over; the next one starts with all partitions resumed.
    }
  };

  const commitNow = async () => {
    const due = [...partitions.all.values()].filter(({ reader, committed }) => reader.handled() > committed);
    if (isPrivate || due.length === 0 || unsettled || !session?.hasJoined()) return;
    const sent = due.map((held) => ({ held, offset: held.reader.handled() }));
    await session.consumer.commitOffsets(
      sent.map(({ held: { topic, partition }, offset }) => ({ topic, partition, offset: String(offset) })),
    );
    // KafkaJS skips a commit without an error just before a session runs.
    if (sent.some(({ held, offset }) => held.committed < offset)) commitLater();
  };
  const commit = (): Promise<void> => {
    cancelCommit?.();
    cancelCommit = undefined;
    committing = committing.then(commitNow).catch((error) => {
      log.debug({ err: error, groupId }, 'offsets not committed yet');
      commitLater();
    });
    return committing;
  };
  const commitLater = () => {
    if (isPrivate || stopping.signal.aborted) return;
    cancelCommit ??= clock.after(COMMIT_MS, () => void commit());
  };

  /** The reader keeps its position unless another member had the partition meanwhile, or an operator moved the offset. */
  const settle = (name: string, topic: string, partition: number, committed: number): Held => {
    const held = partitions.all.get(name);
    if (!held) return partitions.take(name, topic, partition, committed);
    held.sought = false;
    if (isPrivate) return held;
    if (committed > held.reader.handled() || committed < held.committed)
      return partitions.restart(held, committed);
    held.committed = committed;
    return held;
  };

  const settleAll = (
    assignment: Readonly<Record<string, readonly number[]>>,
    consumer: Consumer,
    committed: Offsets,
  ) => {
    const mine = Object.entries(assignment).flatMap(([topicName, numbers]) => {
      const topic = names.topicOf(topicName);
      return topic === undefined
        ? []
        : numbers.map((partition) => ({ name: partitionName(topic, partition), topicName, partition }));
    });
    const kept = new Set(mine.map(({ name }) => name));
    for (const held of partitions.all.values()) if (!kept.has(held.name)) partitions.release(held);
    paused.clear();
    for (const { name, topicName, partition } of mine) {
      const held = settle(name, topicName, partition, committed.get(name) ?? startOf(name));
      caughtUp.check(name, held.reader.handled());
      consumer.resume([{ topic: topicName, partitions: [partition] }]);
      if (held.reader.isFull()) pauseReading(held, consumer);
      const next = held.reader.next();
      if (isPrivate || next !== (committed.get(name) ?? begin.get(name)))
        consumer.seek({ topic: topicName, partition, offset: String(next) });
    }
  };

  const onAssigned = (assignment: Readonly<Record<string, readonly number[]>>, consumer: Consumer) => {
    if (isPrivate) return settleAll(assignment, consumer, new Map());
    unsettled = true;
    const of = session;
    assigned = offsets.committed(groupId).then((committed) => {
      if (session !== of) return;
      settleAll(assignment, consumer, committed);
      unsettled = false;
      commitLater();
    });
    assigned.catch((error) => of?.end(error));
  };

  /** The log was truncated, or its beginning was removed. */
  const restart = (held: Held, first: number): Held => {
    log.error(
      { groupId, topic: held.topic, partition: held.partition, expected: held.reader.next(), found: first },
      'the log was truncated: continuing at its first record',
    );
    return partitions.restart(held, first);
  };

  const onBatch = async (batch: Batch, resolve: (offset: number) => void) => {
    await assigned;
    const topic = names.topicOf(batch.topic);
    let held = topic && partitions.all.get(partitionName(topic, batch.partition));
    const first = Number(batch.firstOffset());
    if (!topic || !held || !session || stopping.signal.aborted) return;
    const { consumer } = session;
    if (first > held.reader.next() && !held.sought) {
      held.sought = true;
      consumer.seek({ topic: batch.topic, partition: batch.partition, offset: String(held.reader.next()) });
      return;
    }
    if (first > held.reader.next() || first < held.committed) held = restart(held, first);
    held.sought = false;
    const records = batch.messages.map((message) => toRecord(topic, batch.partition, message));
    held.reader.take(records);
    if (held.reader.next() > (records.at(-1)?.offset ?? first)) held.reader.pass(Number(batch.lastOffset()));
    if (held.reader.isFull()) pauseReading(held, consumer);
    if (held.reader.next() > first) resolve(held.reader.next() - 1);
  };

  const heldOf = (topicName: string, partition: number) => {
    const topic = names.topicOf(topicName);
    return topic && partitions.all.get(partitionName(topic, partition));
  };

  const open = () => {
    unsettled = true;
    return openKafkaSession({
      ...deps,
      // A private reader's new session would otherwise wait for the session timeout of its previous one.
      groupId: isPrivate ? `${groupId}.${++lives}` : groupId,
      topics: subscribe.topics.map(names.nameOf),
      handlers: {
        onAssigned,
        onBatch,
        onRebalancing: () => {
          // Commits before other members take over; when it is too late, they repeat some records.
          commitNow().catch(() => {});
          unsettled = true;
        },
        onNothing: (topicName, partition, offset) => {
          const held = heldOf(topicName, partition);
          if (!held) return;
          held.reader.pass(offset);
          caughtUp.check(held.name, held.reader.handled());
          commitLater();
        },
        onCommitted: (topicName, partition, offset) => {
          const held = heldOf(topicName, partition);
          if (held) held.committed = Math.max(held.committed, offset);
        },
      },
    });
  };
  let brokenSince: number | undefined;
  const isBroken = async (last: KafkaSession): Promise<boolean> => {
    const answers = await offsets.ping().then(
      () => true,
      () => false,
    );
    if (last.hasJoined() || !answers) brokenSince = undefined;
    else brokenSince ??= clock.now();
    return brokenSince !== undefined && clock.now() - brokenSince > BROKEN_MS;
  };

  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

  const run = async () => {
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      const current = open();
      session = current;
      const reason = await Promise.race([current.ended, stopped]);
      if (reason === undefined) return;
      if (current.hasJoined()) failures = 1;
      log.warn({ err: reason, groupId, failures }, 'consumer ended, replacing it');
      await current.close();
      if (isBug(reason) || (await isBroken(current))) onDead(reason);
      await sleep(clock, exponentialBackoff(failures), stopping.signal);
    }
  };
  const running = run();

  let cancelOthers = () => {};
  const pollOtherMembers = () => {
    if (isPrivate || !caughtUp.isOpen()) return;
    cancelOthers = clock.after(OTHERS_MS, async () => {
      const committed = await offsets.committed(groupId).catch(() => new Map<string, number>());
      for (const [name, offset] of committed) caughtUp.check(name, offset);
      if (!stopping.signal.aborted) pollOtherMembers();
    });
  };
  pollOtherMembers();

  let stop: Promise<void> | undefined;
  const stopOnce = async () => {
    stopping.abort();
    cancelOthers();
    await partitions.stop();
    await within(LAST_COMMIT_MS, commit()).catch(() => {});
    cancelCommit?.();
    await running;
    await session?.close();
    if (isPrivate) await offsets.deleteGroup(`${groupId}.${lives}`).catch(() => {});
    onStop();
  };

  return {
    caughtUp: caughtUp.promise,
    commit,
    stop: () => {
      stop ??= stopOnce();
      return stop;
    },
  };
};
