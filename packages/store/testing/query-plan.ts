import { randomUUID } from 'node:crypto';
import { isOnMongo } from '@piecework/base/testing';
import Database from 'libsql';
import { parseFilter } from '../src/filter';
import { toFilter, toSort } from '../src/mongo-query';
import { compileFind, compileWhere, orderOf, partialConstantsOf, quoteName } from '../src/sqlite-query';
import type { AnyCollectionSpec, Filter, FindOptions, Store } from '../src/store';
import { databaseOf, withServer } from './mongo-server';

export interface Query {
  of: AnyCollectionSpec;
  filter: Filter<never>;
  options: FindOptions<never>;
}

/** The store, and the lists that are read from it outside of transactions. */
export const recordQueries = (store: Store): { store: Store; queries: Query[] } => {
  const queries: Query[] = [];
  const collection: Store['collection'] = (of) => {
    const rows = store.collection(of);
    return {
      ...rows,
      find: (filter, options = {}) => {
        queries.push({ of, filter: filter as Filter<never>, options: options as FindOptions<never> });
        return rows.find(filter, options);
      },
    };
  };
  return { store: { ...store, collection }, queries };
};

export interface QueryPlan {
  /** As the engine describes it. */
  text: string;
  /** Reads every document, and not in the order of an index. */
  scans: boolean;
  /** Collects all matches before the first result. */
  sorts: boolean;
}

const planOnSqlite = (file: string, { of, filter, options }: Query): QueryPlan => {
  const db = new Database(file);
  const condition = parseFilter(filter);
  try {
    const where = compileWhere(condition, partialConstantsOf(of), orderOf(of, condition, options.sort));
    const { text: sql, params } = compileFind(
      { text: quoteName(of.name), params: [] },
      'doc',
      where,
      options,
    );
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(params) as { detail: string }[];
    const text = steps.map(({ detail }) => detail).join('; ');
    return { text, scans: /(?:^|; )SCAN \w+(?:;|$)/.test(text), sorts: /TEMP B-TREE/.test(text) };
  } finally {
    db.close();
  }
};

/** Documents that an engine does not read faster without an index. */
const FILLERS = 1_000;

const planOnMongo = (file: string, { of, filter, options }: Query): Promise<QueryPlan> =>
  withServer(async (server) => {
    const { sort, skip = 0, limit = 0 } = options;
    const rows = server.database(databaseOf(file)).collection(of.name);
    const plan = async (): Promise<QueryPlan> => {
      const found = rows.find(toFilter(parseFilter(filter)), { sort: toSort(sort), skip, limit });
      const { queryPlanner } = await found.explain('queryPlanner');
      const text = JSON.stringify(queryPlanner.winningPlan);
      // `$in` without values: MongoDB says EOF, the stand-in names a scan that it never begins.
      const isEmpty = text.includes('"One-Time Filter":"false"');
      return { text, scans: text.includes('"COLLSCAN"') && !isEmpty, sorts: text.includes('"SORT"') };
    };
    const first = await plan();
    if (!first.scans && !first.sorts) return first;
    // An engine that plans by cost scans a collection that its statistics say is empty, whatever its indexes are.
    const fillers = Array.from({ length: FILLERS }, () => ({ _id: randomUUID() as never }));
    await rows.insertMany(fillers);
    try {
      return await plan();
    } finally {
      await rows.deleteMany({ _id: { $in: fillers.map(({ _id }) => _id) } });
    }
  });

/** How the engine of the tests reads a list from the store behind `file`. */
export const planOf = async (file: string, query: Query): Promise<QueryPlan> =>
  isOnMongo() ? planOnMongo(file, query) : planOnSqlite(file, query);
