import { type Log, silentLog, sleep, systemClock } from '@piecework/base';
import { TOPICS, type Topic } from '@piecework/contracts';
import type { Admin } from 'kafkajs';
import { createKafkaClient, disconnectQuietly, type KafkaAccess, unavailable } from './kafka-client';

export const PREFIX = 'piecework.';
/** Before the random name of a private reader's group, after the prefix. */
export const PRIVATE_GROUPS = 'private.';
/** Fixed for a running installation: a change would move keys to other partitions, past their earlier events. */
const PARTITIONS = 6;
/** Limit of one record with its overhead. A test keeps the product's events below half of it. */
export const MAX_RECORD_BYTES = 1_048_576;
const MAX_REPLICAS = 3;
const REQUEST_TIMEOUT_MS = 30_000;
const LEADER_PAUSE_MS = 20;

export interface TopicOptions {
  prefix?: string;
  partitions?: number;
}

export const topicNames = (prefix: string) => {
  const topics = new Map<string, Topic>(TOPICS.map((topic) => [prefix + topic, topic]));
  return {
    nameOf: (topic: Topic): string => prefix + topic,
    topicOf: (name: string): Topic | undefined => topics.get(name),
  };
};

const settingsOf = (brokers: number) => {
  const replicas = Math.min(brokers, MAX_REPLICAS);
  const settings: Record<string, string> = {
    // Projections and inboxes are rebuilt from the beginning.
    'retention.ms': '-1',
    'retention.bytes': '-1',
    'cleanup.policy': 'delete',
    'max.message.bytes': String(MAX_RECORD_BYTES),
    // The broker decompresses foreign records: KafkaJS would stop for ever at an unknown codec.
    'compression.type': 'uncompressed',
    'min.insync.replicas': String(replicas < MAX_REPLICAS ? 1 : 2),
    // A replica survives a power cut; a single broker syncs each append instead (ADR 24).
    ...(replicas === 1 && { 'flush.messages': '1' }),
  };
  return {
    replicationFactor: replicas,
    configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
  };
};

/** Kafka lists a new topic before its leader serves it, and KafkaJS's `waitForLeaders` does not check that. */
const untilLeadersReady = async (admin: Admin, names: string[]): Promise<void> => {
  for (const deadline = Date.now() + REQUEST_TIMEOUT_MS; ; ) {
    try {
      for (const name of names) await admin.fetchTopicOffsets(name);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(systemClock, LEADER_PAUSE_MS);
  }
};

const createMissingTopics = async (
  admin: Admin,
  { prefix = PREFIX, partitions = PARTITIONS }: TopicOptions,
): Promise<void> => {
  const names = TOPICS.map(topicNames(prefix).nameOf);
  const missing = async () => {
    const present = new Set(await admin.listTopics());
    return names.filter((name) => !present.has(name));
  };
  const newTopics = await missing();
  if (newTopics.length === 0) return;
  const { brokers } = await admin.describeCluster();
  const settings = settingsOf(brokers.length);
  try {
    await admin.createTopics({
      waitForLeaders: false,
      timeout: REQUEST_TIMEOUT_MS,
      topics: newTopics.map((topic) => ({ topic, numPartitions: partitions, ...settings })),
    });
  } catch (error) {
    // A process that starts at the same time creates the same topics.
    if ((await missing()).length > 0) throw error;
  }
  await untilLeadersReady(admin, names);
};

/** A job runs this first, so that services need no permission for it. @throws {BusUnavailableError} */
export const ensureTopics = async (options: TopicOptions & KafkaAccess & { log?: Log }): Promise<void> => {
  const { brokers, login, log = silentLog } = options;
  const client = createKafkaClient({ brokers, login, log, requestTimeout: REQUEST_TIMEOUT_MS });
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    await createMissingTopics(admin, options);
  } catch (error) {
    throw unavailable(brokers, error);
  } finally {
    await disconnectQuietly(client, () => admin.disconnect());
  }
};
