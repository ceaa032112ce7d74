import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createTally } from '@piecework/base';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { planOf } from '../testing/query-plan';
import { lines } from '../testing/sqlite-store.child';
import { describeStore } from '../testing/store.suite';
import { createCommands } from './sqlite-collection';
import type { Connection } from './sqlite-connection';
import { RARE } from './sqlite-search';
import { openSqliteStore, type SqliteStoreOptions } from './sqlite-store';
import { type Collection, collection, containing, DuplicateKeyError, type Store, StoreUnavailableError } from './store';

/** Oldest first: the store does not expose its connections. */
const mockOpened: Connection[] = [];
jest.mock('./sqlite-connection', () => {
  const actual = jest.requireActual<typeof import('./sqlite-connection')>('./sqlite-connection');
  return {
    ...actual,
    openConnection: (options: Parameters<typeof actual.openConnection>[0]) => {
      const connection = actual.openConnection(options);
      mockOpened.push(connection);
      return connection;
    },
  };
});
const { openConnection } = jest.requireActual<typeof import('./sqlite-connection')>('./sqlite-connection');

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'piecework-store-'));

for (const maxGroup of [64, 1])
  describeStore(`SQLite, up to ${maxGroup} transactions a commit`, async () => {
    const folder = newFolder();
    const options = { file: join(folder, 'store.db'), maxGroup };
    let store = await openSqliteStore(options);
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await openSqliteStore(options);
        return store;
      },
      cleanUp: async () => rmSync(folder, { recursive: true, force: true }),
    };
  });

interface Row {
  _id: string;
  email?: string;
  taskId?: string;
  workerId?: string;
  live?: boolean;
  status?: string;
  level?: number;
  createdAt?: string;
  text?: string;
}

const rows = collection<Row>('rows', [
  { key: { email: 1 }, unique: true, partialFilterExpression: { status: 'signed-up' } },
  { key: { taskId: 1, workerId: 1 }, unique: true, partialFilterExpression: { live: true } },
  { key: { status: 1, createdAt: -1 } },
  { key: { level: 1 } },
  { key: { text: 1 }, partialFilterExpression: { level: 1 } },
]);
const plain = collection<Row>('plain');

