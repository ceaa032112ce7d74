import { type Clock, exponentialBackoff, type Log, sleep } from '@piecework/base';
import type { Store, Transaction } from '@piecework/store';
import { labelOf } from './event-label';
import type { createKeyedLock } from './keyed-lock';
import { firstOf, type Key, nameOf, type ParkedRow, parkedRows } from './parked.store';
import type { Attempt } from './parked-attempt';
import type { ParkedKeys } from './parked-keys';

/** Handles the events that wait behind one which is no longer parked, up to the next fault. The caller holds the lock of the key. */
export const createDrain = (deps: {
  store: Store;
  keys: ParkedKeys;
  lock: ReturnType<typeof createKeyedLock>;
  attempt: Attempt;
  isHandled: (tx: Transaction, eventId: string) => Promise<boolean>;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}) => {
  const { store, keys, lock, attempt, isHandled, clock, log, stopping } = deps;
  const rows = store.collection(parkedRows);
  const background = new Set<Promise<void>>();

  /** False when another process handled the event meanwhile, which a rebalance makes possible. */
  const staysParked = async ({ value, waitingFor }: ParkedRow): Promise<boolean> => {
    if (waitingFor !== null) return false;
    const { eventId } = labelOf(value);
    return !store.shared || eventId === undefined || !(await isHandled(store, eventId));
  };

  const drain = async (key: Key): Promise<number> => {
    for (let handled = 0; ; handled++) {
      const head = await firstOf(rows, key);
      if (!head) keys.delete(key);
      if (!head || (await staysParked(head)) || (await attempt(head)) !== undefined) return handled;
    }
  };

  const drainLater = async (key: Key): Promise<void> => {
    for (let failures = 1; !stopping.aborted; failures++) {
      await sleep(clock, exponentialBackoff(failures), stopping);
      if (stopping.aborted) return;
      try {
        await lock(nameOf(key), () => drain(key));
        return;
      } catch (error) {
        log.warn({ err: error, ...key, failures }, 'waiting events not handled, will be retried');
      }
    }
  };

  return {
    drain,
    /** @returns how many it handled; after a rejection the rest follows in the background */
    drainOrLater: async (key: Key): Promise<number> => {
      try {
        return await drain(key);
      } catch (error) {
        const work: Promise<void> = drainLater(key).finally(() => background.delete(work));
        background.add(work);
        throw error;
      }
    },
    /** `stopping` must be aborted first. */
    close: async () => {
      await Promise.all(background);
    },
  };
};
