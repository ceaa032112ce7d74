import { type Log, silentLog } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import kafkajs, { type AclEntry } from 'kafkajs';
import { createKafkaClient, disconnectQuietly, type KafkaAccess, unavailable } from './kafka-client';
import { PREFIX, PRIVATE_GROUPS, topicNames } from './kafka-topics';

/** What a user of Kafka may do. Every user may also see the names and ends of all topics. */
export interface KafkaRights {
  user: string;
  writes: readonly Topic[];
  reads: readonly Topic[];
  /** The consumer group that it joins: one that keeps its position, private ones, or, for the operators' commands, everything. */
  group: { name: string } | 'private' | 'all';
}

/** Node finds no named exports after the first computed one of this CommonJS module. */
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
const { TOPIC, GROUP } = AclResourceTypes;
const { READ, WRITE, DESCRIBE, DELETE, ALL } = AclOperationTypes;
const { LITERAL, PREFIXED } = ResourcePatternTypes;
const REQUEST_TIMEOUT_MS = 30_000;

const entriesOf = ({ user, writes, reads, group }: KafkaRights, prefix: string): AclEntry[] => {
  const { nameOf } = topicNames(prefix);
  const allow = (
    resourceType: AclEntry['resourceType'],
    resourceName: string,
    resourcePatternType: AclEntry['resourcePatternType'],
    ...operations: AclEntry['operation'][]
  ): AclEntry[] =>
    operations.map((operation) => ({
      principal: `User:${user}`,
      host: '*',
      permissionType: AclPermissionTypes.ALLOW,
      resourceType,
      resourceName,
      resourcePatternType,
      operation,
    }));
  if (group === 'all') return [...allow(TOPIC, prefix, PREFIXED, ALL), ...allow(GROUP, prefix, PREFIXED, ALL)];
  return [
    ...allow(TOPIC, prefix, PREFIXED, DESCRIBE),
    ...writes.flatMap((topic) => allow(TOPIC, nameOf(topic), LITERAL, WRITE)),
    ...reads.flatMap((topic) => allow(TOPIC, nameOf(topic), LITERAL, READ)),
    ...(group === 'private'
      ? allow(GROUP, prefix + PRIVATE_GROUPS, PREFIXED, READ, DELETE)
      : allow(GROUP, prefix + group.name, LITERAL, READ)),
  ];
};

const textOf = (entry: AclEntry): string =>
  [
    entry.principal,
    entry.host,
    entry.permissionType,
    entry.resourceType,
    entry.resourceName,
    entry.resourcePatternType,
    entry.operation,
  ].join();

/**
 * Gives the users exactly these rights, or with `keepsOutdated` at least these, to the installation's topics and groups. The users exist already, and the caller may alter the cluster.
 * Rights that stay are never absent meanwhile.
 *
 * @throws {BusUnavailableError}
 */
export const ensureRights = async (
  options: KafkaAccess & { rights: readonly KafkaRights[]; keepsOutdated?: boolean; prefix?: string; log?: Log },
): Promise<void> => {
  const { brokers, login, rights, keepsOutdated = false, prefix = PREFIX, log = silentLog } = options;
  const client = createKafkaClient({ brokers, login, log, requestTimeout: REQUEST_TIMEOUT_MS });
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    const wanted = rights.flatMap((one) => entriesOf(one, prefix));
    await admin.createAcls({ acl: wanted });
    if (keepsOutdated) return;
    const { resources } = await admin.describeAcls({
      resourceType: AclResourceTypes.ANY,
      resourcePatternType: ResourcePatternTypes.ANY,
      operation: AclOperationTypes.ANY,
      permissionType: AclPermissionTypes.ANY,
    });
    const kept = new Set(wanted.map(textOf));
    const principals = new Set(wanted.map(({ principal }) => principal));
    const outdated = resources
      .flatMap(({ acls, ...resource }) => acls.map((acl): AclEntry => ({ ...resource, ...acl })))
      .filter(
        (entry) => entry.resourceName.startsWith(prefix) && principals.has(entry.principal) && !kept.has(textOf(entry)),
      );
    if (outdated.length > 0) await admin.deleteAcls({ filters: outdated });
  } catch (error) {
    throw unavailable(brokers, error);
  } finally {
    await disconnectQuietly(client, () => admin.disconnect());
  }
};
