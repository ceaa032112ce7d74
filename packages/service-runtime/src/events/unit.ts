import type { EmittedData, EventType } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';

/** What one state change sees: its transaction, and the events that commit with it. */
export interface Unit<E extends EventType = EventType> extends Transaction {
  /** Adds an event to the outbox, in this transaction. Only types that the operation or consumer declares in `emits`. */
  emit<T extends E>(type: T, aggregateId: string, data: EmittedData<T>): void;
  /** Runs `fn` once the transaction has committed (never when it has not): for waking waiters, not for work that must happen. */
  afterCommit(fn: () => void): void;
}

/** Why a state change happens: copied into its events. */
export interface Cause {
  correlationId: string;
  /** The event handled, or null when a person acts. */
  causationId: string | null;
  /** The user who acts, or null for the system. */
  actor: string | null;
}

/** Runs a state change in one transaction together with the events that it emits; `fn` may run more than once (see `Store.transaction`). */
export type Transact = <E extends EventType, R>(
  cause: Cause,
  emits: readonly E[],
  fn: (unit: Unit<E>) => Promise<R>,
) => Promise<R>;
