import type { Clock, Ids, Log, Signals } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { EventType, ServiceName, Totals } from '@piecework/contracts';
import type { Actor, Tokens } from '@piecework/identity';
import type { AnyCollectionSpec, Store } from '@piecework/store';
import type { Consumer } from './events/consumer';
import type { Unit } from './events/unit';
import type { GaugeSpec } from './gauges';
import type { OperationHandlers } from './http/operations';
import type { InvariantCheck } from './invariant-checks';
import type { Job } from './jobs';

/** What a service is given: nothing in it reads the environment, the time or chance by itself. */
export interface ServiceDeps {
  settings: Settings;
  /** For reads. State changes go through the `transact` of a call or a consumer's unit, so that their events commit with them. */
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  signals: Signals;
  tokens: Tokens;
}

/** Only the fields that the service owns; the gateway merges them. */
export type PartialTotals = {
  [R in keyof Totals]?: Partial<NonNullable<Totals[R]>>;
};

/** What surrounds an internal call: nobody of the marketplace acts, the installation itself does. */
export interface InternalContext<E extends EventType = EventType> {
  correlationId: string;
  transact<R>(fn: (unit: Unit<E>) => Promise<R>): Promise<R>;
}

export interface InternalCall {
  emits: readonly EventType[];
  run(args: Record<string, unknown>, context: InternalContext): Promise<unknown>;
}

/** Ties the type of the events that an internal call emits to its code. */
export const internally = <const E extends readonly EventType[]>(
  emits: E,
  run: (args: Record<string, unknown>, context: InternalContext<E[number]>) => Promise<unknown>,
): InternalCall => ({ emits, run: run as InternalCall['run'] });

/** What a service is: the same shape for each, run by `createServiceRuntime`. */
export interface Service<S extends ServiceName = ServiceName> {
  operations: OperationHandlers<S>;
  consumers: readonly Consumer[];
  /** The part of `GET /totals` that this service knows, for one caller. */
  totals?(actor: Actor): Promise<PartialTotals>;
  /** Calls that only the gateway and the service's own tools make (`POST /internal/{name}`), JSON in and out. */
  internal?: Readonly<Record<string, InternalCall>>;
  /** Gauges for /metrics, read at each scrape: name → help and value. */
  gauges?: Readonly<Record<string, GaugeSpec>>;
  /** The service's own invariants, watched in the background and shown in /metrics: name → help and one look. */
  invariantChecks?: Readonly<Record<string, InvariantCheck>>;
  /** Work that the service repeats in the background. */
  jobs?: readonly Job[];
  /** Gives back what the service itself has opened; called last, also when it never started. */
  close?(): Promise<void>;
}

/** A service before it is given its dependencies. */
export interface ServiceModule<S extends ServiceName = ServiceName> {
  name: S;
  collections: readonly AnyCollectionSpec[];
  create(deps: ServiceDeps): Service<S>;
}

export const defineService = <S extends ServiceName>(module: ServiceModule<S>): ServiceModule<S> =>
  Object.freeze(module);
