import { Worker } from 'node:worker_threads';
import type { Estimate, Observations } from './dawid-skene.mjs';
import { PRIOR_ANSWERS } from './worker-model';

const FILE = new URL('./dawid-skene.worker.mjs', import.meta.url);
/** Of the thread's heap. A batch that needs more ends the thread alone. */
const MEGABYTES = 512;

/** Estimates in a thread, which ends with its work: the event loop stays free. */
export const createEstimation = () => {
  const running = new Set<Worker>();
  return {
    /** One per field. The observations move to the thread. */
    estimate: (fields: readonly Observations[]): Promise<Estimate[]> =>
      new Promise((resolve, reject) => {
        const worker = new Worker(FILE, {
          workerData: { fields, priorAnswers: PRIOR_ANSWERS },
          transferList: fields.flatMap(({ items, workers, labels }) =>
            [items, workers, labels].map(({ buffer }) => buffer as ArrayBuffer),
          ),
          resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
          // The file needs no loader of TypeScript, and no secrets.
          execArgv: [],
          env: {},
        });
        running.add(worker);
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', (code) => {
          running.delete(worker);
          reject(new Error(`The thread of an estimation ended early with ${code}`));
        });
      }),
    close: async (): Promise<void> => {
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
};
export type Estimation = ReturnType<typeof createEstimation>;
