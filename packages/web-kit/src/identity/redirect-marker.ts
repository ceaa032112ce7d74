import { sessionStore } from '../storage';

const KEY = 'piecework:redirect';

/** The page leaves for the provider's sign-in, and comes back to where it is. */
export const noteRedirect = (): void => sessionStore.set(KEY, '1');

/** Whether this page is the coming back; asked at most once. */
export const takeRedirect = (): boolean => {
  const isBack = sessionStore.get(KEY) === '1';
  sessionStore.remove(KEY);
  return isBack;
};
