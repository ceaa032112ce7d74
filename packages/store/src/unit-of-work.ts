import { applyUpdate, checkUpdate, serialise, upsertedDocument } from './document';
import { type Condition, checkOptions, checkPage, equalitiesOf, idsOf, matches, parseFilter } from './filter';
import {
  type AnyCollectionSpec,
  type Collection,
  type CollectionSpec,
  type Document,
  DuplicateKeyError,
  type FindOptions,
  type UnitOfWork,
  type Update,
  type UpdateResult,
} from './store';

/** See `UnitOfWork` and https://martinfowler.com/eaaCatalog/unitOfWork.html. */

export interface Write {
  kind: 'insert' | 'replace' | 'delete';
  _id: string;
  /** JSON of the document; absent for a deletion. */
  text?: string;
}

/** Consecutive writes of one kind. */
export interface Run {
  kind: Write['kind'];
  writes: Write[];
}

export const runsOf = (writes: readonly Write[], longest = Number.POSITIVE_INFINITY): Run[] => {
  const runs: Run[] = [];
  for (const write of writes) {
    const last = runs.at(-1);
    if (last?.kind === write.kind && last.writes.length < longest) last.writes.push(write);
    else runs.push({ kind: write.kind, writes: [write] });
  }
  return runs;
};

/** One collection within an adapter's transaction. */
export interface TransactionCollection extends Collection<Document> {
  /** The JSON of the documents with these ids. */
  textsOf(ids: readonly string[]): Promise<string[]>;
  /** In this order; consecutive writes of one kind are one command where the engine allows it. */
  write(writes: readonly Write[]): Promise<void>;
}

const NOTHING: UpdateResult = { matchedCount: 0, modifiedCount: 0, upsertedCount: 0 };

type AnyFilter = Parameters<typeof parseFilter>[0];
type AnyUpdate = Update<never>;
type AnyOptions = { upsert?: boolean; sort?: FindOptions<never>['sort'] };

const documentOf = (text: string): Document => JSON.parse(text) as Document;

/** The documents that the transaction has read, and its writes that the engine has yet to get. */
const createBuffer = ({ indexes }: AnyCollectionSpec, open: () => Promise<TransactionCollection>) => {
  /** JSON by id as the transaction sees it; null for a document that does not exist. */
  const jsonById = new Map<string, string | null>();
  const writes = new Map<string, Write>();
  let lastWritten: string | undefined;
  /** Then the order of the writes decides whether a key is free. */
  const hasUniqueIndex = indexes.some(({ unique }) => unique);

  const flush = async (): Promise<void> => {
    if (writes.size === 0) return;
    const buffered = [...writes.values()];
    writes.clear();
    await (await open()).write(buffered);
  };
  const put = async (write: Write): Promise<void> => {
    const { _id } = write;
    const before = writes.get(_id);
    jsonById.set(_id, write.text ?? null);
    const isMerged = before !== undefined && before.kind !== 'delete' && write.kind !== 'delete';
    if (isMerged && (!hasUniqueIndex || lastWritten === _id))
      return void writes.set(_id, { ...write, kind: before.kind });
    if (before !== undefined) await flush();
    writes.set(_id, write);
    lastWritten = _id;
  };

  const load = async (ids: readonly string[]): Promise<void> => {
    const missing = ids.filter((id) => !jsonById.has(id));
    if (missing.length === 0) return;
    const texts = await (await open()).textsOf(missing);
    for (const id of missing) jsonById.set(id, null);
    for (const text of texts) jsonById.set(documentOf(text)._id, text);
  };
  const remember = (docs: readonly Document[]): void => {
    for (const doc of docs) jsonById.set(doc._id, JSON.stringify(doc));
  };
  const knownMatches = (ids: readonly string[], condition: Condition): Document[] =>
    ids.flatMap((id) => {
      const text = jsonById.get(id);
      if (text === undefined || text === null) return [];
      const doc = documentOf(text);
      return matches(doc, condition) ? [doc] : [];
    });
  /** The one document that can match, when the transaction has read it: null when it does not match. */
  const onlyKnown = (condition: Condition): { id: string; doc: Document | null } | undefined => {
    const [id, ...others] = idsOf(condition) ?? [];
    if (id === undefined || others.length > 0 || !jsonById.has(id)) return undefined;
    return { id, doc: knownMatches([id], condition)[0] ?? null };
  };
  /** For a call that the engine carries out: it must see the buffered writes. */
  const engine = async (): Promise<TransactionCollection> => {
    await flush();
    return open();
  };
  /** Forgets what a call of the engine may have changed. */
  const forget = (condition: Condition): void => {
    const ids = idsOf(condition);
    if (ids === null) jsonById.clear();
    else for (const id of ids) jsonById.delete(id);
  };
  return {
    jsonById,
    flush,
    isDirty: () => writes.size > 0,
    put,
    load,
    remember,
    knownMatches,
    onlyKnown,
    engine,
    forget,
  };
};

