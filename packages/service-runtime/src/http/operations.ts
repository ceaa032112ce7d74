import type { Readable } from 'node:stream';
import type { WhenGone } from '@piecework/base';
import type {
  EventType,
  HandlerProblem,
  OPERATIONS,
  OperationId,
  OperationInput,
  ProblemCodeOf,
  ServiceName,
} from '@piecework/contracts';
import { type Failure, fail, type Reply } from '@piecework/http';
import type { Actor, IdentityClaims } from '@piecework/identity';
import type { Unit } from '../events/unit';

/** The operations that a service answers. */
export type OperationsOf<S extends ServiceName> = {
  [I in OperationId]: (typeof OPERATIONS)[I]['service'] extends S ? I : never;
}[OperationId];

/** What surrounds one call. */
export interface Call<E extends EventType = EventType> {
  /** The signed-in user, or null. The gateway has checked it against the operation's `auth` and `roles`. */
  actor: Actor | null;
  /** The proven identity, for operations of people who are not registered yet. */
  identity: IdentityClaims | null;
  correlationId: string;
  headers: Record<string, string | undefined>;
  raw: Readable | undefined;
  /** For work that waits: undefined where no caller can leave (tests, the simulation). */
  whenGone: WhenGone | undefined;
  /**
   * Runs the state change of this call in one transaction with its events. For an idempotent operation the answer of `fn` (plain JSON; a
   * failure is not) is kept with the `Idempotency-Key` in that transaction, and a repeat answers it without running `fn`: so call it once per request
   * and make the reply a function of its answer.
   */
  transact<R>(fn: (unit: Unit<E>) => Promise<R>): Promise<R>;
}

export type ServiceFailure = Failure<ProblemCodeOf<ServiceName>>;

export interface OperationHandler {
  emits: readonly EventType[];
  handle(input: OperationInput<OperationId>, call: Call): Promise<Reply | ServiceFailure>;
}

/** In the place of a handler: what the settings of this installation leave out. It is answered 404, whatever is sent. */
export const NOT_OFFERED: OperationHandler = Object.freeze({
  emits: [],
  handle: async () => fail('not-found'),
});

/** One handler per operation of the service: a missing one does not compile. */
export type OperationHandlers<S extends ServiceName> = S extends ServiceName
  ? { [I in OperationsOf<S>]: OperationHandler }
  : never;

/** Ties the types of an operation's input, its events and its problems to its handler. */
export const answer = <I extends OperationId, const E extends readonly EventType[] = []>(
  _operation: I,
  emits: E,
  handle: (input: OperationInput<I>, call: Call<E[number]>) => Promise<Reply | Failure<HandlerProblem<I>>>,
): OperationHandler => ({
  emits,
  handle: handle as unknown as OperationHandler['handle'],
});

/** The actor of an operation that needs one. */
export const actorOf = (call: Pick<Call, 'actor'>): Actor => {
  if (!call.actor) throw new Error('The gateway let a call without an actor through');
  return call.actor;
};
