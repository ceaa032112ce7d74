import type { EventEnvelope, EventType } from '@piecework/contracts';
import type { Unit } from './unit';

/** `handle` commits with the event's inbox entry, so a redelivery has no effect. It may depend only on the event and the store. */
export interface Consumer {
  on: EventType;
  emits: readonly EventType[];
  handle(event: EventEnvelope, unit: Unit): Promise<void>;
}

export const on = <T extends EventType, const E extends readonly EventType[]>(
  type: T,
  emits: E,
  handle: (event: EventEnvelope<T>, unit: Unit<E[number]>) => Promise<void>,
): Consumer => ({ on: type, emits, handle: handle as Consumer['handle'] });
