import type { Collection, CollectionSpec, Document, Store } from '../src/store';

/** The store, with a record of what its transactions changed in one collection, and of what it searched there. */
export const watchCommits = <T extends Document>(store: Store, { name }: CollectionSpec<T>) => {
  /** The ids that each committed transaction changed, without those that changed none. */
  const commits: string[][] = [];
  /** How many documents each search outside of transactions found. */
  const found: number[] = [];

  const changing = <D extends Document>(inner: Collection<D>, changed: string[]): Collection<D> => {
    const note = (filter: object, modified: number) => {
      const { _id: id } = filter as { _id?: unknown };
      if (modified > 0) changed.push(typeof id === 'string' ? id : 'several');
    };
    return {
      ...inner,
      updateOne: async (filter, update, options) => {
        const result = await inner.updateOne(filter, update, options);
        note(filter, result.modifiedCount);
        return result;
      },
      updateMany: async (filter, update) => {
        const result = await inner.updateMany(filter, update);
        note(filter, result.modifiedCount);
        return result;
      },
    };
  };

  const watched: Store = {
    ...store,
    collection: (spec) => {
      const inner = store.collection(spec);
      if (spec.name !== name) return inner;
      return {
        ...inner,
        find: async (filter, options) => {
          const documents = await inner.find(filter, options);
          found.push(documents.length);
          return documents;
        },
      };
    },
    transaction: async (fn) => {
      let changed: string[] = [];
      const result = await store.transaction((tx) => {
        // An earlier attempt was rolled back.
        changed = [];
        return fn({
          ...tx,
          collection: (spec) => {
            const inner = tx.collection(spec);
            return spec.name === name ? changing(inner, changed) : inner;
          },
        });
      });
      if (changed.length > 0) commits.push(changed);
      return result;
    },
  };
  return { store: watched, commits, found };
};