type DocumentBuffer = ReturnType<typeof createBuffer>;

/** Changes of documents that the transaction has read. */
const createChanges = (name: string, { jsonById, put, onlyKnown }: DocumentBuffer) => {
  const insert = async (doc: Document): Promise<void> => {
    const text = serialise(doc);
    if (typeof jsonById.get(doc._id) === 'string') throw new DuplicateKeyError(name, ['_id']);
    await put({ kind: 'insert', _id: doc._id, text });
  };
  const upsert = async (condition: Condition, update: AnyUpdate): Promise<string> => {
    const doc = upsertedDocument(equalitiesOf(condition), update);
    await insert(doc);
    return doc._id;
  };
  const replace = async (before: Document, update: AnyUpdate): Promise<boolean> => {
    const { _id } = before;
    const earlier = jsonById.get(_id);
    applyUpdate(before, update);
    const text = serialise(before);
    if (text === earlier) return false;
    await put({ kind: 'replace', _id, text });
    return true;
  };

  const change = async (
    condition: Condition,
    update: AnyUpdate,
    upserting: boolean,
  ): Promise<{ changed: string | null; counts: UpdateResult } | undefined> => {
    const match = onlyKnown(condition);
    if (match === undefined) return undefined;
    if (match.doc === null) {
      if (!upserting) return { changed: null, counts: NOTHING };
      return { changed: await upsert(condition, update), counts: { ...NOTHING, upsertedCount: 1 } };
    }
    const isChanged = await replace(match.doc, update);
    return { changed: match.id, counts: { ...NOTHING, matchedCount: 1, modifiedCount: Number(isChanged) } };
  };
  return { insert, change };
};

const checked = (filter: AnyFilter, update: AnyUpdate): Condition => {
  const condition = parseFilter(filter);
  checkUpdate(update);
  return condition;
};

