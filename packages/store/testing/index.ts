import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isOnMongo } from '@piecework/base/testing';
import type { MongoDatabases } from '../src/mongo-databases';
import { openSqliteStore } from '../src/sqlite-store';
import type { Store } from '../src/store';

/** The engine shares its machine with whatever else is tested; what the limits do is shown by the tests of the adapter. */
const PATIENT = { callMs: 30_000, patienceMs: 60_000, idleMs: 15_000 };

/** Databases that this process has opened, by the file that they stand for. */
const databases = new Map<string, string>();

const mongoUri = (): string => {
  const uri = process.env.TEST_MONGODB_URI;
  if (!uri)
    throw new Error('TEST_STORE=mongodb needs TEST_MONGODB_URI; jest sets it (scripts/jest/engines-up.cjs)');
  return uri;
};

const databaseOf = (file: string): string =>
  `test_${createHash('sha256').update(file).digest('hex').slice(0, 24)}`;

/** A store for a test, in a database of MongoDB that stands for the file. */
export const openTestDatabase = async (file: string): Promise<Store> => {
  const database = databaseOf(file);
  databases.set(file, database);
  const { openMongoStore } = await import('../src/mongo-store');
  return openMongoStore({ uri: mongoUri(), database, limits: PATIENT });
};

/**
 * A store for a test, in that file or, with `TEST_STORE=mongodb`, in a database that stands for it. The same
 * file is the same data: opening it again is a restart, or another process.
 */
export const openTestStore = async (file: string): Promise<Store> =>
  isOnMongo() ? openTestDatabase(file) : openSqliteStore({ file, synchronous: 'OFF' });

const withServer = async (work: (server: MongoDatabases) => Promise<void>): Promise<void> => {
  const { openMongoDatabases } = await import('../src/mongo-databases');
  const server = await openMongoDatabases(mongoUri());
  try {
    await work(server);
  } finally {
    await server.close();
  }
};

/** Removes a test's folder, and the databases that stand for files in it. */
export const removeTestFolder = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  const mine = [...databases].filter(([file]) => file.startsWith(`${folder}${sep}`));
  if (mine.length === 0) return;
  await withServer(async (server) => {
    for (const [file, database] of mine) {
      databases.delete(file);
      await server.drop(database);
    }
  });
};

/** Files whose databases are empty and have their collections and indexes, by what they were made for. */
const spare = new Map<string, string[]>();

/**
 * A file for a store in `folder`; with `TEST_STORE=mongodb` one of an earlier test of the same purpose, if there is one: to make collections and
 * indexes takes many times as long as to empty them.
 */
export const takeTestFile = (folder: string, purpose: string): string =>
  spare.get(purpose)?.pop() ?? join(folder, 'service.sqlite');

/** Empties what stands for the file and keeps it for the next test of that purpose. Its folder is the caller's to remove, after this. */
export const giveBackTestFile = async (file: string, purpose: string): Promise<void> => {
  const database = databases.get(file);
  if (!database) return;
  await withServer(async (server) => {
    for (const collection of await server.database(database).collections()) await collection.deleteMany({});
  });
  databases.delete(file);
  spare.set(purpose, [...(spare.get(purpose) ?? []), file]);
};

/** Drops what is kept for the next test, when there is none. */
export const dropSpareTestFiles = async (): Promise<void> => {
  const files = [...spare.values()].flat();
  spare.clear();
  if (files.length > 0)
    await withServer(async (server) => {
      for (const file of files) await server.drop(databaseOf(file));
    });
};
