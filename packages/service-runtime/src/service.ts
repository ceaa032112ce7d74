import type { Clock, Ids, Log, Signals } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { EventType, Integrity, ServiceName, Totals } from '@piecework/contracts';
import type { Actor, Tokens } from '@piecework/identity';
import type { AnyCollectionSpec, Store } from '@piecework/store';
import type { Counters } from './counters/counters';
import type { AnyTally } from './counters/tally';
import type { Consumer } from './events/consumer';
import type { Unit } from './events/unit';
import type { GaugeSpec } from './gauges';
import type { OperationHandlers } from './http/operations';
import type { InvariantCheck } from './invariant-checks';
import { type OwnData, requireOwnData } from './own-data';
import type { Timer } from './timers/timer';

/** The only sources of environment, time and randomness. */
export interface ServiceDeps {
  settings: Settings;
  /** Reads only. Change state through `transact` or a consumer's unit, so that events and counters commit with it. */
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  signals: Signals;
  tokens: Tokens;
  /** For work that no call, event or timer does. */
  transact<R>(fn: (unit: Unit<never>) => Promise<R>): Promise<R>;
  /** Counters of the module's `tallies`. For people and metrics: nothing about coins is decided by a counter. */
  counters: Counters;
}

/** Only the fields that this service owns; the gateway merges them. */
export type PartialTotals = {
  [R in keyof Totals]?: Partial<NonNullable<Totals[R]>>;
};

/** Sums that this service owns; the gateway merges them. Absent while its counters are not complete. */
export type PartialIntegrity = Pick<Integrity, 'dollars' | 'payouts' | 'appeals'> & {
  coins?: Partial<NonNullable<Integrity['coins']>>;
};

export interface InternalContext<E extends EventType = EventType> {
  correlationId: string;
  transact<R>(fn: (unit: Unit<E>) => Promise<R>): Promise<R>;
}

export interface InternalCall {
  emits: readonly EventType[];
  run(args: Record<string, unknown>, context: InternalContext): Promise<unknown>;
}

export const internally = <const E extends readonly EventType[]>(
  emits: E,
  run: (args: Record<string, unknown>, context: InternalContext<E[number]>) => Promise<unknown>,
): InternalCall => ({ emits, run: run as InternalCall['run'] });

export interface Service<S extends ServiceName = ServiceName> {
  operations: OperationHandlers<S>;
  consumers: readonly Consumer[];
  totals?(actor: Actor): Promise<PartialTotals>;
  integrity?(): Promise<PartialIntegrity>;
  /** `POST /internal/{name}`, JSON in and out. */
  internal?: Readonly<Record<string, InternalCall>>;
  gauges?: Readonly<Record<string, GaugeSpec>>;
  /** Checked in the background; results are in /metrics. */
  invariantChecks?: Readonly<Record<string, InvariantCheck>>;
  /** Scheduled work. */
  timers?: readonly Timer[];
  /** Runs before the first event is consumed. A rejection ends the start. */
  start?(): Promise<void>;
  /** Called last, also when the service never started. */
  close?(): Promise<void>;
}

export interface ServiceModule<S extends ServiceName = ServiceName> {
  name: S;
  collections: readonly AnyCollectionSpec[];
  /** Kept in the transaction of each change of their documents. */
  tallies?: readonly AnyTally[];
  /** Names each of the collections: what a person downloads of it, or why it is withheld. */
  ownData: readonly OwnData[];
  create(deps: ServiceDeps): Service<S>;
}

export const defineService = <S extends ServiceName>(module: ServiceModule<S>): ServiceModule<S> => {
  requireOwnData(module.name, module.collections, module.ownData);
  return Object.freeze(module);
};
