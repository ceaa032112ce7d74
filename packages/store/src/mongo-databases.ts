import { type Db, MongoClient } from 'mongodb';
import { WRITE_CONCERN } from './mongo-write-concern';
import { StoreOpenError } from './store';

const ANSWERS_WITHIN = 5000;

/** Omits user and password, because error messages include it. */
export const mongoHosts = (uri: string): string =>
  uri.replace(/^mongodb(\+srv)?:\/\/([^@/]*@)?/, '').replace(/[/?].*$/, '');

export const openMongoDatabases = async (uri: string) => {
  const client = new MongoClient(uri, {
    appName: 'piecework command',
    serverSelectionTimeoutMS: ANSWERS_WITHIN,
    writeConcern: WRITE_CONCERN,
  });
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreOpenError(
      `MongoDB at ${mongoHosts(uri)} does not answer (${reason}). Check that it is running, and MONGODB_URI.`,
      { cause: error },
    );
  }
  return {
    existing: async (names: readonly string[]): Promise<string[]> => {
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
      const existing = new Set(databases.map(({ name }) => name));
      return names.filter((name) => existing.has(name));
    },
    drop: async (name: string) => {
      await client.db(name).dropDatabase();
    },
    database: (name: string): Db => client.db(name),
    close: () => client.close(),
  };
};
export type MongoDatabases = Awaited<ReturnType<typeof openMongoDatabases>>;
