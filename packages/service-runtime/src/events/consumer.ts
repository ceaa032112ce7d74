import type { EventEnvelope, EventType } from '@piecework/contracts';
import type { AnyCollectionSpec } from '@piecework/store';
import type { Unit } from './unit';

/** Documents that a handler reads by `_id`. */
export interface Read {
  of: AnyCollectionSpec;
  ids: readonly string[];
}

/** `handle` commits with the event's inbox entry, so a redelivery has no effect. It may depend only on the event and the store. */
export interface Consumer {
  on: EventType;
  emits: readonly EventType[];
  handle(event: EventEnvelope, unit: Unit): Promise<void>;
  /** What `handle` probably reads: a batch of events reads it at once. Anything else is read when it is needed. */
  reads?(event: EventEnvelope): readonly Read[];
}

export const on = <T extends EventType, const E extends readonly EventType[]>(
  type: T,
  emits: E,
  handle: (event: EventEnvelope<T>, unit: Unit<E[number]>) => Promise<void>,
  reads?: (event: EventEnvelope<T>) => readonly Read[],
): Consumer => ({
  on: type,
  emits,
  handle: handle as Consumer['handle'],
  ...(reads && { reads: reads as NonNullable<Consumer['reads']> }),
});
