/** Milliseconds. Browsers have bugs by which IndexedDB and Web Locks never answer; the session goes on without them. */
export const BROWSER_ANSWERS_WITHIN = 2000;

const late = () => new Error('the browser does not answer');

/** The limit of one piece of work, which cannot be stopped: it asks `requireInTime` before a step that must not come late. */
export const createTimeLimit = (ms = BROWSER_ANSWERS_WITHIN) => {
  let isOver = false;
  return {
    isOver: () => isOver,
    requireInTime: () => {
      if (isOver) throw late();
    },
    /** Rejects when the work has not ended in time. */
    of: <T>(work: Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const timer = setTimeout(() => {
          isOver = true;
          reject(late());
        }, ms);
        work.then(resolve, reject).finally(() => clearTimeout(timer));
      }),
  };
};
