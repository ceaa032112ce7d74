import { type Clock, sleep } from '@piecework/base';
import { TOPICS, type Topic } from '@piecework/contracts';
import type { Admin, KafkaJSProtocolError } from 'kafkajs';
import { createKafkaClient, createReopening, disconnectQuietly, type KafkaClientOptions, within } from './kafka-client';
import type { topicNames } from './kafka-topics';

export const partitionName = (topic: Topic, partition: number): string => `${topic}/${partition}`;
export const topicOfPartition = (name: string): Topic => name.slice(0, name.lastIndexOf('/')) as Topic;

/** Keyed by {@link partitionName}. */
export type Offsets = ReadonlyMap<string, number>;

const ANSWER_MS = 5_000;
const PING_MS = 2_500;
const NOT_YET_PAUSE_MS = 50;

/** Retriable errors of a broker during start or failover. */
const isNotYet = (error: unknown): boolean =>
  // KafkaJS does not export the class to ES modules.
  (error as Error).name === 'KafkaJSProtocolError' && (error as KafkaJSProtocolError).retriable;

const openAdmin = async (options: KafkaClientOptions) => {
  const client = createKafkaClient(options);
  const admin = client.kafka.admin({ retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 300 } });
  admin.on(admin.events.REQUEST, ({ payload }) => options.requests?.add(payload.apiName));
  const close = () => disconnectQuietly(client, () => admin.disconnect());
  try {
    await admin.connect();
    return { value: admin, close };
  } catch (error) {
    void close();
    throw error;
  }
};

/** Every call rejects within seconds when the brokers do not answer. */
export const createKafkaOffsets = (
  options: KafkaClientOptions & { names: ReturnType<typeof topicNames>; clock: Clock },
) => {
  const { nameOf, topicOf } = options.names;
  const admins = createReopening<Admin>(() => openAdmin(options));
  const { clock } = options;
  const untilReady = async <R>(deadline: number, question: () => Promise<R>): Promise<R> => {
    for (;;) {
      try {
        return await question();
      } catch (error) {
        if (!isNotYet(error) || clock.now() >= deadline) throw error;
        await sleep(clock, NOT_YET_PAUSE_MS);
      }
    }
  };
  const ask = <R>(question: (admin: Admin) => Promise<R>, ms = ANSWER_MS) =>
    within(
      ms,
      admins.use((admin) =>
        within(
          ms,
          untilReady(clock.now() + ms, () => question(admin)),
        ),
      ),
    );

  return {
    partitions: (): Promise<ReadonlyMap<Topic, number>> =>
      ask(async (admin) => {
        const { topics } = await admin.fetchTopicMetadata({ topics: TOPICS.map(nameOf) });
        return new Map(topics.map(({ name, partitions }) => [topicOf(name) as Topic, partitions.length]));
      }),
    /** `end` is exclusive. */
    logs: (topics: readonly Topic[]): Promise<{ begin: Offsets; end: Offsets }> =>
      ask(async (admin) => {
        const offsets = await Promise.all(
          topics.map(async (topic) => ({ topic, partitions: await admin.fetchTopicOffsets(nameOf(topic)) })),
        );
        const by = (edge: 'low' | 'high') =>
          new Map(
            offsets.flatMap(({ topic, partitions }) =>
              partitions.map((one) => [partitionName(topic, one.partition), Number(one[edge])] as const),
            ),
          );
        return { begin: by('low'), end: by('high') };
      }),
    /** Offsets of the first record with this time, in milliseconds since 1970, or a later one; the end without such a record. */
    since: (topics: readonly Topic[], time: number): Promise<Offsets> =>
      ask(async (admin) => {
        const offsets = await Promise.all(
          topics.map(async (topic) => {
            const partitions = await admin.fetchTopicOffsetsByTimestamp(nameOf(topic), time);
            return partitions.map(
              ({ partition, offset }) => [partitionName(topic, partition), Number(offset)] as const,
            );
          }),
        );
        return new Map(offsets.flat());
      }),
    /** Exclusive; only partitions with a committed offset. */
    committed: (groupId: string): Promise<Offsets> =>
      ask(async (admin) => {
        const offsets = await admin.fetchOffsets({ groupId });
        return new Map(
          offsets.flatMap(({ topic: name, partitions }) => {
            const topic = topicOf(name);
            if (topic === undefined) return [];
            return partitions
              .filter(({ offset }) => Number(offset) >= 0)
              .map(({ partition, offset }) => [partitionName(topic, partition), Number(offset)] as const);
          }),
        );
      }),
    deleteGroup: (groupId: string) =>
      ask(async (admin) => {
        await admin.deleteGroups([groupId]);
      }),
    ping: async () => {
      await ask((admin) => admin.describeCluster(), PING_MS);
    },
    close: admins.close,
  };
};
export type KafkaOffsets = ReturnType<typeof createKafkaOffsets>;
