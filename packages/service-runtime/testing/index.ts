// biome-ignore-all lint/suspicious/noExplicitAny: tests look into answers without declaring them

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Clock, createIds, type Ids, silentLog, systemClock, type WhenGone } from '@piecework/base';
import { isOnKafka, isOnMongo, pause } from '@piecework/base/testing';
import type { Settings } from '@piecework/config';
import { testSettings } from '@piecework/config/testing';
import {
  type AnyEvent,
  EVENTS,
  type EventData,
  type EventType,
  OPERATIONS,
  type OperationId,
  type OperationSpec,
  parseEvent,
  type ServiceName,
  TOPICS,
  type Topic,
} from '@piecework/contracts';
import { type EventBus, type Subscribe, toRecord } from '@piecework/event-log';
import { giveBackTestLog, openTestBus, takeTestLog } from '@piecework/event-log/testing';
import { ASSERTION_HEADER, type PlainResponse } from '@piecework/http';
import { type Actor, createAssertions, createTokens, type IdentityClaims, type Tokens } from '@piecework/identity';
import type { Store } from '@piecework/store';
import {
  dropSpareTestFiles,
  giveBackTestFile,
  openTestStore,
  removeTestFolder,
  takeTestFile,
} from '@piecework/store/testing';
import { type Counters, createCounters } from '../src/counters/counters';
import { createTransact, createTransactBatch } from '../src/events/transact';
import type { Unit } from '../src/events/unit';
import { heartbeats } from '../src/heartbeat/heartbeat';
import { createServiceRuntime, type ServiceRuntime } from '../src/runtime';
import type { ServiceDeps, ServiceModule } from '../src/service';
import { createSweep } from '../src/timers/sweep';
import type { Timer } from '../src/timers/timer';

export interface HarnessCall {
  as?: Actor;
  identity?: IdentityClaims;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
  raw?: Readable;
  whenGone?: WhenGone;
}

const isOnEngine = isOnKafka() || isOnMongo();

/** Each poll is a round trip to a broker or server. */
const LOOK_AGAIN_MS = isOnEngine ? 20 : 2;

/** Fewer rounds on slow containers; the embedded engines run them all. */
export const roundsOf = (embedded: number): number => (isOnEngine ? Math.ceil(embedded / 5) : embedded);

/** Milliseconds until the engines are asked, although a delivery is still expected. */
const EXPECTED_WITHIN = 200;

const createCountingBus = (bus: EventBus) => {
  const counts = { begun: 0, published: 0, expected: 0, handled: 0 };
  const subscribed = new Set<Topic>();
  const publish: EventBus['publish'] = async (records) => {
    counts.begun += records.length;
    counts.expected += records.filter(({ topic }) => subscribed.has(topic)).length;
    await bus.publish(records);
    counts.published += records.length;
  };
  const subscribe: EventBus['subscribe'] = (options) => {
    if (options.group === null) return bus.subscribe(options);
    for (const topic of options.topics) subscribed.add(topic);
    const handler: Subscribe['handler'] = async (record) => {
      await options.handler(record);
      counts.handled += 1;
    };
    return bus.subscribe({ ...options, handler });
  };
  /** Costs no round trip to an engine. Redeliveries may end it early, and a blocked consumer late. */
  const mostlyHandled = async () => {
    const deadline = performance.now() + EXPECTED_WITHIN;
    while (counts.handled < counts.expected && performance.now() < deadline) await pause(2);
  };
  return { bus: { ...bus, publish, subscribe }, counts, mostlyHandled };
};

/** One reader for all published events: on Kafka each reader costs a consumer group. */
const createJournal = (bus: EventBus, counts: { published: number }) => {
  const events: AnyEvent[] = [];
  let read = 0;
  const open = async () => {
    const reader = await bus.subscribe({
      group: null,
      topics: TOPICS,
      handler: async ({ value }) => {
        read += 1;
        const parsed = parseEvent(value);
        if (parsed.ok) events.push(parsed.event);
      },
    });
    await reader.caughtUp;
    return reader;
  };
  let reader: ReturnType<typeof open> | undefined;
  return {
    all: async (): Promise<AnyEvent[]> => {
      reader ??= open();
      await reader;
      while (read < counts.published) await pause(LOOK_AGAIN_MS);
      // Kafka orders within a key only; ids rise in commit order.
      return isOnKafka() ? [...events].sort((a, b) => (a.eventId < b.eventId ? -1 : 1)) : [...events];
    },
    close: async () => (await reader)?.stop(),
  };
};

