import { BROWSER_ANSWERS_WITHIN } from '../api/time-limit';
import { clearFirebaseStorage, doesFirebaseStorageAnswer } from './clear-firebase-storage';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** An IndexedDB whose answers the test gives. */
const install = () => {
  const removed: unknown[] = [];
  const transaction = { objectStore: () => ({ delete: (keys: unknown) => removed.push(keys) }), oncomplete: () => {} };
  const database = {
    close: jest.fn(),
    transaction: () => {
      setTimeout(() => transaction.oncomplete(), 0);
      return transaction;
    },
  };
  const opening = { result: database, error: new Error('no database'), onsuccess() {}, onerror() {} };
  Object.assign(globalThis, {
    indexedDB: { open: () => opening },
    IDBKeyRange: { bound: (from: string, to: string) => [from, to] },
  });
  return { opening, database, removed };
};
/** The value, once it is there. */
const settled = async <T,>(work: Promise<T>, ms: number): Promise<T> => {
  await jest.advanceTimersByTimeAsync(ms);
  return Promise.race([work, Promise.reject(new Error('it has not ended'))]);
};

test('removes the users of Firebase', async () => {
  const { opening, database, removed } = install();
  const clearing = clearFirebaseStorage();
  opening.onsuccess();
  await settled(clearing, 0);
  expect(removed).toEqual([['firebase:authUser:', 'firebase:authUser:\uffff']]);
  expect(database.close).toHaveBeenCalledTimes(1);
});

test('a sign-out ends without an answer of IndexedDB, and a late one removes nothing', async () => {
  const { opening, database, removed } = install();
  await settled(clearFirebaseStorage(), BROWSER_ANSWERS_WITHIN);
  opening.onsuccess();
  await jest.advanceTimersByTimeAsync(0);
  expect(removed).toEqual([]);
  expect(database.close).toHaveBeenCalledTimes(1);
});

test.each([
  ['a database', true, 'onsuccess'],
  ['the lack of one', true, 'onerror'],
  ['nothing', false, undefined],
] as const)('an answer of %s: %s', async (_what, answers, event) => {
  const { opening } = install();
  const asked = doesFirebaseStorageAnswer();
  if (event) opening[event]();
  expect(await settled(asked, event ? 0 : BROWSER_ANSWERS_WITHIN)).toBe(answers);
});