describe('the SQLite store', () => {
  let folder: string;
  let file: string;
  const stores: Store[] = [];

  const open = async (options: Partial<SqliteStoreOptions> = {}): Promise<Store> => {
    const store = await openSqliteStore({ file, ...options });
    stores.push(store);
    await store.prepare([rows, plain]);
    return store;
  };
  const connections = (): [Connection, Connection] => mockOpened.slice(-2) as [Connection, Connection];
  const outsider = (): Connection =>
    openConnection({ file, synchronous: 'FULL', busyTimeoutMs: 1000, commands: createTally() });

  beforeEach(() => {
    folder = newFolder();
    file = join(folder, 'deep', 'er', 'store.db');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const store of stores.splice(0)) await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('yields to the event loop while it reads a long result', async () => {
    const store = await open();
    const docs = Array.from({ length: 400 }, (_, index) => ({
      _id: `row-${String(index).padStart(3, '0')}`,
      text: 'long '.repeat(2000),
    }));
    await store.collection(plain).insertMany(docs);
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    expect(await store.collection(plain).find({}, { sort: { _id: 1 } })).toEqual(docs);
    isOver = true;
    expect(turns).toBeGreaterThan(4);
  });

  describe('durability', () => {
    it('uses WAL and synchronous FULL on every connection', async () => {
      await open();
      for (const connection of connections()) {
        expect(connection.all('PRAGMA journal_mode')).toEqual([['wal']]);
        expect(connection.all('PRAGMA synchronous')).toEqual([[2]]);
      }
      await open({ synchronous: 'OFF' });
      expect(connections()[0].all('PRAGMA synchronous')).toEqual([[0]]);
    });

    it('shows acknowledged writes to other processes at once', async () => {
      const store = await open();
      await store.collection(plain).insertOne({ _id: 'a' });
      const other = outsider();
      expect(other.all('SELECT _id FROM plain')).toEqual([['a']]);
      other.close();
    });

    it('limits the size of the WAL while it is written and read', async () => {
      const store = await open({ synchronous: 'OFF' });
      const text = 'x'.repeat(20_000);
      for (let i = 0; i < 2000; i += 1) {
        await store.collection(plain).updateOne({ _id: 'a' }, { $set: { text, level: i } }, { upsert: true });
        await store.collection(plain).find({});
      }
      const other = outsider();
      const [[busy, logPages]] = other.all('PRAGMA wal_checkpoint(PASSIVE)') as [[number, number]];
      other.close();
      expect(busy).toBe(0);
      expect(logPages).toBeLessThan(5000);
    });
  });

  describe('group commit', () => {
    const insertMany = (store: Store, count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => store.collection(plain).insertOne({ _id: `${i}` })));

    it.each<[number, number[]]>([
      [64, [64, 36]],
      [1, Array(100).fill(1)],
    ])('of up to %d makes 100 waiting transactions %p', async (maxGroup, expected) => {
      const commits: number[] = [];
      const store = await open({ maxGroup, onCommit: (transactions) => commits.push(transactions) });
      commits.length = 0;
      const exec = jest.spyOn(connections()[0], 'exec');
      await insertMany(store, 100);
      expect(commits).toEqual(expected);
      expect(exec.mock.calls.filter(([sql]) => sql === 'COMMIT')).toHaveLength(expected.length);
    });

    it('acknowledges no transaction before the common commit', async () => {
      const store = await open();
      const [writer] = connections();
      const exec = writer.exec;
      const acknowledged: string[] = [];
      let atCommit: string[] | undefined;
      jest.spyOn(writer, 'exec').mockImplementation((sql) => {
        if (sql === 'COMMIT') atCommit = [...acknowledged];
        exec(sql);
      });
      const write = async (_id: string): Promise<void> => {
        await store.collection(plain).insertOne({ _id });
        acknowledged.push(_id);
      };
      await Promise.all([write('a'), write('b')]);
      expect(atCommit).toEqual([]);
      expect(acknowledged).toEqual(['a', 'b']);
    });

    it.each(['COMMIT', 'BEGIN IMMEDIATE'])(
      'rejects the whole group when %s fails, writes none of it and continues',
      async (failing) => {
        const store = await open();
        const [writer] = connections();
        const exec = writer.exec;
        jest.spyOn(writer, 'exec').mockImplementation((sql) => {
          if (sql === failing) throw Object.assign(new Error('database or disk is full'), { rawCode: 13 });
          exec(sql);
        });
        const outcomes = await Promise.allSettled([
          store.collection(plain).insertOne({ _id: 'a' }),
          store.transaction((tx) => tx.collection(plain).insertOne({ _id: 'b' })),
        ]);
        for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailableError) });
        expect(await store.collection(plain).countDocuments({})).toBe(0);
        jest.restoreAllMocks();
        await store.collection(plain).insertOne({ _id: 'a' });
        expect(await store.collection(plain).countDocuments({})).toBe(1);
      },
    );

    it('rejects the whole group when the disk is full in the middle, finished transactions included', async () => {
      const store = await open();
      const [writer] = connections();
      writer.all('PRAGMA max_page_count = 60');
      const outcomes = await Promise.allSettled([
        store.collection(plain).insertOne({ _id: 'small' }),
        store.transaction(async (tx) => {
          // Catching the fault does not save the transaction.
          await tx
            .collection(plain)
            .insertOne({ _id: 'big', text: 'x'.repeat(1_000_000) })
            .catch(() => undefined);
        }),
      ]);
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailableError) });
      expect(await store.collection(plain).countDocuments({})).toBe(0);
      await store.collection(plain).insertOne({ _id: 'small' });
      writer.all('PRAGMA max_page_count = 1000000');
      await store.collection(plain).insertOne({ _id: 'big', text: 'x'.repeat(1_000_000) });
      expect(await store.collection(plain).countDocuments({})).toBe(2);
    });

    it('stays unavailable while the rollback fails, and continues without the lost group', async () => {
      const store = await open();
      const [writer] = connections();
      const exec = writer.exec;
      jest.spyOn(writer, 'exec').mockImplementation((sql) => {
        if (sql === 'COMMIT' || sql === 'ROLLBACK') throw Object.assign(new Error('disk I/O error'), { rawCode: 10 });
        exec(sql);
      });
      for (const _id of ['a', 'b'])
        await expect(store.collection(plain).insertOne({ _id })).rejects.toBeInstanceOf(StoreUnavailableError);
      jest.restoreAllMocks();
      await store.collection(plain).insertOne({ _id: 'c' });
      expect(await store.collection(plain).find({})).toEqual([{ _id: 'c' }]);
    });

    it('yields to the event loop between groups', async () => {
      const store = await open({ maxGroup: 4 });
      let turns = 0;
      const count = (): void => {
        turns += 1;
        immediate = setImmediate(count);
      };
      let immediate = setImmediate(count);
      await insertMany(store, 80);
      clearImmediate(immediate);
      expect(turns).toBeGreaterThanOrEqual(15);
    });
  });

  describe('beside other processes', () => {
    it('waits for their transaction without blocking the event loop', async () => {
      const store = await open();
      const other = outsider();
      other.exec('BEGIN IMMEDIATE');
      let ticks = 0;
      const ticking = setInterval(() => {
        ticks += 1;
      }, 5);
      const release = setTimeout(() => other.exec('COMMIT'), 200);
      await store.collection(plain).insertOne({ _id: 'a' });
      clearInterval(ticking);
      clearTimeout(release);
      other.close();
      expect(ticks).toBeGreaterThan(5);
      expect(await store.collection(plain).countDocuments({})).toBe(1);
    });

    it('is unavailable for writes, not for reads, while they lock it too long', async () => {
      const store = await open({ busyTimeoutMs: 60 });
      await store.collection(plain).insertOne({ _id: 'before' });
      const other = outsider();
      other.exec('BEGIN IMMEDIATE');
      other.run('DELETE FROM plain');
      await expect(store.collection(plain).insertOne({ _id: 'a' })).rejects.toBeInstanceOf(StoreUnavailableError);
      expect(await store.collection(plain).find({})).toEqual([{ _id: 'before' }]);
      await store.ping();
      other.exec('ROLLBACK');
      other.close();
      await store.collection(plain).insertOne({ _id: 'a' });
      expect(await store.collection(plain).countDocuments({})).toBe(2);
    });

    it('loses no increment of two stores on one file, opened and prepared concurrently', async () => {
      const both = await Promise.all([open(), open()]);
      await both[0].collection(plain).insertOne({ _id: 'a', level: 0 });
      const increments = both.flatMap((store) =>
        Array.from({ length: 100 }, () =>
          store.transaction(async (tx) => {
            const found = await tx.collection(plain).findOne({ _id: 'a' });
            await tx.collection(plain).updateOne({ _id: 'a' }, { $set: { level: (found?.level ?? 0) + 1 } });
          }),
        ),
      );
      await Promise.all(increments);
      for (const store of both) expect((await store.collection(plain).findOne({ _id: 'a' }))?.level).toBe(200);
    });
  });

  describe('misuse', () => {
    it('rolls back a transaction that awaits the store itself, and continues with others', async () => {
      const store = await open({ idleTimeoutMs: 60 });
      let kept: Collection<Row> | undefined;
      const stuck = store.transaction(async (tx) => {
        kept = tx.collection(plain);
        await kept.insertOne({ _id: 'inside' });
        await store.collection(plain).insertOne({ _id: 'outside' });
      });
      await expect(stuck).rejects.toThrow('await nothing but tx');
      await store.ping();
      await store.collection(plain).insertOne({ _id: 'later' });
      await expect(kept?.insertOne({ _id: 'late' })).rejects.toThrow('has ended');
      expect((await store.collection(plain).find({}, { sort: { _id: 1 } })).map((row) => row._id)).toEqual([
        'later',
        'outside',
      ]);
    });

    it('names an unprepared collection', async () => {
      const store = await open();
      const unknown = store.collection(collection('unknown'));
      await expect(unknown.find({})).rejects.toThrow('the collection unknown has not been prepared');
      await expect(unknown.insertOne({ _id: 'a' })).rejects.toThrow('the collection unknown has not been prepared');
    });

    it.each(['sqlite_master', 'a b', 'x"; DROP TABLE rows; --', ''])(
      'refuses %p as the name of a collection',
      async (name) => {
        const store = await open();
        await expect(store.prepare([collection(name)])).rejects.toThrow('is not a collection name');
      },
    );

    it('refuses unsupported index options and invalid index fields', async () => {
      const store = await open();
      await expect(store.prepare([collection('x', [{ key: { _id: 1 }, sparse: true } as never])])).rejects.toThrow(
        'sparse',
      );
      await expect(store.prepare([collection('x', [{ key: { "a') --": 1 } } as never])])).rejects.toThrow('field name');
    });

    it('drops the indexes that are no longer declared, except unique ones', async () => {
      const store = await open();
      const [email, , status] = rows.indexes;
      await store.prepare([collection<Row>('rows', [status as (typeof rows.indexes)[number]])]);
      const left = outsider()
        .all(`SELECT name FROM sqlite_master WHERE tbl_name = 'rows' AND sql LIKE 'CREATE%INDEX%'`)
        .map(([name]) => String(name).replace(/:[^:]*$/, ''));
      expect(left.sort()).toEqual([
        'index:rows:status,createdAt',
        `unique-null:rows:${Object.keys(email?.key ?? {})}`,
        'unique-null:rows:taskId,workerId',
        'unique:rows:email',
        'unique:rows:taskId,workerId',
      ]);
    });

    it('drops a retired unique index, which would refuse documents of this release', async () => {
      const store = await open();
      const [email] = rows.indexes;
      const retired = email as (typeof rows.indexes)[number];
      const again = collection<Row>('rows', rows.indexes.slice(1), { retiredIndexes: [retired] });
      await store.prepare([again]);
      await store
        .collection(again)
        .insertMany([
          { _id: 'a', email: 'e', taskId: 't', workerId: 'a' } as Row,
          { _id: 'b', email: 'e', taskId: 't', workerId: 'b' } as Row,
        ]);
      expect(await store.collection(again).countDocuments({ email: 'e' } as never)).toBe(2);
    });

    it('reads documents above a number from the partial index of that number', async () => {
      const store = await open();
      const levels = collection<Row>('rows', [
        { key: { createdAt: -1 }, partialFilterExpression: { level: { $gt: 3 } } },
      ]);
      await store.prepare([levels]);
      const above = async (level: number) => {
        const filter = { level: { $gt: level } } as never;
        return planOf(file, { of: levels, filter, options: { sort: { createdAt: -1 } as never, limit: 3 } });
      };
      expect(await above(3)).toMatchObject({ scans: false, sorts: false });
      expect(await above(2)).toMatchObject({ scans: true, sorts: true });
    });

    it('searches texts that are older than the search field', async () => {
      const store = await open();
      const birds = (_id: string) => ({ _id, text: 'blackbirds' });
      await store.collection(plain).insertMany([birds('a'), { _id: 'b', text: 'wren' }, { _id: 'c' }]);
      const searched = collection<Row>('plain', [], { searchField: 'text' });
      await store.prepare([searched]);
      await store.prepare([searched]);
      // A release without the search field.
      await store.collection(plain).insertOne(birds('d'));
      const found = await store.collection(searched).find({ text: containing('bird') }, { sort: { _id: 1 } });
      expect(found.map(({ _id }) => _id)).toEqual(['a', 'd']);
    });

    it('finds rare and frequent texts alike', async () => {
      const store = await open();
      const searched = collection<Row>('searched', [{ key: { level: -1 } }], { searchField: 'text' });
      await store.prepare([searched]);
      const many = store.collection(searched);
      const rows = Array.from({ length: 2 * RARE }, (_, level) => {
        const kind = level % 4 === 0 ? 'robin' : 'wren';
        return { _id: `${level}`, level, status: level < 8 ? 'old' : 'new', text: `a bird, ${kind} ${level}` };
      });
      await many.insertMany(rows);
      const newest = { sort: { level: -1 }, limit: 2 } as const;
      const bird = { text: containing('bird') };
      const robin = { text: containing('robin') };
      expect((await many.find(bird, newest)).map(({ level }) => level)).toEqual([3999, 3998]);
      expect((await many.find(robin, newest)).map(({ level }) => level)).toEqual([3996, 3992]);
      expect(await many.countDocuments(bird)).toBe(4000);
      expect(await many.countDocuments(bird, { limit: 1000 })).toBe(1000);
      expect(await many.countDocuments({ ...bird, status: 'old' }, { limit: 1000 })).toBe(8);
      expect(await many.countDocuments(robin)).toBe(1000);
      expect(await many.countDocuments({ ...robin, status: 'old' }, { limit: 1000 })).toBe(2);
    });

    it('names the fields of duplicates that prevent a unique index', async () => {
      const store = await open();
      await store.collection(plain).insertMany([
        { _id: 'a', level: 1 },
        { _id: 'b', level: 1 },
      ]);
      const unique = collection<Row>('plain', [{ key: { level: 1 }, unique: true }]);
      const error: unknown = await store.prepare([unique]).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DuplicateKeyError);
      expect(error).toMatchObject({ collectionName: 'plain', fields: ['level'] });
    });
  });

  describe('opening', () => {
    const failure = async (path: string): Promise<string> => {
      const error: unknown = await openSqliteStore({ file: path }).catch((reason: unknown) => reason);
      if (!(error instanceof Error)) throw new Error('it opened');
      expect(error.message).toContain(path);
      expect(error.message).not.toContain('\n');
      return error.message.replace(path, 'FILE');
    };

    it('explains that a file is no database, and does not change it', async () => {
      const path = join(folder, 'notes.txt');
      writeFileSync(path, 'these are my notes '.repeat(100));
      expect(await failure(path)).toBe('Cannot open the database FILE: it is not a SQLite database.');
      expect(existsSync(`${path}-wal`)).toBe(false);
    });

    it('explains that the path is a directory, or leads through a file', async () => {
      expect(await failure(folder)).toBe('Cannot open the database FILE: it is a directory.');
      writeFileSync(join(folder, 'file'), '');
      const through = 'Cannot open the database FILE: a part of its path is not a directory.';
      expect(await failure(join(folder, 'file', 'store.db'))).toBe(through);
      expect(await failure(join(folder, 'file', 'deeper', 'store.db'))).toBe(through);
    });

    it('explains that the path is not writable', async () => {
      // Root may write everywhere except under /proc.
      if (process.getuid?.() === 0) {
        expect(await failure('/proc/self/store.db')).toMatch(/^Cannot open the database FILE: .+\.$/);
        return;
      }
      const locked = join(folder, 'locked');
      mkdirSync(locked, { mode: 0o500 });
      expect(await failure(join(locked, 'store.db'))).toBe('Cannot open the database FILE: it is not writable.');
      const path = join(folder, 'readonly.db');
      await (await openSqliteStore({ file: path })).close();
      chmodSync(path, 0o400);
      expect(await failure(path)).toBe('Cannot open the database FILE: it is not writable.');
    });
  });

  describe('queries', () => {
    const recorded = async (calls: (commands: ReturnType<typeof createCommands>) => void) => {
      await open();
      const [, reader] = connections();
      const statements: { sql: string; plan: string }[] = [];
      const record = (sql: string, params: readonly (string | number)[] = []): void => {
        const steps = reader.all(`EXPLAIN QUERY PLAN ${sql}`, params);
        statements.push({ sql, plan: steps.map((step) => step[3]).join('; ') });
      };
      const recorder = {
        ...reader,
        all: (sql: string, params?: readonly (string | number)[]) => {
          record(sql, params);
          return [[0]];
        },
        run: (sql: string, params?: readonly (string | number)[]) => {
          record(sql, params);
          return 0;
        },
      };
      calls(createCommands(recorder, rows));
      return statements;
    };
    type Query = [string, Parameters<ReturnType<typeof createCommands>['find']>, RegExp];

    it.each([
      ['the primary key for _id', [{ _id: 'a' }], /^SEARCH rows USING INDEX sqlite_autoindex_rows_1 \(_id=\?\)$/],
      [
        'the primary key for a list of _id',
        [{ _id: { $in: ['a', 'b'] } }],
        /^SEARCH rows USING INDEX sqlite_autoindex_rows_1 \(_id=\?\)/,
      ],
      [
        'a partial unique index when the filter has its text',
        [{ email: 'e', status: 'signed-up' }],
        /unique:rows:email:\w+ \(<expr>=\?\)$/,
      ],
      [
        'a partial unique index when the filter has its boolean',
        [{ taskId: 't', workerId: 'w', live: true }],
        /unique:rows:taskId,workerId:\w+ \(<expr>=\? AND <expr>=\?\)$/,
      ],
      [
        'the beginning of a compound index',
        [{ taskId: 't', live: true }],
        /unique:rows:taskId,workerId:\w+ \(<expr>=\?\)$/,
      ],
      [
        'a partial index when the filter has its number',
        [{ text: 'x', level: 1 }],
        /index:rows:text:\w+ \(<expr>=\?\)$/,
      ],
      [
        'one index for a filter and its order, _id included',
        [{ status: 's' }, { sort: { createdAt: -1 }, limit: 9 }],
        /^SEARCH rows USING INDEX index:rows:status,createdAt:\w+ \(<expr>=\?\)$/,
      ],
      [
        'the index of the order, whatever range another field has',
        [
          { status: 's', level: { $gte: 4 } },
          { sort: { createdAt: -1 }, limit: 9 },
        ],
        /^SEARCH rows USING INDEX index:rows:status,createdAt:\w+ \(<expr>=\?\)$/,
      ],
      [
        'the same index for the opposite order',
        [{ status: 's' }, { sort: { createdAt: 1 } }],
        /^SEARCH rows USING INDEX index:rows:status,createdAt:\w+ \(<expr>=\?\)$/,
      ],
      [
        'an index for an order alone',
        [{}, { sort: { level: -1 }, limit: 9 }],
        /^SCAN rows USING INDEX index:rows:level:\w+$/,
      ],
      ['an index for a range', [{ level: { $gte: 2, $lt: 5 } }], /index:rows:level:\w+ \(<expr>>\? AND <expr><\?\)$/],
      ['an index for a list', [{ level: { $in: [2, 3] } }], /index:rows:level:\w+ \(<expr>=\?\)/],
      [
        'an index for each branch of $or',
        [{ $or: [{ level: 2 }, { status: 's' }] }],
        /MULTI-INDEX OR.*index:rows:level:.*index:rows:status/,
      ],
    ] as unknown as Query[])('use %s', async (_, args, plan) => {
      const [statement] = await recorded((commands) => commands.find(...args));
      expect(statement?.plan).toMatch(plan);
    });

    it('ignore a partial index when the filter lacks its equality', async () => {
      const statements = await recorded((commands) => {
        commands.find({ email: 'e' } as never);
        commands.find({ taskId: 't', workerId: 'w', live: false } as never);
      });
      for (const { plan } of statements) expect(plan).toBe('SCAN rows');
    });

    it('find the document to delete by the same indexes', async () => {
      const statements = await recorded((commands) => {
        commands.deleteOne({ email: 'e', status: 'signed-up' } as never);
        commands.deleteMany({ level: 2 } as never);
      });
      expect(statements[0]?.plan).toMatch(/^SEARCH rows USING .*_id=\?.*unique:rows:email/);
      expect(statements[1]?.plan).toMatch(/index:rows:level/);
    });

    it('inline the constant of a partial index and bind every other value', async () => {
      const statements = await recorded((commands) => {
        commands.find({ email: 'e', status: 'signed-up' } as never);
        commands.find({ email: 'e', status: 'other' } as never);
      });
      expect(statements.map(({ sql }) => sql.includes("'signed-up'"))).toEqual([true, false]);
      expect(statements.map(({ sql }) => sql.split('?').length - 1)).toEqual([1, 2]);
    });

    it('share prepared statements for all values and list lengths', async () => {
      const statements = await recorded((commands) => {
        for (let i = 2; i < 60; i += 1) {
          commands.find({ text: `text ${i}`, level: i } as never);
          commands.find({ level: { $in: Array.from({ length: i }, (_, n) => n + 2) } } as never);
          commands.find({ text: containing(`t${i}`), createdAt: { $lt: `2026-${i}` } } as never, { skip: i, limit: i });
          commands.find({ status: { $nin: [`s${i}`, null, true, '[', 0] }, email: { $ne: `e${i}` } } as never);
        }
      });
      expect(new Set(statements.map(({ sql }) => sql)).size).toBe(4);
    });

    it('stay correct beyond the number of cached statements', async () => {
      const store = await open();
      await store.collection(plain).insertOne({ _id: 'a', by: { p7: 1, p699: 2 } } as Row);
      const find = (path: string, value: number) => store.collection(plain).countDocuments({ [path]: value } as never);
      for (let i = 0; i < 700; i += 1) expect(await find(`by.p${i}`, 1)).toBe(i === 7 ? 1 : 0);
      expect(await find('by.p7', 1)).toBe(1);
      expect(await find('by.p699', 2)).toBe(1);
    });
  });

  describe('a process that fails', () => {
    type Child = ChildProcessByStdio<null, Readable, null>;
    const ROOT = join(__dirname, '../../..');
    const start = (before = '', padding = 0): Child => {
      const command = `${before} exec "$0" --import tsx "$1" "$2" "$3"`;
      const script = join(__dirname, '../testing/sqlite-store.child.ts');
      return spawn('bash', ['-c', command, process.execPath, script, file, String(padding)], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    };
    const follow = async (child: Child, onLine: (line: string) => void): Promise<void> => {
      const reader = createInterface({ input: child.stdout });
      reader.on('line', onLine);
      await new Promise((resolve) => reader.once('close', resolve));
    };
    const survivors = async (): Promise<Set<string>> => {
      const store = await open();
      const found = await store.collection(lines).find({});
      return new Set(found.map((line) => line._id));
    };

    it('loses nothing acknowledged and keeps no partial transaction when it is killed during a write', async () => {
      const acknowledged: string[] = [];
      for (const after of [1, 500]) {
        acknowledged.length = 0;
        rmSync(join(folder, 'deep'), { recursive: true, force: true });
        const child = start();
        await follow(child, (line) => {
          acknowledged.push(line);
          if (acknowledged.length === after) child.kill('SIGKILL');
        });
        const kept = await survivors();
        expect(acknowledged.length).toBeGreaterThanOrEqual(after);
        expect(acknowledged.filter((id) => !kept.has(`${id}-left`) || !kept.has(`${id}-right`))).toEqual([]);
        expect(
          [...kept].filter(
            (id) => !kept.has(id.replace(/left$|right$/, (side) => (side === 'left' ? 'right' : 'left'))),
          ),
        ).toEqual([]);
      }
    });

    const canLift = findProgram('prlimit');
    (canLift ? it : it.skip)(
      'is unavailable while the disk is full, loses nothing acknowledged, and continues afterwards',
      async () => {
        const acknowledged: string[] = [];
        const faults: string[] = [];
        let after = 0;
        // 1 MiB per file; Node ignores SIGXFSZ, so SQLite sees the write fail.
        const child = start('ulimit -S -f 1024;', 2000);
        await follow(child, (line) => {
          if (line.includes(' ')) faults.push(line);
          else acknowledged.push(line);
          if (faults.length === 8 && line.includes(' '))
            spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
          if (faults.length >= 8 && !line.includes(' ')) after += 1;
          if (after === 40) child.kill('SIGKILL');
        });
        expect(faults.length).toBeGreaterThanOrEqual(8);
        for (const fault of faults) expect(fault).toMatch(/^unavailable with [1-9]\d* readable$/);
        const kept = await survivors();
        expect(acknowledged.length).toBeGreaterThan(40);
        expect(acknowledged.filter((id) => !kept.has(`${id}-left`) || !kept.has(`${id}-right`))).toEqual([]);
      },
      60_000,
    );
  });
});
