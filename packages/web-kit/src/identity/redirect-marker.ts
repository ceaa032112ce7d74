import { sessionStore } from '../storage';

const KEY = 'piecework:redirect';

export const noteRedirect = (): void => sessionStore.set(KEY, '1');

export const takeRedirect = (): boolean => {
  const isBack = sessionStore.get(KEY) === '1';
  sessionStore.remove(KEY);
  return isBack;
};