/** One service without sockets over its own engines (TEST_STORE, TEST_EVENTS). */
export interface Harness {
  call(operation: OperationId, call?: HarnessCall): Promise<PlainResponse & { body: any }>;
  internal(name: string, args?: Record<string, unknown>): Promise<any>;
  /** Publishes as another service would; resolves when all published events are handled. */
  given<T extends EventType>(type: T, aggregateId: string, data: EventData<T>): Promise<AnyEvent>;
  redeliver(event: AnyEvent): Promise<void>;
  events<T extends EventType>(type: T): Promise<Extract<AnyEvent, { type: T }>[]>;
  settle(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
  readonly store: Store;
  /** File of the store (see `openTestStore`). */
  readonly file: string;
  readonly bus: EventBus;
  readonly tokens: Tokens;
  readonly settings: Settings;
  readonly ids: Ids;
  readonly tallies: ServiceModule['tallies'];
  readonly transact: ServiceDeps['transact'];
  readonly counters: Counters;
  readonly runtime: ServiceRuntime;
}

if (isOnMongo()) afterAll(dropSpareTestFiles);

export const startHarness = async (
  module: ServiceModule<ServiceName>,
  options: { env?: Record<string, string>; clock?: Clock; watch?: (store: Store) => Store } = {},
): Promise<Harness> => {
  const dir = await mkdtemp(join(tmpdir(), `piecework-${module.name}-`));
  const file = takeTestFile(dir, module.name);
  const logFile = takeTestLog(dir);
  const settings = testSettings({ DATA_DIR: dir, ...options.env });
  const clock = options.clock ?? systemClock;
  const ids = createIds(() => clock.now());
  const tokens = createTokens({ clock, secret: settings.jwtSecret });
  const assertions = createAssertions({ clock, keys: settings.serviceKeys });
  const { bus, counts, mostlyHandled } = createCountingBus(await openTestBus(logFile));
  const journal = createJournal(bus, counts);
  let store!: Store;
  let runtime!: ServiceRuntime;

  const start = async () => {
    store = await openTestStore(file);
    store = options.watch?.(store) ?? store;
    runtime = await createServiceRuntime(module, {
      settings,
      store,
      bus,
      clock,
      ids,
      log: silentLog,
      // Some tests commit events without the runtime.
      outboxPollMs: 100,
      // An event that no attempt can handle is parked after 0.1 s instead of 1.7 s.
      attemptBackoff: { firstMs: 5, maxMs: 40, factor: 4 },
    });
    await runtime.start();
  };
  const halt = async () => {
    await runtime.stop();
    await store.close();
  };

  const value = async (gauge: string) => (await runtime.gauges[gauge]?.value()) ?? 0;
  const settle = async () => {
    for (;;) {
      // Embedded engines resolve at once, so yield to the service.
      await new Promise((resolve) => setImmediate(resolve));
      await runtime.timersIdle();
      await mostlyHandled();
      const before = counts.begun;
      const busy =
        (await value('piecework_outbox_pending')) ||
        (await value('piecework_consumer_lag')) ||
        (await value('piecework_outbox_pending'));
      // Events published meanwhile may be missing from the lag.
      if (busy === 0 && counts.begun === before && counts.published === before) return;
      await pause(LOOK_AGAIN_MS);
    }
  };

  const redeliver = async (event: AnyEvent) => {
    await bus.publish([toRecord(EVENTS[event.type].topic, event)]);
    await settle();
  };

  await start();
  return {
    call: async (operation, call = {}) => {
      const spec: OperationSpec = OPERATIONS[operation];
      const headers: Record<string, string> = { ...call.headers };
      if (call.as || call.identity)
        headers[ASSERTION_HEADER] = assertions.sign(module.name, {
          actor: call.as ?? null,
          identity: call.identity ?? null,
        });
      if (call.key) headers['idempotency-key'] = call.key;
      const { params = {}, query = {}, body, raw, whenGone } = call;
      // Over HTTP the body passes through JSON.
      const json = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
      const response = await runtime.dispatch(operation, {
        method: spec.method,
        path: spec.path,
        params,
        query,
        headers,
        body: json,
        ...(raw && { raw }),
        ...(whenGone && { whenGone }),
      });
      const isFile = spec.isDownload && response.status === 200;
      return isFile ? { ...response, body: await text(response.body as Readable) } : response;
    },
    internal: (name, args = {}) => runtime.internal(name, args),
    given: async (type, aggregateId, data) => {
      const event = {
        eventId: ids.next(),
        type,
        version: EVENTS[type].version,
        occurredAt: new Date(clock.now()).toISOString(),
        aggregateId,
        correlationId: ids.next(),
        causationId: null,
        actor: null,
        data,
      } as unknown as AnyEvent;
      await redeliver(event);
      return event;
    },
    redeliver,
    events: async <T extends EventType>(type: T) => {
      await settle();
      return (await journal.all()).filter((event): event is Extract<AnyEvent, { type: T }> => event.type === type);
    },
    settle,
    restart: async () => {
      await halt();
      await start();
    },
    stop: async () => {
      await Promise.all([halt(), journal.close()]);
      await bus.close();
      await Promise.all([giveBackTestFile(file, module.name), giveBackTestLog(logFile)]);
      await removeTestFolder(dir);
    },
    get store() {
      return store;
    },
    get runtime() {
      return runtime;
    },
    file,
    bus,
    tokens,
    settings,
    ids,
    tallies: module.tallies,
    get counters() {
      return createCounters(store);
    },
    transact: (fn) => transactFor({ store, ids, tallies: module.tallies }, clock, fn),
  };
};

type TransactHarness = Pick<Harness, 'store' | 'ids'> & Partial<Pick<Harness, 'tallies'>>;

const createTransactFor = async ({ store, ids, tallies }: TransactHarness, clock: Clock) => {
  // The relay of a shared store publishes only events that have an owner.
  const [running] = store.shared ? await store.collection(heartbeats).find({}, { limit: 1 }) : [];
  return createTransact(createTransactBatch({ store, ids, clock, owner: running?._id, tallies }), clock);
};

const transactFor = async <R>(
  harness: TransactHarness,
  clock: Clock,
  fn: (unit: Unit<never>) => Promise<R>,
): Promise<R> => {
  const transact = await createTransactFor(harness, clock);
  return transact({ correlationId: harness.ids.next(), causationId: null, actor: null }, [], fn);
};

/** One round of `timer` at the time of `clock`, as another replica of the service would run it. */
export const sweepOnce = async (
  timer: Timer,
  harness: TransactHarness,
  { clock, isCaughtUp = true }: { clock: Clock; isCaughtUp?: boolean },
): Promise<void> => {
  const yielding = { now: clock.now, after: systemClock.after };
  const { store, ids } = harness;
  const transact = await createTransactFor(harness, yielding);
  const deps = { store, transact, isCaughtUp: async () => isCaughtUp, clock: yielding, ids, log: silentLog };
  await createSweep(timer, deps, new AbortController().signal)();
};
