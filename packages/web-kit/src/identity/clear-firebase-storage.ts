import { createTimeLimit } from '../api/time-limit';

const DATABASE = 'firebaseLocalStorageDb';
const STORE = 'firebaseLocalStorage';
const KEYS = 'firebase:authUser:';

/** Rejects where there is no database, without creating one. */
const openExisting = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

const deleteUsers = (database: IDBDatabase): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    transaction.objectStore(STORE).delete(IDBKeyRange.bound(KEYS, `${KEYS}\uffff`));
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/** Works offline, where Firebase's library may not load. Open tabs notice within a second. */
export const clearFirebaseStorage = async (): Promise<void> => {
  const limit = createTimeLimit();
  const clear = async () => {
    const database = await openExisting();
    try {
      // A late deletion would end a newer session.
      limit.requireInTime();
      await deleteUsers(database);
    } finally {
      database.close();
    }
  };
  await limit.of(clear()).catch(() => {
    // A database that cannot be opened holds no readable session.
  });
};

/** Firebase's library waits for its database without a limit. */
export const doesFirebaseStorageAnswer = async (): Promise<boolean> => {
  const limit = createTimeLimit();
  await limit.of(openExisting().then((database) => database.close())).catch(() => {
    // No database yet: the browser has answered.
  });
  return !limit.isOver();
};
