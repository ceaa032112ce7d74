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

export type OperationsOf<S extends ServiceName> = {
  [I in OperationId]: (typeof OPERATIONS)[I]['service'] extends S ? I : never;
}[OperationId];

export interface Call<E extends EventType = EventType> {
  /** null without a session. The gateway has enforced the operation's `auth` and `roles`. */
  actor: Actor | null;
  identity: IdentityClaims | null;
  correlationId: string;
  headers: Record<string, string | undefined>;
  raw: Readable | undefined;
  /** undefined where a caller cannot disconnect (tests, simulation). */
  whenGone: WhenGone | undefined;
  /**
   * An idempotent operation stores the result (plain JSON, no failure) with the `Idempotency-Key`, and a repeat returns it without `fn`.
   * So call it once per request and derive the reply from its result alone.
   */
  transact<R>(fn: (unit: Unit<E>) => Promise<R>): Promise<R>;
}

export type ServiceFailure = Failure<ProblemCodeOf<ServiceName>>;

export interface OperationHandler {
  emits: readonly EventType[];
  handle(input: OperationInput<OperationId>, call: Call): Promise<Reply | ServiceFailure>;
}

export const NOT_OFFERED: OperationHandler = Object.freeze({ emits: [], handle: async () => fail('not-found') });

/** For operations that the settings disable: always 404. */
export const notOffered = <I extends OperationId>(operations: readonly I[]): Record<I, OperationHandler> =>
  Object.fromEntries(operations.map((operation) => [operation, NOT_OFFERED])) as Record<I, OperationHandler>;

export type OperationHandlers<S extends ServiceName> = S extends ServiceName
  ? { [I in OperationsOf<S>]: OperationHandler }
  : never;

type Answer<I extends OperationId> = Promise<Reply | Failure<HandlerProblem<I>>>;

/** The handler under the name of its operation, so that services collect their handlers by spreads. */
export const answer = <I extends OperationId, const E extends readonly EventType[] = []>(
  operation: I,
  emits: E,
  handle: (input: OperationInput<I>, call: Call<E[number]>) => Answer<I>,
) => ({ [operation]: { emits, handle } }) as unknown as Record<I, OperationHandler>;

/** An idempotent operation stores the result of its transaction, which the next release has to read: no whole reply. */
type OperationWithoutIdempotency = {
  [I in OperationId]: (typeof OPERATIONS)[I] extends { idempotent: true } ? never : I;
}[OperationId];

export const answerInTransaction = <I extends OperationWithoutIdempotency, const E extends readonly EventType[]>(
  operation: I,
  emits: E,
  handle: (unit: Unit<E[number]>, input: OperationInput<I>, call: Call<E[number]>) => Answer<I>,
) => answer(operation, emits, (input, call) => call.transact((unit) => handle(unit, input, call)));

export const actorOf = (call: Pick<Call, 'actor'>): Actor => {
  if (!call.actor) throw new Error('The gateway let a call without an actor through');
  return call.actor;
};
