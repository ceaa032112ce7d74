let last: Promise<unknown> = Promise.resolve();

/** A refresh token is single-use (docs/adr/0012). Without Web Locks (plain http on another host, or cookies off) only the page's own calls are serialized. */
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
