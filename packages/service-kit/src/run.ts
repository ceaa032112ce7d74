import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@piecework/contracts';
import { systemClock } from './clock';
import type { EventBus } from './events/bus';
import { isUnavailable } from './events/failure';
import { openSqliteBus } from './events/sqlite-bus';
import { ListenError, listen } from './http/server';
import { createServiceApp } from './http/service-app';
import { createIds } from './ids';
import { createLog, type Log } from './log';
import { createServiceRuntime, type ServiceRuntime } from './runtime';
import { embeddedSecret } from './secret';
import type { ServiceModule } from './service';
import { readSettings, type Settings, SettingsError } from './settings';
import { openSqliteStore } from './store/sqlite-store';
import { type Store, StoreOpenError } from './store/store';
import { createTokens } from './tokens';

/** Opens the store of one service, as the settings choose. */
export const openStore = (settings: Settings, service: ServiceName): Promise<Store> => {
  mkdirSync(settings.dataDir, { recursive: true });
  return openSqliteStore({ file: join(settings.dataDir, `${service}.sqlite`) });
};

/** Opens the event log, as the settings choose. */
export const openBus = (settings: Settings, log: Log): Promise<EventBus> => {
  mkdirSync(settings.dataDir, { recursive: true });
  return openSqliteBus({ file: join(settings.dataDir, 'events.sqlite'), log });
};

/**
 * Settings of an installation: the environment, and in an embedded one the secret that is kept in its data folder.
 *
 * @throws {SettingsError}
 */
export const loadSettings = (env: Readonly<Record<string, string | undefined>> = process.env): Settings => {
  const secret =
    env.JWT_SECRET || env.NODE_ENV === 'production'
      ? env.JWT_SECRET
      : embeddedSecret(env.DATA_DIR || '.data', createIds());
  return readSettings({
    ...env,
    ...(secret !== undefined && { JWT_SECRET: secret }),
  });
};

export interface RunningService {
  runtime: ServiceRuntime;
  store: Store;
  port: number;
  stop(): Promise<void>;
}

/** Starts one service over an open bus and serves it; the caller owns the bus. */
export const startService = async (
  module: ServiceModule<ServiceName>,
  options: { settings: Settings; bus: EventBus; port: number; log?: Log },
): Promise<RunningService> => {
  const { settings, bus, port } = options;
  const clock = systemClock;
  const ids = createIds();
  const log = options.log ?? createLog(module.name, settings.logLevel);
  const store = await openStore(settings, module.name);
  // In the order of starting; stopped the other way round, at the end or when the start fails half-way.
  const running: { stop(): Promise<void> }[] = [{ stop: () => store.close() }];
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  try {
    const runtime = await createServiceRuntime(module, { settings, store, bus, clock, ids, log });
    const tokens = createTokens({
      clock,
      secret: settings.jwtSecret,
      previousSecret: settings.jwtSecretPrevious,
    });
    running.push(runtime);
    const server = await listen(createServiceApp(runtime, { tokens, ids, log }), port);
    running.push(server);
    await runtime.start();
    return { runtime, store, port: server.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** What a person can mend: said in one sentence, without a stack. */
export const isOperatorError = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  error instanceof ListenError ||
  error instanceof StoreOpenError ||
  isUnavailable(error) ||
  ['EACCES', 'EROFS', 'EPERM', 'ENOSPC'].includes((error as NodeJS.ErrnoException)?.code ?? '');

/** Runs `start` as a program: Ctrl-C and SIGTERM stop it in order (a second one at once), a fault at start is one clear sentence. */
export const runProgram = async (start: () => Promise<{ stop(): Promise<void> }>): Promise<void> => {
  try {
    const program = await start();
    let stopping = false;
    const stop = (signal: NodeJS.Signals) => {
      if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
      stopping = true;
      program.stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  } catch (error) {
    if (isOperatorError(error)) console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
};

/** The port of the address at which everybody looks for the service; one that its scheme implies is not in the URL. */
export const servicePort = (settings: Settings, name: ServiceName): number => {
  const { port, protocol } = new URL(settings.serviceUrls[name]);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
};

/** `main.ts` of every service. */
export const runService = (module: ServiceModule<ServiceName>): Promise<void> =>
  runProgram(async () => {
    const settings = loadSettings();
    const log = createLog(module.name, settings.logLevel);
    const bus = await openBus(settings, log);
    const service = await startService(module, {
      settings,
      bus,
      port: servicePort(settings, module.name),
      log,
    });
    log.info({ port: service.port }, `${module.name} service is ready`);
    return {
      stop: async () => {
        await service.stop();
        await bus.close();
      },
    };
  });
