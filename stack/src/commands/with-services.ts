import { parseArgs } from 'node:util';
import { createIds, createLog, printError, systemClock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { ServiceName } from '@piecework/contracts';
import { openBus, openStore } from '@piecework/service-runtime/run';
import { createServiceRuntime, type ServiceRuntime } from '@piecework/service-runtime/runtime';
import { lockDataFolder } from '../data-lock';
import { createInternalClient, type InternalClient } from '../internal-client';
import { UsageError } from '../options';
import { SERVICE_MODULES } from '../services';
import { findInstallation, usesDataFolder } from './installation';

/** A command calls no provider and consumes no event, so its services need no key of one. */
const withoutProviders = (settings: Settings): Settings => ({
  ...settings,
  payments: 'simulated',
  images: settings.images === 'imgbb' ? (settings.mongodbUri ? 'gridfs' : 'files') : settings.images,
  mail: settings.mail === 'smtp' ? 'outbox' : settings.mail,
});

/**
 * Calls into the services of an installation: of the running stack, of individually started services, or, when none runs, directly over the
 * stores. There services only publish: a second consumer beside running ones would handle events twice.
 *
 * @param names the services that `work` calls
 */
export const withServices = async <R>(
  dataDir: string,
  names: readonly ServiceName[],
  work: (call: InternalClient) => Promise<R>,
): Promise<R> => {
  const installation = await findInstallation(dataDir, ['user']);
  if (installation.isRunning) return work(createInternalClient(installation.forCalls()));
  const settings = withoutProviders(installation.settings);

  // In starting order; stopped in reverse.
  const running: { stop(): Promise<void> }[] = [];
  const services = new Map<ServiceName, ServiceRuntime>();
  try {
    if (usesDataFolder(settings)) {
      const unlock = lockDataFolder(dataDir, 0);
      running.push({ stop: async () => unlock() });
    }
    const log = createLog('command', settings.logLevel);
    const bus = await openBus(settings, log);
    running.push({ stop: () => bus.close() });
    for (const module of SERVICE_MODULES.filter(({ name }) => names.includes(name))) {
      const store = await openStore(settings, module.name);
      running.push({ stop: () => store.close() });
      const ids = createIds();
      const service = await createServiceRuntime(module, { settings, store, bus, clock: systemClock, ids, log });
      running.push(service);
      service.startPublishing();
      services.set(module.name, service);
    }
    return await work(async (service, name, args = {}) => services.get(service)?.internal(name, args));
  } finally {
    for (const part of running.reverse()) await part.stop();
  }
};

/** Arguments and options of a command: `npm run admin -- EMAIL --data DIR`. */
export const readCommand = (options: Record<string, { type: 'string' | 'boolean' }> = {}) => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { data: { type: 'string' }, ...options },
    });
    return {
      values: values as Record<string, string | boolean | undefined>,
      words: positionals,
      dataDir: String(values.data ?? (process.env.DATA_DIR || '.data')),
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

/** Runs a command: its result is the exit code; an operator error is printed as one sentence. */
export const runCommand = async (command: () => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await command();
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
};
