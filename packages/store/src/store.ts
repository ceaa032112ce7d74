import { OperatorError, UnavailableError } from '@piecework/base';

/**
 * The `Store` port: a document store with MongoDB's vocabulary. Both adapters pass `testing/store.suite.ts`.
 * - Every call is atomic, alone or inside a transaction. An unknown operator, an `undefined` or non-scalar condition, a
 *   path into an array, `NaN` or a `Date` rejects with an `Error`.
 * - Conditions, sorts and indexes are about scalars: an object or array equals no scalar and lies in no range (`$ne`,
 *   `$nin` and `$exists` see it). Filtered, sorted and indexed fields must not hold arrays.
 * - Ranges compare within one type: `{ $gt: 5 }` never matches text. `true` is not 1. Text is ordered by code point.
 * - A sorted or uniquely indexed field holds one type, or nothing.
 */

/** Plain JSON: non-empty `_id`, finite numbers, at most 100 levels, no `.` or leading `$` in names. Drops `undefined`. */
export interface Document {
  _id: string;
}

export type Scalar = string | number | boolean | null;

/** `$ne` and `null` match a missing field. */
export interface FieldCondition<V> {
  $in?: readonly V[];
  $nin?: readonly V[];
  $gt?: V;
  $gte?: V;
  $lt?: V;
  $lte?: V;
  $ne?: V | null;
  $exists?: boolean;
  /** Accepts only a literal from {@link containing}. */
  $regex?: string;
}

/** Keys are field names or dotted paths; all conditions must hold. `$or` and `$and` take at least one filter. */
export type Filter<T extends Document> = {
  [K in keyof T]?: T[K] | FieldCondition<T[K]> | null;
} & { $or?: readonly Filter<T>[]; $and?: readonly Filter<T>[] } & { [path: `${string}.${string}`]: unknown };

/**
 * At least one operator. Keys are field names or dotted paths: never `_id`, none twice or inside another.
 * `$set` creates missing objects on its path. It rejects at a non-object, `$inc` at a non-number.
 */
export interface Update<T extends Document> {
  $set?: Partial<Omit<T, '_id'>> & { [path: `${string}.${string}`]: unknown };
  $inc?: { [K in keyof T]?: number } & { [path: `${string}.${string}`]: number };
  $unset?: { [K in keyof T]?: true } & { [path: `${string}.${string}`]: true };
  /** Applies only to a document that `upsert` inserts. */
  $setOnInsert?: Partial<T> & { [path: `${string}.${string}`]: unknown };
}

export interface FindOptions<T extends Document> {
  /** `_id` follows as last criterion, in the last direction. Missing and `null` sort first. Unordered without it. */
  sort?: { [K in keyof T]?: 1 | -1 } & { [path: `${string}.${string}`]: 1 | -1 };
  /** @default 0 */
  skip?: number;
  /** At least 1. */
  limit?: number;
  /** Maximum total bytes of the documents' JSON. The first document is always included. At least 1. */
  maxBytes?: number;
}

export interface Collection<T extends Document> {
  /** @throws {DuplicateKeyError} when `_id` or a unique index is taken */
  insertOne(doc: T): Promise<void>;
  /** @throws {DuplicateKeyError} then no document is inserted */
  insertMany(docs: readonly T[]): Promise<void>;
  findOne(filter: Filter<T>, options?: Pick<FindOptions<T>, 'sort'>): Promise<T | null>;
  find(filter: Filter<T>, options?: FindOptions<T>): Promise<T[]>;
  /** Counts at most `limit` documents, at least 1. */
  countDocuments(filter: Filter<T>, options?: { limit?: number }): Promise<number>;
  /** Missing and non-numeric values count as 0. */
  sum(filter: Filter<T>, field: (keyof T & string) | `${string}.${string}`): Promise<number>;
  /** Changes the first match. An upsert inserts the filter's equalities and the update. @throws {DuplicateKeyError} */
  updateOne(filter: Filter<T>, update: Update<T>, options?: { upsert?: boolean }): Promise<UpdateResult>;
  updateMany(filter: Filter<T>, update: Update<T>): Promise<UpdateResult>;
  /** As `updateOne`; answers the document after the change, or null. */
  findOneAndUpdate(
    filter: Filter<T>,
    update: Update<T>,
    options?: { upsert?: boolean; sort?: FindOptions<T>['sort'] },
  ): Promise<T | null>;
  deleteOne(filter: Filter<T>): Promise<{ deletedCount: number }>;
  /** `atomic: false`: a fault may leave some matches, but MongoDB needs no transaction. */
  deleteMany(filter: Filter<T>, options?: { atomic?: boolean }): Promise<{ deletedCount: number }>;
}

