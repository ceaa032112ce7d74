import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDITED_SERVICES, type AuditedService, auditStores } from '@piecework/audit';
import { type Log, systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import type { Settings } from '@piecework/config';
import { testSettings } from '@piecework/config/testing';
import type { ServiceName } from '@piecework/contracts';
import { createTokens } from '@piecework/identity';
import { type RunningService, startService } from '@piecework/service-runtime/run';
import { consumedEvents, createInternalClient, SERVICE_MODULES, type Stack, startStack } from '@piecework/stack';
import type { Store } from '@piecework/store';
import { type Client, createClient } from './client';
import { createLiveReader } from './live-reader';
import { createPeople } from './people';
import { freeBasePort } from './ports';

/** So high that only tests with their own limits reach them. */
const HIGH_LIMITS =
  'identityPerMinute=1000000,accountPerSecond=1000000,editsPerMinute=1000000,accountListKib=1000000,networkListKib=1000000,addressPerSecond=1000000,strangersAtOnce=1000000,signInsAtOnce=1000000,signUpsPerDay=1000000,firstMailsPerDay=1000000,grantsPerDay=1000000';

type LogOf = (part: string) => Log;

const isTaken = (error: unknown) => (error as { code?: string }).code === 'EADDRINUSE';

/** Starts on free ports; retries if another process takes one in the meantime. */
const startOnFreePorts = async (
  dataDir: string,
  env: Record<string, string>,
  logOf?: LogOf,
  fill: (settings: Settings) => Promise<void> = async () => {},
) => {
  for (let attempt = 1; ; attempt++) {
    const port = await freeBasePort();
    const settings = testSettings({ DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: HIGH_LIMITS, ...env });
    await fill(settings);
    try {
      // On the engines of other installations, over HTTP as there.
      const overHttp = settings.store !== 'sqlite';
      return { settings, stack: await startStack(settings, { overHttp, ...(logOf && { logOf }) }) };
    } catch (error) {
      if (attempt === 5 || !isTaken(error)) throw error;
    }
  }
};

/** Number of committed events that are not published or not handled yet, from the services' gauges. */
const countPendingEvents = async (running: Iterable<RunningService>): Promise<number> => {
  const gauges = [...running].flatMap(({ runtime }) => [
    runtime.gauges.piecework_outbox_pending?.value() ?? 0,
    runtime.gauges.piecework_consumer_lag?.value() ?? 0,
  ]);
  return (await Promise.all(gauges)).reduce((sum, value) => sum + value, 0);
};

/** Milliseconds in which all events must be handled. */
const SETTLE_MS = 60_000;

/** Polls `look` until it returns a value; throws after `withinMs`. */
export const eventually = async <T>(what: string, withinMs: number, look: () => Promise<T | undefined>): Promise<T> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await pause(10);
  }
};

const serviceControl = (stack: Stack, settings: Settings) => {
  const { services: running } = stack;
  return {
    running,
    stopService: async (name: ServiceName) => {
      const service = running.get(name);
      running.delete(name);
      await service?.stop();
    },
    startService: async (name: ServiceName) => {
      const module = SERVICE_MODULES.find((other) => other.name === name);
      if (!module) throw new Error(`There is no service ${name}`);
      const port = Number(new URL(settings.serviceUrls[name]).port);
      running.set(name, await startService(module, { settings, bus: stack.bus, port }));
    },
  };
};

const startEverything = async (
  dataDir: string,
  env: Record<string, string>,
  logOf?: LogOf,
  fill?: (settings: Settings) => Promise<void>,
) => {
  const { settings, stack } = await startOnFreePorts(dataDir, env, logOf, fill);
  const { running, stopService, startService } = serviceControl(stack, settings);
  const url = `http://127.0.0.1:${settings.port + 80}`;
  const client: Client = createClient(url);
  const internal = createInternalClient(settings);
  const tokens = createTokens({ clock: systemClock, secret: settings.jwtSecret });

  const settle = async () => {
    const deadline = Date.now() + SETTLE_MS;
    for (let quiet = 0; quiet < 2; ) {
      const busy = await countPendingEvents(running.values());
      quiet = busy === 0 ? quiet + 1 : 0;
      if (Date.now() > deadline) throw new Error(`${busy} events are still pending`);
      await pause(2);
    }
  };

  const storeOf = (name: ServiceName): Store => {
    const service = running.get(name);
    if (!service) throw new Error(`The ${name} service is stopped`);
    return service.store;
  };

  const audit = async () => {
    await settle();
    const stores = Object.fromEntries(AUDITED_SERVICES.map((service) => [service, storeOf(service)])) as Record<
      AuditedService,
      Store
    >;
    return auditStores({ stores, bus: stack.bus, consumed: consumedEvents(), clock: systemClock });
  };

  return {
    url,
    settings,
    tokens,
    internal,
    settle,
    audit,
    storeOf,
    bus: stack.bus,
    stopService,
    startService,
    ...client,
    ...createPeople({ client, tokens, internal, settle }),
    live: createLiveReader(url),
    stop: async () => {
      await client.close();
      await stack.stop();
    },
  };
};

/**
 * Starts the whole stack in this process, over real sockets and a new data folder.
 *
 * @param env additional settings
 * @param logOf log of each component by name; without it nothing is logged
 * @param fill runs before the stack starts
 */
export const startTestStack = async (
  env: Record<string, string> = {},
  logOf?: LogOf,
  fill?: (settings: Settings) => Promise<void>,
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-contract-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const stack = await startEverything(dataDir, env, logOf, fill);
    const stop = async () => {
      await stack.stop();
      await remove();
    };
    return { ...stack, stop };
  } catch (error) {
    await remove();
    throw error;
  }
};
export type TestStack = Awaited<ReturnType<typeof startTestStack>>;

/**
 * One stack for the tests of a file. It is audited and stopped after them.
 */
export const useStack = (
  env: Record<string, string> = {},
  prepare?: (stack: TestStack) => Promise<void>,
  logOf?: LogOf,
) => {
  let started: TestStack | undefined;
  beforeAll(async () => {
    started = await startTestStack(env, logOf);
    await prepare?.(started);
  });
  afterAll(async () => {
    try {
      if (started) expect((await started.audit()).violations).toEqual([]);
    } finally {
      await started?.stop();
    }
  });
  return (): TestStack => {
    if (!started) throw new Error('The stack has not been started yet');
    return started;
  };
};
