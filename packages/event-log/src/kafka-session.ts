import type { Clock } from '@piecework/base';
import type { Batch, Consumer, ConsumerRunConfig } from 'kafkajs';
import { createKafkaClient, disconnectQuietly, type KafkaClientOptions, RETRY, within } from './kafka-client';

/** Until a dead member leaves its group: the minimum that brokers allow. */
const SESSION_TIMEOUT_MS = 6_000;
const REBALANCE_TIMEOUT_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** Longest wait of an empty fetch: a stop or a rebalance waits for it, and a disconnect has a second to leave the group. */
const FETCH_WAIT_MS = 500;
const PARTITION_BYTES = 256 * 1024;
/** Longer than every wait of a member: a session that is silent for this long hangs. */
const SILENCE_MS = 10_000;
const WATCH_MS = 500;
const STARTING_MS = 2_000;

export interface SessionHandlers {
  /** Runs before the session reads the assigned partitions. */
  onAssigned(assignment: Readonly<Record<string, readonly number[]>>, consumer: Consumer): void;
  onRebalancing(): void;
  onBatch(batch: Batch, resolve: (offset: number) => void): Promise<void>;
  onNothing(name: string, partition: number, offset: number): void;
  onCommitted(name: string, partition: number, offset: number): void;
}

/** One KafkaJS consumer. After a fault a new session replaces it, because KafkaJS can hang in its own restart. */
export const openKafkaSession = (
  options: KafkaClientOptions & {
    groupId: string;
    topics: readonly string[];
    clock: Clock;
    /** Longest wait of an empty fetch, in ms. @default 500 */
    fetchWaitMs?: number;
    handlers: SessionHandlers;
  },
) => {
  const { groupId, topics, clock, fetchWaitMs = FETCH_WAIT_MS, handlers } = options;
  const client = createKafkaClient(options);
  const consumer = client.kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: fetchWaitMs,
    minBytes: 1,
    maxBytesPerPartition: PARTITION_BYTES,
    allowAutoTopicCreation: false,
    // An open transaction of another producer would block all records behind it.
    readUncommitted: true,
    retry: { ...RETRY, restartOnFailure: async () => false },
  });
  const { CRASH, GROUP_JOIN, HEARTBEAT, REBALANCING, END_BATCH_PROCESS, COMMIT_OFFSETS, REQUEST } = consumer.events;
  let joined = false;
  let lastSign = clock.now();
  let end: (reason: Error) => void = () => {};
  const ended = new Promise<Error>((resolve) => {
    end = resolve;
  });

  consumer.on(REQUEST, ({ payload }) => options.requests?.add(payload.apiName));
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
      // KafkaJS does not leave a group that it is joining.
      await within(STARTING_MS, starting).catch(() => {});
      await disconnectQuietly(client, () => consumer.disconnect());
    },
  };
};
export type KafkaSession = ReturnType<typeof openKafkaSession>;