const createBufferedCollection = (spec: AnyCollectionSpec, open: () => Promise<TransactionCollection>) => {
  const buffer = createBuffer(spec, open);
  const { jsonById, flush, isDirty, put, load, remember, knownMatches, onlyKnown, engine, forget } = buffer;
  const { insert, change } = createChanges(spec.name, buffer);

  const buffered: Collection<Document> = {
    insertOne: insert,
    insertMany: async (docs) => {
      for (const doc of docs) await insert(doc);
    },
    findOne: async (filter: AnyFilter, options: Pick<AnyOptions, 'sort'> = {}) => {
      checkOptions(options, ['sort']);
      const condition = parseFilter(filter);
      const ids = idsOf(condition);
      if (ids !== null && (ids.length <= 1 || options.sort === undefined)) {
        await load(ids);
        return knownMatches(ids, condition)[0] ?? null;
      }
      const doc = await (await engine()).findOne(filter as never, options as never);
      if (doc !== null) remember([doc]);
      return doc;
    },
    find: async (filter: AnyFilter, options: FindOptions<never> = {}) => {
      checkOptions(options, ['sort', 'skip', 'limit', 'maxBytes']);
      checkPage(options);
      const condition = parseFilter(filter);
      const ids = idsOf(condition);
      const isOne = ids !== null && ids.length <= 1 && (options.skip ?? 0) === 0;
      if (ids !== null && (isOne || Object.keys(options).length === 0)) {
        await load(ids);
        return knownMatches(ids, condition);
      }
      const docs = await (await engine()).find(filter as never, options as never);
      remember(docs);
      return docs;
    },
    countDocuments: async (filter, options) => (await engine()).countDocuments(filter, options),
    sum: async (filter, field) => (await engine()).sum(filter, field),
    updateOne: async (filter: AnyFilter, update: AnyUpdate, options: AnyOptions = {}) => {
      checkOptions(options, ['upsert']);
      const condition = checked(filter, update);
      const done = await change(condition, update, options.upsert === true);
      if (done !== undefined) return done.counts;
      const result = await (await engine()).updateOne(filter as never, update as never, options as never);
      forget(condition);
      return result;
    },
    updateMany: async (filter: AnyFilter, update: AnyUpdate) => {
      const condition = checked(filter, update);
      const done = await change(condition, update, false);
      if (done !== undefined) return done.counts;
      const result = await (await engine()).updateMany(filter as never, update as never);
      forget(condition);
      return result;
    },
    findOneAndUpdate: async (filter: AnyFilter, update: AnyUpdate, options: AnyOptions = {}) => {
      checkOptions(options, ['upsert', 'sort']);
      const condition = checked(filter, update);
      const done = await change(condition, update, options.upsert === true);
      if (done !== undefined) return done.changed === null ? null : documentOf(jsonById.get(done.changed) as string);
      const after = await (await engine()).findOneAndUpdate(filter as never, update as never, options as never);
      forget(condition);
      if (after !== null) remember([after]);
      return after;
    },
    deleteOne: async (filter: AnyFilter) => {
      const condition = parseFilter(filter);
      const match = onlyKnown(condition);
      if (match !== undefined) {
        if (match.doc === null) return { deletedCount: 0 };
        await put({ kind: 'delete', _id: match.id });
        return { deletedCount: 1 };
      }
      const result = await (await engine()).deleteOne(filter as never);
      forget(condition);
      return result;
    },
    deleteMany: async (filter: AnyFilter) => {
      const condition = parseFilter(filter);
      const result = await (await engine()).deleteMany(filter as never);
      forget(condition);
      return result;
    },
  };
  return { spec, buffered, flush, isDirty };
};

/** `call` runs one call at a time: a collection's cache must not change while the engine answers. */
export const createUnitOfWork = (options: {
  open: (spec: AnyCollectionSpec) => Promise<TransactionCollection>;
  call: <R>(spec: AnyCollectionSpec, work: () => Promise<R>) => Promise<R>;
}): UnitOfWork & { finish(): Promise<void> } => {
  const { open, call } = options;
  const collections = new Map<string, ReturnType<typeof createBufferedCollection>>();
  const checkedCollections = new Map<string, Collection<Document>>();

  const bufferedOf = (spec: AnyCollectionSpec) => {
    const collection = collections.get(spec.name);
    if (collection) return collection;
    let opening: Promise<TransactionCollection> | undefined;
    const created = createBufferedCollection(spec, () => {
      opening ??= open(spec);
      return opening;
    });
    collections.set(spec.name, created);
    return created;
  };

  const flush = async (): Promise<void> => {
    for (const { spec, flush } of collections.values()) await call(spec, flush);
  };
  let isFinished = false;
  const callBeforeEnd: typeof call = async (spec, work) => {
    if (isFinished) throw new Error('the transaction has ended: await every call on tx before its function returns');
    return call(spec, work);
  };

  const checkedOf = (spec: AnyCollectionSpec): Collection<Document> => {
    const methods = Object.entries(
      bufferedOf(spec).buffered as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>,
    );
    return Object.fromEntries(
      methods.map(([method, run]) => [method, (...args: unknown[]) => callBeforeEnd(spec, () => run(...args))]),
    ) as unknown as Collection<Document>;
  };

  return {
    collection: <T extends Document>(spec: CollectionSpec<T>) => {
      const checked = checkedCollections.get(spec.name) ?? checkedOf(spec);
      checkedCollections.set(spec.name, checked);
      return checked as unknown as Collection<T>;
    },
    flush,
    finish: async () => {
      // Includes calls that nothing awaited.
      do await flush();
      while ([...collections.values()].some(({ isDirty }) => isDirty()));
      isFinished = true;
    },
  };
};
