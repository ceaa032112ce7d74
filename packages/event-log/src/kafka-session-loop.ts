import { exponentialBackoff, sleep } from '@piecework/base';
import type { KafkaMember } from './kafka-member';
import type { KafkaSession } from './kafka-session';

/** A broker that answers for this long without a working session indicates a fault of this process. */
const BROKEN_MS = 60_000;

const isBug = (error: Error): boolean => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (['TypeError', 'SyntaxError', 'ReferenceError', 'RangeError'].includes(at.name)) return true;
  return false;
};

/** Replaces a session that has ended, and reports a fault of this process. */
export const runSessions = (
  { groupId, offsets, clock, log, stopping }: Omit<KafkaMember, 'session'>,
  open: () => KafkaSession,
  onDead: (reason: Error) => void,
) => {
  let session: KafkaSession | undefined;
  let brokenSince: number | undefined;

  const isBroken = async (last: KafkaSession): Promise<boolean> => {
    const answers = await offsets.ping().then(
      () => true,
      () => false,
    );
    if (last.hasJoined() || !answers) brokenSince = undefined;
    else brokenSince ??= clock.now();
    return brokenSince !== undefined && clock.now() - brokenSince > BROKEN_MS;
  };

  const stopped = new Promise<undefined>((resolve) => {
    stopping.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const run = async () => {
    for (let failures = 1; !stopping.aborted; failures++) {
      const current = open();
      session = current;
      const reason = await Promise.race([current.ended, stopped]);
      if (reason === undefined) return;
      if (current.hasJoined()) failures = 1;
      log.warn({ err: reason, groupId, failures }, 'consumer ended, replacing it');
      await current.close();
      if (isBug(reason) || (await isBroken(current))) onDead(reason);
      await sleep(clock, exponentialBackoff(failures), stopping);
    }
  };
  const running = run();

  return {
    current: () => session,
    /** `stopping` must be aborted first. */
    close: async () => {
      await running;
      await session?.close();
    },
  };
};
