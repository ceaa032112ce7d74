import { createHash } from 'node:crypto';
import { type Clock, type Ids, isoTime, type Log } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import type { DeliveredRecord } from '@piecework/event-log';
import { collection, type Store } from '@piecework/store';
import { type ActingAdmin, appendAdminAct, stampOf } from '../admin-trail';
import { labelOf } from './parked';

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
  value: string;
  quarantinedAt: string;
}

export const quarantinedRows = collection<QuarantinedRow>('quarantined');

export interface QuarantinedRecord extends Omit<QuarantinedRow, '_id' | 'value'> {
  /** `service:topic:position`. */
  id: string;
  bytes: number;
}

export interface Quarantine {
  /** Later records of the key do not wait. Idempotent. */
  add(record: DeliveredRecord): Promise<void>;
  list(): Promise<QuarantinedRecord[]>;
  /** Deletes the record, with a row in the admin trail. False without such a record. A replay of the topic quarantines it again. */
  discard(id: string, by: ActingAdmin): Promise<boolean>;
  count(): Promise<number>;
}

export const createQuarantine = (deps: {
  service: string;
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
}): Quarantine => {
  const { service, store, clock, log } = deps;
  const rows = store.collection(quarantinedRows);
  return {
    add: async ({ topic, key, value, position }) => {
      const _id = `${topic}:${position}`;
      await store.transaction(async (tx) => {
        const inTx = tx.collection(quarantinedRows);
        if (await inTx.findOne({ _id })) return;
        await inTx.insertOne({ _id, topic, key, value, quarantinedAt: isoTime(clock) });
      });
      log.error({ topic, key, position }, 'a record that is no event was quarantined');
    },
    list: async () =>
      (await rows.find({}, { sort: { _id: 1 } })).map(({ _id, value, ...row }) => ({
        ...row,
        id: `${service}:${_id}`,
        bytes: Buffer.byteLength(value),
      })),
    discard: async (id, by) => {
      const _id = id.slice(service.length + 1);
      return store.transaction(async (tx) => {
        const row = await tx.collection(quarantinedRows).findOne({ _id });
        if (!row || !id.startsWith(`${service}:`)) return false;
        await tx.collection(quarantinedRows).deleteOne({ _id });
        const hash = createHash('sha256').update(row.value).digest('hex');
        await appendAdminAct(tx, stampOf(deps), by, {
          action: 'record-discarded',
          subject: { type: 'event', id },
          detail: `${Buffer.byteLength(row.value)} bytes, SHA-256 ${hash}`,
        });
        return true;
      });
    },
    count: () => rows.countDocuments({}),
  };
};
