import { silentLog } from '@piecework/base';
import { SERVICES, TOPICS } from '@piecework/contracts';
import { createKafkaClient, disconnectQuietly, type KafkaAccess, unavailable } from './kafka-client';
import { PREFIX, topicNames } from './kafka-topics';

/** Names only topics and groups of this installation, none that others have on the brokers. */
export interface KafkaCleanup {
  topics: readonly string[];
  groups: readonly { name: string; members: number }[];
  remove(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 30_000;

/** @throws {BusUnavailableError} */
export const withKafkaCleanup = async <R>(
  { brokers, login, prefix = PREFIX }: KafkaAccess & { prefix?: string },
  work: (cleanup: KafkaCleanup) => Promise<R>,
): Promise<R> => {
  const client = createKafkaClient({ brokers, login, log: silentLog, requestTimeout: REQUEST_TIMEOUT_MS });
  const admin = client.kafka.admin();
  const request = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw unavailable(brokers, error);
    }
  };
  try {
    await request(() => admin.connect());
    const { nameOf } = topicNames(prefix);
    const present = new Set(await request(() => admin.listTopics()));
    const topics = TOPICS.map(nameOf).filter((name) => present.has(name));
    const listed = new Set((await request(() => admin.listGroups())).groups.map(({ groupId }) => groupId));
    const names = SERVICES.map((service) => prefix + service).filter((name) => listed.has(name));
    const described = names.length > 0 ? (await request(() => admin.describeGroups(names))).groups : [];
    return await work({
      topics,
      groups: described.map(({ groupId, members }) => ({ name: groupId, members: members.length })),
      remove: () =>
        request(async () => {
          if (topics.length > 0) await admin.deleteTopics({ topics, timeout: REQUEST_TIMEOUT_MS });
          if (names.length > 0) await admin.deleteGroups(names);
        }),
    });
  } finally {
    await disconnectQuietly(client, () => admin.disconnect());
  }
};
