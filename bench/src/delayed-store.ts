import { pause } from '@piecework/base/testing';
import type { Store } from '@piecework/store';

/** Simulates a remote engine over a local one: each transaction takes `ms` longer, during which the process is idle, as it waits for round trips. */
export const withDelay = (store: Store, ms: number): Store => ({
  ...store,
  // The processes of a service share the file.
  shared: true,
  transaction: async (fn) => {
    await pause(ms);
    return store.transaction(fn);
  },
});
