import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { silentLog } from '@piecework/base';
import { isOnKafka } from '@piecework/base/testing';
import { TOPICS } from '@piecework/contracts';
import type { EventBus } from '../src/bus';
import { openSqliteBus } from '../src/sqlite-bus';

const PARTITIONS = 2;
/** Each test ends with a stop, which waits for the last fetch. */
const FETCH_WAIT_MS = 50;

const brokers = (): string[] => (process.env.TEST_KAFKA_BROKERS ?? '').split(',');

const prefixOf = (file: string): string => `test-${createHash('sha1').update(file).digest('hex').slice(0, 12)}.`;

/** The same file is the same log, on Kafka too. */
export const openTestBus = async (file: string): Promise<EventBus> => {
  if (!isOnKafka()) return openSqliteBus({ file });
  const { openKafkaBus } = await import('../src/kafka-bus');
  return openKafkaBus({
    brokers: brokers(),
    log: silentLog,
    prefix: prefixOf(file),
    partitions: PARTITIONS,
    fetchWaitMs: FETCH_WAIT_MS,
  });
};

/** Files whose topics are empty and have no groups. */
const spare: string[] = [];

/** On Kafka, reuses an earlier test's topics: creating them is slow, and thousands of them slow the broker. */
export const takeTestLog = (folder: string): string => spare.pop() ?? join(folder, 'events.sqlite');

/** Empties the topics for reuse. @throws {Error} while a group has a member */
export const giveBackTestLog = async (file: string): Promise<void> => {
  if (!isOnKafka()) return;
  const { createKafkaClient, disconnectQuietly } = await import('../src/kafka-client');
  const client = createKafkaClient({ brokers: brokers(), log: silentLog });
  const admin = client.kafka.admin();
  const empty = async (topic: string) => {
    const offsets = await admin.fetchTopicOffsets(topic);
    const filled = offsets.filter(({ low, high }) => low !== high);
    const partitions = filled.map(({ partition, high }) => ({ partition, offset: high }));
    if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions });
  };
  try {
    await admin.connect();
    await Promise.all(TOPICS.map((topic) => empty(prefixOf(file) + topic)));
    const { groups } = await admin.listGroups();
    const mine = groups.map(({ groupId }) => groupId).filter((name) => name.startsWith(prefixOf(file)));
    if (mine.length > 0) await admin.deleteGroups(mine);
  } finally {
    await disconnectQuietly(client, () => admin.disconnect());
  }
  spare.push(file);
};
