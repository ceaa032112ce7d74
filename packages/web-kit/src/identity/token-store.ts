/** The embedded identity's tokens; the refresh token is stored nowhere else (P-1.13). */
interface StoredTokens {
  idToken: string;
  refreshToken: string;
}

const DATABASE = 'piecework';
const STORE = 'identity';
const KEY = 'current';

let inMemory: StoredTokens | null = null;

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

const run = async <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
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
      // Without storage the session lasts as long as the page.
    }
  },
  clear: async (): Promise<void> => {
    inMemory = null;
    try {
      await run('readwrite', (store) => store.delete(KEY));
    } catch {
      // A store that cannot be opened holds nothing readable; the server revokes the refresh token at sign-out.
    }
  },
};
