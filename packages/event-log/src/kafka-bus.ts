import { randomUUID } from 'node:crypto';
import { type Clock, createTally, type Log, sleep, systemClock } from '@piecework/base';
import type { KafkaJSDeleteGroupsError } from 'kafkajs';
import { BusUnavailableError, type EventBus, type Subscribe } from './bus';
import { type KafkaAccess, unavailable } from './kafka-client';
import { createKafkaOffsets, topicOfPartition } from './kafka-offsets';
import { createPublisher } from './kafka-publisher';
import { type KafkaSubscription, startKafkaSubscription } from './kafka-subscription';
import { ensureTopics, PREFIX, PRIVATE_GROUPS, topicNames } from './kafka-topics';

export interface KafkaBusOptions extends KafkaAccess {
  log: Log;
  clock?: Clock;
  /** Prefix of topic and group names. @default 'piecework.' */
  prefix?: string;
  partitions?: number;
  /** Longest wait of an empty fetch, and so of a stop, in ms. @default 500 */
  fetchWaitMs?: number;
  /** Only a new process can repair the fault: the caller should exit. No record is lost. */
  onDead?: (reason: Error) => void;
}

/** Upper bound until Kafka removes a dead member from its group. */
const DEAD_MEMBER_MS = 10_000;
const DEAD_MEMBER_PAUSE_MS = 250;

const GROUP_ID_NOT_FOUND = 69;
const isUnknownGroup = (error: unknown): boolean =>
  (error as Error).name === 'KafkaJSDeleteGroupsError' &&
  (error as KafkaJSDeleteGroupsError).groups.every(({ errorCode }) => errorCode === GROUP_ID_NOT_FOUND);

/** The `EventBus` port on KafkaJS (https://kafka.js.org; ADR 24). @throws {BusUnavailableError} when no broker answers */
export const openKafkaBus = async (options: KafkaBusOptions): Promise<EventBus> => {
  const { brokers, login, log, clock = systemClock, prefix = PREFIX, fetchWaitMs, onDead = () => {} } = options;
  const requests = createTally();
  const client = { brokers, login, log, requests };
  const names = topicNames(prefix);
  const groupIdOf = (group: string) => prefix + group;
  const subscriptions = new Map<KafkaSubscription, Subscribe>();
  let closed = false;

  const asUnavailable = async <R>(work: () => Promise<R>): Promise<R> => {
    if (closed) throw new BusUnavailableError(`the connection to Kafka at ${brokers.join(', ')} is closed`);
    try {
      return await work();
    } catch (error) {
      throw unavailable(brokers, error);
    }
  };

  await ensureTopics(options);
  const offsets = createKafkaOffsets({ ...client, names, clock });
  const partitions = await asUnavailable(offsets.partitions).catch(async (error) => {
    await offsets.close();
    throw error;
  });
  const publisher = createPublisher({ ...client, partitions, nameOf: names.nameOf });

  const ofGroup = (group: string) => [...subscriptions].filter(([, subscribe]) => subscribe.group === group);

  const lag: EventBus['lag'] = async (group) => {
    await Promise.all(ofGroup(group).map(([subscription]) => subscription.commit()));
    const mine = new Set(ofGroup(group).flatMap(([, subscribe]) => subscribe.topics));
    const [committed, logs] = await Promise.all([offsets.committed(groupIdOf(group)), offsets.logs([...mine])]);
    // Topics that only other members of the group read.
    const others = new Set([...committed.keys()].map(topicOfPartition).filter((topic) => !mine.has(topic)));
    const rest = await offsets.logs([...others]);
    const topics = [...mine, ...others];
    const begin = new Map([...logs.begin, ...rest.begin]);
    const end = new Map([...logs.end, ...rest.end]);
    const behind = (topic: string) =>
      [...end]
        .filter(([name]) => topicOfPartition(name) === topic)
        .reduce((sum, [name, last]) => sum + Math.max(0, last - (committed.get(name) ?? begin.get(name) ?? 0)), 0);
    return Object.fromEntries(topics.map((topic) => [topic, behind(topic)]));
  };

  const resetToBeginning = async (group: string) => {
    for (const deadline = clock.now() + DEAD_MEMBER_MS; ; ) {
      if (ofGroup(group).length > 0) throw new Error(`${group} has a subscription`);
      try {
        return await offsets.deleteGroup(groupIdOf(group));
      } catch (error) {
        if (isUnknownGroup(error)) return;
        if (clock.now() >= deadline) throw error;
        await sleep(clock, DEAD_MEMBER_PAUSE_MS);
      }
    }
  };

  return {
    publish: (records) =>
      asUnavailable(async () => {
        if (records.length > 0) await publisher.publish(records);
      }),
    subscribe: (subscribe) =>
      asUnavailable(async () => {
        const { group } = subscribe;
        const subscription = await startKafkaSubscription({
          ...client,
          subscribe,
          groupId: groupIdOf(group ?? PRIVATE_GROUPS + randomUUID()),
          names,
          offsets,
          clock,
          ...(fetchWaitMs && { fetchWaitMs }),
          onDead,
          onStop: () => subscriptions.delete(subscription),
        });
        subscriptions.set(subscription, subscribe);
        return subscription;
      }),
    lag: (group) => asUnavailable(() => lag(group)),
    resetToBeginning: (group) => asUnavailable(() => resetToBeginning(group)),
    ping: () => asUnavailable(offsets.ping),
    requests: requests.counts,
    close: async () => {
      if (closed) return;
      closed = true;
      await Promise.all([...subscriptions.keys()].map((subscription) => subscription.stop()));
      await publisher.close();
      await offsets.close();
    },
  };
};
