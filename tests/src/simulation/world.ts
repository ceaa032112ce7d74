import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createSnapshot, type Snapshot } from '@piecework/audit';
import { type Ids, silentLog, sleep } from '@piecework/base';
import { createVirtualClock } from '@piecework/base/testing';
import { testSettings } from '@piecework/config/testing';
import { OPERATIONS, type OperationId, type ServiceName } from '@piecework/contracts';
import type { EventRecord } from '@piecework/event-log';
import { createGateway, type Gateway, type ServiceClient, ServiceUnavailableError } from '@piecework/gateway';
import type { PlainRequest, PlainResponse } from '@piecework/http';
import { createAssertions, createTokens } from '@piecework/identity';
import { notificationService } from '@piecework/notification';
import type { ServiceModule } from '@piecework/service-runtime';
import { createServiceRuntime, type ServiceRuntime } from '@piecework/service-runtime/runtime';
import type { Store } from '@piecework/store';
import { removeTestFolder } from '@piecework/store/testing';
import { submissionService } from '@piecework/submission';
import { taskService } from '@piecework/task';
import { createUserService } from '@piecework/user';
import { insecurePasswords } from '@piecework/user/testing';
import { walletService } from '@piecework/wallet';
import { createCrashingStore, type PlannedCrash } from './crashing-store';
import { createSimulatedIds } from './ids';
import type { Random } from './random';
import { createServiceLifetime, type ServiceLifetime } from './service-lifetime';
import { createSimulatedBus } from './simulated-bus';

/** All services but media: it has no coins, and its worker threads are not deterministic. */
const MODULES = [
  createUserService({ passwords: insecurePasswords }),
  taskService,
  submissionService,
  walletService,
  notificationService,
] as const;
export type SimulatedService = (typeof MODULES)[number]['name'];
export const SIMULATED_SERVICES = MODULES.map((module) => module.name);

const START = Date.UTC(2026, 0, 5, 8);
/** Begins each account number of the simulation, which is written nowhere in plain (I18). */
export const NUMBER_MARKER = '0177007700';
/** Milliseconds until a call times out. */
const CALL_TIMEOUT = 10_000;

export interface Caller {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A file of rows, instead of a body. */
  file?: string;
  key?: string;
}

interface Life {
  incarnation: ServiceLifetime;
  runtime: ServiceRuntime | null;
}

/** A marketplace in one process: the real services and gateway over real stores, with a seeded event log, clock and network. */
export interface World {
  readonly now: () => number;
  readonly ids: Ids;
  /** The stored documents of all services. */
  readonly snapshot: Snapshot;
  /** Calls the gateway. Rejects when the answer is lost. */
  call(operation: OperationId, caller?: Caller): Promise<PlainResponse>;
  internal(service: SimulatedService, name: string, args: Record<string, unknown>): Promise<unknown>;
  /** The service dies at one of its next commits, and restarts later. */
  planCrash(service: SimulatedService, crash: PlannedCrash): void;
  restartGateway(): Promise<void>;
  resetOffsets(service: SimulatedService): void;
  /** The clock jumps by `ms` when it is next advanced (`VirtualClock.leap`). */
  leap(ms: number): void;
  /** Advances the clock. */
  runFor(ms: number): Promise<void>;
  /** Waits without advancing the clock: for callers. */
  pause(ms: number): Promise<void>;
  /** Runs without faults until every event is handled and no timer is due. Rejects after ten minutes of simulated time. */
  quiesce(): Promise<void>;
  /** Updates `snapshot` with the writes since the last refresh. */
  refresh(): Promise<void>;
  /** Number of faults of each kind. */
  readonly faults: Readonly<Record<'crashes' | 'lostReplies' | 'gatewayRestarts' | 'offsetResets' | 'leaps', number>>;
  /** The published events. */
  readonly events: readonly EventRecord[];
  /** What was written to a store or published with an account number in plain. */
  readonly leaks: readonly string[];
  close(): Promise<void>;
}

/** A task that has it waits for an admin. */
export const HELD_WORD = 'new 8';

