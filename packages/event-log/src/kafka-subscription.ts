import type { Clock } from '@piecework/base';
import type { Subscribe, Subscription } from './bus';
import { createAssignment } from './kafka-assignment';
import { createBacklog } from './kafka-backlog';
import { type KafkaClientOptions, within } from './kafka-client';
import { createHeldPartitions } from './kafka-held-partitions';
import type { KafkaMember } from './kafka-member';
import { createOffsetCommits } from './kafka-offset-commits';
import type { KafkaOffsets, Offsets } from './kafka-offsets';
import { openKafkaSession } from './kafka-session';
import { runSessions } from './kafka-session-loop';
import type { topicNames } from './kafka-topics';

/** Limit for the last commit on stop; uncommitted records are delivered again. */
const LAST_COMMIT_MS = 1_000;

export interface KafkaSubscriptionDeps extends KafkaClientOptions {
  subscribe: Subscribe;
  groupId: string;
  names: ReturnType<typeof topicNames>;
  offsets: KafkaOffsets;
  clock: Clock;
  /** See `openKafkaSession`. */
  fetchWaitMs?: number;
  onDead: (reason: Error) => void;
  onStop: () => void;
}

export interface KafkaSubscription extends Subscription {
  commit(): Promise<void>;
}

/** A group starts at the beginning. */
const startsOf = async (
  { group, topics, from }: Subscribe,
  offsets: KafkaOffsets,
  { begin, end }: { begin: Offsets; end: Offsets },
): Promise<Offsets> => {
  if (group !== null) return begin;
  if (typeof from === 'object') return offsets.since(topics, from.since);
  return from === 'end' ? end : begin;
};

export const startKafkaSubscription = async (deps: KafkaSubscriptionDeps): Promise<KafkaSubscription> => {
  const { subscribe, groupId, names, offsets, clock, log, onStop } = deps;
  const isPrivate = subscribe.group === null;
  const [{ begin, end }, committedAtStart] = await Promise.all([
    offsets.logs(subscribe.topics),
    isPrivate ? new Map<string, number>() : offsets.committed(groupId),
  ]);
  const starts = await startsOf(subscribe, offsets, { begin, end });
  const startOf = (name: string) => starts.get(name) ?? 0;

  const stopping = new AbortController();
  const member: KafkaMember = {
    groupId,
    isPrivate,
    offsets,
    session: () => sessions.current(),
    stopping: stopping.signal,
    clock,
    log,
  };
  const partitions = createHeldPartitions({
    handler: subscribe.handler,
    onHandled: (held) => assignment.onHandled(held),
    clock,
    log,
  });
  const unhandled = [...end].filter(([name, last]) => last > (committedAtStart.get(name) ?? startOf(name)));
  const backlog = createBacklog(member, new Map(unhandled));
  const commits = createOffsetCommits(member, partitions);
  const assignment = createAssignment(member, { names, begin, startOf, partitions, backlog, commits });
  let lives = 0;
  const open = () => {
    commits.withhold();
    return openKafkaSession({
      ...deps,
      // A private reader's new session would otherwise wait for the session timeout of its previous one.
      groupId: isPrivate ? `${groupId}.${++lives}` : groupId,
      topics: subscribe.topics.map(names.nameOf),
      handlers: assignment.handlers,
    });
  };
  const sessions = runSessions(member, open, deps.onDead);

  let stop: Promise<void> | undefined;
  const stopOnce = async () => {
    stopping.abort();
    await partitions.stop();
    await within(LAST_COMMIT_MS, commits.commit()).catch(() => {});
    commits.cancel();
    await sessions.close();
    if (isPrivate) await offsets.deleteGroup(`${groupId}.${lives}`).catch(() => {});
    onStop();
  };

  return {
    caughtUp: backlog.caughtUp,
    commit: commits.commit,
    stop: () => {
      stop ??= stopOnce();
      return stop;
    },
  };
};
