import { join } from 'node:path';
import { type Clock, createIds, createLog, type Log, OperatorError, runAlone, systemClock } from '@piecework/base';
import { loadSettings, makeDataFolder, type Settings } from '@piecework/config';
import type { ServiceName } from '@piecework/contracts';
import { BusUnavailableError, type EventBus } from '@piecework/event-log';
import { HOSTS, listen, requireFreePorts } from '@piecework/http/server';
import { createAssertions } from '@piecework/identity';
import { type Store, StoreOpenError } from '@piecework/store';
import { createServiceApp, createServiceMetrics, observeCalls } from './http/service-app';
import { markFolder } from './release';
import { createServiceRuntime, type ServiceRuntime } from './runtime';
import type { ServiceModule } from './service';

/** The file in the data folder with a service's documents; null for an external engine. */
export const storeFileOf = (
  { store, dataDir }: Pick<Settings, 'store' | 'dataDir'>,
  service: ServiceName,
): string | null => {
  const file = { sqlite: `${service}.sqlite`, mongodb: null }[store];
  return file && join(dataDir, file);
};

/** The file in the data folder with the event log; null for an external engine. */
export const eventFileOf = ({ events, dataDir }: Pick<Settings, 'events' | 'dataDir'>): string | null => {
  const file = { sqlite: 'events.sqlite', kafka: null }[events];
  return file && join(dataDir, file);
};

const inDataFolder = async <R>(
  { dataDir }: Settings,
  file: string | null,
  open: (file: string) => Promise<R>,
): Promise<R> => {
  if (file === null) throw new Error('an external engine has no file');
  makeDataFolder(dataDir);
  markFolder(dataDir);
  try {
    return await open(file);
  } catch (error) {
    if (!(error instanceof StoreOpenError || error instanceof BusUnavailableError)) throw error;
    throw new OperatorError(
      `${error.message.replace(/\.$/, '')}. Replace it with a backup, or choose another data folder with --data DIR or DATA_DIR.`,
      { cause: error },
    );
  }
};

export const databaseOf = (service: ServiceName): string => `piecework_${service}`;

export const openStore = async (settings: Settings, service: ServiceName): Promise<Store> => {
  switch (settings.store) {
    case 'sqlite': {
      const { openSqliteStore } = await import('@piecework/store/sqlite');
      return inDataFolder(settings, storeFileOf(settings, service), (file) => openSqliteStore({ file }));
    }
    case 'mongodb': {
      const { openMongoStore } = await import('@piecework/store/mongodb');
      return openMongoStore({ uri: settings.mongodbUri ?? '', database: databaseOf(service) });
    }
  }
};

export const createEnding = (log: Log) => {
  let end: (reason: Error) => void = () => {};
  const failed = new Promise<Error>((resolve) => {
    end = resolve;
  });
  const onDead = (reason: Error) => {
    log.error({ err: reason }, 'the event log is no longer readable: exiting, so that a new process starts');
    end(reason);
  };
  return { failed, onDead };
};

/** @param onDead called when only a new process can resume reading */
export const openBus = async (settings: Settings, log: Log, onDead?: (reason: Error) => void): Promise<EventBus> => {
  switch (settings.events) {
    case 'sqlite': {
      const { openSqliteBus } = await import('@piecework/event-log/sqlite');
      return inDataFolder(settings, eventFileOf(settings), (file) => openSqliteBus({ file, log }));
    }
    case 'kafka': {
      const { openKafkaBus } = await import('@piecework/event-log/kafka');
      return openKafkaBus({ ...settings.kafka, log, ...(onDead && { onDead }) });
    }
  }
};

export interface RunningService {
  runtime: ServiceRuntime;
  store: Store;
  port: number;
  stop(): Promise<void>;
}

export const startService = async (
  module: ServiceModule<ServiceName>,
  options: { settings: Settings; bus: EventBus; port: number; log?: Log; clock?: Clock },
): Promise<RunningService> => {
  const { settings, bus, port, clock = systemClock } = options;
  const ids = createIds(clock.now);
  const log = options.log ?? createLog(module.name, settings.logLevel);
  const store = await openStore(settings, module.name);
  // In start order; stopped in reverse, also after a failed start.
  const running: { stop(): Promise<void> }[] = [{ stop: () => store.close() }];
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  try {
    const unobserved = await createServiceRuntime(module, { settings, store, bus, clock, ids, log });
    const metrics = createServiceMetrics(unobserved);
    const runtime = observeCalls(unobserved, { metrics, log });
    const assertions = createAssertions({ clock, keys: settings.serviceKeys });
    running.push(runtime);
    const server = await listen(
      createServiceApp(runtime, { metrics, assertions, ids, log }),
      port,
      HOSTS[settings.listen],
      settings.drainSeconds * 1000,
    );
    running.push(server);
    await runtime.start();
    return { runtime, store, port: server.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** A URL omits the default port of its scheme. */
export const servicePort = (settings: Settings, name: ServiceName): number => {
  const { port, protocol } = new URL(settings.serviceUrls[name]);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
};

export const runService = (module: ServiceModule<ServiceName>): Promise<void> =>
  runAlone(async () => {
    const settings = loadSettings(process.env, module.name);
    const log = createLog(module.name, settings.logLevel);
    const { failed, onDead } = createEnding(log);
    const port = servicePort(settings, module.name);
    await requireFreePorts([{ part: module.name, port }], HOSTS[settings.listen]);
    const bus = await openBus(settings, log, onDead);
    try {
      const service = await startService(module, { settings, bus, port, log });
      log.info({ port: service.port }, `${module.name} service is ready`);
      const stop = async () => {
        await service.stop();
        await bus.close();
      };
      return { stop, failed };
    } catch (error) {
      await bus.close();
      throw error;
    }
  });
