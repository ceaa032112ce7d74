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

it('keeps things in the storage of the browser', () => {
  localStore.set(KEY, 'a');
  expect(localStorage.getItem(KEY)).toBe('a');
  expect(localStore.get(KEY)).toBe('a');
  localStore.remove(KEY);
  expect(localStorage.getItem(KEY)).toBeNull();
});

it('keeps them as long as the page where the storage is forbidden', () => {
  refuse('getItem', 'setItem', 'removeItem');
  expect(localStore.get(KEY)).toBeNull();
  localStore.set(KEY, 'a');
  expect(localStore.get(KEY)).toBe('a');
  localStore.remove(KEY);
  expect(localStore.get(KEY)).toBeNull();
});

it('keeps what a full storage cannot take, and not the older value', () => {
  localStore.set(KEY, 'old');
  refuse('setItem');
  localStore.set(KEY, 'new');
  expect(localStore.get(KEY)).toBe('new');
  jest.restoreAllMocks();
  localStore.set(KEY, 'newer');
  expect([localStore.get(KEY), localStorage.getItem(KEY)]).toEqual(['newer', 'newer']);
});

it.each([KEY, null])('believes another tab more than what it could not write (%s)', (key) => {
  refuse('setItem');
  localStore.set(KEY, 'mine');
  jest.restoreAllMocks();
  localStorage.setItem(KEY, 'theirs');
  dispatchEvent(new StorageEvent('storage', { key }));
  expect(localStore.get(KEY)).toBe('theirs');
});
