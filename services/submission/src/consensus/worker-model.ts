import { type Estimate, normalize, type Observations } from './dawid-skene.mjs';

/** Two labels within this are equally probable. */
const TIE = 1e-6;
/** Of `estimate`: of the values that reproduce the published classes, those of simulated workers are found best with it. */
export const PRIOR_ANSWERS = 8;

export interface GivenOption {
  workerId: string;
  value: string;
}

/** How often workers choose which option of a field, given the right one. */
export interface WorkerModel {
  /** Of the answers to one row. Without a value: several are equally probable. */
  weigh(given: readonly GivenOption[]): { value?: string; probability: number };
}

/** Answers to a choice of all rows. `Row` numbers may come in any order. */
export const createTally = (options: readonly string[]) => {
  const labels = new Map(options.map((value, at) => [value, at]));
  const workers = new Map<string, number>();
  const rows = new Set<number>();
  const columns: Record<'items' | 'workers' | 'labels', number[]> = { items: [], workers: [], labels: [] };
  return {
    add: (row: number, { workerId, value }: GivenOption): void => {
      const label = labels.get(value);
      if (label === undefined) return;
      const worker = workers.get(workerId) ?? workers.size;
      workers.set(workerId, worker);
      rows.add(row);
      columns.items.push(row);
      columns.workers.push(worker);
      columns.labels.push(label);
    },
    rows: () => rows.size,
    workers: () => workers.size,
    observations: (): Observations => ({
      labelCount: options.length,
      workerCount: workers.size,
      items: Int32Array.from(columns.items),
      workers: Int32Array.from(columns.workers),
      labels: Int32Array.from(columns.labels),
    }),
    modelOf: (estimate: Estimate): WorkerModel => workerModel({ labels, workers }, estimate),
  };
};
export type Tally = ReturnType<typeof createTally>;

interface Indexes {
  labels: ReadonlyMap<string, number>;
  workers: ReadonlyMap<string, number>;
}

const workerModel = ({ labels, workers }: Indexes, { priors, confusion, pairs, pooled }: Estimate): WorkerModel => {
  const count = labels.size;
  const options = [...labels.keys()];
  const pairOf = (workerId: string, label: number): number => {
    const worker = workers.get(workerId);
    return worker === undefined ? -1 : (pairs[worker * count + label] ?? -1);
  };
  return {
    weigh: (given) => {
      const weights = Float64Array.from(priors);
      for (const { workerId, value } of given) {
        const label = labels.get(value);
        if (label === undefined) continue;
        const pair = pairOf(workerId, label);
        // An answer that came after the estimate counts as that of any worker.
        const [table, start] = pair === -1 ? [pooled, label * count] : [confusion, pair * count];
        for (let truth = 0; truth < count; truth++)
          weights[truth] = (weights[truth] ?? 0) + (table[start + truth] ?? 0);
      }
      normalize(weights);
      const probability = Math.max(...weights);
      const [value, ...others] = options.filter((_, at) => probability - (weights[at] ?? 0) < TIE);
      return value !== undefined && others.length === 0 ? { value, probability } : { probability };
    },
  };
};
