export const createKeyedLock = () => {
  const tails = new Map<string, Promise<void>>();

  return <R>(name: string, work: () => Promise<R>): Promise<R> => {
    const before = tails.get(name) ?? Promise.resolve();
    const turn = before.then(work);
    const tail: Promise<void> = turn.then(
      () => {},
      () => {},
    );
    tails.set(name, tail);
    void tail.then(() => {
      if (tails.get(name) === tail) tails.delete(name);
    });
    return turn;
  };
};
