import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { silentLog } from '@piecework/base';
import { isOnKafka } from '@piecework/base/testing';
import { TOPICS } from '@piecework/contracts';
import type { EventBus } from '../src/bus';
import { openSqliteBus } from '../src/sqlite-bus';

/** The tests' topics would otherwise fill the broker with empty partitions. */
const PARTITIONS = 2;

const brokers = (): string[] => (process.env.TEST_KAFKA_BROKERS ?? '').split(',');

const prefixOf = (file: string): string =>
  `test-${createHash('sha1').update(file).digest('hex').slice(0, 12)}.`;

/** Opens the event log of a test. The same file is the same log, on Kafka too. */
export const openTestBus = async (file: string): Promise<EventBus> => {
  if (!isOnKafka()) return openSqliteBus({ file });
  const { openKafkaBus } = await import('../src/kafka-bus');
  return openKafkaBus({
    brokers: brokers(),
    log: silentLog,
    prefix: prefixOf(file),
    partitions: PARTITIONS,
  });
};

/** Files that stand for empty topics without groups. */
const spare: string[] = [];

/**
 * A file for an event log in `folder`; on Kafka one of an earlier test, if there is one: to make topics takes longer than to empty them, and a
 * broker grows slow with thousands of them.
 */
export const takeTestLog = (folder: string): string => spare.pop() ?? join(folder, 'events.sqlite');

/**
 * Empties what stands for the file, and keeps it for the next test.
 *
 * @throws {Error} when a member of a group is still there
 */
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
