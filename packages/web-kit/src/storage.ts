/**
 * A storage of the browser. Where it is forbidden (a browser with cookies off throws at every touch) or full, what is kept lasts as long as
 * the page: nobody is signed in for longer, and the page works.
 */
const createStorage = (open: () => Storage) => {
  const inMemory = new Map<string, string>();
  // What another tab could write is newer than what this one could not. First of all listeners, who read what has changed.
  addEventListener(
    'storage',
    ({ key }) => {
      if (key === null) inMemory.clear();
      else inMemory.delete(key);
    },
    { capture: true },
  );
  return {
    get: (key: string): string | null => {
      try {
        return inMemory.get(key) ?? open().getItem(key);
      } catch {
        return null;
      }
    },
    set: (key: string, value: string): void => {
      try {
        open().setItem(key, value);
        inMemory.delete(key);
      } catch {
        inMemory.set(key, value);
      }
    },
    remove: (key: string): void => {
      inMemory.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // There is nothing in a storage that nobody may touch.
      }
    },
  };
};

export const localStore = createStorage(() => localStorage);
export const sessionStore = createStorage(() => sessionStorage);
