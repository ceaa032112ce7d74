import { type Backoff, type Clock, createSignals, type Ids, type Log } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { type OperationId, SERVICES, type ServiceName, topicsOf } from '@piecework/contracts';
import type { EventBus } from '@piecework/event-log';
import type { PlainRequest, PlainResponse } from '@piecework/http';
import { type Actor, createAssertions, createTokens } from '@piecework/identity';
import type { AnyCollectionSpec, Store } from '@piecework/store';
import { type ActingAdmin, adminActs, readAdminTrail } from './admin-trail';
import { counters } from './counters/counter.store';
import { createCounterUpkeep } from './counters/counter-upkeep';
import { createCounters } from './counters/counters';
import { announcementOf } from './counters/new-tallies';
import type { AnyTally } from './counters/tally';
import { type Consumption, createConsumption, eventCollections } from './events/inbox';
import { createRelay, outboxRows, outboxTakeover, type Relay, sharedOutboxRows } from './events/outbox';
import { createTransact, createTransactBatch } from './events/transact';
import { outboxAge } from './gauges';
import { heartbeats, startHeartbeat } from './heartbeat/heartbeat';
import { idempotencyExpiry, idempotencyRecords } from './http/idempotency';
import { createOperationHandler } from './http/operation-handler';
import type { OperationHandler } from './http/operations';
import { type IntegrityPart, readIntegrity } from './integrity';
import { createInvariantChecks } from './invariant-checks';
import { createOwnDataReader, type OwnData } from './own-data';
import { markDatabase } from './release';
import { internally, type Service, type ServiceModule } from './service';
import { createTimers } from './timers/sweep';

export interface RuntimeDeps {
  settings: Settings;
  store: Store;
  bus: EventBus;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Only tests set it. @default 5000 */
  outboxPollMs?: number;
  /** Only tests set it. See `ConsumptionDeps`. */
  attemptBackoff?: Backoff;
}

/** A running service without a socket, driven by the HTTP server, the stack and the simulation. */
export interface ServiceRuntime {
  name: ServiceName;
  operations: readonly OperationId[];
  gauges: NonNullable<Service['gauges']>;
  /** Never rejects. */
  dispatch(operation: OperationId, request: PlainRequest): Promise<PlainResponse>;
  /** Calls of the gateway and the operator tools. @throws {UnknownInternalCallError} */
  internal(
    name: string,
    args: Record<string, unknown>,
    correlationId?: string,
    /** The calling program, for the log. */
    caller?: string,
  ): Promise<unknown>;
  start(): Promise<void>;
  /** Publishes events without consuming any, for a command. Part of `start`. */
  startPublishing(): void;
  /** Waits for running handlers; unpublished events stay in the outbox. */
  stop(): Promise<void>;
  /** Resolves when store and event log respond. */
  ready(): Promise<void>;
  /** Timer → seconds since its oldest deadline that has passed; 0 when there is none, NaN when it cannot be read. */
  overdue(): Promise<Record<string, number>>;
  /** See `ParkedEvents.ages`. */
  parkedAges(): Promise<Record<string, number>>;
  /** Resolves when no timer is firing. */
  timersIdle(): Promise<void>;
  /** See `Store` and `EventBus`. */
  readonly commands: Store['commands'];
  readonly requests: EventBus['requests'];
}

export class UnknownInternalCallError extends Error {
  override readonly name = 'UnknownInternalCallError';
}

export const collectionsOf = (module: Pick<ServiceModule, 'collections'>): readonly AnyCollectionSpec[] => [
  ...new Set([...module.collections, ...eventCollections, idempotencyRecords, adminActs, counters]),
];

/** Creates missing collections and indexes. @throws {ReleaseError} when this version does not read the documents */
export const prepareStore = async (
  store: Store,
  module: Pick<ServiceModule, 'name' | 'collections'>,
): Promise<void> => {
  const specs = collectionsOf(module);
  // The marker of embedded stores is in the data folder.
  if (store.shared) await markDatabase(store, module.name, specs);
  await store.prepare([...specs, ...(store.shared ? [sharedOutboxRows, heartbeats] : [])]);
};

