import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ServiceName } from '@piecework/contracts';
import { createLog } from '@piecework/service-kit';
import { loadSettings, openBus, type RunningService, startService } from '@piecework/service-kit/run';
import { lockDataFolder, runningOver } from '../data-lock';
import { createInternalClient, type InternalClient } from '../internal-client';
import { UsageError } from '../options';
import { sayError } from '../say-error';
import { SERVICE_MODULES } from '../services';

/**
 * Calls into the services of an installation: of the stack that runs over the data folder, or of services started for the while of
 * the command when none does.
 */
export const withServices = async <R>(
  dataDir: string,
  work: (call: InternalClient) => Promise<R>,
): Promise<R> => {
  if (!existsSync(dataDir))
    throw new UsageError(
      `There is no data folder ${dataDir} yet: run npm start first, or name another with --data DIR.`,
    );
  const holder = runningOver(dataDir);
  const settings = loadSettings({
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...(holder && { PORT: String(holder.port) }),
  });
  if (holder) return work(createInternalClient(settings));

  const unlock = lockDataFolder(dataDir, settings.port);
  const bus = await openBus(settings, createLog('command', settings.logLevel));
  const running: RunningService[] = [];
  try {
    for (const module of SERVICE_MODULES)
      running.push(await startService(module, { settings, bus, port: 0 }));
    const runtimeOf = (service: ServiceName) => {
      const found = running.find(({ runtime }) => runtime.name === service);
      if (!found) throw new Error(`No service ${service}`);
      return found.runtime;
    };
    return await work((service, name, args = {}) => runtimeOf(service).internal(name, args));
  } finally {
    for (const service of running) await service.stop();
    await bus.close();
    unlock();
  }
};

/** The words and options of a command: `npm run admin -- EMAIL --data DIR`. */
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
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/** Runs a command to its end: its answer is the exit code, a fault that a person can mend is one sentence. */
export const runCommand = async (command: () => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await command();
  } catch (error) {
    sayError(error);
    process.exitCode = 1;
  }
};
