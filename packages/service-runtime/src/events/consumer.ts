import type { EventEnvelope, EventType } from '@piecework/contracts';
import type { Unit } from './unit';

/**
 * What a service does when it hears of an event. `handle` runs in one transaction with the inbox entry of the event, so that a repeat does nothing;
 * it must be a function of the event and the store. `docs:events` draws `on` and `emits`; emitting anything else throws.
 */
export interface Consumer {
  on: EventType;
  emits: readonly EventType[];
  handle(event: EventEnvelope, unit: Unit): Promise<void>;
}

/** Ties the type of the event and of what it emits to its handler. */
export const on = <T extends EventType, const E extends readonly EventType[]>(
  type: T,
  emits: E,
  handle: (event: EventEnvelope<T>, unit: Unit<E[number]>) => Promise<void>,
): Consumer => ({ on: type, emits, handle: handle as Consumer['handle'] });
