import type { Clock, Log } from '@piecework/base';
import type { Subscribe } from './bus';
import { createPartitionReader, type PartitionReader } from './kafka-partition';

export interface HeldPartition {
  /** See `partitionName`. */
  name: string;
  topicName: string;
  partition: number;
  reader: PartitionReader;
  committed: number;
  /** Limits the seek for missing records to one. */
  sought: boolean;
}

export type HeldPartitions = ReturnType<typeof createHeldPartitions>;

/** Outlives a session: handlers continue, and the next session takes over their partitions. */
export const createHeldPartitions = (options: {
  handler: Subscribe['handler'];
  onHandled: (held: HeldPartition) => void;
  clock: Clock;
  log: Log;
}) => {
  const { handler, onHandled, clock, log } = options;
  const all = new Map<string, HeldPartition>();
  const ending = new Map<string, Promise<void>>();

  const release = (held: HeldPartition) => {
    if (all.get(held.name) === held) all.delete(held.name);
    const before = ending.get(held.name) ?? Promise.resolve();
    const end: Promise<void> = Promise.all([before, held.reader.stop()]).then(() => {
      if (ending.get(held.name) === end) ending.delete(held.name);
    });
    ending.set(held.name, end);
  };

  const take = (name: string, topicName: string, partition: number, start: number): HeldPartition => {
    const reader = createPartitionReader({
      start,
      after: ending.get(name) ?? Promise.resolve(),
      handler,
      onHandled: () => {
        if (all.get(name) === held) onHandled(held);
      },
      clock,
      log,
    });
    const held: HeldPartition = { name, topicName, partition, reader, committed: start, sought: false };
    all.set(name, held);
    return held;
  };

  return {
    get: (name: string) => all.get(name),
    all: () => [...all.values()],
    take,
    release,
    restart: (held: HeldPartition, start: number): HeldPartition => {
      release(held);
      return take(held.name, held.topicName, held.partition, start);
    },
    stop: async () => {
      await Promise.all([...[...all.values()].map(({ reader }) => reader.stop()), ...ending.values()]);
    },
  };
};
