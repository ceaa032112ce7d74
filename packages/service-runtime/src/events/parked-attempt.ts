import { type Clock, type Ids, isUnavailable, type Log, reasonOf } from '@piecework/base';
import type { Store, Transaction } from '@piecework/store';
import { type ActingAdmin, appendAdminAct, stampOf } from '../admin-trail';
import { labelOf } from './event-label';
import { type ParkedRow, parkedRows } from './parked.store';

type Note = (tx: Transaction) => Promise<void>;

export interface AttemptDeps {
  service: string;
  store: Store;
  clock: Clock;
  log: Log;
  ids: Ids;
  /** Handles and deletes the row in one transaction, with `note`. */
  handle: (row: ParkedRow, note?: Note) => Promise<void>;
  stopping: AbortSignal;
}

/** The reason of a failure, if the row stays parked. `by`: the admin of a retry; undefined for a row that is handled after another one. */
export type Attempt = (row: ParkedRow, by?: ActingAdmin) => Promise<string | undefined>;

/** Handles a row, or makes it the parked event of its key. */
export const createAttempt = (deps: AttemptDeps): Attempt => {
  const { service, store, log, handle, stopping } = deps;

  const noteRetry =
    (row: ParkedRow, by: ActingAdmin, outcome: 'handled' | 'failed again'): Note =>
    (tx) =>
      appendAdminAct(tx, stampOf(deps), by, {
        action: 'event-retried',
        subject: { type: 'event', id: `${service}:${row._id}`, ...(row.type && { title: row.type }) },
        detail: outcome,
      });

  const parkHead = (head: ParkedRow, error: unknown, note?: Note) =>
    store.transaction(async (tx) => {
      const inTx = tx.collection(parkedRows);
      const { _id, topic, key, waitingFor } = head;
      const { matchedCount } = await inTx.updateOne(
        { _id },
        { $set: { reason: reasonOf(error), waitingFor: null }, $inc: { attempts: 1 } },
      );
      // No match: another process has handled it and drains the key.
      if (matchedCount === 0) return;
      await note?.(tx);
      if (waitingFor !== null)
        await inTx.updateMany({ topic, key, waitingFor: { $ne: null } }, { $set: { waitingFor: _id } });
    });

  return async (row, by) => {
    const note = (outcome: 'handled' | 'failed again') => (by === undefined ? undefined : noteRetry(row, by, outcome));
    try {
      await handle(row, note('handled'));
      return undefined;
    } catch (error) {
      if (isUnavailable(error) || stopping.aborted) throw error;
      await parkHead(row, error, note('failed again'));
      log.error({ err: error, parked: row._id, ...labelOf(row.value) }, 'parked event failed again');
      return reasonOf(error);
    }
  };
};
