import { createStore } from 'zustand/vanilla';

export * from 'zustand/vanilla';

/** On a server zustand renders the initial state; a first view shows the current one: a page that has been loaded, a stand-in user. */
export const create = (initializer) => {
  const store = createStore(initializer);
  const useStored = (select = (state) => state) => select(store.getState());
  return Object.assign(useStored, store);
};
