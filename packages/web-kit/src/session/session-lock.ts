let last: Promise<unknown> = Promise.resolve();

/**
 * One at a time among all tabs: a refresh token is good for one use (docs/adr/0012). Pages without Web Locks (plain http on another host
 * than this one) or that may not use them (cookies off) are at least in order within themselves.
 */
export const withSessionLock = <T>(act: () => Promise<T>): Promise<T> => {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return act();
  };
  const inOrder = () => {
    const turn = last.then(act, act);
    last = turn.catch(() => undefined);
    return turn;
  };
  if (!navigator.locks) return inOrder();
  return (navigator.locks.request('piecework-session', begin) as Promise<T>).catch((error) => {
    if (hasBegun) throw error;
    return inOrder();
  });
};
