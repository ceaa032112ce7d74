/**
 * The `Store` port: a small document store that speaks MongoDB's words, so that its MongoDB adapter stays thin.
 *
 * Every document has a string `_id`. Two adapters (SQLite, MongoDB) pass the one suite in `store.suite.ts`;
 * an operator that one of them lacks does not exist here.
 */

/** What a stored document looks like: plain JSON (no `undefined`, no `Date`, no class instances) with a string `_id`. */
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

/** Keys are field names or dotted paths (`'places.open'`); all conditions must hold. */
export type Filter<T extends Document> = {
  [K in keyof T]?: T[K] | FieldCondition<T[K]> | null;
} & {
  $or?: readonly Filter<T>[];
  $and?: readonly Filter<T>[];
} & { [path: `${string}.${string}`]: unknown };

/** At least one operator; keys are field names or dotted paths. */
export interface Update<T extends Document> {
  $set?: Partial<Omit<T, '_id'>> & { [path: `${string}.${string}`]: unknown };
  $inc?: { [K in keyof T]?: number } & { [path: `${string}.${string}`]: number };
  $unset?: { [K in keyof T]?: true } & { [path: `${string}.${string}`]: true };
  /** Only with `upsert`: fields of a document that did not exist. */
  $setOnInsert?: Partial<T>;
}

export interface FindOptions<T extends Document> {
  /** Field → 1 (ascending) or -1. `_id` is always the last criterion, in the direction of the first one. Missing sorts before every value. */
  sort?: { [K in keyof T]?: 1 | -1 };
  skip?: number;
  limit?: number;
}

export interface Collection<T extends Document> {
  /** @throws {DuplicateKeyError} when `_id` or a unique index is taken */
  insertOne(doc: T): Promise<void>;
  /** @throws {DuplicateKeyError} in that case none of them is inserted */
  insertMany(docs: readonly T[]): Promise<void>;
  findOne(filter: Filter<T>, options?: Pick<FindOptions<T>, 'sort'>): Promise<T | null>;
  find(filter: Filter<T>, options?: FindOptions<T>): Promise<T[]>;
  countDocuments(filter: Filter<T>): Promise<number>;
  /** Sum of a numeric field over the matching documents; missing counts as 0. */
  sum(filter: Filter<T>, field: keyof T & string): Promise<number>;
  /** Changes the first match. `upsertedCount` is 1 when `upsert` made the document from the filter's equalities. */
  updateOne(filter: Filter<T>, update: Update<T>, options?: { upsert?: boolean }): Promise<UpdateResult>;
  updateMany(filter: Filter<T>, update: Update<T>): Promise<UpdateResult>;
  /** As `updateOne`, and answers the document after the change (or null when nothing matched and `upsert` is off). */
  findOneAndUpdate(filter: Filter<T>, update: Update<T>, options?: { upsert?: boolean; sort?: FindOptions<T>['sort'] }): Promise<T | null>;
  deleteOne(filter: Filter<T>): Promise<{ deletedCount: number }>;
  deleteMany(filter: Filter<T>): Promise<{ deletedCount: number }>;
}

export interface UpdateResult {
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
}

export interface IndexSpec<T extends Document> {
  /** Field or dotted path → direction, in order. */
  key: { [K in keyof T]?: 1 | -1 } & { [path: `${string}.${string}`]: 1 | -1 };
  unique?: boolean;
  /** Equalities only: the index covers the documents that have these values. */
  partialFilterExpression?: { [K in keyof T]?: Scalar };
}

/** Names a collection, the type of its documents and its indexes; made once per service with {@link collection}. */
export interface CollectionSpec<T extends Document> {
  readonly name: string;
  readonly indexes: readonly IndexSpec<T>[];
  /** Carries the type only. */
  readonly _type?: T;
}

export const collection = <T extends Document>(name: string, indexes: readonly IndexSpec<T>[] = []): CollectionSpec<T> =>
  Object.freeze({ name, indexes });

/** One transaction: sees its own writes, nobody else's uncommitted ones. */
export interface Transaction {
  collection<T extends Document>(spec: CollectionSpec<T>): Collection<T>;
}

export interface Store extends Transaction {
  /**
   * Runs `fn` in one transaction and commits what it wrote, or nothing when it rejects.
   *
   * `fn` may run more than once (a write conflict is retried), so it must only touch `tx` and plain values, and
   * must await nothing but `tx`. Transactions that change the same document are serialised.
   */
  transaction<R>(fn: (tx: Transaction) => Promise<R>): Promise<R>;
  /** Makes collections and indexes that are missing. Called once at start, before anything else. */
  prepare(specs: readonly CollectionSpec<never>[]): Promise<void>;
  /** Resolves when the store answers, rejects with the reason otherwise. */
  ping(): Promise<void>;
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
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** A `$regex` that matches the text as it stands, for fields that hold lower-cased text. */
export const containing = (text: string): { $regex: string } => ({
  $regex: text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
});
