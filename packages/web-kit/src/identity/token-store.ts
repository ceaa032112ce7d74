/** What the embedded identity keeps between visits; the refresh token lives here and nowhere else (P-1.13). */
export interface StoredTokens {
  idToken: string;
  /** Good for one use. */
  refreshToken: string;
}

const DATABASE = 'piecework';
const STORE = 'identity';
const KEY = 'current';

/** Where there is no IndexedDB (some private windows) it lasts as long as the page. */
let inMemory: StoredTokens | null = null;

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/** One transaction; resolves when it is on disk. */
const run = async <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const asked = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
};

export const tokenStore = {
  read: async (): Promise<StoredTokens | null> => {
    try {
      return (await run<StoredTokens | undefined>('readonly', (store) => store.get(KEY))) ?? inMemory;
    } catch {
      return inMemory;
    }
  },
  write: async (kept: StoredTokens): Promise<void> => {
    inMemory = kept;
    try {
      await run('readwrite', (store) => store.put(kept, KEY));
      inMemory = null;
    } catch {
      // The browser keeps nothing for us: the person stays signed in as long as this page.
    }
  },
  clear: async (): Promise<void> => {
    inMemory = null;
    try {
      await run('readwrite', (store) => store.delete(KEY));
    } catch {
      // What cannot be opened holds nothing that could be read; the server ends the refresh token at sign-out besides.
    }
  },
};
