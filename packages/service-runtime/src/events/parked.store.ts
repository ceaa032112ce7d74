import type { ParkedEvent, Topic } from '@piecework/contracts';
import { type Collection, collection } from '@piecework/store';
import { labelOf } from './event-label';

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

export type Rows = Collection<ParkedRow>;
export type Key = Pick<ParkedRow, 'topic' | 'key'>;
export const nameOf = ({ topic, key }: Key): string => `${topic}\n${key}`;

export const firstOf = (rows: Rows, { topic, key }: Key) => rows.findOne({ topic, key }, { sort: { order: 1 } });
export const lastOf = (rows: Rows, { topic, key }: Key) => rows.findOne({ topic, key }, { sort: { order: -1 } });

/** Each with the number of events behind it. */
export const listParked = async (rows: Rows, service: string): Promise<ParkedEvent[]> => {
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
};

export const countParked = async (rows: Rows) => {
  const [parked, waiting] = await Promise.all([
    rows.countDocuments({ waitingFor: null }),
    rows.countDocuments({ waitingFor: { $ne: null } }),
  ]);
  return { parked, waiting };
};

/** Seconds by id, of the oldest. */
export const agesOfParked = async (rows: Rows, now: number, limit: number): Promise<Record<string, number>> => {
  const oldest = await rows.find({ waitingFor: null }, { sort: { parkedAt: 1 }, limit });
  return Object.fromEntries(oldest.map(({ _id, parkedAt }) => [_id, (now - Date.parse(parkedAt)) / 1000]));
};
