import type { Clock } from '@piecework/base';
import type { EventEnvelope } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { outboxRows } from './events/outbox';

export interface GaugeSpec {
  help: string;
  value: () => Promise<number>;
}

/** Age in seconds of the oldest outbox row; 0 when empty. */
export const outboxAge = async (store: Transaction, clock: Clock): Promise<number> => {
  const oldest = await store.collection(outboxRows).findOne({}, { sort: { _id: 1 } });
  if (!oldest) return 0;
  const { occurredAt } = JSON.parse(oldest.value) as EventEnvelope;
  return Math.max(0, clock.now() - Date.parse(occurredAt)) / 1000;
};
