import { type Clock, growingPause, isoTime, isUnavailable, type Log, reasonOf, sleep } from '@piecework/base';
import type { ParkedEvent, Topic } from '@piecework/contracts';
import type { DeliveredRecord } from '@piecework/event-log';
import { type Collection, collection, type Store, type Transaction } from '@piecework/store';
import { createKeyedLock } from './keyed-lock';

/**
 * An event that was given up on, or one of the same key that waits behind it. Nothing here is ever thrown away:
 * a lost event is a lost coin.
 */
export interface ParkedRow {
  /** `topic:eventId`, or `topic:position` when the id cannot be read. */
  _id: string;
  topic: Topic;
  key: string;
  value: string;
  position: string;
  /** Empty when it cannot be read. */
  type: string;
  reason: string;
  attempts: number;
  parkedAt: string;
  /** The order of arrival among the rows of one topic and key. */
  order: number;
  /** The row this one waits behind; null for an event that was given up on itself. */
  waitingFor: string | null;
  /** The row that has come right behind this one. Written so that its coming and this one's going, in processes side by side, notice each other. */
  followedBy?: string;
}

export const parkedRows = collection<ParkedRow>('parked', [
  { key: { topic: 1, key: 1, order: 1 } },
  { key: { waitingFor: 1 } },
]);

export type RetryOutcome =
  /** `handled`: the event and those behind it, as far as they went. */
  | { ok: true; handled: number }
  | { ok: false; code: 'not-found' | 'waits-behind-another' | 'failed'; reason: string };

/** What a service shows of its parked events. */
export interface ParkedEvents {
  /** The events that were given up on, oldest first, with the number of those waiting behind each. */
  list(): Promise<ParkedEvent[]>;
  /**
   * Handles a parked event again; when that works it is no longer parked, and those that waited behind it are handled in order up to
   * the next fault. When it does not, it stays, with the new reason. Takes an id as `list` gives it.
   *
   * @throws {StoreUnavailableError} nothing is lost, and what had been begun goes on when the store is back
   */
  retry(id: string): Promise<RetryOutcome>;
  /** For /metrics. */
  counts(): Promise<{ parked: number; waiting: number }>;
}

/** What can be read of a record whatever its state. */
export interface Label {
  eventId: string | undefined;
  type: string | undefined;
  correlationId: string | undefined;
}

/** What can be read of a record that may be malformed. */
export const labelOf = (value: string): Label => {
  const text = (of: unknown) => (typeof of === 'string' && of !== '' ? of.slice(0, 200) : undefined);
  try {
    const json = JSON.parse(value) as Record<keyof Label, unknown> | null;
    return {
      eventId: text(json?.eventId),
      type: text(json?.type),
      correlationId: text(json?.correlationId),
    };
  } catch {
    return { eventId: undefined, type: undefined, correlationId: undefined };
  }
};

export interface Parking extends ParkedEvents {
  /** Reads which keys have parked events, and goes on with those whose parked event was settled just before the process ended. */
  open(): Promise<void>;
  /** Whether an event of this key may have to wait; free as long as nothing is parked and nobody else parks, and never wrongly false. */
  mayHold(record: DeliveredRecord): boolean | Promise<boolean>;
  /** Stores the record behind the parked event of its key; false when there is none. */
  waitBehind(record: DeliveredRecord, label: Label): Promise<boolean>;
  park(record: DeliveredRecord, label: Label, why: { reason: string; attempts: number }): Promise<void>;
  /** Resolves when nothing runs any more; `stopping` must have been aborted. */
  close(): Promise<void>;
}

export interface ParkingDeps {
  service: string;
  store: Store;
  clock: Clock;
  log: Log;
  /** Handles a row and removes it, in one transaction; throws when it cannot. */
  handle: (row: ParkedRow) => Promise<void>;
  /** Whether the event has been handled before. */
  isHandled: (tx: Transaction, eventId: string) => Promise<boolean>;
  /** Called in the transaction that parks an event. */
  onPark: (tx: Transaction, eventId: string) => Promise<() => void>;
  stopping: AbortSignal;
}

interface Key {
  topic: Topic;
  key: string;
}
const nameOf = ({ topic, key }: Key): string => `${topic}\n${key}`;

