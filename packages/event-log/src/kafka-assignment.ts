import type { Topic } from '@piecework/contracts';
import type { Batch, Consumer, KafkaMessage } from 'kafkajs';
import type { KafkaBacklog } from './kafka-backlog';
import type { HeldPartition, HeldPartitions } from './kafka-held-partitions';
import type { KafkaMember } from './kafka-member';
import type { OffsetCommits } from './kafka-offset-commits';
import { type Offsets, partitionName } from './kafka-offsets';
import type { ReadRecord } from './kafka-partition';
import type { SessionHandlers } from './kafka-session';
import type { topicNames } from './kafka-topics';

type Assignment = Readonly<Record<string, readonly number[]>>;

export interface AssignmentDeps {
  names: ReturnType<typeof topicNames>;
  /** Begin of the log. */
  begin: Offsets;
  /** Where a partition without a committed offset is read from. */
  startOf: (name: string) => number;
  partitions: HeldPartitions;
  backlog: KafkaBacklog;
  commits: OffsetCommits;
}

const textOf = (bytes: Buffer | string | null): string => bytes?.toString() ?? '';

const toRecord = (topic: Topic, partition: number, { key, value, offset }: KafkaMessage): ReadRecord => ({
  topic,
  // Records of other producers may lack them.
  key: textOf(key),
  value: textOf(value),
  position: `${partition}/${offset}`,
  offset: Number(offset),
});

/** Pauses the partitions whose readers are full. */
const createBackPressure = (session: KafkaMember['session']) => {
  const paused = new Set<string>();
  return {
    pauseIfFull: ({ name, topicName, partition, reader }: HeldPartition, consumer: Consumer) => {
      if (!reader.isFull()) return;
      paused.add(name);
      consumer.pause([{ topic: topicName, partitions: [partition] }]);
    },
    resumeIfNotFull: ({ name, topicName, partition, reader }: HeldPartition) => {
      if (reader.isFull() || !paused.delete(name)) return;
      try {
        session()?.consumer.resume([{ topic: topicName, partitions: [partition] }]);
      } catch {
        // The session is over; the next one starts with all partitions resumed.
      }
    },
    reset: () => paused.clear(),
  };
};

/** Feeds the readers of the partitions that the group assigns to this member. */
export const createAssignment = (member: KafkaMember, deps: AssignmentDeps) => {
  const { groupId, isPrivate, offsets, log, stopping } = member;
  const { names, begin, startOf, partitions, backlog, commits } = deps;
  const backPressure = createBackPressure(member.session);
  let assigned: Promise<void> = Promise.resolve();

  const heldOf = (topicName: string, partition: number) => {
    const topic = names.topicOf(topicName);
    return topic && partitions.get(partitionName(topic, partition));
  };

  /** The reader keeps its position unless another member had the partition meanwhile, or an operator moved the offset. */
  const settle = (name: string, topicName: string, partition: number, committed: number): HeldPartition => {
    const held = partitions.get(name);
    if (!held) return partitions.take(name, topicName, partition, committed);
    held.sought = false;
    if (isPrivate) return held;
    if (committed > held.reader.handled() || committed < held.committed) return partitions.restart(held, committed);
    held.committed = committed;
    return held;
  };

  const settleAll = (assignment: Assignment, consumer: Consumer, committed: Offsets) => {
    const mine = Object.entries(assignment).flatMap(([topicName, numbers]) => {
      const topic = names.topicOf(topicName);
      return topic === undefined
        ? []
        : numbers.map((partition) => ({ name: partitionName(topic, partition), topicName, partition }));
    });
    const kept = new Set(mine.map(({ name }) => name));
    for (const held of partitions.all()) if (!kept.has(held.name)) partitions.release(held);
    backPressure.reset();
    for (const { name, topicName, partition } of mine) {
      const held = settle(name, topicName, partition, committed.get(name) ?? startOf(name));
      backlog.advance(name, held.reader.handled());
      consumer.resume([{ topic: topicName, partitions: [partition] }]);
      backPressure.pauseIfFull(held, consumer);
      const next = held.reader.next();
      if (isPrivate || next !== (committed.get(name) ?? begin.get(name)))
        consumer.seek({ topic: topicName, partition, offset: String(next) });
    }
  };

  const onAssigned = (assignment: Assignment, consumer: Consumer) => {
    if (isPrivate) return settleAll(assignment, consumer, new Map());
    commits.withhold();
    const of = member.session();
    assigned = offsets.committed(groupId).then((committed) => {
      if (member.session() !== of) return;
      settleAll(assignment, consumer, committed);
      commits.allow();
    });
    assigned.catch((error) => of?.end(error));
  };

  /** The log was truncated, or its beginning was removed. */
  const restart = (held: HeldPartition, first: number): HeldPartition => {
    log.error(
      { groupId, topic: held.topicName, partition: held.partition, expected: held.reader.next(), found: first },
      'the log was truncated: continuing at its first record',
    );
    return partitions.restart(held, first);
  };

  const onBatch = async (batch: Batch, resolve: (offset: number) => void) => {
    await assigned;
    const topic = names.topicOf(batch.topic);
    let held = heldOf(batch.topic, batch.partition);
    const session = member.session();
    const first = Number(batch.firstOffset());
    if (!topic || !held || !session || stopping.aborted) return;
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
    backPressure.pauseIfFull(held, consumer);
    if (held.reader.next() > first) resolve(held.reader.next() - 1);
  };

  const handlers: SessionHandlers = {
    onAssigned,
    onBatch,
    onRebalancing: commits.handOver,
    onNothing: (topicName, partition, offset) => {
      const held = heldOf(topicName, partition);
      if (!held) return;
      held.reader.pass(offset);
      backlog.advance(held.name, held.reader.handled());
      commits.commitLater();
    },
    onCommitted: (topicName, partition, offset) => {
      const held = heldOf(topicName, partition);
      if (held) held.committed = Math.max(held.committed, offset);
    },
  };
  return {
    handlers,
    onHandled: (held: HeldPartition) => {
      backlog.advance(held.name, held.reader.handled());
      backPressure.resumeIfNotFull(held);
      commits.commitLater();
    },
  };
};
