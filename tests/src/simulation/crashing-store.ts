import { COLLECTION_METHODS, type Collection, type CollectionSpec, type Document, type Store } from '@piecework/store';
import type { ServiceLifetime } from './service-lifetime';

/** When the service dies: before its n-th commit from now (which is then undone) or right after it. */
export interface PlannedCrash {
  commits: number;
  when: 'before' | 'after';
}

/** Hooks of the simulation into the commits of one service. */
export interface CommitWatch {
  /** Called before each commit; a result other than null kills the service there. */
  crashAt(): PlannedCrash['when'] | null;
  /** Called with the arguments of each write, whether or not it commits. */
  writing?(collection: string, args: readonly unknown[]): void;
  /** The documents that the transaction wrote, once it has committed. */
  committed(writes: readonly Write[]): void;
  /** A store operation has started (+1) or ended (−1). */
  busy(change: 1 | -1): void;
}

export interface Write {
  collection: string;
  /** The document's id; null when an operation may have written several. */
  id: string | null;
}

class Crashed extends Error {}

const WRITES: ReadonlySet<string> = new Set(COLLECTION_METHODS.write);

/** Notes the writes of a collection's operations. Once the service is dead they throw, which rolls back an open transaction. */
const watched = <T extends Document>(
  inner: Collection<T>,
  spec: CollectionSpec<T>,
  incarnation: ServiceLifetime,
  note: (write: Write, args: readonly unknown[]) => void,
): Collection<T> =>
  new Proxy(inner, {
    get: (target, name: keyof Collection<T>) => {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        if (!incarnation.alive) throw new Crashed();
        if (WRITES.has(name)) {
          const id = (args[0] as { _id?: unknown } | undefined)?._id;
          note({ collection: spec.name, id: typeof id === 'string' ? id : null }, args);
        }
        return method.apply(target, args);
      };
    },
  });

/** The store of one service lifetime: the service can die between any two commits. */
export const createCrashingStore = (inner: Store, incarnation: ServiceLifetime, watch: CommitWatch): Store => {
  const tracked = async <R>(work: () => Promise<R>): Promise<R> => {
    watch.busy(1);
    try {
      return await work();
    } finally {
      watch.busy(-1);
    }
  };

  const transaction: Store['transaction'] = (fn) => {
    const run = async () => {
      const crash = watch.crashAt();
      let writes: Write[] = [];
      const result = await inner.transaction(async (tx) => {
        writes = [];
        const note = (write: Write, args: readonly unknown[]) => {
          writes.push(write);
          watch.writing?.(write.collection, args);
        };
        const answer = await fn({ ...tx, collection: (spec) => watched(tx.collection(spec), spec, incarnation, note) });
        if (crash === 'before') incarnation.die();
        if (!incarnation.alive) throw new Crashed();
        return answer;
      });
      watch.committed(writes);
      if (crash === 'after') incarnation.die();
      return result;
    };
    return incarnation.alive ? incarnation.whileAlive(tracked(run)) : new Promise(() => {});
  };

  return {
    shared: inner.shared,
    commands: inner.commands,
    transaction,
    collection: (spec) =>
      new Proxy(inner.collection(spec), {
        get: (target, name: keyof Collection<never>) => {
          if (WRITES.has(name)) {
            return (...args: unknown[]) =>
              transaction((tx) => (tx.collection(spec)[name] as (...all: unknown[]) => Promise<unknown>)(...args));
          }
          const method = target[name] as ((...args: unknown[]) => Promise<unknown>) | undefined;
          // A promise that resolves to a collection asks for `then`.
          return method && ((...args: unknown[]) => incarnation.whileAlive(tracked(() => method.apply(target, args))));
        },
      }),
    prepare: (specs) => inner.prepare(specs),
    ping: () => inner.ping(),
    close: async () => {},
  };
};
