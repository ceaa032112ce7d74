import { localStore } from './storage';

const KEY = 'piecework:thing';
afterEach(() => {
  jest.restoreAllMocks();
  localStore.remove(KEY);
});
const refuse = (...methods: ('getItem' | 'setItem' | 'removeItem')[]) => {
  for (const method of methods)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
};

it('stores values in local storage', () => {
  localStore.set(KEY, 'a');
  expect(localStorage.getItem(KEY)).toBe('a');
  expect(localStore.get(KEY)).toBe('a');
  localStore.remove(KEY);
  expect(localStorage.getItem(KEY)).toBeNull();
});

it('keeps values in memory where the storage is forbidden', () => {
  refuse('getItem', 'setItem', 'removeItem');
  expect(localStore.get(KEY)).toBeNull();
  localStore.set(KEY, 'a');
  expect(localStore.get(KEY)).toBe('a');
  localStore.remove(KEY);
  expect(localStore.get(KEY)).toBeNull();
});

it('keeps a value in memory when the storage is full', () => {
  localStore.set(KEY, 'old');
  refuse('setItem');
  localStore.set(KEY, 'new');
  expect(localStore.get(KEY)).toBe('new');
  jest.restoreAllMocks();
  localStore.set(KEY, 'newer');
  expect([localStore.get(KEY), localStorage.getItem(KEY)]).toEqual(['newer', 'newer']);
});

it.each([KEY, null])('prefers a value of another tab over its own unwritten one (%s)', (key) => {
  refuse('setItem');
  localStore.set(KEY, 'mine');
  jest.restoreAllMocks();
  localStorage.setItem(KEY, 'theirs');
  dispatchEvent(new StorageEvent('storage', { key }));
  expect(localStore.get(KEY)).toBe('theirs');
});
