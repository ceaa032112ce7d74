import { BROWSER_ANSWERS_WITHIN, createTimeLimit } from '../api/time-limit';

const NAME = 'piecework-session';
/** Milliseconds that another tab's renewal may take over a slow network; a frozen tab holds the lock for ever. */
const HELD_AT_MOST = 30_000;

let last: Promise<unknown> = Promise.resolve();

const inOrder = <T>(act: () => Promise<T>): Promise<T> => {
  const turn = last.then(act, act);
  last = turn.catch(() => undefined);
  return turn;
};

const isHeldElsewhere = async (): Promise<boolean> => {
  const { held = [] } = await createTimeLimit().of(navigator.locks.query());
  return held.some(({ name }) => name === NAME);
};

/**
 * A refresh token is single-use (docs/adr/0012). Only the page's own calls are serialized without Web Locks: on plain http on another host, with
 * cookies off, and where the browser does not answer.
 */
export const withSessionLock = <T>(act: () => Promise<T>): Promise<T> => {
  if (!navigator.locks) return inOrder(act);
  return new Promise<T>((resolve, reject) => {
    const queued = new AbortController();
    const began = Date.now();
    let hasBegun = false;
    const begin = (run: () => Promise<T>) => {
      if (hasBegun) return Promise.resolve();
      hasBegun = true;
      clearTimeout(timer);
      return run().then(resolve, reject);
    };
    const withoutLock = () => {
      queued.abort();
      void begin(() => inOrder(act));
    };
    const decide = async () => {
      const isHeld = await isHeldElsewhere().catch(() => false);
      if (isHeld && Date.now() - began < HELD_AT_MOST) timer = setTimeout(decide, BROWSER_ANSWERS_WITHIN);
      else withoutLock();
    };
    let timer = setTimeout(decide, BROWSER_ANSWERS_WITHIN);
    navigator.locks.request(NAME, { signal: queued.signal }, () => begin(act)).catch(withoutLock);
  });
};
