import { createHash } from 'node:crypto';
import { type Clock, type Ids, isoTime, type Log } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import type { DeliveredRecord } from '@piecework/event-log';
import { collection, type Store } from '@piecework/store';
import { type ActingAdmin, appendAdminAct, stampOf } from '../admin-trail';
import { labelOf } from './event-label';

/** Whether it has an event's id and type. */
export const isEvent = (value: string): boolean => {
  const { eventId, type } = labelOf(value);
  return eventId !== undefined && type !== undefined;
};

/** A record without an event's id and type. No service publishes one, so no coin depends on it. */
export interface QuarantinedRow {
  /** `topic:position`. */
  _id: string;
  topic: Topic;
  key: string;
  /** The beginning. */
  value: string;
  bytes: number;
  sha256: string;
  quarantinedAt: string;
}

const KEPT_CHARACTERS = 1_000;
/** Bounds a list, and a discard of all. */
const MAX_ROWS = 100;

const measure = (value: string) => ({
  bytes: Buffer.byteLength(value),
  sha256: createHash('sha256').update(value).digest('hex'),
});

export const quarantinedRows = collection<QuarantinedRow>('quarantined');

export interface QuarantinedRecord extends Omit<QuarantinedRow, '_id' | 'value' | 'sha256'> {
  /** `service:topic:position`. */
  id: string;
}

export const createQuarantine = (deps: { service: string; store: Store; clock: Clock; ids: Ids; log: Log }) => {
  const { service, store, clock, log } = deps;
  const rows = store.collection(quarantinedRows);
  const firstOf = (from: Pick<typeof rows, 'find'>) => from.find({}, { sort: { _id: 1 }, limit: MAX_ROWS });
  return {
    /** Later records of the key do not wait. Idempotent. */
    add: async ({ topic, key, value, position }: DeliveredRecord) => {
      const _id = `${topic}:${position}`;
      await store.transaction(async (tx) => {
        const inTx = tx.collection(quarantinedRows);
        if (await inTx.findOne({ _id })) return;
        const start = value.slice(0, KEPT_CHARACTERS);
        const quarantinedAt = isoTime(clock.now());
        await inTx.insertOne({ _id, topic, key, value: start, ...measure(value), quarantinedAt });
      });
      log.error({ topic, key, position }, 'a record that is no event was quarantined');
    },
    /** The first 100 at most. */
    list: async (): Promise<QuarantinedRecord[]> =>
      (await firstOf(rows)).map(({ _id, topic, key, quarantinedAt, bytes }) => ({
        id: `${service}:${_id}`,
        topic,
        key,
        quarantinedAt,
        bytes,
      })),
    /** Deletes the record, with a row in the admin trail. False without such a record. A replay of the topic quarantines it again. */
    discard: async (id: string, by: ActingAdmin): Promise<boolean> => {
      const _id = id.slice(service.length + 1);
      return store.transaction(async (tx) => {
        const row = await tx.collection(quarantinedRows).findOne({ _id });
        if (!row || !id.startsWith(`${service}:`)) return false;
        await tx.collection(quarantinedRows).deleteOne({ _id });
        const { bytes, sha256 } = row;
        await appendAdminAct(tx, stampOf(deps), by, {
          action: 'record-discarded',
          subject: { type: 'event', id },
          detail: `${bytes} bytes, SHA-256 ${sha256}`,
        });
        return true;
      });
    },
    /** Discards all records that are in quarantine now, with one row in the admin trail for each hundred. @returns how many */
    discardAll: async (by: ActingAdmin): Promise<number> => {
      let discarded = 0;
      for (let left = await rows.countDocuments({}); left > 0; ) {
        const count = await store.transaction(async (tx) => {
          const inTx = tx.collection(quarantinedRows);
          const some = await firstOf(inTx);
          const [first] = some;
          if (!first) return 0;
          for (const { _id } of some) await inTx.deleteOne({ _id });
          const hashes = some.map(({ sha256 }) => sha256).join('\n');
          await appendAdminAct(tx, stampOf(deps), by, {
            action: 'record-discarded',
            subject: { type: 'event', id: `${service}:${first._id}` },
            detail: `${some.length} records from here on, SHA-256 of their SHA-256 ${createHash('sha256').update(hashes).digest('hex')}`,
          });
          return some.length;
        });
        if (count === 0) break;
        discarded += count;
        left -= count;
      }
      return discarded;
    },
    count: () => rows.countDocuments({}),
  };
};
