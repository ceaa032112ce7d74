import type { Clock } from '@piecework/base';
import type { EventEnvelope } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { outboxRows } from './events/outbox';

/** A number for /metrics: what it says, and how it is read at a scrape. */
export interface GaugeSpec {
  help: string;
  value: () => Promise<number>;
}

/** Readings that take less, in milliseconds, are made each time. */
const CHEAP_MS = 25;
/** A dear reading is kept so many times as long as it took: it costs a twentieth of the time at most, however often it is asked for. */
const KEPT_TIMES = 20;

/** Reads what grows with the store, such as a sum over all accounts. Whoever asks while it is being read gets that reading. */
export const cacheExpensiveGauge = (clock: Clock, read: () => Promise<number>): (() => Promise<number>) => {
  let reading: Promise<number> | undefined;
  let kept = { value: Number.NaN, until: Number.NEGATIVE_INFINITY };
  const readNow = async () => {
    const began = clock.now();
    const value = await read();
    const took = clock.now() - began;
    if (took >= CHEAP_MS) kept = { value, until: clock.now() + KEPT_TIMES * took };
    return value;
  };
  return async () => {
    if (clock.now() < kept.until) return kept.value;
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  };
};

/** Seconds since the oldest event was committed that is still in the outbox; 0 when it is empty. */
export const outboxAge = async (store: Transaction, clock: Clock): Promise<number> => {
  const oldest = await store.collection(outboxRows).findOne({}, { sort: { _id: 1 } });
  if (!oldest) return 0;
  const { occurredAt } = JSON.parse(oldest.value) as EventEnvelope;
  return Math.max(0, clock.now() - Date.parse(occurredAt)) / 1000;
};
