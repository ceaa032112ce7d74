import { rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isOnMongo } from '@piecework/base/testing';
import { openSqliteStore } from '../src/sqlite-store';
import type { Store } from '../src/store';
import { databaseOf, mongoUri, withServer } from './mongo-server';

export { watchCommits } from './commits';
export { planOf, type Query, type QueryPlan, recordQueries } from './query-plan';

/** Other tests load the machine too; the adapter's own tests cover the limits. */
const GENEROUS_LIMITS = { callMs: 30_000, retryMs: 60_000, idleMs: 15_000 };

const databases = new Map<string, string>();

export const openTestDatabase = async (file: string): Promise<Store> => {
  const database = databaseOf(file);
  databases.set(file, database);
  const { openMongoStore } = await import('../src/mongo-store');
  return openMongoStore({ uri: mongoUri(), database, limits: GENEROUS_LIMITS });
};

/** With `TEST_STORE=mongodb`, a database replaces the file. The same file shows the same data when reopened. */
export const openTestStore = async (file: string): Promise<Store> =>
  isOnMongo() ? openTestDatabase(file) : openSqliteStore({ file, synchronous: 'OFF' });

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

/** Files whose databases are empty and prepared, by purpose. */
const spare = new Map<string, string[]>();

/** On MongoDB, reuses an earlier test's database of that purpose: emptying it is far faster than preparing one. */
export const takeTestFile = (folder: string, purpose: string): string =>
  spare.get(purpose)?.pop() ?? join(folder, 'service.sqlite');

/** The caller removes the folder, and only after this. */
export const giveBackTestFile = async (file: string, purpose: string): Promise<void> => {
  const database = databases.get(file);
  if (!database) return;
  await withServer(async (server) => {
    for (const collection of await server.database(database).collections()) await collection.deleteMany({});
  });
  databases.delete(file);
  spare.set(purpose, [...(spare.get(purpose) ?? []), file]);
};

export const dropSpareTestFiles = async (): Promise<void> => {
  const files = [...spare.values()].flat();
  spare.clear();
  if (files.length > 0)
    await withServer(async (server) => {
      for (const file of files) await server.drop(databaseOf(file));
    });
};
