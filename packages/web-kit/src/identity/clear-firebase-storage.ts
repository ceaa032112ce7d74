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
  try {
    const database = await openExisting();
    await deleteUsers(database).finally(() => database.close());
  } catch {
    // A database that cannot be opened holds no readable session.
  }
};
