import type { HeldPartitions } from './kafka-held-partitions';
import type { KafkaMember } from './kafka-member';

const COMMIT_MS = 1_000;

export type OffsetCommits = ReturnType<typeof createOffsetCommits>;

/** Commits, for a group, what its member has handled. A private reader has no offsets. */
export const createOffsetCommits = (member: KafkaMember, partitions: Pick<HeldPartitions, 'all'>) => {
  const { groupId, isPrivate, clock, log, stopping } = member;
  let isWithheld = true;
  let cancelTimer: (() => void) | undefined;
  let committing: Promise<void> = Promise.resolve();

  const cancel = () => {
    cancelTimer?.();
    cancelTimer = undefined;
  };
  const commitNow = async () => {
    const due = partitions.all().filter(({ reader, committed }) => reader.handled() > committed);
    const session = member.session();
    if (isPrivate || due.length === 0 || isWithheld || !session?.hasJoined()) return;
    const sent = due.map((held) => ({ held, offset: held.reader.handled() }));
    await session.consumer.commitOffsets(
      sent.map(({ held: { topicName: topic, partition }, offset }) => ({ topic, partition, offset: String(offset) })),
    );
    // KafkaJS skips a commit without an error just before a session runs.
    if (sent.some(({ held, offset }) => held.committed < offset)) commitLater();
  };
  const commitLater = () => {
    if (isPrivate || stopping.aborted) return;
    cancelTimer ??= clock.after(COMMIT_MS, () => void commit());
  };
  const commit = (): Promise<void> => {
    cancel();
    committing = committing.then(commitNow).catch((error) => {
      log.debug({ err: error, groupId }, 'offsets not committed yet');
      commitLater();
    });
    return committing;
  };

  return {
    commit,
    commitLater,
    /** Commits before other members take over; when it is too late, they repeat some records. */
    handOver: () => {
      commitNow().catch(() => {});
      isWithheld = true;
    },
    /** While another member may own the held partitions. */
    withhold: () => {
      isWithheld = true;
    },
    allow: () => {
      isWithheld = false;
      commitLater();
    },
    cancel,
  };
};
