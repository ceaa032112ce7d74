import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { createTally, type Tally } from '@piecework/base';
import { type Commands, createCommands } from './sqlite-collection';
import { type Connection, type ConnectionOptions, isBusy, openConnection } from './sqlite-connection';
import { compileTable, NAMED, PLAIN_INDEXES, quoteName } from './sqlite-query';
import { searchSchema } from './sqlite-search';
import { createWriter, type Scope } from './sqlite-writer';
import {
  type AnyCollectionSpec,
  COLLECTION_METHODS,
  type Collection,
  type CollectionSpec,
  type Document,
  type Filter,
  type FindOptions,
  type Store,
  StoreOpenError,
  StoreUnavailableError,
} from './store';
import { createUnitOfWork, type TransactionCollection } from './unit-of-work';

export interface SqliteStoreOptions {
  /** Created if missing, with its directory. Other processes may open it too. */
  file: string;
  /** FULL survives a power cut, OFF only a crash of the process (for tests). @default 'FULL' */
  synchronous?: 'FULL' | 'OFF';
  maxGroup?: number;
  /** Milliseconds until a lock of another process makes the store unavailable. @default 5000 */
  busyTimeoutMs?: number;
  /** Milliseconds that a transaction may await anything but the store before it is rolled back. @default 10000 */
  idleTimeoutMs?: number;
  onCommit?: (transactions: number) => void;
}

/** SQLite blocks the event loop while it waits, so the writer waits outside of it. WAL reads rarely wait. */
const BLOCKING_WAIT_MS = { writes: 2, reads: 100 };

/** Characters of JSON parsed between two yields to the event loop: a few milliseconds of work. */
const PARSED_AT_ONCE = 512 * 1024;

const parseAll = async (texts: readonly string[]): Promise<Document[]> => {
  const docs: Document[] = [];
  let parsed = 0;
  for (const text of texts) {
    docs.push(JSON.parse(text) as Document);
    parsed += text.length;
    if (parsed < PARSED_AT_ONCE) continue;
    await turn();
    parsed = 0;
  }
  return docs;
};

type Runner = <R>(call: (commands: Commands) => R) => Promise<R>;

const collectionOf = <T extends Document>(read: Runner, write: Runner): Collection<T> => {
  const methods: Record<string, unknown> = {};
  for (const kind of ['read', 'write'] as const) {
    const runner = kind === 'read' ? read : write;
    for (const name of COLLECTION_METHODS[kind])
      methods[name] = (...args: unknown[]) =>
        runner((commands) => (commands[name] as (...args: unknown[]) => unknown)(...args));
  }
  return methods as unknown as Collection<T>;
};

const runNow =
  (commands: Commands): Runner =>
  async (call) =>
    call(commands);

const transactionCollectionOf = (commands: Commands): TransactionCollection => ({
  ...collectionOf<Document>(runNow(commands), runNow(commands)),
  textsOf: async (ids) => commands.textsOf(ids),
  write: async (writes) => commands.write(writes),
});

const commandsOn = (connection: Connection): ((spec: AnyCollectionSpec) => Commands) => {
  const commandsBySpec = new WeakMap<AnyCollectionSpec, Commands>();
  return (spec) => {
    let commands = commandsBySpec.get(spec);
    if (commands === undefined) {
      commands = createCommands(connection, spec);
      commandsBySpec.set(spec, commands);
    }
    return commands;
  };
};

const prepareOn = (connection: Connection, specs: readonly AnyCollectionSpec[]): void => {
  const declared = new Set<string>();
  const tables = specs.map((spec) => ({ name: spec.name, ...compileTable(spec) }));
  for (const { create, indexes } of tables) {
    connection.exec(create);
    for (const index of indexes) {
      connection.exec(index.create);
      declared.add(index.name);
    }
  }
  for (const search of specs.map(searchSchema)) {
    const isPresent = search && connection.all(NAMED, [search.name]).length > 0;
    if (search && !isPresent) for (const statement of search.create) connection.exec(statement);
  }
  const present = tables.flatMap(({ name }) => connection.all(PLAIN_INDEXES, [name]));
  for (const name of new Set(present.map(([name]) => String(name))))
    if (!declared.has(name)) connection.exec(`DROP INDEX ${quoteName(name)}`);
  for (const { name } of tables.flatMap(({ retired }) => retired))
    connection.exec(`DROP INDEX IF EXISTS ${quoteName(name)}`);
};

const recordFailure = <R>(scope: Scope, work: () => R): R => {
  try {
    return work();
  } catch (error) {
    scope.failure = error;
    throw error;
  }
};

