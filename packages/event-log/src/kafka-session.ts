import type { Clock } from '@piecework/base';
import type { Batch, Consumer, ConsumerRunConfig } from 'kafkajs';
import { createKafkaClient, disconnectQuietly, type KafkaClientOptions, RETRY, within } from './kafka-client';

/** A process that died is out of its group after this long: the least that brokers allow. */
const SESSION_TIMEOUT_MS = 6_000;
/** Members have this long to come back to a group that is shared out anew. */
const REBALANCE_TIMEOUT_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** A broker that has nothing answers after this long; what comes meanwhile is answered at once. Longer delays rebalances and stopping. */
const FETCH_WAIT_MS = 100;
const PARTITION_BYTES = 256 * 1024;
/** Longer than any wait of a member: whoever gives no sign for this long hangs. */
const SILENCE_MS = 10_000;
const WATCH_MS = 500;
/** Stopping waits this long for a start that is under way. */
const STARTING_MS = 2_000;

export interface SessionHandlers {
  /** The partitions of this member have been settled; called before anything is read of them. */
  onAssigned(assignment: Readonly<Record<string, readonly number[]>>, consumer: Consumer): void;
  onRebalancing(): void;
  onBatch(batch: Batch, resolve: (offset: number) => void): Promise<void>;
  /** A batch in which nothing was for us: its last offset. */
  onNothing(name: string, partition: number, offset: number): void;
  onCommitted(name: string, partition: number, offset: number): void;
}

/** One life of one KafkaJS consumer: after a fault it is not started again but replaced, since KafkaJS can hang in its own restart. */
export interface KafkaSession {
  consumer: Consumer;
  /** Resolves with the reason when it is over. */
  ended: Promise<Error>;
  /** Whether it has ever been a member of its group. */
  hasJoined(): boolean;
  /** Ends it from outside. */
  end(reason: Error): void;
  close(): Promise<void>;
}

export const openKafkaSession = (
  options: KafkaClientOptions & {
    groupId: string;
    topics: readonly string[];
    clock: Clock;
    handlers: SessionHandlers;
  },
): KafkaSession => {
  const { groupId, topics, clock, handlers } = options;
  const client = createKafkaClient(options);
  const consumer = client.kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    minBytes: 1,
    maxBytesPerPartition: PARTITION_BYTES,
    allowAutoTopicCreation: false,
    // Somebody else's open transaction would hold up everything behind it.
    readUncommitted: true,
    retry: { ...RETRY, restartOnFailure: async () => false },
  });
  const { CRASH, GROUP_JOIN, HEARTBEAT, REBALANCING, END_BATCH_PROCESS, COMMIT_OFFSETS } = consumer.events;
  let joined = false;
  let lastSign = clock.now();
  let end: (reason: Error) => void = () => {};
  const ended = new Promise<Error>((resolve) => {
    end = resolve;
  });

  consumer.on(CRASH, ({ payload }) => end(payload.error));
  consumer.on(GROUP_JOIN, ({ payload }) => {
    joined = true;
    lastSign = clock.now();
    handlers.onAssigned(payload.memberAssignment, consumer);
  });
  consumer.on(HEARTBEAT, () => {
    lastSign = clock.now();
  });
  consumer.on(REBALANCING, handlers.onRebalancing);
  consumer.on(END_BATCH_PROCESS, ({ payload: { topic, partition, batchSize, lastOffset } }) => {
    if (batchSize === 0) handlers.onNothing(topic, partition, Number(lastOffset));
  });
  consumer.on(COMMIT_OFFSETS, ({ payload }) => {
    for (const { topic, partitions } of payload.topics)
      for (const { partition, offset } of partitions) handlers.onCommitted(topic, partition, Number(offset));
  });

  let cancelWatch = () => {};
  const watch = () => {
    cancelWatch = clock.after(WATCH_MS, watch);
    if (clock.now() - lastSign > SILENCE_MS) end(new Error(`no sign of life for ${SILENCE_MS} ms`));
  };
  watch();

  const eachBatch: ConsumerRunConfig['eachBatch'] = ({ batch, resolveOffset }) =>
    handlers.onBatch(batch, (offset) => resolveOffset(String(offset)));
  const start = async () => {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
  };
  const starting = start().catch(end);

  return {
    consumer,
    ended,
    hasJoined: () => joined,
    end,
    close: async () => {
      cancelWatch();
      // KafkaJS forgets to leave a group that it is just joining.
      await within(STARTING_MS, starting).catch(() => {});
      await disconnectQuietly(client, () => consumer.disconnect());
    },
  };
};
