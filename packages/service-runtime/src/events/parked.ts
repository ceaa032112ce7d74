import {
  type Clock,
  createBatcher,
  exponentialBackoff,
  type Ids,
  isoTime,
  isUnavailable,
  type Log,
  reasonOf,
  sleep,
} from '@piecework/base';
import type { ParkedEvent, Topic } from '@piecework/contracts';
import type { DeliveredRecord } from '@piecework/event-log';
import { type Collection, collection, type Store, type Transaction } from '@piecework/store';
import { type ActingAdmin, appendAdminAct, stampOf } from '../admin-trail';
import { createKeyedLock } from './keyed-lock';

/** A parked event, or an event of the same key that waits behind it. Never discarded: a lost event is a lost coin. */
export interface ParkedRow {
  /** `topic:eventId`. */
  _id: string;
  topic: Topic;
  key: string;
  value: string;
  position: string;
  type: string;
  reason: string;
  attempts: number;
  parkedAt: string;
  /** Arrival order within topic and key. */
  order: number;
  /** `_id` of the row it waits behind; null for the parked event itself. */
  waitingFor: string | null;
  /** The next row of the key. Written so that adding that row conflicts with a concurrent removal of this one. */
  followedBy?: string;
}

export const parkedRows = collection<ParkedRow>('parked', [
  { key: { topic: 1, key: 1, order: 1 } },
  { key: { waitingFor: 1 } },
]);

export type RetryOutcome =
  /** `handled`: the event and the waiting ones that followed. */
  | { ok: true; handled: number }
  | { ok: false; code: 'not-found' | 'waits-behind-another' | 'failed'; reason: string };

export interface ParkedEvents {
  list(): Promise<ParkedEvent[]>;
  /** Handles the event and those behind it up to the next fault. @throws {StoreUnavailableError} the rest follows when the store is back */
  retry(id: string, by?: ActingAdmin): Promise<RetryOutcome>;
  counts(): Promise<{ parked: number; waiting: number }>;
  /** Seconds by id, of the oldest {@link MAX_AGES}. */
  ages(): Promise<Record<string, number>>;
}

const MAX_AGES = 100;

export interface Label {
  eventId: string | undefined;
  type: string | undefined;
  correlationId: string | undefined;
}

/** Never throws on a malformed record. */
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
  open(): Promise<void>;
  /** Whether the key may have parked events. False positives are allowed, false negatives are not. */
  mayHold(record: DeliveredRecord): boolean | Promise<boolean>;
  waitBehind(record: DeliveredRecord, label: Label): Promise<boolean>;
  park(record: DeliveredRecord, label: Label, why: { reason: string; attempts: number }): Promise<void>;
  /** `stopping` must be aborted first. */
  close(): Promise<void>;
}

export interface ParkingDeps {
  service: string;
  store: Store;
  clock: Clock;
  log: Log;
  ids: Ids;
  /** Handles and deletes the row in one transaction, with `note`. */
  handle: (row: ParkedRow, note?: (tx: Transaction) => Promise<void>) => Promise<void>;
  isHandled: (tx: Transaction, eventId: string) => Promise<boolean>;
  /** Runs in the parking transaction; the returned function is called after the commit. */
  onPark: (tx: Transaction, eventId: string) => Promise<() => void>;
  stopping: AbortSignal;
}

interface Key {
  topic: Topic;
  key: string;
}
const nameOf = ({ topic, key }: Key): string => `${topic}\n${key}`;

const MAX_KEYS = 512;

type Rows = Collection<ParkedRow>;
const firstOf = (rows: Rows, { topic, key }: Key) => rows.findOne({ topic, key }, { sort: { order: 1 } });
const lastOf = (rows: Rows, { topic, key }: Key) => rows.findOne({ topic, key }, { sort: { order: -1 } });

