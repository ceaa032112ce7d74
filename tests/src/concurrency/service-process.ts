// biome-ignore-all lint/suspicious/noExplicitAny: tests look into answers without declaring them

import type { Readable } from 'node:stream';
import { createIds, silentLog, systemClock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { EVENTS, type EventData, type EventType, OPERATIONS, type OperationId } from '@piecework/contracts';
import { type DeliveredRecord, type EventBus, type EventRecord, toRecord } from '@piecework/event-log';
import { ASSERTION_HEADER, type PlainResponse } from '@piecework/http';
import { type Actor, createAssertions, type IdentityClaims } from '@piecework/identity';
import type { ServiceModule } from '@piecework/service-runtime';
import { openStore } from '@piecework/service-runtime/run';
import { createServiceRuntime } from '@piecework/service-runtime/runtime';
import type { Collection, Document, Store } from '@piecework/store';

export interface Call {
  as?: Actor;
  identity?: IdentityClaims;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  raw?: Readable;
  headers?: Record<string, string>;
  /** Idempotency-Key */
  key?: string;
}

/** One of several processes of a service over one database. The test delivers its events. */
export interface Process {
  call(operation: OperationId, call?: Call): Promise<PlainResponse & { body: any }>;
  internal(name: string, args: Record<string, unknown>): Promise<any>;
  /** Resolves when the event has been handled or parked. */
  deliver(...records: EventRecord[]): Promise<void>;
  /** Pauses the next transaction at its n-th interruption point until `meanwhile` resolves. */
  interruptAt(point: number, meanwhile: () => Promise<unknown>): void;
  /** Whether the last transaction reached its interruption point. */
  wasInterrupted(): boolean;
  published: readonly EventRecord[];
  store: Store;
  /** The same store, with the transactions that `interruptAt` pauses. */
  interruptible: Store;
  stop(): Promise<void>;
}

const ids = createIds();
export const newId = (): string => ids.next();

/** An event as another service publishes it. */
export const eventFor = <T extends EventType>(type: T, aggregateId: string, data: EventData<T>): EventRecord =>
  toRecord(EVENTS[type].topic, {
    eventId: newId(),
    type,
    version: EVENTS[type].version,
    occurredAt: new Date().toISOString(),
    aggregateId,
    correlationId: newId(),
    causationId: null,
    actor: null,
    data,
  });

const READS: readonly string[] = ['find', 'findOne', 'countDocuments', 'sum'] satisfies (keyof Collection<Document>)[];

/**
 * Pauses a transaction at the points that matter: after its first call, which takes the snapshot, and after each write. Reads in between see
 * the snapshot and need no point.
 */
const interruptible = (store: Store) => {
  let left = Number.POSITIVE_INFINITY;
  let interruption: () => Promise<unknown> = async () => {};
  const pointPassed = async () => {
    left -= 1;
    if (left === 0) await interruption();
  };
  const watched = <T extends Document>(inner: Collection<T>, isFirst: () => boolean): Collection<T> =>
    new Proxy(inner, {
      get: (target, name: keyof Collection<T> & string) => {
        const method = target[name] as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          const isPoint = isFirst() || !READS.includes(name);
          const answer = await method.apply(target, args);
          if (isPoint) await pointPassed();
          return answer;
        };
      },
    });
  const transaction: Store['transaction'] = (fn) =>
    store.transaction((tx) => {
      let calls = 0;
      const isFirst = () => calls++ === 0;
      return fn({ ...tx, collection: (spec) => watched(tx.collection(spec), isFirst) });
    });
  return {
    store: { ...store, transaction } satisfies Store,
    interruptAt: (point: number, meanwhile: () => Promise<unknown>) => {
      left = point;
      interruption = meanwhile;
    },
    wasInterrupted: () => left <= 0,
  };
};

/** An event bus whose deliveries the test controls. */
const createManualBus = () => {
  const published: EventRecord[] = [];
  let handler: (record: DeliveredRecord) => Promise<void> = async () => {};
  const bus: EventBus = {
    publish: async (records) => {
      published.push(...records);
    },
    subscribe: async (options) => {
      handler = options.handler;
      return { caughtUp: Promise.resolve(), stop: async () => {} };
    },
    lag: async () => ({}),
    resetToBeginning: async () => {},
    ping: async () => {},
    requests: new Map(),
    close: async () => {},
  };
  return { bus, published, deliver: (record: EventRecord) => handler({ ...record, position: '0' }) };
};

export const startProcess = async (module: ServiceModule<any>, settings: Settings): Promise<Process> => {
  const opened = await openStore(settings, module.name);
  const { store, interruptAt, wasInterrupted } = interruptible(opened);
  const { bus, published, deliver } = createManualBus();
  const clock = systemClock;
  const runtime = await createServiceRuntime(module, {
    ...{ settings, store, bus, clock, ids: createIds(), log: silentLog },
    // `sweepOnce` wakes no relay.
    outboxPollMs: 100,
  });
  await runtime.start();
  const assertions = createAssertions({ clock, keys: settings.serviceKeys });
  return {
    call: async (operation, { as, identity, params = {}, query = {}, body, raw, key, ...call } = {}) => {
      const { method, path } = OPERATIONS[operation];
      const headers = {
        [ASSERTION_HEADER]: assertions.sign(module.name, { actor: as ?? null, identity: identity ?? null }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...call.headers,
      };
      return runtime.dispatch(operation, { method, path, params, query, headers, body, ...(raw && { raw }) });
    },
    internal: (name, args) => runtime.internal(name, args),
    deliver: async (...records) => {
      for (const record of records) await deliver(record);
    },
    interruptAt,
    wasInterrupted,
    published,
    store: opened,
    interruptible: store,
    stop: async () => {
      await runtime.stop();
      await opened.close();
    },
  };
};