export type OpenStore = (file: string) => Promise<Store>;

export const createWorld = async (random: Random, openStore: OpenStore): Promise<World> => {
  const dir = mkdtempSync(join(tmpdir(), 'piecework-simulation-'));
  const settings = testSettings({
    MAIL: 'outbox',
    REVIEW_WORDS: HELD_WORD,
    RATE_LIMITS:
      'accountPerSecond=100000,editsPerMinute=100000,accountListKib=1000000,networkListKib=1000000,holdMinutes=1,numberChangesPerDay=1000,addressPerSecond=100000,signUpsPerDay=100000,firstMailsPerDay=100000,grantsPerDay=100000,signInFailures=1000,signInFailuresPerEmail=1000,passwordChangeFailures=1000',
  });
  let busy = 0;
  const clock = createVirtualClock(START, () => busy > 0);
  const ids = createSimulatedIds(clock);
  const tokens = createTokens({ clock, secret: settings.jwtSecret });
  const assertions = createAssertions({ clock, keys: settings.serviceKeys });
  const bus = createSimulatedBus(clock, random.fork('bus'));
  const network = random.fork('network');
  const stores = new Map<SimulatedService, Store>();
  const lives = new Map<SimulatedService, Life>();
  const planned = new Map<SimulatedService, PlannedCrash>();
  const leaks: string[] = [];
  const lookForNumbers = (where: string, written: unknown) => {
    const text = typeof written === 'string' ? written : JSON.stringify(written);
    if (text.includes(NUMBER_MARKER)) leaks.push(`${where}: ${text}`);
  };
  let lookedThrough = 0;
  const faults = { crashes: 0, lostReplies: 0, gatewayRestarts: 0, offsetResets: 0, leaps: 0 };
  let faultsOn = true;

  for (const { name } of MODULES) stores.set(name, await openStore(join(dir, `${name}.sqlite`)));
  const storeOf = (name: SimulatedService) => stores.get(name) as Store;
  const snapshot = createSnapshot(Object.fromEntries(stores) as Record<SimulatedService, Store>);

  const start = async (module: (typeof MODULES)[number]) => {
    const { name } = module;
    const incarnation = createServiceLifetime();
    const life: Life = { incarnation, runtime: null };
    lives.set(name, life);
    void incarnation.death.then(() => {
      faults.crashes += 1;
      clock.after(network.int(10, 4000), () => void start(module));
    });
    const store = createCrashingStore(storeOf(name), incarnation, {
      crashAt: () => {
        const crash = planned.get(name);
        if (!faultsOn || !crash || --crash.commits > 0) return null;
        planned.delete(name);
        return crash.when;
      },
      writing: (collection, args) => lookForNumbers(`${name} ${collection}`, args),
      committed: (writes) => snapshot.changed(name, writes),
      busy: (change) => {
        busy += change;
      },
    });
    const runtime = await createServiceRuntime(module as ServiceModule<ServiceName>, {
      settings,
      store,
      bus: bus.connect(incarnation),
      clock: incarnation.clock(clock),
      ids,
      log: silentLog,
    });
    await runtime.start();
    life.runtime = runtime;
  };

  /** The network between gateway and services: a service that is dead, or dies during the call, does not answer. */
  const reach = async <R>(name: ServiceName, work: (runtime: ServiceRuntime) => Promise<R>): Promise<R> => {
    const life = lives.get(name as SimulatedService);
    if (!life?.runtime || !life.incarnation.alive) throw new ServiceUnavailableError(name, 'is down');
    const late = new Promise<never>((_, reject) => {
      clock.after(CALL_TIMEOUT, () => reject(new ServiceUnavailableError(name, 'is too slow')));
    });
    const dead = life.incarnation.death.then(() => {
      throw new ServiceUnavailableError(name, 'has died');
    });
    return Promise.race([work(life.runtime), late, dead]);
  };

  const services: ServiceClient = {
    call: (service, operation, request) => reach(service, (runtime) => runtime.dispatch(operation, request)),
    internal: (service, name, args) => reach(service, (runtime) => runtime.internal(name, args)),
    isReady: async () => true,
    close: async () => {},
  };

  let gateway: Gateway;
  let gatewayLife = createServiceLifetime();
  const startGateway = async () => {
    gatewayLife = createServiceLifetime();
    gateway = createGateway({
      settings,
      bus: bus.connect(gatewayLife),
      clock: gatewayLife.clock(clock),
      ids,
      log: silentLog,
      tokens,
      assertions,
      services,
    });
    await gateway.start();
  };

  let plannedLeap = 0;
  const runFor = async (ms: number) => {
    if (plannedLeap > 0) {
      faults.leaps += 1;
      const by = plannedLeap;
      plannedLeap = 0;
      await clock.leap(by);
    }
    await clock.runUntil(clock.now() + ms);
  };

  for (const module of MODULES) await start(module);
  await startGateway();
  await runFor(1);

  const isTimerDue = async () => {
    for (const { runtime } of lives.values())
      for (const seconds of Object.values((await runtime?.overdue()) ?? {})) if (seconds !== 0) return true;
    return false;
  };
  const isQuiet = async () => {
    const alive = [...lives.values()].every(({ runtime, incarnation }) => runtime !== null && incarnation.alive);
    if (!alive || bus.pending() > 0) return false;
    await snapshot.refresh();
    return snapshot.outbox.size === 0 && !(await isTimerDue());
  };

  return {
    now: clock.now,
    ids,
    snapshot,
    faults,
    call: async (operation, caller = {}) => {
      const spec = OPERATIONS[operation];
      const request: PlainRequest = {
        method: spec.method,
        path: spec.path,
        params: caller.params ?? {},
        query: caller.query ?? {},
        headers: {
          ...(caller.token !== undefined && { authorization: `Bearer ${caller.token}` }),
          ...(caller.key !== undefined && { 'idempotency-key': caller.key }),
          ...(caller.body !== undefined && { 'content-type': 'application/json' }),
          ...(caller.file !== undefined && { 'content-type': 'text/csv' }),
        },
        // As on the wire: only JSON values arrive.
        body: caller.body === undefined ? undefined : JSON.parse(JSON.stringify(caller.body)),
        ...(caller.file !== undefined && { raw: Readable.from([Buffer.from(caller.file)]) }),
      };
      const life = gatewayLife;
      const answer = await Promise.race([
        gateway.handle(operation, request),
        life.death.then(() => {
          throw new Error('The gateway has died');
        }),
      ]);
      if (faultsOn && network.chance(0.03)) {
        faults.lostReplies += 1;
        throw new Error('The answer was lost');
      }
      return answer;
    },
    internal: (service, name, args) => reach(service, (runtime) => runtime.internal(name, args)),
    planCrash: (service, crash) => void planned.set(service, crash),
    restartGateway: async () => {
      faults.gatewayRestarts += 1;
      gatewayLife.die();
      await startGateway();
    },
    resetOffsets: (service) => {
      faults.offsetResets += 1;
      bus.resetToBeginning(service);
    },
    leap: (ms) => {
      plannedLeap += ms;
    },
    runFor,
    pause: (ms) => sleep(clock, ms),
    quiesce: async () => {
      faultsOn = false;
      bus.setFaults(false);
      planned.clear();
      const limit = clock.now() + 600_000;
      do {
        do {
          if (clock.now() > limit) throw new Error('Events are pending or timers due after ten minutes without faults');
          await runFor(500);
        } while (!(await isQuiet()));
        // Waiting calls poll at least this often, and may then emit events.
        await runFor(300);
      } while (!(await isQuiet()));
      bus.setFaults(true);
      faultsOn = true;
    },
    refresh: async () => {
      for (; lookedThrough < bus.records.length; lookedThrough++)
        lookForNumbers('event', bus.records[lookedThrough]?.value ?? '');
      await snapshot.refresh();
    },
    events: bus.records,
    leaks,
    close: async () => {
      for (const { incarnation } of lives.values()) incarnation.die();
      gatewayLife.die();
      for (const store of stores.values()) await store.close();
      await removeTestFolder(dir);
    },
  };
};
