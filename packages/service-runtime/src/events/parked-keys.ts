import { type Clock, createBatcher } from '@piecework/base';
import type { Store } from '@piecework/store';
import { type Key, nameOf, parkedRows } from './parked.store';

const MAX_KEYS = 512;

export type ParkedKeys = ReturnType<typeof createParkedKeys>;

/** The keys with parked events. On a shared store, where another process may have parked one, the store alone has them. */
export const createParkedKeys = ({ store, clock }: { store: Store; clock: Clock }) => {
  const names = new Set<string>();
  /** One read for all records that arrive together. */
  const isParked = createBatcher<Key, boolean>({
    clock,
    maxSize: MAX_KEYS,
    run: async (asked) => {
      const topics = [...new Set(asked.map(({ topic }) => topic))];
      const keys = asked.map(({ key }) => key);
      const rows = await store.collection(parkedRows).find({ topic: { $in: topics }, key: { $in: keys } });
      const held = new Set(rows.map(nameOf));
      return asked.map((key) => ({ status: 'fulfilled', value: held.has(nameOf(key)) }));
    },
  });
  return {
    add: (key: Key) => void names.add(nameOf(key)),
    delete: (key: Key) => void names.delete(nameOf(key)),
    has: (key: Key) => names.has(nameOf(key)),
    /** False positives are allowed, false negatives are not. */
    mayHold: (key: Key): boolean | Promise<boolean> => (store.shared ? isParked.add(key) : names.has(nameOf(key))),
    isEmpty: () => !store.shared && names.size === 0,
  };
};
