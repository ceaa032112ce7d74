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
    const { text: sql, params } = compileFind({ text: quoteName(of.name), params: [] }, 'doc', where, options);
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(params) as { detail: string }[];
    const text = steps.map(({ detail }) => detail).join('; ');
    return { text, scans: /(?:^|; )SCAN \w+(?:;|$)/.test(text), sorts: /TEMP B-TREE/.test(text) };
  } finally {
    db.close();
  }
};

const planOnMongo = (file: string, { of, filter, options }: Query): Promise<QueryPlan> =>
  withServer(async (server) => {
    const { sort, skip = 0, limit = 0 } = options;
    const database = server.database(databaseOf(file));
    const planIn = async (name: string): Promise<QueryPlan> => {
      const rows = database.collection(name);
      const found = rows.find(toFilter(parseFilter(filter)), { sort: toSort(sort), skip, limit });
      const { queryPlanner } = await found.explain('queryPlanner');
      const text = JSON.stringify(queryPlanner.winningPlan);
      // `$in` without values: MongoDB says EOF, the stand-in names a scan that it never begins.
      const isEmpty = text.includes('"One-Time Filter":"false"');
      return { text, scans: text.includes('"COLLSCAN"') && !isEmpty, sorts: text.includes('"SORT"') };
    };
    const plan = await planIn(of.name);
    if (!plan.scans && !plan.sorts) return plan;
    // An engine that plans by cost scans what its statistics say is small, whatever the indexes are. It has none of a new collection.
    const copy = await database.createCollection(`${of.name}-${randomUUID()}`);
    const indexes = (await database.collection(of.name).indexes()).filter(({ name }) => name !== '_id_');
    try {
      if (indexes.length > 0) await copy.createIndexes(indexes.map(({ v: _, ...index }) => index));
      return await planIn(copy.collectionName);
    } finally {
      await copy.drop();
    }
  });

/** How the engine of the tests reads a list from the store behind `file`. */
export const planOf = async (file: string, query: Query): Promise<QueryPlan> =>
  isOnMongo() ? planOnMongo(file, query) : planOnSqlite(file, query);
