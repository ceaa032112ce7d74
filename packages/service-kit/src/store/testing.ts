import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sep } from 'node:path';
import { openSqliteStore } from './sqlite-store';
import type { Store } from './store';

/** `TEST_STORE=mongodb npx jest services` runs the tests on the MongoDB of TEST_MONGODB_URI, or one of the run (scripts/jest/engines-up.cjs). */
export const isOnMongo = (): boolean => process.env.TEST_STORE === 'mongodb';

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

/** A store for a test, in a database of MongoDB that stands for the file. */
export const openTestDatabase = async (file: string): Promise<Store> => {
  const database = `test_${createHash('sha256').update(file).digest('hex').slice(0, 24)}`;
  databases.set(file, database);
  const { openMongoStore } = await import('./mongo-store');
  return openMongoStore({ uri: mongoUri(), database, limits: PATIENT });
};

/**
 * A store for a test, in that file or, with `TEST_STORE=mongodb`, in a database that stands for it. The same
 * file is the same data: opening it again is a restart, or another process.
 */
export const openTestStore = async (file: string): Promise<Store> =>
  isOnMongo() ? openTestDatabase(file) : openSqliteStore({ file, synchronous: 'OFF' });

/** Removes a test's folder, and the databases that stand for files in it. */
export const removeTestFolder = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  const mine = [...databases].filter(([file]) => file.startsWith(`${folder}${sep}`));
  if (mine.length === 0) return;
  const { openMongoDatabases } = await import('./mongo-databases');
  const server = await openMongoDatabases(mongoUri());
  try {
    for (const [file, database] of mine) {
      databases.delete(file);
      await server.drop(database);
    }
  } finally {
    await server.close();
  }
};
