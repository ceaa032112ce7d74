import { applyUpdate, checkUpdate, serialise, upsertedDocument } from './document';
import { type Condition, checkOptions, checkPage, equalitiesOf, parseFilter } from './filter';
import type { Connection } from './sqlite-connection';
import {
  compileFind,
  compileWhere,
  numberExpression,
  orderOf,
  partialConstantsOf,
  quoteName,
  type Sql,
} from './sqlite-query';
import { RARE, type Search, searchOf } from './sqlite-search';
import type { AnyCollectionSpec, Document, FindOptions, Update, UpdateResult } from './store';
import { type Run, runsOf, type Write } from './unit-of-work';

/** Rows of one statement: bounds the number of prepared statements. */
const ROWS_AT_ONCE = 32;

type AnyFilter = Parameters<typeof parseFilter>[0];
type Sort = FindOptions<never>['sort'];

interface Changed extends UpdateResult {
  after: string | null;
}

const NOTHING: Changed = { matchedCount: 0, modifiedCount: 0, upsertedCount: 0, after: null };

const createReads = (connection: Connection, spec: AnyCollectionSpec) => {
  const isConstant = partialConstantsOf(spec);
  const where = (condition: Condition) => compileWhere(condition, isConstant);

  const everything: Sql = { text: quoteName(spec.name), params: [] };
  const numberOf = ({ text, params }: Sql): number => connection.all(text, params)[0]?.[0] as number;
  const isRare = (search: Search): boolean => numberOf(search.count) < RARE;
  /** Where to read the matches: a rare text leads to its documents, a frequent one is found soon in any order. */
  const sourceOf = (condition: Condition): Sql => {
    const search = searchOf(spec, condition);
    return search !== null && isRare(search) ? search.candidates : everything;
  };
  const column = (
    expression: string,
    condition: Condition,
    options: FindOptions<never>,
    source = sourceOf(condition),
  ): unknown[] => {
    const { text, params } = compileFind(
      source,
      expression,
      compileWhere(condition, isConstant, orderOf(spec, condition, options.sort)),
      options,
    );
    return connection.all(text, params).map((row) => row[0]);
  };
  const countIn = (source: Sql, condition: Condition, limit: number | undefined): number => {
    if (limit === undefined) return numberOf(compileFind(source, 'count(*)', where(condition), {}));
    const { text, params } = compileFind(source, '1', where(condition), { limit });
    return numberOf({ text: `SELECT count(*) FROM (${text})`, params });
  };
  const count = (condition: Condition, limit: number | undefined): number => {
    const search = searchOf(spec, condition);
    if (search === null) return countIn(everything, condition, limit);
    if (isRare(search)) return countIn(search.candidates, condition, limit);
    const candidateCount = limit === undefined ? undefined : countIn(search.someCandidates, condition, limit);
    return candidateCount !== undefined && candidateCount === limit
      ? candidateCount
      : countIn(everything, condition, limit);
  };
  const select = (condition: Condition, options: FindOptions<never>): string[] =>
    column('doc', condition, options) as string[];
  /** Does not read the texts. Synchronous, so no write comes between the count and the select. */
  const countWithin = (maxBytes: number, condition: Condition, options: FindOptions<never>): number => {
    let [bytes, rows] = [0, 0];
    for (const size of column('octet_length(doc)', condition, options) as number[]) {
      bytes += size;
      if (bytes > maxBytes && rows > 0) break;
      rows += 1;
    }
    return rows;
  };
  const findTexts = (filter: AnyFilter, options: FindOptions<never> = {}): string[] => {
    checkOptions(options, ['sort', 'skip', 'limit', 'maxBytes']);
    checkPage(options);
    const condition = parseFilter(filter);
    const { maxBytes } = options;
    if (maxBytes === undefined) return select(condition, options);
    const limit = countWithin(maxBytes, condition, options);
    return limit === 0 ? [] : select(condition, { ...options, limit });
  };
  const first = (condition: Condition, sort: Sort): string | undefined => select(condition, { sort, limit: 1 })[0];
  return { where, select, findTexts, first, count };
};

