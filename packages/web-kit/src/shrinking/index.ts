export interface Source {
  file: File;
  /** The server does not take its format. */
  isConverted: boolean;
  maxMegapixels: number;
}

/** `failed`: this browser cannot decode or encode it. */
export type Outcome =
  | { kind: 'shrunk'; blob: Blob }
  | { kind: 'unchanged' }
  | { kind: 'too-many-pixels'; megapixels: number }
  | { kind: 'failed' };

/** Milliseconds. A worker that runs out of memory may end without an event. */
const TIMEOUT_MS = 60_000;

const shrink = (source: Source, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return resolve({ kind: 'failed' });
    const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url));
    const end = () => {
      worker.terminate();
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const finish = (outcome: Outcome) => {
      end();
      resolve(outcome);
    };
    const abort = () => {
      end();
      reject(signal.reason);
    };
    const timer = setTimeout(() => finish({ kind: 'failed' }), TIMEOUT_MS);
    signal.addEventListener('abort', abort);
    worker.addEventListener('message', ({ data }: MessageEvent<Outcome>) => finish(data));
    worker.addEventListener('error', () => finish({ kind: 'failed' }));
    worker.postMessage(source);
  });

/** One at a time: a decoded picture may take 400 MB. */
let last: Promise<unknown> = Promise.resolve();
export const shrinkInTurn = (source: Source, signal: AbortSignal): Promise<Outcome> => {
  const turn = last.then(() => shrink(source, signal));
  last = turn.catch(() => undefined);
  return turn;
};
