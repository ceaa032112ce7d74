import { createTimeLimit } from '../api/time-limit';

/** The embedded identity's tokens; the refresh token is stored nowhere else (P-1.13). */
interface StoredTokens {
  idToken: string;
  refreshToken: string;
}

const DATABASE = 'piecework';
const STORE = 'identity';
const KEY = 'current';

let inMemory: StoredTokens | null = null;
/** After one call without an answer the page does not wait again. */
let isStuck = false;

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  if (isStuck) throw new Error('the browser does not answer');
  const limit = createTimeLimit();
  const work = async (): Promise<T> => {
    const database = await open();
    try {
      return await new Promise<T>((resolve, reject) => {
        // A late write would replace the tokens of a newer session.
        limit.requireInTime();
        const transaction = database.transaction(STORE, mode);
        const request = act(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  };
  return limit.of(work()).catch((error: unknown) => {
    isStuck = limit.isOver();
    throw error;
  });
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
