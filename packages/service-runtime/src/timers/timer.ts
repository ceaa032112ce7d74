import type { EventType } from '@piecework/contracts';
import type { CollectionSpec, Document, Filter, FindOptions, Scalar, Transaction } from '@piecework/store';
import type { Unit } from '../events/unit';

/** A document whose deadline has passed. */
export interface Due {
  id: string;
  /** Milliseconds since 1970. */
  deadline: number;
}

export interface DuePage {
  limit: number;
  /** Only documents behind this one. */
  after?: Due | undefined;
}

/**
 * Runs after the commit, outside the transaction. The document stays due until the effect changes it, so a crash repeats the effect.
 * @param stopping aborted when the service stops, which waits for the effect
 * @param transact commits further changes, with events that the timer declares
 */
export type Effect<E extends EventType = EventType> = (
  stopping: AbortSignal,
  transact: <R>(fn: (unit: Unit<E>) => Promise<R>) => Promise<R>,
) => Promise<void>;

/** Scheduled work with a deadline per document. Made by {@link timer} or {@link expiry}. */
export interface Timer {
  /** Unique within its service; the label `timer` of its gauge. */
  name: string;
  emits: readonly EventType[];
  /** Fires only while the service has handled all published events and none is parked. */
  waitsForEvents: boolean;
  /** Ids per transaction. */
  atOnce: number;
  /** The oldest deadline first, then by id. */
  due(store: Transaction, now: number, page: DuePage): Promise<readonly Due[]>;
  /** Reads the documents again in `unit`, and does nothing for those that are not due any more. */
  fire(unit: Unit, ids: readonly string[], now: number): Promise<Effect | undefined>;
}

/** Due documents that a sweep reads at once. */
export const BATCH = 100;

type NumberField<T> = {
  [K in keyof T & string]-?: NonNullable<T[K]> extends number ? K : never;
}[keyof T & string];

export interface Deadline<T extends Document> {
  name: string;
  of: CollectionSpec<T>;
  /** A field with milliseconds since 1970. An index must begin with the equalities of `where` and continue with this field. */
  deadline: NumberField<NoInfer<T>>;
  /** Milliseconds between the time in the field and the deadline. @default 0 */
  after?: number;
  /** Which documents have the deadline. @default all with the field */
  where?: Filter<NoInfer<T>>;
  waitsForEvents?: boolean;
}

const isScalar = (condition: unknown): condition is Scalar =>
  condition === null || ['string', 'number', 'boolean'].includes(typeof condition);

const requireIndex = <T extends Document>({ name, of, deadline, where = {} }: Deadline<T>): void => {
  const fixed = new Map(Object.entries(where).filter(([, condition]) => isScalar(condition)));
  const serves = of.indexes.some(({ key, partialFilterExpression = {} }) => {
    const next = Object.keys(key).find((field) => !fixed.has(field));
    const covers = Object.entries(partialFilterExpression).every(([field, value]) => fixed.get(field) === value);
    return next === deadline && covers;
  });
  if (!serves) throw new Error(`timer ${name}: ${of.name} has no index that leads to ${deadline}`);
};

const createDue = <T extends Document>(spec: Deadline<T>) => {
  requireIndex(spec);
  const { of, deadline, after: delay = 0 } = spec;
  const where: Filter<T> = spec.where ?? {};
  const from = (now: number, since?: number) =>
    ({ ...where, [deadline]: { ...(since !== undefined && { $gte: since }), $lte: now - delay } }) as Filter<T>;

  const behind = ({ id, deadline: last }: Due, now: number): Filter<T> => {
    const time = last - delay;
    const rest = { $or: [{ [deadline]: { $gt: time } }, { _id: { $gt: id } }] };
    return { ...from(now, time), $and: [...(where.$and ?? []), rest] } as unknown as Filter<T>;
  };

  return {
    due: async (store: Transaction, now: number, { limit, after }: DuePage): Promise<Due[]> => {
      const oldestFirst = { sort: { [deadline]: 1 }, limit } as FindOptions<T>;
      const documents = await store.collection(of).find(after ? behind(after, now) : from(now), oldestFirst);
      return documents.map((document) => ({ id: document._id, deadline: (document[deadline] as number) + delay }));
    },
    /** Matches the documents `ids` that are still due. */
    stillDue: (id: string | { $in: readonly string[] }, now: number) => ({ ...from(now), _id: id }) as Filter<T>,
  };
};

/**
 * Fires once per document, at its deadline, in a transaction of its own: `document` is read in it and is due.
 * `fire` changes the document such that it is due no more (that write decides between replicas), or returns an effect that does. It rejects otherwise.
 * What rejects is logged and retried after a growing pause.
 */
export const timer = <T extends Document, const E extends readonly EventType[]>(
  spec: Deadline<T> & {
    emits: E;
    // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is the usual case
    fire(unit: Unit<E[number]>, document: T, now: number): Promise<Effect<E[number]> | void>;
  },
): Timer => {
  const { name, of, emits, waitsForEvents = false } = spec;
  const { due, stillDue } = createDue(spec);
  return {
    name,
    emits,
    waitsForEvents,
    atOnce: 1,
    due,
    fire: async (unit, [id = ''], now) => {
      const document = await unit.collection(of).findOne(stillDue(id, now));
      if (!document) return undefined;
      const effect = await spec.fire(unit as Unit<E[number]>, document, now);
      if (effect) return effect as Effect;
      if (await unit.collection(of).findOne(stillDue(id, now)))
        throw new Error(`timer ${name} left ${id} due, so it would fire again`);
      return undefined;
    },
  };
};

/** Deletes documents at their deadline. */
export const expiry = <T extends Document>(spec: Deadline<T>): Timer => {
  const { name, of, waitsForEvents = false } = spec;
  const { due, stillDue } = createDue(spec);
  return {
    name,
    emits: [],
    waitsForEvents,
    atOnce: BATCH,
    due,
    fire: async (unit, ids, now) => {
      await unit.collection(of).deleteMany(stillDue({ $in: ids }, now));
      return undefined;
    },
  };
};
