import type { Tally } from '@piecework/base';
import Database from 'libsql';
import { fieldsOfIndexName, type Param } from './sqlite-query';
import { DuplicateKeyError, StoreUnavailableError, UnpreparedCollectionError } from './store';

export interface ConnectionOptions {
  file: string;
  synchronous: 'FULL' | 'OFF';
  /** Milliseconds that a statement may block the event loop while another process holds the lock. */
  busyTimeoutMs: number;
  commands: Tally;
}

/** Covers every statement of a service; only filters on dynamic paths (`byUser.<id>`) could exceed it. */
const MAX_STATEMENTS = 500;

type Row = Param | null;

/** Primary result codes: busy, locked, nomem, readonly, interrupt, ioerr, corrupt, full, cantopen, protocol, notadb. */
const UNAVAILABLE = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

const resultCode = (error: unknown): number => {
  const raw = (error as { rawCode?: unknown } | null)?.rawCode;
  return typeof raw === 'number' ? raw & 0xff : 0;
};

export const isBusy = (error: unknown): boolean =>
  resultCode(error) === 5 || (error instanceof StoreUnavailableError && isBusy(error.cause));

/** SQLite names table and column for a primary key, but only the index for an index on expressions. */
const duplicateKey = (message: string, cause: unknown): DuplicateKeyError | null => {
  const index = /^UNIQUE constraint failed: index '(.+)'$/.exec(message)?.[1];
  if (index !== undefined) return new DuplicateKeyError(index.split(':')[1] ?? '', fieldsOfIndexName(index), { cause });
  const column = /^UNIQUE constraint failed: (.+)\._id$/.exec(message)?.[1];
  return column === undefined ? null : new DuplicateKeyError(column, ['_id'], { cause });
};

export const toStoreError = (error: unknown, file: string): unknown => {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError || error instanceof DuplicateKeyError)
    return error;
  const missing = /^no such table: (.+)$/.exec(error.message)?.[1];
  if (missing !== undefined) return new UnpreparedCollectionError(missing, { cause: error });
  if (UNAVAILABLE.has(resultCode(error)) || /^ConnectionFailed|connection is not open/.test(error.message))
    return new StoreUnavailableError(`${file}: ${error.message}`, { cause: error });
  return duplicateKey(error.message, error) ?? error;
};

const openDatabase = ({ file, synchronous, busyTimeoutMs }: ConnectionOptions): Database.Database => {
  const db = new Database(file);
  try {
    db.exec(`PRAGMA busy_timeout = ${Math.round(busyTimeoutMs)}`);
    db.exec('PRAGMA journal_mode = WAL');
    db.exec(`PRAGMA synchronous = ${synchronous}`);
    db.exec('PRAGMA journal_size_limit = 67108864');
    db.exec('PRAGMA temp_store = MEMORY');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

const FIRST_WORD = /^\s*(\w+)/;
const commandOf = (sql: string): string => (FIRST_WORD.exec(sql)?.[1] ?? '').toLowerCase();

export const openConnection = (options: ConnectionOptions) => {
  const db = openDatabase(options);
  const { commands } = options;
  const statements = new Map<string, Database.Statement>();

  const prepare = (sql: string, reads: boolean): Database.Statement => {
    const cached = statements.get(sql);
    const statement = cached ?? (reads ? db.prepare(sql).raw() : db.prepare(sql));
    if (cached !== undefined) statements.delete(sql);
    else if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value as string);
    statements.set(sql, statement);
    return statement;
  };
  const translated = <R>(sql: string, work: () => R): R => {
    commands.add(commandOf(sql));
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, options.file);
    }
  };

  return {
    // Reads all rows: an open statement would keep its snapshot and block the truncation of the WAL.
    all: (sql: string, params: readonly Param[] = []): unknown[][] =>
      translated(sql, () => prepare(sql, true).all(params) as Row[][]),
    run: (sql: string, params: readonly Param[] = []): number =>
      translated(sql, () => prepare(sql, false).run(params).changes),
    /** Not prepared: faster for BEGIN and the like. */
    exec: (sql: string): void => translated(sql, () => void db.exec(sql)),
    inTransaction: () => db.inTransaction,
    close: () => {
      statements.clear();
      db.close();
    },
  };
};
export type Connection = ReturnType<typeof openConnection>;
