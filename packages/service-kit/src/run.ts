import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@piecework/contracts';
import { systemClock } from './clock';
import type { EventBus } from './events/bus';
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
import type { Store } from './store/store';
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
  const runtime = await createServiceRuntime(module, {
    settings,
    store,
    bus,
    clock,
    ids,
    log,
  });
  const tokens = createTokens({
    clock,
    secret: settings.jwtSecret,
    previousSecret: settings.jwtSecretPrevious,
  });
  try {
    const server = await listen(createServiceApp(runtime, { tokens, ids, log }), port);
    await runtime.start();
    const stop = async () => {
      await server.stop();
      await runtime.stop();
      await store.close();
    };
    return { runtime, store, port: server.port, stop };
  } catch (error) {
    await store.close();
    throw error;
  }
};

/** What a person can mend: said in one sentence, without a stack. */
export const isOperatorError = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  error instanceof ListenError ||
  ['EACCES', 'EROFS', 'EPERM', 'ENOSPC'].includes((error as NodeJS.ErrnoException)?.code ?? '') ||
  (error instanceof Error && error.name === 'StoreOpenError');

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

const servicePort = (settings: Settings, name: ServiceName): number =>
  Number(new URL(settings.serviceUrls[name]).port);

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
