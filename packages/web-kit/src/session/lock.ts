let last: Promise<unknown> = Promise.resolve();

/**
 * One at a time among all tabs: a refresh token is good for one use (docs/adr/0012). Pages without Web Locks (plain http on another host
 * than this one) are at least in order within themselves.
 */
export const withSessionLock = <T>(act: () => Promise<T>): Promise<T> => {
  if (navigator.locks) return navigator.locks.request('piecework-session', act) as Promise<T>;
  const turn = last.then(act, act);
  last = turn.catch(() => undefined);
  return turn;
};