type Rows = Collection<ParkedRow>;
const firstOf = (rows: Rows, { topic, key }: Key) => rows.findOne({ topic, key }, { sort: { order: 1 } });
const lastOf = (rows: Rows, { topic, key }: Key) => rows.findOne({ topic, key }, { sort: { order: -1 } });

export const createParking = (deps: ParkingDeps): Parking => {
  const { service, store, clock, log, handle, stopping } = deps;
  const rows = store.collection(parkedRows);
  /**
   * Keys with parked events, where this process alone consumes into its store; among others it asks the store. All that changes the rows of a
   * key here holds its lock, so that this and the rows cannot part.
   */
  const keys = new Set<string>();
  const lock = createKeyedLock();
  const background = new Set<Promise<void>>();

  const toRow = (record: DeliveredRecord, { eventId, type = '' }: Label, order: number): ParkedRow => ({
    _id: `${record.topic}:${eventId ?? record.position}`,
    topic: record.topic,
    key: record.key,
    value: record.value,
    position: record.position,
    type,
    reason: '',
    attempts: 0,
    parkedAt: isoTime(clock),
    order,
    waitingFor: null,
  });

  /** The head of a key did not work: it is parked itself, and the rest waits for it. */
  const parkHead = (head: ParkedRow, error: unknown) =>
    store.transaction(async (tx) => {
      const inTx = tx.collection(parkedRows);
      const { _id, topic, key, waitingFor } = head;
      const { matchedCount } = await inTx.updateOne(
        { _id },
        { $set: { reason: reasonOf(error), waitingFor: null }, $inc: { attempts: 1 } },
      );
      // None: another process has handled it meanwhile, and goes on with the rest.
      if (matchedCount === 1 && waitingFor !== null)
        await inTx.updateMany({ topic, key, waitingFor: { $ne: null } }, { $set: { waitingFor: _id } });
    });

  /** Handles one row; answers why it could not be, after writing that down. */
  const attempt = async (row: ParkedRow): Promise<string | undefined> => {
    try {
      await handle(row);
      return undefined;
    } catch (error) {
      if (isUnavailable(error) || stopping.aborted) throw error;
      await parkHead(row, error);
      log.error({ err: error, parked: row._id, ...labelOf(row.value) }, 'parked event failed again');
      return reasonOf(error);
    }
  };

  /** Handles what waits at the head of a key, in order, until there is nothing or a parked event; the lock must be held. */
  const drain = async (key: Key): Promise<number> => {
    for (let handled = 0; ; handled++) {
      const head = await firstOf(rows, key);
      if (!head) keys.delete(nameOf(key));
      if (!head || (await staysParked(head)) || (await attempt(head)) !== undefined) return handled;
    }
  };

  /** Not when another process handled the event while this one gave it up: two are at it when its partition passes from one to the other. */
  const staysParked = async ({ value, waitingFor }: ParkedRow): Promise<boolean> => {
    if (waitingFor !== null) return false;
    const { eventId } = labelOf(value);
    return !store.shared || eventId === undefined || !(await deps.isHandled(store, eventId));
  };

  /** Goes on with a key whose draining was cut short by the store, for as long as it takes. */
  const drainLater = async (key: Key): Promise<void> => {
    for (let failures = 1; !stopping.aborted; failures++) {
      await sleep(clock, growingPause(failures), stopping);
      if (stopping.aborted) return;
      try {
        await lock(nameOf(key), () => drain(key));
        return;
      } catch (error) {
        log.warn({ err: error, ...key, failures }, 'waiting events not handled, will be tried again');
      }
    }
  };

  const drainOrLater = async (key: Key): Promise<number> => {
    try {
      return await drain(key);
    } catch (error) {
      const work: Promise<void> = drainLater(key).finally(() => background.delete(work));
      background.add(work);
      throw error;
    }
  };

  const retryRow = async (row: ParkedRow): Promise<RetryOutcome> => {
    if (row.waitingFor !== null)
      return { ok: false, code: 'waits-behind-another', reason: `waits behind ${row.waitingFor}` };
    const reason = await attempt(row);
    if (reason !== undefined) return { ok: false, code: 'failed', reason };
    log.info({ parked: row._id, ...labelOf(row.value) }, 'parked event handled');
    return { ok: true, handled: 1 + (await drainOrLater(row)) };
  };

  const storeBehind = (record: DeliveredRecord, label: Label): Promise<'none' | 'waits' | 'handled'> =>
    store.transaction(async (tx) => {
      const inTx = tx.collection(parkedRows);
      const last = await lastOf(inTx, record);
      if (!last) return 'none';
      if (label.eventId !== undefined && (await deps.isHandled(tx, label.eventId))) return 'handled';
      const row = toRow(record, label, last.order + 1);
      // Delivered again: it waits already, or it is the parked event itself.
      if (await inTx.findOne({ _id: row._id })) return 'waits';
      await inTx.updateOne({ _id: last._id }, { $set: { followedBy: row._id } });
      await inTx.insertOne({ ...row, waitingFor: last.waitingFor ?? last._id });
      return 'waits';
    });

  /** Among other processes one may have died between a parked event and those that waited for it. */
  const goOnAfterOthers = async (key: Key): Promise<void> => {
    if (store.shared) await drainOrLater(key);
  };

  return {
    open: async () => {
      const all = await rows.find({}, { sort: { topic: 1, key: 1, order: 1 } });
      for (const row of all) {
        if (keys.has(nameOf(row))) continue;
        keys.add(nameOf(row));
        // Where what the first of a key waits for is gone, the process ended between the two.
        await lock(nameOf(row), () => drain(row));
      }
    },
    mayHold: (record) => {
      if (!store.shared) return keys.size > 0 && keys.has(nameOf(record));
      const { topic, key } = record;
      return rows.findOne({ topic, key }).then((row) => row !== null);
    },
    waitBehind: (record, label) =>
      lock(nameOf(record), async () => {
        const outcome = await storeBehind(record, label);
        if (outcome === 'none') keys.delete(nameOf(record));
        else await goOnAfterOthers(record);
        return outcome !== 'none';
      }),
    park: (record, label, { reason, attempts }) =>
      lock(nameOf(record), async () => {
        const forget = await store.transaction(async (tx) => {
          const inTx = tx.collection(parkedRows);
          const row = toRow(record, label, ((await lastOf(inTx, record))?.order ?? -1) + 1);
          if (!(await inTx.findOne({ _id: row._id }))) await inTx.insertOne({ ...row, reason, attempts });
          return label.eventId === undefined ? () => {} : deps.onPark(tx, label.eventId);
        });
        forget();
        keys.add(nameOf(record));
        log.error(
          { topic: record.topic, key: record.key, position: record.position, ...label, reason, attempts },
          'event parked',
        );
      }),
    list: async () => {
      const all = await rows.find({}, { sort: { parkedAt: 1 } });
      const waiting = new Map<string, number>();
      for (const { waitingFor } of all)
        if (waitingFor !== null) waiting.set(waitingFor, (waiting.get(waitingFor) ?? 0) + 1);
      return all
        .filter((row) => row.waitingFor === null)
        .map(({ _id, type, key, reason, attempts, parkedAt }) => ({
          id: `${service}:${_id}`,
          service,
          type,
          aggregateId: key,
          reason,
          attempts,
          parkedAt,
          waiting: waiting.get(_id) ?? 0,
        }));
    },
    retry: async (id) => {
      const _id = id.slice(service.length + 1);
      const found = id.startsWith(`${service}:`) ? await rows.findOne({ _id }) : null;
      if (!found) return { ok: false, code: 'not-found', reason: `${id} is not parked` };
      return lock(nameOf(found), async () => {
        const row = await rows.findOne({ _id });
        return row ? retryRow(row) : { ok: false, code: 'not-found', reason: `${id} is no longer parked` };
      });
    },
    counts: async () => {
      if (!store.shared && keys.size === 0) return { parked: 0, waiting: 0 };
      const [parked, waiting] = await Promise.all([
        rows.countDocuments({ waitingFor: null }),
        rows.countDocuments({ waitingFor: { $ne: null } }),
      ]);
      return { parked, waiting };
    },
    close: async () => {
      await Promise.all(background);
    },
  };
};
