const DATABASE = 'firebaseLocalStorageDb';
const STORE = 'firebaseLocalStorage';
const KEYS = 'firebase:authUser:';

/** Rejects where there is none; it is not made. */
const openExisting = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

const takeOut = (database: IDBDatabase): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    transaction.objectStore(STORE).delete(IDBKeyRange.bound(KEYS, `${KEYS}\uffff`));
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Takes Firebase's identity out of this browser without its library, which a page that was signed in with it may not have loaded when its
 * connection goes. Open tabs that have it see within a second that it is gone.
 */
export const clearFirebaseStorage = async (): Promise<void> => {
  try {
    const database = await openExisting();
    await takeOut(database).finally(() => database.close());
  } catch {
    // What is not there or cannot be opened holds nothing that could be read.
  }
};
