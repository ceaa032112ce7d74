import { OperatorError, UnavailableError } from '@piecework/base';

/**
 * The `Store` port: a small document store that speaks MongoDB's words, so that its MongoDB adapter stays thin.
 *
 * Every document has a string `_id`. Two adapters (SQLite, MongoDB) pass the one suite in `testing/store.suite.ts`;
 * an operator that one of them lacks does not exist here.
 *
 * What neither adapter may leave to chance:
 * - Every call is atomic, alone or inside a transaction. A call that the port does not allow (an unknown operator, an
 *   `undefined` or non-scalar condition, a path into an array, `NaN`, a `Date`) rejects with an `Error` that names the fault.
 * - Conditions, sorts and indexes are about scalars: a field that holds an object or an array equals no scalar and lies in
 *   no range (`$ne`, `$nin` and `$exists` see it). Keep arrays out of the fields that are filtered, sorted or indexed.
 * - Ranges compare within one type: `{ $gt: 5 }` never matches text. `true` is not 1. Text is ordered by code point.
 * - A sorted field holds one type (or nothing); so does a uniquely indexed one.
 */

/**
 * What a stored document looks like: plain JSON (no `Date`, no class instances, finite numbers) with a non-empty string `_id`.
 * `undefined` is dropped. Field names have no `.` and do not start with `$`. At most 100 levels deep.
 */
export interface Document {
  _id: string;
}

export type Scalar = string | number | boolean | null;

/** Conditions on one field. `$ne` and `null` match a missing field, as they do in MongoDB. */
export interface FieldCondition<V> {
  $in?: readonly V[];
  $nin?: readonly V[];
  $gt?: V;
  $gte?: V;
  $lt?: V;
  $lte?: V;
  $ne?: V | null;
  $exists?: boolean;
  /**
   * Case-sensitive text match. Only what {@link containing} makes is accepted, a literal without operators:
   * keep a lower-cased copy of what people search in a field of its own.
   */
  $regex?: string;
}

/**
 * Keys are field names or dotted paths (`'places.open'`); all conditions must hold. `undefined` as a condition is an error,
 * never "any". `$or` and `$and` take at least one filter.
 */
export type Filter<T extends Document> = {
  [K in keyof T]?: T[K] | FieldCondition<T[K]> | null;
} & {
  $or?: readonly Filter<T>[];
  $and?: readonly Filter<T>[];
} & { [path: `${string}.${string}`]: unknown };

/**
 * At least one operator; keys are field names or dotted paths, none of them given twice or inside another, never `_id`.
 * `$set` makes the objects on its way; it rejects where something else is in the way, as `$inc` does on what is no number.
 */
export interface Update<T extends Document> {
  $set?: Partial<Omit<T, '_id'>> & { [path: `${string}.${string}`]: unknown };
  $inc?: { [K in keyof T]?: number } & {
    [path: `${string}.${string}`]: number;
  };
  $unset?: { [K in keyof T]?: true } & { [path: `${string}.${string}`]: true };
  /** Only with `upsert`: fields of a document that did not exist. */
  $setOnInsert?: Partial<T> & { [path: `${string}.${string}`]: unknown };
}

export interface FindOptions<T extends Document> {
  /**
   * Field → 1 (ascending) or -1. `_id` is always the last criterion, in the direction of the one before it, so that a
   * non-unique index (which ends with `_id` in the direction of its last field) serves the whole order.
   * Missing and `null` are equal and sort before every value. Without `sort` the order is not defined.
   */
  sort?: { [K in keyof T]?: 1 | -1 } & {
    [path: `${string}.${string}`]: 1 | -1;
  };
  /** @default 0 */
  skip?: number;
  /** At least 1. */
  limit?: number;
  /** Answers only the first documents whose JSON together has at most so many bytes, and at least one. At least 1. */
  maxBytes?: number;
}

export interface Collection<T extends Document> {
  /** @throws {DuplicateKeyError} when `_id` or a unique index is taken */
  insertOne(doc: T): Promise<void>;
  /** @throws {DuplicateKeyError} in that case none of them is inserted */
  insertMany(docs: readonly T[]): Promise<void>;
  findOne(filter: Filter<T>, options?: Pick<FindOptions<T>, 'sort'>): Promise<T | null>;
  find(filter: Filter<T>, options?: FindOptions<T>): Promise<T[]>;
  countDocuments(filter: Filter<T>): Promise<number>;
  /** Sum of a numeric field over the matching documents; missing, and what is no number, counts as 0. */
  sum(filter: Filter<T>, field: (keyof T & string) | `${string}.${string}`): Promise<number>;
  /**
   * Changes the first match. `upsertedCount` is 1 when `upsert` made the document from the filter's equalities (those in
   * `$and` included); its `_id` comes from them or from `$setOnInsert`.
   *
   * @throws {DuplicateKeyError} when the changed document would take another one's place in a unique index
   */
  updateOne(filter: Filter<T>, update: Update<T>, options?: { upsert?: boolean }): Promise<UpdateResult>;
  updateMany(filter: Filter<T>, update: Update<T>): Promise<UpdateResult>;
  /** As `updateOne`, and answers the document after the change (or null when nothing matched and `upsert` is off). */
  findOneAndUpdate(
    filter: Filter<T>,
    update: Update<T>,
    options?: { upsert?: boolean; sort?: FindOptions<T>['sort'] },
  ): Promise<T | null>;
  deleteOne(filter: Filter<T>): Promise<{ deletedCount: number }>;
  deleteMany(filter: Filter<T>): Promise<{ deletedCount: number }>;
}

