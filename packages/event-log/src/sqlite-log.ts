import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createTally, type Tally } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import Database from 'libsql';
import { BusUnavailableError, type EventRecord } from './bus';

export interface LogRow extends EventRecord {
  position: number;
}

interface GroupOffset {
  group: string;
  topic: Topic;
  position: number;
}

export class LogLockedError extends BusUnavailableError {}

/** Written after each commit. A watcher of the `-wal` file would wake before the commit is visible. */
export const bellOf = (file: string): string => `${file}-bell`;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS log (
    position INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
    published_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS log_by_topic ON log (topic);
  CREATE TABLE IF NOT EXISTS offsets (
    "group" TEXT NOT NULL, topic TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY ("group", topic)
  ) STRICT, WITHOUT ROWID;
`;

/** Empty in records of a release before the column: their time is unknown. */
const ADD_PUBLISHED_AT = 'ALTER TABLE log ADD COLUMN published_at INTEGER';

/** The driver blocks the process while it waits for a lock, so callers wait instead. */
const LOCK_WAIT_MS = 5;

/** Statements differ by the number of their rows. */
const MAX_STATEMENTS = 200;

type Value = string | number;
type Connection = ReturnType<typeof openConnection>;

const FIRST_WORD = /^\s*(\w+)/;

const openConnection = (file: string, synchronous: 'FULL' | 'NORMAL', requests: Tally) => {
  const db = new Database(file, { timeout: LOCK_WAIT_MS });
  const prepared = new Map<string, Database.Statement>();
  const count = (sql: string) => requests.add((FIRST_WORD.exec(sql)?.[1] ?? '').toLowerCase());
  const statement = (sql: string) => {
    count(sql);
    const statement = prepared.get(sql) ?? db.prepare(sql);
    if (prepared.size < MAX_STATEMENTS) prepared.set(sql, statement);
    return statement;
  };

  const connection = {
    /** Returns the last inserted rowid. */
    run: (sql: string, ...values: Value[]): number => Number(statement(sql).run(...values).lastInsertRowid),
    // Reads all rows: an open statement would keep its snapshot and block the truncation of the WAL.
    rows: (sql: string, ...values: Value[]) =>
      statement(sql)
        .raw()
        .all(...values) as Value[][],
    close: () => {
      try {
        // A connection closed inside a transaction keeps its lock until garbage collection.
        if (db.inTransaction) db.exec('ROLLBACK');
      } finally {
        prepared.clear();
        db.close();
      }
    },
  };
  try {
    connection.rows('PRAGMA journal_mode = WAL');
    db.exec(`PRAGMA synchronous = ${synchronous}`);
    const isCurrent = () =>
      connection.rows("SELECT 1 FROM pragma_table_info('log') WHERE name = 'published_at'").length > 0;
    // Checks first: writing the schema needs the lock.
    if (!isCurrent()) {
      db.exec(`BEGIN IMMEDIATE; ${SCHEMA}`);
      if (!isCurrent()) db.exec(ADD_PUBLISHED_AT);
      db.exec('COMMIT');
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

const unavailable = (file: string, error: unknown): BusUnavailableError => {
  if (error instanceof BusUnavailableError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  const locked = /BUSY|LOCKED/.test(code) || /database is locked/.test(message);
  return new (locked ? LogLockedError : BusUnavailableError)(`${file}: ${message}`, { cause: error });
};

/** Reopens after any fault, because a failed statement can leave the transaction open. */
const reopening = (file: string, synchronous: 'FULL' | 'NORMAL', requests: Tally) => {
  let connection: Connection | undefined;
  let closed = false;
  const drop = () => {
    const dropped = connection;
    connection = undefined;
    try {
      dropped?.close();
    } catch {
      // The connection has already failed.
    }
  };

  return {
    use: <R>(work: (connection: Connection) => R): R => {
      if (closed) throw new BusUnavailableError(`${file} is closed`);
      try {
        connection ??= openConnection(file, synchronous, requests);
        return work(connection);
      } catch (error) {
        drop();
        throw unavailable(file, error);
      }
    },
    close: () => {
      closed = true;
      drop();
    },
  };
};

const MARK_BYTES = 8;

/** Holds the mark of the process that rang last. */
const openBell = (file: string) => {
  const bell = openSync(bellOf(file), 'w+');
  const mark = randomBytes(MARK_BYTES);
  const last = Buffer.alloc(MARK_BYTES);
  return {
    ring: () => {
      try {
        writeSync(bell, mark, 0, MARK_BYTES, 0);
      } catch {
        // Readers also poll.
      }
    },
    isOwn: (): boolean => {
      try {
        return readSync(bell, last, 0, MARK_BYTES, 0) === MARK_BYTES && last.equals(mark);
      } catch {
        return false;
      }
    },
    close: () => closeSync(bell),
  };
};

const readSql = (topics: number): string => `
  SELECT position, topic, key, value FROM log NOT INDEXED
  WHERE position > ? AND position <= ? AND (${Array(topics).fill('(topic = ? AND position > ?)').join(' OR ')})
  ORDER BY position LIMIT ?`;

const rowsSql = (rows: number, row: string): string => Array(rows).fill(row).join(', ');
// One parameter for the time of all rows: their number is limited.
const insertSql = (rows: number): string =>
  `INSERT INTO log (published_at, topic, key, value) VALUES ${rowsSql(rows, '(?1, ?, ?, ?)')}`;
const valuesOf = ({ topic, key, value }: EventRecord): Value[] => [topic, key, value];

const saveOffsetsSql = (rows: number): string => `
  INSERT INTO offsets ("group", topic, position) VALUES ${rowsSql(rows, '(?, ?, ?)')}
  ON CONFLICT DO UPDATE SET position = excluded.position WHERE excluded.position > position`;

/** @throws {BusUnavailableError} as does every call; {@link LogLockedError} when a retry may succeed */
export const openSqliteLog = (file: string) => {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw unavailable(file, error);
  }
  // Appends are synced, offsets are not. A reader on its own connection sees no uncommitted append.
  const requests = createTally();
  const writer = reopening(file, 'FULL', requests);
  const reader = reopening(file, 'NORMAL', requests);
  writer.use(() => {});
  const bell = openBell(file);

  return {
    /** Returns the records with their consecutive positions. */
    append: (records: readonly EventRecord[], publishedAt: number): LogRow[] => {
      const last = writer.use((db) => db.run(insertSql(records.length), publishedAt, ...records.flatMap(valuesOf)));
      bell.ring();
      // One statement: the positions are consecutive.
      const first = last - records.length + 1;
      return records.map(({ topic, key, value }, index) => ({ topic, key, value, position: first + index }));
    },
    /** 0 when the log is empty. */
    head: (): number => reader.use((db) => (db.rows('SELECT max(position) FROM log')[0]?.[0] as number | null) ?? 0),
    /** True when the last append of all processes was most probably one of this log: without a statement. */
    isOwnAppendLast: bell.isOwn,
    /** All records published at or after `time` have higher positions. */
    positionBefore: (time: number): number =>
      reader.use(
        // Backwards from the end: reads no more than the records since then, and needs no index.
        (db) =>
          (db.rows('SELECT position FROM log WHERE published_at < ? ORDER BY position DESC LIMIT 1', time)[0]?.[0] ??
            0) as number,
      ),
    /** Records in (`cursor`, `head`], of each topic only after its start. */
    read: (
      { cursor, head, limit }: { cursor: number; head: number; limit: number },
      starts: ReadonlyMap<Topic, number>,
    ): LogRow[] =>
      reader
        .use((db) => db.rows(readSql(starts.size), cursor, head, ...[...starts].flat(), limit))
        .map(([position, topic, key, value]) => ({ position, topic, key, value }) as LogRow),
    offsets: (group: string): Map<Topic, number> =>
      new Map(
        reader.use((db) => db.rows('SELECT topic, position FROM offsets WHERE "group" = ?', group)) as [
          Topic,
          number,
        ][],
      ),
    /** Never moves an offset back. Not synced: a lost offset only repeats records. */
    saveOffsets: (offsets: readonly GroupOffset[]): void =>
      reader.use(
        (db) =>
          void db.run(
            saveOffsetsSql(offsets.length),
            ...offsets.flatMap(({ group, topic, position }) => [group, topic, position]),
          ),
      ),
    resetOffsets: (group: string): void =>
      reader.use((db) => void db.run('UPDATE offsets SET position = 0 WHERE "group" = ?', group)),
    countAfter: (topic: Topic, position: number): number =>
      reader.use(
        (db) => db.rows('SELECT count(*) FROM log WHERE topic = ? AND position > ?', topic, position)[0]?.[0] as number,
      ),
    /** Number of statements, by their first word. */
    requests: requests.counts,
    close: () => {
      writer.close();
      reader.close();
      bell.close();
    },
  };
};
export type SqliteLog = ReturnType<typeof openSqliteLog>;
