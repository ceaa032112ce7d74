/** Web storage with a fallback in memory: with cookies off every access throws, and the quota may be exceeded. */
const createStorage = (open: () => Storage) => {
  const inMemory = new Map<string, string>();
  // Another tab's write is newer than the fallback. Capturing, to run before listeners that read the value.
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
        // A forbidden storage holds nothing.
      }
    },
  };
};

export const localStore = createStorage(() => localStorage);
export const sessionStore = createStorage(() => sessionStorage);
