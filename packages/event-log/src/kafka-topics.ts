import { type Log, silentLog, sleep, systemClock } from '@piecework/base';
import { TOPICS, type Topic } from '@piecework/contracts';
import type { Admin } from 'kafkajs';
import { createKafkaClient, disconnectQuietly, type KafkaAccess, unavailable } from './kafka-client';

/** In front of every name that an installation has on its brokers. */
export const PREFIX = 'piecework.';
/** Never changed on a running installation: a key would move to another partition, past its earlier events. */
export const PARTITIONS = 6;
/** Bytes of one record with everything around it. Our own are below half of it, which a test holds. */
export const MAX_RECORD_BYTES = 1_048_576;
const MOST_REPLICAS = 3;
/** A broker may be busy with other topics. */
const REQUEST_TIMEOUT_MS = 30_000;
const LED_PAUSE_MS = 20;

export interface TopicOptions {
  prefix?: string;
  partitions?: number;
}

export const topicNames = (prefix: string) => {
  const topics = new Map<string, Topic>(TOPICS.map((topic) => [prefix + topic, topic]));
  return {
    nameOf: (topic: Topic): string => prefix + topic,
    /** Undefined for what is not ours. */
    topicOf: (name: string): Topic | undefined => topics.get(name),
  };
};

/** @param brokers how many there are */
const settingsOf = (brokers: number) => {
  const replicas = Math.min(brokers, MOST_REPLICAS);
  const settings: Record<string, string> = {
    // Projections and inboxes are made anew from the beginning.
    'retention.ms': '-1',
    'retention.bytes': '-1',
    'cleanup.policy': 'delete',
    'max.message.bytes': String(MAX_RECORD_BYTES),
    // The broker unpacks what others compress: KafkaJS would stop for ever at a codec that it does not know.
    'compression.type': 'uncompressed',
    'min.insync.replicas': String(replicas < MOST_REPLICAS ? 1 : 2),
    // A copy on another broker outlives a power cut; where there is none, each append is synced (ADR 24).
    ...(replicas === 1 && { 'flush.messages': '1' }),
  };
  return {
    replicationFactor: replicas,
    configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
  };
};

/** A new topic is known before its leader serves it, and KafkaJS's own wait does not look for that. */
const untilLed = async (admin: Admin, names: string[]): Promise<void> => {
  for (const deadline = Date.now() + REQUEST_TIMEOUT_MS; ; ) {
    try {
      for (const name of names) await admin.fetchTopicOffsets(name);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(systemClock, LED_PAUSE_MS);
  }
};

/** Makes the topics that are missing. */
const makeTopics = async (
  admin: Admin,
  { prefix = PREFIX, partitions = PARTITIONS }: TopicOptions,
): Promise<void> => {
  const names = TOPICS.map(topicNames(prefix).nameOf);
  const missing = async () => {
    const present = new Set(await admin.listTopics());
    return names.filter((name) => !present.has(name));
  };
  const made = await missing();
  if (made.length === 0) return;
  const { brokers } = await admin.describeCluster();
  const settings = settingsOf(brokers.length);
  try {
    await admin.createTopics({
      waitForLeaders: false,
      timeout: REQUEST_TIMEOUT_MS,
      topics: made.map((topic) => ({ topic, numPartitions: partitions, ...settings })),
    });
  } catch (error) {
    // Whoever starts at the same time makes the same ones.
    if ((await missing()).length > 0) throw error;
  }
  await untilLed(admin, names);
};

/**
 * Makes the topics of an installation where they are missing: a job of its own, so that no service needs the right to.
 *
 * @throws {BusUnavailableError} when no broker answers
 */
export const ensureTopics = async (options: TopicOptions & KafkaAccess & { log?: Log }): Promise<void> => {
  const { brokers, login, log = silentLog } = options;
  const client = createKafkaClient({ brokers, login, log, requestTimeout: REQUEST_TIMEOUT_MS });
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    await makeTopics(admin, options);
  } catch (error) {
    throw unavailable(brokers, error);
  } finally {
    await disconnectQuietly(client, () => admin.disconnect());
  }
};
