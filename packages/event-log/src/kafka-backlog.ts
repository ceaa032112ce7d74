import { sleep } from '@piecework/base';
import type { KafkaMember } from './kafka-member';

const POLL_MS = 500;

/** The records that were in the log at the time of subscribing and are not handled yet. @param ends exclusive, by partition with such records */
export const createBacklog = (
  { groupId, isPrivate, offsets, clock, stopping }: Omit<KafkaMember, 'session'>,
  ends: Map<string, number>,
) => {
  let resolve = () => {};
  const caughtUp = new Promise<void>((done) => {
    resolve = done;
  });
  const settle = () => {
    if (ends.size === 0) resolve();
  };
  /** `handled` is exclusive, and may come from another member. */
  const advance = (name: string, handled: number) => {
    if (handled >= (ends.get(name) ?? Number.POSITIVE_INFINITY)) ends.delete(name);
    settle();
  };

  const pollOtherMembers = async () => {
    while (!isPrivate && ends.size > 0) {
      await sleep(clock, POLL_MS, stopping);
      if (stopping.aborted) return;
      const committed = await offsets.committed(groupId).catch(() => new Map<string, number>());
      for (const [name, offset] of committed) advance(name, offset);
    }
  };
  settle();
  void pollOtherMembers();
  return { caughtUp, advance };
};
export type KafkaBacklog = ReturnType<typeof createBacklog>;
