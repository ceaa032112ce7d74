import { createHash } from 'node:crypto';
import type { MongoDatabases } from '../src/mongo-databases';

export const mongoUri = (): string => {
  const uri = process.env.TEST_MONGODB_URI;
  if (!uri) throw new Error('TEST_STORE=mongodb needs TEST_MONGODB_URI; jest sets it (scripts/jest/engines-up.cjs)');
  return uri;
};

/** The database in place of a file. */
export const databaseOf = (file: string): string =>
  `test_${createHash('sha256').update(file).digest('hex').slice(0, 24)}`;

export const withServer = async <R>(work: (server: MongoDatabases) => Promise<R>): Promise<R> => {
  const { openMongoDatabases } = await import('../src/mongo-databases');
  const server = await openMongoDatabases(mongoUri());
  try {
    return await work(server);
  } finally {
    await server.close();
  }
};