export const COLLECTION_METHODS = {
  read: ['findOne', 'find', 'countDocuments', 'sum'],
  write: ['insertOne', 'insertMany', 'updateOne', 'updateMany', 'findOneAndUpdate', 'deleteOne', 'deleteMany'],
} as const satisfies Record<string, readonly (keyof Collection<Document>)[]>;

/** `modifiedCount` excludes matches that the update left unchanged. */
export interface UpdateResult {
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
}

export type PartialCondition = Scalar | { $gt: number };

export interface IndexSpec<T extends Document> {
  key: { [K in keyof T]?: 1 | -1 } & { [path: `${string}.${string}`]: 1 | -1 };
  /** Missing and `null` count as a value: two documents without the field collide. */
  unique?: boolean;
  /**
   * The index covers only documents that fulfil these conditions: equalities, or `$gt` a number. A query uses it when its own
   * conditions include them literally.
   */
  partialFilterExpression?: { [K in keyof T]?: PartialCondition } & { [path: `${string}.${string}`]: PartialCondition };
}

export interface CollectionSpec<T extends Document> {
  readonly name: string;
  readonly indexes: readonly IndexSpec<T>[];
  /** A field with text: an adapter may find what {@link containing} matches in it through an index. */
  readonly searchField?: keyof T & string;
  /** Unique indexes of earlier releases, which refuse documents of this one. */
  readonly retiredIndexes?: readonly IndexSpec<T>[];
  readonly _type?: T;
}

// biome-ignore lint/suspicious/noExplicitAny: a spec is invariant in T, so neither `never` nor `Document` takes them all
export type AnyCollectionSpec = CollectionSpec<any>;

export const collection = <T extends Document>(
  name: string,
  indexes: readonly IndexSpec<T>[] = [],
  options: Pick<CollectionSpec<T>, 'searchField' | 'retiredIndexes'> = {},
): CollectionSpec<T> => Object.freeze({ name, indexes, ...options });

/** Sees its own writes. A rejected call dooms it even if `fn` catches that: read first, do not catch a duplicate key. */
export interface Transaction {
  collection<T extends Document>(spec: CollectionSpec<T>): Collection<T>;
}

/**
 * A transaction reads a document by `_id` once, and sends the writes of such documents together: before the commit, or
 * before a query that could see them. So a {@link DuplicateKeyError} may come that late.
 */
export interface UnitOfWork extends Transaction {
  /** Sends the writes so far, so that a duplicate key rejects here. */
  flush(): Promise<void>;
}

export interface Store extends Transaction {
  /** True when several processes of a service write these documents: then no process may rely on a cache of them. */
  readonly shared: boolean;
  /** Number of commands sent to the engine since the store was opened, by name: the first word of an SQL statement, or a command of MongoDB. */
  readonly commands: ReadonlyMap<string, number>;
  /**
   * Commits what `fn` wrote, or nothing when it rejects. `fn` may run more than once: the store retries a write conflict,
   * and a duplicate key that a rival committed meanwhile. So `fn` touches only `tx` and plain values.
   * `fn` awaits nothing but `tx`: a write on the store itself deadlocks, and an idle transaction is rolled back.
   * Transactions that change the same document are serialised. Two that read it and change different ones are not.
   * @throws {StoreUnavailableError} nothing is written, unless MongoDB's answer to the commit is lost: repeat with the
   * same ids. Every other error comes from `fn`.
   */
  transaction<R>(fn: (tx: UnitOfWork) => Promise<R>): Promise<R>;
  /** Creates missing collections and indexes, also over existing documents, and drops indexes of these collections that are not declared, of unique ones only the retired. Must precede every other call. */
  prepare(specs: readonly AnyCollectionSpec[]): Promise<void>;
  ping(): Promise<void>;
  /** Lets running calls finish; later calls reject with {@link StoreUnavailableError}. */
  close(): Promise<void>;
}

export class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError';
  constructor(
    readonly collectionName: string,
    /** Indexed fields in order; `['_id']` for the primary key. */
    readonly fields: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`${collectionName}: ${fields.join(', ')} is taken`, options);
  }
}

/** The store is unreachable or not writable (disk full, network, lock). Consumers retry for ever. */
export class StoreUnavailableError extends UnavailableError {
  override readonly name = 'StoreUnavailableError';
}

/** The data is of a release before the collection, and the new release has not started yet. */
export class UnpreparedCollectionError extends Error {
  override readonly name = 'UnpreparedCollectionError';
  constructor(
    readonly collectionName: string,
    options?: ErrorOptions,
  ) {
    super(`the collection ${collectionName} has not been prepared`, options);
  }
}

/** `message` is one sentence that names the store and the fault. */
export class StoreOpenError extends OperatorError {
  override readonly name = 'StoreOpenError';
}

/** Matches `text` literally and case-sensitively: search in a lower-cased copy. U+0000 is not allowed. */
export const containing = (text: string): { $regex: string } => ({
  $regex: text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
});
