import { isoTime } from '@piecework/base';
import type { ParkedEvent } from '@piecework/contracts';
import type { DeliveredRecord } from '@piecework/event-log';
import type { Transaction } from '@piecework/store';
import type { ActingAdmin } from '../admin-trail';
import { type Label, labelOf } from './event-label';
import { createKeyedLock } from './keyed-lock';
import {
  agesOfParked,
  countParked,
  type Key,
  lastOf,
  listParked,
  nameOf,
  type ParkedRow,
  parkedRows,
} from './parked.store';
import { type AttemptDeps, createAttempt } from './parked-attempt';
import { createDrain } from './parked-drain';
import { createParkedKeys } from './parked-keys';

export type RetryOutcome =
  /** `handled`: the event and the waiting ones that followed. */
  { ok: true; handled: number } | { ok: false; code: 'not-found' | 'waits-behind-another' | 'failed'; reason: string };

export interface ParkedEvents {
  list(): Promise<ParkedEvent[]>;
  /** Handles the event and those behind it up to the next fault. @throws {StoreUnavailableError} the rest follows when the store is back */
  retry(id: string, by?: ActingAdmin): Promise<RetryOutcome>;
  counts(): Promise<{ parked: number; waiting: number }>;
  /** Seconds by id, of the oldest {@link MAX_AGES}. */
  ages(): Promise<Record<string, number>>;
}

const MAX_AGES = 100;

interface ParkingDeps extends AttemptDeps {
  isHandled: (tx: Transaction, eventId: string) => Promise<boolean>;
  /** Runs in the parking transaction; the returned function is called after the commit. */
  onPark: (tx: Transaction, eventId: string) => Promise<() => void>;
}

const toRow = (record: DeliveredRecord, { eventId, type = '' }: Label, parkedAt: string, order: number) => ({
  _id: `${record.topic}:${eventId ?? record.position}`,
  topic: record.topic,
  key: record.key,
  value: record.value,
  position: record.position,
  type,
  reason: '',
  attempts: 0,
  parkedAt,
  order,
  waitingFor: null,
});

export const createParking = (deps: ParkingDeps) => {
  const { service, store, clock, log, isHandled, onPark } = deps;
  const rows = store.collection(parkedRows);
  /** Every change of a key's rows holds its lock, so `keys` and rows stay consistent. */
  const lock = createKeyedLock();
  const keys = createParkedKeys(deps);
  const attempt = createAttempt(deps);
  const { drain, drainOrLater, close } = createDrain({ ...deps, keys, lock, attempt });

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
      if (label.eventId !== undefined && (await isHandled(tx, label.eventId))) return 'handled';
      const row = toRow(record, label, isoTime(clock.now()), last.order + 1);
      // Redelivery of the parked event or of one behind it.
      if (await inTx.findOne({ _id: row._id })) return 'waits';
      await inTx.updateOne({ _id: last._id }, { $set: { followedBy: row._id } });
      await inTx.insertOne({ ...row, waitingFor: last.waitingFor ?? last._id });
      return 'waits';
    });

  const drainIfShared = async (key: Key): Promise<void> => {
    if (store.shared) await drainOrLater(key);
  };

  const parked: ParkedEvents = {
    list: () => listParked(rows, service),
    retry: async (id, by = null) => {
      const _id = id.slice(service.length + 1);
      const parkedRow = id.startsWith(`${service}:`) ? await rows.findOne({ _id }) : null;
      if (!parkedRow) return { ok: false, code: 'not-found', reason: `${id} is not parked` };
      return lock(nameOf(parkedRow), async () => {
        const row = await rows.findOne({ _id });
        return row ? retryRow(row, by) : { ok: false, code: 'not-found', reason: `${id} is no longer parked` };
      });
    },
    counts: async () => (keys.isEmpty() ? { parked: 0, waiting: 0 } : countParked(rows)),
    ages: () => agesOfParked(rows, clock.now(), MAX_AGES),
  };

  return {
    ...parked,
    open: async () => {
      const all = await rows.find({}, { sort: { topic: 1, key: 1, order: 1 } });
      for (const row of all) {
        if (keys.has(row)) continue;
        keys.add(row);
        // Without the row that the head waits for, a crash interrupted the drain.
        await lock(nameOf(row), () => drain(row));
      }
    },
    /** Whether the key may have parked events. False positives are allowed, false negatives are not. */
    mayHold: keys.mayHold,
    waitBehind: (record: DeliveredRecord, label: Label): Promise<boolean> =>
      lock(nameOf(record), async () => {
        const outcome = await storeBehind(record, label);
        if (outcome === 'none') keys.delete(record);
        else await drainIfShared(record);
        return outcome !== 'none';
      }),
    park: (
      record: DeliveredRecord,
      label: Label,
      { reason, attempts }: { reason: string; attempts: number },
    ): Promise<void> =>
      lock(nameOf(record), async () => {
        const forget = await store.transaction(async (tx) => {
          const inTx = tx.collection(parkedRows);
          const row = toRow(record, label, isoTime(clock.now()), ((await lastOf(inTx, record))?.order ?? -1) + 1);
          if (!(await inTx.findOne({ _id: row._id }))) await inTx.insertOne({ ...row, reason, attempts });
          return label.eventId === undefined ? () => {} : onPark(tx, label.eventId);
        });
        forget();
        keys.add(record);
        log.error(
          { topic: record.topic, key: record.key, position: record.position, ...label, reason, attempts },
          'event parked',
        );
      }),
    /** `stopping` must be aborted first. */
    close,
  };
};