/** Publishes the events of this process, and on a shared store those of dead ones. */
const createPublishing = (deps: RuntimeDeps, owner: string | undefined, tallies: readonly AnyTally[]) => {
  const { store, log, outboxPollMs: pollMs } = deps;
  const countRows = () => store.collection(outboxRows).countDocuments({});
  let relay: Relay | undefined;
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
  const pending = async () => relay?.pending() ?? countRows();
  return {
    wake: () => relay?.wake(),
    pending,
    /** On a shared store also of other processes; it has published rows for some milliseconds. */
    isUnfinished: async () => (store.shared ? await countRows() : await pending()) > 0,
    start: () => {
      relay = createRelay({ ...deps, owner, pollMs });
      if (owner === undefined) return;
      const takeover = outboxTakeover({ store, owner, log, wake: relay.wake });
      heartbeat = startHeartbeat({ ...deps, instance: owner, announcement: announcementOf(tallies), takeover });
    },
    stop: async () => {
      await relay?.stop();
      await heartbeat?.stop();
    },
  };
};

interface EventParts {
  store: Store;
  clock: Clock;
  consumption: Consumption;
}

/** Calls that each service answers. */
const createInternalCalls = (
  service: Service,
  { store, settings }: Pick<RuntimeDeps, 'store' | 'settings'>,
  { parked, quarantine }: Consumption,
  integrity: () => Promise<IntegrityPart>,
  ownDataParts: readonly OwnData[],
): NonNullable<Service['internal']> => {
  const ownData = createOwnDataReader({ store, settings }, ownDataParts);
  // One answer of the gateway is merged from all services (P-8.10).
  const trailBytes = Math.ceil((settings.rateLimits.listKilobytes * 1024) / SERVICES.length);
  return {
    totals: internally([], async ({ actor }) => (await service.totals?.(actor as Actor)) ?? {}),
    parked: internally([], () => parked.list()),
    // Without `by` the operator retries.
    retryParked: internally([], async ({ id, by }) => parked.retry(String(id), by as ActingAdmin | undefined)),
    quarantined: internally([], async () => ({ records: await quarantine.list(), total: await quarantine.count() })),
    // Only the operator's command calls these.
    discardRecord: internally([], ({ id }) => quarantine.discard(String(id), null)),
    discardRecords: internally([], () => quarantine.discardAll(null)),
    trail: internally([], (args) => readAdminTrail(store, args, trailBytes)),
    integrity: internally([], integrity),
    ownDataFiles: internally([], async () => ownData.files()),
    ownDataPage: internally([], ownData.page),
    ...service.internal,
  };
};

const eventGauges = (deps: EventParts & { name: ServiceName; bus: EventBus; pending: () => Promise<number> }) => {
  const { name, store, bus, clock, consumption, pending } = deps;
  return {
    piecework_outbox_pending: { help: 'Events committed and not yet published', value: pending },
    piecework_outbox_oldest_seconds: {
      help: 'Age of the oldest unpublished event; 0 without one',
      value: () => outboxAge(store, clock),
    },
    piecework_events_parked: {
      help: 'Parked events: processing failed, a retry is due',
      value: async () => (await consumption.parked.counts()).parked,
    },
    piecework_events_waiting: {
      help: 'Events queued behind a parked one',
      value: async () => (await consumption.parked.counts()).waiting,
    },
    piecework_records_quarantined: {
      help: 'Records that are no events, kept until they are discarded',
      value: consumption.quarantine.count,
    },
    piecework_consumer_lag: {
      help: 'Events published and not yet handled',
      value: async () => Object.values(await bus.lag(name)).reduce((sum, lag) => sum + (lag ?? 0), 0),
    },
  };
};