const createWrites = (connection: Connection, table: string, { first }: ReturnType<typeof createReads>) => {
  const INSERT = `INSERT INTO ${table} (_id, doc) VALUES (?, ?)`;
  const REPLACE = `UPDATE ${table} SET doc = ? WHERE _id = ?`;
  const insert = (doc: Document): void => void connection.run(INSERT, [doc._id, serialise(doc)]);
  const writeTogether = ({ kind, writes }: Run): void => {
    if (kind === 'delete') {
      const ids = JSON.stringify(writes.map(({ _id }) => _id));
      connection.run(`DELETE FROM ${table} WHERE _id IN (SELECT value FROM json_each(?))`, [ids]);
      return;
    }
    const rows = writes.map(() => '(?, ?)').join(', ');
    const conflict = kind === 'replace' ? ' ON CONFLICT (_id) DO UPDATE SET doc = excluded.doc' : '';
    connection.run(
      `INSERT INTO ${table} (_id, doc) VALUES ${rows}${conflict}`,
      writes.flatMap(({ _id, text }) => [_id, text ?? '']),
    );
  };

  /** SQL cannot express MongoDB's update rules. Both statements run in one transaction. */
  const replace = (before: string, update: Update<never>): string => {
    const doc = JSON.parse(before) as Document;
    applyUpdate(doc, update);
    const after = serialise(doc);
    if (after !== before) connection.run(REPLACE, [after, doc._id]);
    return after;
  };
  const upsert = (condition: Condition, update: Update<never>): Changed => {
    const doc = upsertedDocument(equalitiesOf(condition), update);
    insert(doc);
    return { ...NOTHING, upsertedCount: 1, after: JSON.stringify(doc) };
  };
  const change = (filter: AnyFilter, update: Update<never>, upserting: boolean, sort: Sort): Changed => {
    const condition = parseFilter(filter);
    checkUpdate(update);
    const before = first(condition, sort);
    if (before === undefined) return upserting ? upsert(condition, update) : NOTHING;
    const after = replace(before, update);
    return { matchedCount: 1, modifiedCount: after === before ? 0 : 1, upsertedCount: 0, after };
  };
  return { insert, writeTogether, replace, change };
};

export type Commands = ReturnType<typeof createCommands>;

export const createCommands = (connection: Connection, spec: AnyCollectionSpec) => {
  const table = quoteName(spec.name);
  const reads = createReads(connection, spec);
  const { where, select, findTexts, first, count } = reads;
  const { insert, writeTogether, replace, change } = createWrites(connection, table, reads);

  return {
    insertOne: (doc: Document): void => insert(doc),
    insertMany: (docs: readonly Document[]): void => {
      for (const doc of docs) insert(doc);
    },
    textsOf: (ids: readonly string[]): string[] => {
      const [id = ''] = ids;
      const isOne = ids.length === 1;
      return select(isOne ? { op: 'eq', path: '_id', value: id } : { op: 'in', path: '_id', values: ids }, {});
    },
    write: (writes: readonly Write[]): void => {
      for (const run of runsOf(writes, ROWS_AT_ONCE)) writeTogether(run);
    },
    findOne: (filter: AnyFilter, options: { sort?: Sort } = {}): Document | null => {
      checkOptions(options, ['sort']);
      const json = first(parseFilter(filter), options.sort);
      return json === undefined ? null : JSON.parse(json);
    },
    find: (filter: AnyFilter, options?: FindOptions<never>): Document[] =>
      findTexts(filter, options).map((doc) => JSON.parse(doc)),
    findTexts,
    countDocuments: (filter: AnyFilter, options: { limit?: number } = {}): number => {
      checkOptions(options, ['limit']);
      checkPage(options);
      return count(parseFilter(filter), options.limit);
    },
    sum: (filter: AnyFilter, field: string): number => {
      const { text, params } = where(parseFilter(filter));
      // total() answers a float, which cannot overflow, and 0 for no rows.
      return connection.all(`SELECT total(${numberExpression(field)}) FROM ${table}${text}`, params)[0]?.[0] as number;
    },
    updateOne: (filter: AnyFilter, update: Update<never>, options: { upsert?: boolean } = {}): UpdateResult => {
      checkOptions(options, ['upsert']);
      const { after: _, ...counts } = change(filter, update, options.upsert === true, undefined);
      return counts;
    },
    updateMany: (filter: AnyFilter, update: Update<never>): UpdateResult => {
      const condition = parseFilter(filter);
      checkUpdate(update);
      const matches = select(condition, {});
      const modifiedCount = matches.filter((before) => replace(before, update) !== before).length;
      return { matchedCount: matches.length, modifiedCount, upsertedCount: 0 };
    },
    findOneAndUpdate: (
      filter: AnyFilter,
      update: Update<never>,
      options: { upsert?: boolean; sort?: Sort } = {},
    ): Document | null => {
      checkOptions(options, ['upsert', 'sort']);
      const { after } = change(filter, update, options.upsert === true, options.sort);
      return after === null ? null : JSON.parse(after);
    },
    deleteOne: (filter: AnyFilter): { deletedCount: number } => {
      const { text, params } = where(parseFilter(filter));
      const sql = `DELETE FROM ${table} WHERE _id = (SELECT _id FROM ${table}${text} LIMIT 1)`;
      return { deletedCount: connection.run(sql, params) };
    },
    deleteMany: (filter: AnyFilter): { deletedCount: number } => {
      const { text, params } = where(parseFilter(filter));
      return { deletedCount: connection.run(`DELETE FROM ${table}${text}`, params) };
    },
  };
};
