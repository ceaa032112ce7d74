import { TOPICS } from '@piecework/contracts';
import type { EventBus, EventRecord } from './bus';

/** Calls `take` with every record of the log, those of one key in order. Rejects like `take`: a bus would call it again for ever. */
export const readLog = async (
  bus: Pick<EventBus, 'subscribe'>,
  take: (record: EventRecord) => Promise<void>,
): Promise<void> => {
  let fault: { error: unknown } | undefined;
  const reader = await bus.subscribe({
    group: null,
    topics: TOPICS,
    handler: async ({ topic, key, value }) => {
      if (fault) return;
      try {
        await take({ topic, key, value });
      } catch (error) {
        fault = { error };
      }
    },
  });
  await reader.caughtUp;
  await reader.stop();
  if (fault) throw fault.error;
};