export const createServiceRuntime = async (
  module: ServiceModule<ServiceName>,
  deps: RuntimeDeps,
): Promise<ServiceRuntime> => {
  const { store, bus, clock, ids, log, settings } = deps;
  await prepareStore(store, module);
  const owner = store.shared ? ids.next() : undefined;
  const { tallies = [] } = module;
  const publishing = createPublishing(deps, owner, tallies);
  const upkeep = createCounterUpkeep({ store, tallies, clock, log });
  await upkeep.prepare();
  const onCommit = publishing.wake;
  const transactBatch = createTransactBatch({ store, ids, clock, log, owner, tallies, onCommit });
  const transact = createTransact(transactBatch, clock);
  const tokens = createTokens({ clock, secret: settings.jwtSecret, previousSecret: settings.jwtSecretPrevious });
  const service = module.create({
    settings,
    store,
    clock,
    ids,
    log,
    signals: createSignals(clock),
    tokens,
    counters: createCounters(store),
    transact: (fn) => transact({ correlationId: ids.next(), causationId: null, actor: null }, [], fn),
  });
  const { consumers } = service;
  const consumption = createConsumption({ ...deps, service: module.name, consumers, transactBatch });
  const operations: Record<string, OperationHandler> = service.operations;
  const dispatch = createOperationHandler({
    operations,
    transact,
    assertions: createAssertions({ clock, keys: settings.serviceKeys }),
    service: module.name,
    serviceKeys: settings.serviceKeys[module.name] ?? [],
    clock,
    ids,
    log,
  });

  const topics = topicsOf(consumers.map(({ on }) => on));
  const isCaughtUp = async () => {
    const lag = await bus.lag(module.name);
    const { parked, waiting } = await consumption.parked.counts();
    return parked + waiting === 0 && topics.every((topic) => lag[topic] === 0);
  };
  const timers = createTimers([idempotencyExpiry, ...(service.timers ?? [])], { ...deps, transact, isCaughtUp });
  const invariantChecks = createInvariantChecks({
    invariantChecks: { ...service.invariantChecks, ...(tallies.length > 0 && upkeep.invariantChecks) },
    clock,
    log,
  });

  const integrity = () =>
    readIntegrity({
      clock,
      checks: invariantChecks.results,
      overdue: timers.overdue,
      parked: consumption.parked.counts,
      isCaughtUp,
      hasUnpublished: publishing.isUnfinished,
      sums: async () => (await service.integrity?.()) ?? {},
    });
  const internal = createInternalCalls(service, deps, consumption, integrity, module.ownData);

  let endConsuming = async () => {};

  return {
    name: module.name,
    operations: Object.keys(operations) as OperationId[],
    gauges: {
      ...eventGauges({ name: module.name, store, bus, clock, consumption, pending: publishing.pending }),
      ...(tallies.length > 0 && upkeep.gauges),
      ...service.gauges,
      ...invariantChecks.gauges,
    },
    dispatch,
    internal: async (name, args, correlationId = ids.next()) => {
      const call = Object.hasOwn(internal, name) ? internal[name] : undefined;
      if (!call) throw new UnknownInternalCallError(`${module.name} has no internal call '${name}'`);
      const cause = { correlationId, causationId: null, actor: null };
      return call.run(args, { correlationId, transact: (fn) => transact(cause, call.emits, fn) });
    },
    start: async () => {
      await service.start?.();
      publishing.start();
      // Not earlier: stopping a consumption that never started would erase the marker of a crash.
      endConsuming = consumption.stop;
      await consumption.start();
      timers.start();
      upkeep.start();
      invariantChecks.start();
    },
    startPublishing: publishing.start,
    stop: async () => {
      invariantChecks.stop();
      await timers.stop();
      await upkeep.stop();
      await endConsuming();
      await publishing.stop();
      await service.close?.();
    },
    ready: async () => {
      await Promise.all([store.ping(), bus.ping()]);
    },
    overdue: timers.overdue,
    parkedAges: consumption.parked.ages,
    timersIdle: timers.idle,
    commands: store.commands,
    requests: bus.requests,
  };
};