/** Wraps the calls of one transaction: each checks the transaction's state first, and a rejected one dooms it. */
const createCall =
  (scope: Scope) =>
  async <R>(work: () => Promise<R>): Promise<R> => {
    if (scope.ended) throw new Error('the transaction has ended: await every call on tx before its function returns');
    const turn = scope.tail.then(async () => {
      if (scope.failure !== undefined) throw scope.failure;
      try {
        return await work();
      } catch (error) {
        scope.failure = error;
        throw error;
      }
    });
    scope.tail = turn.catch(() => undefined);
    return turn;
  };

const reasonOf = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'it is not writable';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of its path is not a directory';
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('file is not a database')) return 'it is not a SQLite database';
  return /^ConnectionFailed/.test(message) ? 'it cannot be created there' : message;
};

/** SQLite opens an unwritable file and fails only at the first write. */
const checkWritable = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  accessSync(dirname(file), constants.W_OK | constants.X_OK);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new Error('it is a directory');
  if (stats !== undefined) accessSync(file, constants.R_OK | constants.W_OK);
};

/** The switch to WAL needs an exclusive lock, which other starting processes may hold for a moment. */
const openWithRetry = async (options: ConnectionOptions, busyTimeoutMs: number): Promise<Connection> => {
  for (const started = performance.now(); ; ) {
    try {
      return openConnection(options);
    } catch (error) {
      if (!isBusy(error) || performance.now() - started >= busyTimeoutMs) throw error;
      await sleep(20 * Math.random());
    }
  }
};

const openBoth = async (
  file: string,
  synchronous: 'FULL' | 'OFF',
  busyTimeoutMs: number,
  commands: Tally,
): Promise<Record<'writes' | 'reads', Connection>> => {
  try {
    checkWritable(file);
    const writes = await openWithRetry(
      { file, synchronous, busyTimeoutMs: BLOCKING_WAIT_MS.writes, commands },
      busyTimeoutMs,
    );
    const reads = await openWithRetry(
      { file, synchronous, busyTimeoutMs: BLOCKING_WAIT_MS.reads, commands },
      busyTimeoutMs,
    );
    return { writes, reads };
  } catch (error) {
    throw new StoreOpenError(`Cannot open the database ${file}: ${reasonOf(error)}.`, { cause: error });
  }
};

/**
 * The `Store` port on one SQLite file. One connection writes (see `sqlite-writer.ts`); another one reads outside
 * transactions, so that no read sees uncommitted data.
 * @throws {StoreOpenError} not writable, not a database, a directory
 */
export const openSqliteStore = async (options: SqliteStoreOptions): Promise<Store> => {
  const { synchronous = 'FULL', maxGroup = 64, busyTimeoutMs = 5000, idleTimeoutMs = 10_000, onCommit } = options;
  const file = resolve(options.file);
  if (!Number.isSafeInteger(maxGroup) || maxGroup < 1) throw new Error('maxGroup is a whole number from 1');
  const commands = createTally();
  const { writes: forWrites, reads: forReads } = await openBoth(file, synchronous, busyTimeoutMs, commands);
  const writer = createWriter({ connection: forWrites, file, maxGroup, busyTimeoutMs, idleTimeoutMs, onCommit });
  const writing = commandsOn(forWrites);
  const reading = commandsOn(forReads);
  let closing: Promise<void> | null = null;

  const read = async <R>(work: () => R): Promise<R> => {
    if (closing !== null) throw new StoreUnavailableError(`${file}: the store is closed`);
    return work();
  };
  const close = async (): Promise<void> => {
    await writer.close();
    try {
      // libsql keeps a closed file open until garbage collection, so the last close does not truncate the WAL.
      forWrites.all('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Another process uses the WAL, which stays valid.
    }
    forReads.close();
    forWrites.close();
  };

  return {
    shared: false,
    commands: commands.counts,
    collection: <T extends Document>(spec: CollectionSpec<T>) => ({
      ...collectionOf<T>(
        (call) => read(() => call(reading(spec))),
        (call) => writer.run((scope) => recordFailure(scope, () => call(writing(spec)))),
      ),
      find: async (filter: Filter<T>, options?: FindOptions<T>) =>
        (await parseAll(await read(() => reading(spec).findTexts(filter as never, options)))) as T[],
    }),
    transaction: (fn) =>
      writer.run(async (scope) => {
        const call = createCall(scope);
        const unitOfWork = createUnitOfWork({
          open: async (spec) => transactionCollectionOf(writing(spec)),
          call: (_spec, work) => call(work),
        });
        const answer = await fn(unitOfWork);
        await unitOfWork.finish();
        return answer;
      }),
    prepare: (specs) => writer.run((scope) => recordFailure(scope, () => prepareOn(forWrites, specs))),
    ping: () =>
      read(() => {
        forReads.all('SELECT count(*) FROM sqlite_master');
      }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