/** `modifiedCount` leaves out the matches that the update did not change. */
export interface UpdateResult {
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
}

export interface IndexSpec<T extends Document> {
  /** Field or dotted path → direction, in order. */
  key: { [K in keyof T]?: 1 | -1 } & { [path: `${string}.${string}`]: 1 | -1 };
  /** As in MongoDB, missing and `null` are a value like any other: two documents without the field collide. */
  unique?: boolean;
  /** Equalities only: the index covers the documents that have these values. */
  partialFilterExpression?: { [K in keyof T]?: Scalar } & {
    [path: `${string}.${string}`]: Scalar;
  };
}

/** Names a collection, the type of its documents and its indexes; made once per service with {@link collection}. */
export interface CollectionSpec<T extends Document> {
  readonly name: string;
  readonly indexes: readonly IndexSpec<T>[];
  /** Carries the type only. */
  readonly _type?: T;
}

/** Any collection at all, where the type of its documents does not matter. */
// biome-ignore lint/suspicious/noExplicitAny: a spec is invariant in T, so neither `never` nor `Document` takes them all
export type AnyCollectionSpec = CollectionSpec<any>;

export const collection = <T extends Document>(
  name: string,
  indexes: readonly IndexSpec<T>[] = [],
): CollectionSpec<T> => Object.freeze({ name, indexes });

/**
 * One transaction: sees its own writes, nobody else's uncommitted ones.
 *
 * A call on it that rejects dooms it, even when `fn` catches the rejection: MongoDB aborts the transaction at that moment.
 * Read first, instead of catching a duplicate key. A call after its end rejects.
 */
export interface Transaction {
  collection<T extends Document>(spec: CollectionSpec<T>): Collection<T>;
}

export interface Store extends Transaction {
  /** Whether several processes of one service work over these documents at the same time: then no process may trust what it remembers of them. */
  readonly shared: boolean;
  /**
   * Runs `fn` in one transaction and commits what it wrote, or nothing when it rejects.
   *
   * `fn` may run more than once (a write conflict is retried, and so is a key that a rival took since it looked: the next
   * look finds it), so it must only touch `tx` and plain values, and must await nothing but `tx` (a write on the store
   * itself would wait for this very transaction; a transaction that idles for seconds is rolled back). Transactions that
   * change the same document are serialised; two that read the same and change different ones are not.
   *
   * @throws {StoreUnavailableError} nothing of it is written, unless the answer to the commit itself was lost and cannot be
   * asked for (MongoDB only): as after any lost answer, repeat with the same ids; anything else is what `fn` or a call on `tx` rejected with
   */
  transaction<R>(fn: (tx: Transaction) => Promise<R>): Promise<R>;
  /** Makes collections and indexes that are missing (none is ever dropped). Called once at start, before anything else. */
  prepare(specs: readonly AnyCollectionSpec[]): Promise<void>;
  /** Resolves when the store answers, rejects with the reason otherwise. */
  ping(): Promise<void>;
  /** Lets what is underway finish; every later call rejects with {@link StoreUnavailableError}. */
  close(): Promise<void>;
}

/** A unique index (or `_id`) already holds these values. */
export class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError';
  constructor(
    readonly collectionName: string,
    /** The indexed fields, in order; `['_id']` for the primary key. */
    readonly fields: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`${collectionName}: ${fields.join(', ')} is taken`, options);
  }
}

/** The store itself cannot be reached or written (disk full, network, lock): nothing to do with the data. Retried for ever by consumers. */
export class StoreUnavailableError extends UnavailableError {
  override readonly name = 'StoreUnavailableError';
}

/** The store cannot be opened at all; `message` is one sentence that names it and what is wrong. */
export class StoreOpenError extends OperatorError {
  override readonly name = 'StoreOpenError';
}

/** A `$regex` that matches the text as it stands (any text but one with U+0000), for fields that hold lower-cased text. */
export const containing = (text: string): { $regex: string } => ({
  $regex: text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
});
