import { createTally } from '@piecework/base';
import { type ClientSession, type Document as Fields, MongoClient } from 'mongodb';
import { type CheckedIndex, checkCollection, checkRetired } from './index-spec';
import { collectionOf, createCommands, invoke, isCompound, type MethodName } from './mongo-collection';
import { isCode, isConflict, toStoreError } from './mongo-errors';
import { backOff, type Limits, within } from './mongo-limits';
import { toIndex } from './mongo-query';
import { createTransactions } from './mongo-transaction';
import { WRITE_CONCERN } from './mongo-write-concern';
import {
  type AnyCollectionSpec,
  type CollectionSpec,
  type Document,
  type Store,
  StoreOpenError,
  StoreUnavailableError,
  UnpreparedCollectionError,
} from './store';

export interface MongoStoreOptions {
  uri: string;
  database: string;
  /** Only tests set it. @default 10 s per call, 15 s of retries, 5 s idle */
  limits?: Partial<Limits>;
}

const LIMITS: Limits = { callMs: 10_000, retryMs: 15_000, idleMs: 5000 };
const NAMESPACE_EXISTS = 48;
const INDEX_NOT_FOUND = 27;

/** Overrides the connection string: the ledger depends on durable writes and majority reads. */
const connectionOf = (uri: string, database: string): MongoClient =>
  new MongoClient(uri, {
    appName: `piecework ${database}`,
    readPreference: 'primary',
    readConcern: { level: 'majority' },
    writeConcern: WRITE_CONCERN,
    retryReads: true,
    retryWrites: true,
    // The heartbeat detects a server that hangs, and aborts the operations that wait for it.
    serverSelectionTimeoutMS: 3000,
    connectTimeoutMS: 3000,
    heartbeatFrequencyMS: 2000,
    waitQueueTimeoutMS: LIMITS.callMs,
    maxPoolSize: 50,
    monitorCommands: true,
  });

const placeOf = (client: MongoClient, database: string): string => {
  const { srvHost, hosts } = client.options;
  return `the database ${database} on MongoDB at ${srvHost ?? hosts.map(String).join(',')}`;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const connect = async (uri: string, database: string, callMs: number): Promise<[MongoClient, string]> => {
  let client: MongoClient;
  try {
    client = connectionOf(uri, database);
  } catch (error) {
    throw new StoreOpenError(`The connection string of MongoDB is invalid: ${reasonOf(error)}.`, { cause: error });
  }
  const place = placeOf(client, database);
  try {
    const greet = async () => (await client.connect()).db('admin').command({ hello: 1 });
    const hello = await within(callMs, place, greet());
    if (!hello.setName)
      throw new Error(
        'it is not a replica set, without which there are no transactions (start it with --replSet and initiate it)',
      );
    return [client, place];
  } catch (error) {
    void client.close().catch(() => undefined);
    throw new StoreOpenError(`Cannot open ${place}: ${reasonOf(error)}.`, { cause: error });
  }
};

/** Design: docs/adr/0023-mongodb-behind-the-store-port.md. @throws {StoreOpenError} when no server answers, or the server is not in a replica set */
export const openMongoStore = async (options: MongoStoreOptions): Promise<Store> => {
  const { uri, database } = options;
  const limits = { ...LIMITS, ...options.limits };
  const [client, where] = await connect(uri, database, limits.callMs);
  const db = client.db(database);
  const commands = createTally();
  client.on('commandStarted', ({ commandName }) => commands.add(commandName));
  /** Existing collections. MongoDB would create any other at its first write, without its indexes. */
  const collectionNames = new Set<string>();
  const underway = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  const tracked = async <R>(work: () => Promise<R>): Promise<R> => {
    if (closing !== null) throw new StoreUnavailableError(`${where}: the store is closed`);
    const running = work();
    underway.add(running);
    try {
      return await running;
    } finally {
      underway.delete(running);
    }
  };

  const loadCollectionNames = async (): Promise<void> => {
    const listed = db.listCollections({}, { nameOnly: true }).toArray();
    for (const { name } of await within(limits.callMs, where, listed)) collectionNames.add(name);
  };
  const checkKnown = async (name: string): Promise<void> => {
    if (collectionNames.has(name)) return;
    await loadCollectionNames();
    if (!collectionNames.has(name)) throw new UnpreparedCollectionError(name);
  };
  const commandsIn = async (session: ClientSession | undefined, spec: AnyCollectionSpec) => {
    await checkKnown(spec.name);
    const rows = db.collection<Fields & Document>(spec.name);
    return createCommands({ rows, limits, where, ...(session && { session }) });
  };
  const transaction = createTransactions({ client, commandsIn, limits, where });

  const retryConflicts = async <R>(name: string, work: () => Promise<R>): Promise<R> => {
    const until = performance.now() + limits.retryMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isConflict(error) || performance.now() > until) throw toStoreError(error, where, name);
        await backOff(attempt);
      }
    }
  };
  const run = async (spec: AnyCollectionSpec, method: MethodName, args: unknown[]) =>
    isCompound(method, args)
      ? transaction((tx) => invoke(tx.collection(spec), method, args))
      : retryConflicts(spec.name, async () => invoke(await commandsIn(undefined, spec), method, args));

  const makeCollection = async (name: string): Promise<boolean> => {
    try {
      await db.createCollection(name);
      return true;
    } catch (error) {
      if (isCode(error, NAMESPACE_EXISTS)) return false;
      throw error;
    }
  };
  /** Replicas that start together drop the same index. */
  const dropIndex = async (name: string, index: string): Promise<void> => {
    try {
      await db.collection(name).dropIndex(index);
    } catch (error) {
      if (!isCode(error, INDEX_NOT_FOUND)) throw error;
    }
  };
  /** No call limit: an index over many documents takes long, and the heartbeat detects a dead server. */
  const prepareCollection = async (
    name: string,
    indexes: readonly CheckedIndex[],
    retired: readonly CheckedIndex[],
  ): Promise<void> => {
    const isNew = !collectionNames.has(name) && (await makeCollection(name));
    const present = isNew ? [] : (await db.collection(name).indexes()).map((index) => index.name ?? '');
    const declared = indexes.map(toIndex);
    const missing = declared.filter((index) => !present.includes(index.name ?? ''));
    if (missing.length > 0) await db.collection(name).createIndexes(missing);
    const retiredNames = retired.map((index) => toIndex(index).name);
    const obsolete = present.filter(
      (other) =>
        retiredNames.includes(other) || (other.startsWith('index:') && !declared.some((index) => index.name === other)),
    );
    for (const index of obsolete) await dropIndex(name, index);
    collectionNames.add(name);
  };

  return {
    shared: true,
    commands: commands.counts,
    collection: <T extends Document>(spec: CollectionSpec<T>) =>
      collectionOf<T>((method, args) => tracked(() => run(spec, method, args))),
    transaction: (fn) => tracked(() => transaction(fn)),
    prepare: (specs) =>
      tracked(async () => {
        const checked = specs.map((spec) => [spec.name, checkCollection(spec), checkRetired(spec)] as const);
        await retryConflicts('', loadCollectionNames);
        for (const [name, ...indexes] of checked) await retryConflicts(name, () => prepareCollection(name, ...indexes));
      }),
    ping: () =>
      tracked(() => retryConflicts('', async () => void (await within(limits.callMs, where, db.command({ ping: 1 }))))),
    close: () => {
      closing ??= (async () => {
        await Promise.allSettled([...underway]);
        await within(limits.callMs, where, client.close()).catch(() => undefined);
      })();
      return closing;
    },
  };
};
