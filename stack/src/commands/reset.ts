import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Settings } from '@piecework/config';
import { SERVICES } from '@piecework/contracts';
import { databaseOf, eventFileOf, storeFileOf } from '@piecework/service-runtime/run';
import { lockHolder } from '../data-lock';
import { UsageError } from '../options';
import { findRunningService } from './find-running-service';
import { enginesOf, refuseMembers, usesDataFolder } from './installation';
import { readCommand, runCommand } from './with-services';

/** Something that the reset removes: its description, and how to remove it. */
interface Part {
  names: readonly string[];
  remove(): Promise<void>;
}

const refuseIfRunning = async (settings: Settings, dataDir: string) => {
  const service = await findRunningService(settings);
  if (service)
    throw new UsageError(
      `The ${service.name} service answers at ${service.url} and may use ${dataDir}. Stop it, or set PORT=N of this installation if that service belongs to another one, then run this command again.`,
    );
};

const folder = (dataDir: string, engines: Settings): Part | null => {
  if (!usesDataFolder(engines)) {
    // The secret and `remotes.json` are kept: they are not data.
    const images = join(dataDir, 'images');
    const isOurs = engines.images === 'files' && existsSync(images);
    return isOurs ? { names: [images], remove: async () => rmSync(images, { recursive: true }) } : null;
  }
  if (!existsSync(dataDir)) return null;
  // Proof that the folder is a data folder: it holds the event log, or the users when the events are elsewhere.
  const mark = eventFileOf(engines) ?? storeFileOf(engines, 'user') ?? '';
  if (!existsSync(mark))
    throw new UsageError(
      `${dataDir} does not look like a data folder of Piecework (no ${basename(mark)} in it): nothing was removed.`,
    );
  return { names: [dataDir], remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
};

/** Calls `work` with the installation's topics and groups, if its events are on Kafka. */
const withKafka = async <R>(
  { events, kafka: access }: Settings,
  work: (part: Part | null) => Promise<R>,
): Promise<R> => {
  if (events !== 'kafka') return work(null);
  const { withKafkaCleanup } = await import('@piecework/event-log/kafka-cleanup');
  return withKafkaCleanup(access, async ({ topics, groups, remove }) => {
    refuseMembers(groups);
    const names = [...topics.map((name) => `topic ${name}`), ...groups.map(({ name }) => `consumer group ${name}`)];
    return work(names.length > 0 ? { names, remove } : null);
  });
};

/** Calls `work` with the installation's databases, if it stores documents or pictures on MongoDB. */
const withMongo = async <R>(
  { store, images, mongodbUri = '' }: Settings,
  work: (part: Part | null) => Promise<R>,
): Promise<R> => {
  if (store !== 'mongodb' && images !== 'gridfs') return work(null);
  const { mongoHosts, openMongoDatabases } = await import('@piecework/store/mongo-databases');
  const databases = await openMongoDatabases(mongodbUri);
  try {
    const ours = (store === 'mongodb' ? SERVICES : (['media'] as const)).map(databaseOf);
    const existing = await databases.existing(ours);
    const remove = async () => {
      for (const name of existing) await databases.drop(name);
    };
    const names = existing.map((name) => `database ${name} at ${mongoHosts(mongodbUri)}`);
    return await work(names.length > 0 ? { names, remove } : null);
  } finally {
    await databases.close();
  }
};

/** Events first: if the reset is interrupted, a start without events is consistent; events without documents would all be handled again. */
const removeFromEngines = (engines: Settings, dataDir: string, isMeant: boolean): Promise<number> =>
  withKafka(engines, (kafka) =>
    withMongo(engines, async (mongo) => {
      const parts = [kafka, mongo, folder(dataDir, engines)].filter((part) => part !== null);
      if (parts.length === 0) {
        console.log('These engines have no data of Piecework: nothing to reset.');
        return 0;
      }
      const list = parts.flatMap(({ names }) => names.map((name) => `  ${name}`)).join('\n');
      if (!isMeant) throw new UsageError(`This permanently deletes:\n${list}\nTo confirm: npm run reset -- --yes`);
      for (const { remove } of parts) await remove();
      console.log(`Deleted:\n${list}\nThe next start creates them again.`);
      return 0;
    }),
  );

const removeFolder = async (dataDir: string, engines: Settings): Promise<number> => {
  const part = folder(dataDir, engines);
  if (!part) {
    console.log(`There is no ${dataDir}: nothing to reset.`);
    return 0;
  }
  await refuseIfRunning(engines, dataDir);
  await part.remove();
  console.log(`${dataDir} is deleted. npm start creates a new one.`);
  return 0;
};

/** `npm run reset`: deletes the data of an installation. Data on engines that others may share is listed first and deleted only with `--yes`. */
void runCommand(async () => {
  const { dataDir, values } = readCommand({ yes: { type: 'boolean' } });
  const holder = lockHolder(dataDir);
  if (holder)
    throw new UsageError(`Process ${holder.pid} uses ${dataDir}. Stop it (Ctrl-C), then run this command again.`);
  const engines = enginesOf(dataDir);
  const isEmbedded = storeFileOf(engines, 'user') && eventFileOf(engines) && engines.images === 'files';
  if (isEmbedded) return removeFolder(dataDir, engines);
  await refuseIfRunning(engines, dataDir);
  return removeFromEngines(engines, dataDir, values.yes === true);
});
