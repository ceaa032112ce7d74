import type { EmittedData, EventType } from '@piecework/contracts';
import type { Transaction, UnitOfWork } from '@piecework/store';

export interface Unit<E extends EventType = EventType> extends Transaction {
  /** Writes to the outbox within the transaction. @throws for a type that is not declared in `emits` */
  emit<T extends E>(type: T, aggregateId: string, data: EmittedData<T>): void;
  /** Best effort, only after a commit: a crash may skip `fn`. */
  afterCommit(fn: () => void): void;
  readonly cause: Cause;
  /** A new id and the present time. */
  stamp(): { _id: string; at: string };
}

export interface Cause {
  correlationId: string;
  /** Id of the handled event; null for a user's call. */
  causationId: string | null;
  /** User id; null for the system. */
  actor: string | null;
  /** Email of the caller; absent in a consumer or timer. */
  actorEmail?: string | undefined;
}

/** Commits a state change with its events. `fn` may run more than once (see `Store.transaction`). */
export type Transact = <E extends EventType, R>(
  cause: Cause,
  emits: readonly E[],
  fn: (unit: Unit<E>) => Promise<R>,
) => Promise<R>;

/** One change of a batch. `run` may run more than once (see `Store.transaction`). */
export interface Work {
  cause: Cause;
  emits: readonly EventType[];
  run(unit: Unit): Promise<unknown>;
}

/** Commits the changes, one after the other, in one transaction with their events: all or none. `before` runs first in it. */
export type TransactBatch = (works: readonly Work[], before?: (tx: UnitOfWork) => Promise<void>) => Promise<void>;
