import { existsSync } from 'node:fs';
import { loadSettings, readSettings, type Settings } from '@piecework/config';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { databaseOf, eventFileOf, storeFileOf } from '@piecework/service-runtime/run';
import { type Holder, lockHolder } from '../data-lock';
import { UsageError } from '../options';
import { findRunningService } from './find-running-service';

/** An installation as its settings define it: a data folder, external engines, or both. */
export interface Installation {
  /** Settings of the engines and the addresses, without secrets. */
  settings: Settings;
  /** With the keys that calls of running services need. @throws {SettingsError} when one is missing */
  forCalls(): Settings;
  /** The process that holds the data folder. */
  holder: Holder | null;
  /** A stack runs, or individually started services. */
  isRunning: boolean;
}

/** Whether the data folder holds documents or events, which only one process may write. */
export const usesDataFolder = (settings: Settings): boolean => filesOf(settings, SERVICES).length > 0;

/** The configured engines. Reads and creates no secret: a command on a folder without data must not leave one behind. */
export const enginesOf = (dataDir: string, env: NodeJS.ProcessEnv = process.env): Settings =>
  readSettings({ ...env, DATA_DIR: dataDir }, 'job');

/** Files of the data folder with the events and these services' documents; none for external engines. */
const filesOf = (settings: Settings, services: readonly ServiceName[]): string[] =>
  [eventFileOf(settings), ...services.map((service) => storeFileOf(settings, service))].filter((file) => file !== null);

/** Detects services at addresses that are not in the settings. */
export const refuseMembers = (groups: readonly { name: string; members: number }[]): void => {
  const busy = groups.find(({ members }) => members > 0);
  if (busy)
    throw new UsageError(
      `The consumer group ${busy.name} has members: a service is running. Stop it (or wait a minute if it was killed), then run this command again.`,
    );
};

const requireFiles = (engines: Settings, services: readonly ServiceName[]) => {
  const missing = filesOf(engines, services).find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new UsageError(`There is no ${missing}: run npm start first, or name another folder with --data DIR.`);
};

const requireDatabases = async ({ store, mongodbUri = '' }: Settings, services: readonly ServiceName[]) => {
  if (store !== 'mongodb') return;
  const { mongoHosts, openMongoDatabases } = await import('@piecework/store/mongo-databases');
  const names = services.map(databaseOf);
  const databases = await openMongoDatabases(mongodbUri);
  try {
    const existing = await databases.existing(names);
    const missing = names.find((name) => !existing.includes(name));
    if (missing !== undefined)
      throw new UsageError(
        `There is no database ${missing} at ${mongoHosts(mongodbUri)}: start the installation first, or name another server with MONGODB_URI.`,
      );
  } finally {
    await databases.close();
  }
};

/**
 * The installation that the environment describes, with the documents of these services.
 *
 * @throws {UsageError} when there is none
 */
export const findInstallation = async (dataDir: string, services: readonly ServiceName[]): Promise<Installation> => {
  const engines = enginesOf(dataDir);
  requireFiles(engines, services);
  await requireDatabases(engines, services);
  const holder = lockHolder(dataDir);
  const isStack = holder !== null && holder.port > 0;
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...(isStack && { PORT: String(holder.port) }) };
  const settings = enginesOf(dataDir, env);
  return {
    settings,
    forCalls: () => loadSettings(env, 'tools'),
    holder,
    isRunning: isStack || (await findRunningService(settings)) !== null,
  };
};
