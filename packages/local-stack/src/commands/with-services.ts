import { parseArgs } from 'node:util';
import { createLog, printError } from '@piecework/base';
import type { ServiceName } from '@piecework/contracts';
import { openBus, type RunningService, startService } from '@piecework/service-runtime/run';
import { lockDataFolder } from '../data-lock';
import { createInternalClient, type InternalClient } from '../internal-client';
import { UsageError } from '../options';
import { SERVICE_MODULES } from '../services';
import { findInstallation, usesDataFolder } from './installation';

/**
 * Calls into the services of an installation: of the running stack, of individually started services, or, when none runs, of services that the
 * command starts for its duration. A second set beside running ones would relay and consume twice.
 */
export const withServices = async <R>(
  dataDir: string,
  work: (call: InternalClient) => Promise<R>,
): Promise<R> => {
  const installation = await findInstallation(dataDir, ['user']);
  if (installation.isRunning) return work(createInternalClient(installation.settings));
  const settings = installation.forServices();

  // In starting order; stopped in reverse.
  const running: { stop(): Promise<void> }[] = [];
  const services = new Map<ServiceName, RunningService>();
  try {
    if (usesDataFolder(settings)) {
      const unlock = lockDataFolder(dataDir, 0);
      running.push({ stop: async () => unlock() });
    }
    const bus = await openBus(settings, createLog('command', settings.logLevel));
    running.push({ stop: () => bus.close() });
    for (const module of SERVICE_MODULES) {
      const service = await startService(module, { settings, bus, port: 0 });
      services.set(module.name, service);
      running.push(service);
    }
    return await work(async (service, name, args = {}) =>
      services.get(service)?.runtime.internal(name, args),
    );
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
