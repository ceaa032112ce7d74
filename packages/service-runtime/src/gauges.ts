import type { Clock } from '@piecework/base';
import type { EventEnvelope } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { outboxRows } from './events/outbox';

export interface GaugeSpec {
  help: string;
  value: () => Promise<number>;
}

const CHEAP_MS = 25;
/** Cache lifetime as a multiple of the reading's duration: readings use at most 5 % of the time. */
const KEPT_TIMES = 20;

/** For readings whose cost grows with the store. Single-flight. */
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

/** Age in seconds of the oldest outbox row; 0 when empty. */
export const outboxAge = async (store: Transaction, clock: Clock): Promise<number> => {
  const oldest = await store.collection(outboxRows).findOne({}, { sort: { _id: 1 } });
  if (!oldest) return 0;
  const { occurredAt } = JSON.parse(oldest.value) as EventEnvelope;
  return Math.max(0, clock.now() - Date.parse(occurredAt)) / 1000;
};