export const createParking = (deps: ParkingDeps): Parking => {
  const { service, store, clock, log, handle, stopping } = deps;
  const rows = store.collection(parkedRows);
  /** Keys with parked events; unused on a shared store. Every change of a key's rows holds its lock, so cache and rows stay consistent. */
  const keys = new Set<string>();
  const lock = createKeyedLock();
  /** On a shared store another process may have parked an event: one read for all records that arrive together. */
  const isParked = createBatcher<Key, boolean>({
    clock,
    maxSize: MAX_KEYS,
    run: async (asked) => {
      const topics = [...new Set(asked.map(({ topic }) => topic))];
      const found = await rows.find({ topic: { $in: topics }, key: { $in: asked.map(({ key }) => key) } });
      const held = new Set(found.map(nameOf));
      return asked.map((key) => ({ status: 'fulfilled', value: held.has(nameOf(key)) }));
    },
  });
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

  const noteRetry =
    (row: ParkedRow, by: ActingAdmin, outcome: 'handled' | 'failed again') => (tx: Transaction) =>
      appendAdminAct(tx, stampOf(deps), by, {
        action: 'event-retried',
        subject: { type: 'event', id: `${service}:${row._id}`, ...(row.type && { title: row.type }) },
        detail: outcome,
      });

  const parkHead = (head: ParkedRow, error: unknown, note?: (tx: Transaction) => Promise<void>) =>
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

  /** `by`: the admin of a retry; undefined for a row that is handled after another one. */
  const attempt = async (row: ParkedRow, by?: ActingAdmin): Promise<string | undefined> => {
    const note = (outcome: 'handled' | 'failed again') =>
      by === undefined ? undefined : noteRetry(row, by, outcome);
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

  const drain = async (key: Key): Promise<number> => {
    for (let handled = 0; ; handled++) {
      const head = await firstOf(rows, key);
      if (!head) keys.delete(nameOf(key));
      if (!head || (await staysParked(head)) || (await attempt(head)) !== undefined) return handled;
    }
  };

  /** False when another process handled the event meanwhile, which a rebalance makes possible. */
  const staysParked = async ({ value, waitingFor }: ParkedRow): Promise<boolean> => {
    if (waitingFor !== null) return false;
    const { eventId } = labelOf(value);
    return !store.shared || eventId === undefined || !(await deps.isHandled(store, eventId));
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

  const drainOrLater = async (key: Key): Promise<number> => {
    try {
      return await drain(key);
    } catch (error) {
      const work: Promise<void> = drainLater(key).finally(() => background.delete(work));
      background.add(work);
      throw error;
    }
  };

  const retryRow = async (row: ParkedRow, by: ActingAdmin): Promise<RetryOutcome> => {
    if (row.waitingFor !== null)
      return { ok: false, code: 'waits-behind-another', reason: `waits behind ${row.waitingFor}` };
    const reason = await attempt(row, by);
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
      // Redelivery of the parked event or of one behind it.
      if (await inTx.findOne({ _id: row._id })) return 'waits';
      await inTx.updateOne({ _id: last._id }, { $set: { followedBy: row._id } });
      await inTx.insertOne({ ...row, waitingFor: last.waitingFor ?? last._id });
      return 'waits';
    });

  const drainIfShared = async (key: Key): Promise<void> => {
    if (store.shared) await drainOrLater(key);
  };

  return {
    open: async () => {
      const all = await rows.find({}, { sort: { topic: 1, key: 1, order: 1 } });
      for (const row of all) {
        if (keys.has(nameOf(row))) continue;
        keys.add(nameOf(row));
        // Without the row that the head waits for, a crash interrupted the drain.
        await lock(nameOf(row), () => drain(row));
      }
    },
    mayHold: (record) => (store.shared ? isParked.add(record) : keys.size > 0 && keys.has(nameOf(record))),
    waitBehind: (record, label) =>
      lock(nameOf(record), async () => {
        const outcome = await storeBehind(record, label);
        if (outcome === 'none') keys.delete(nameOf(record));
        else await drainIfShared(record);
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
        .map(({ _id, type, key, value, reason, attempts, parkedAt }) => ({
          id: `${service}:${_id}`,
          service,
          type,
          aggregateId: key,
          reason,
          attempts,
          parkedAt,
          waiting: waiting.get(_id) ?? 0,
          correlationId: labelOf(value).correlationId ?? '',
        }));
    },
    retry: async (id, by = null) => {
      const _id = id.slice(service.length + 1);
      const found = id.startsWith(`${service}:`) ? await rows.findOne({ _id }) : null;
      if (!found) return { ok: false, code: 'not-found', reason: `${id} is not parked` };
      return lock(nameOf(found), async () => {
        const row = await rows.findOne({ _id });
        return row
          ? retryRow(row, by)
          : { ok: false, code: 'not-found', reason: `${id} is no longer parked` };
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
    ages: async () => {
      const oldest = await rows.find({ waitingFor: null }, { sort: { parkedAt: 1 }, limit: MAX_AGES });
      return Object.fromEntries(
        oldest.map(({ _id, parkedAt }) => [_id, (clock.now() - Date.parse(parkedAt)) / 1000]),
      );
    },
    close: async () => {
      await Promise.all(background);
    },
  };
};
