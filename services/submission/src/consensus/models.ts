import { createConcurrencyLimiter } from '@piecework/base';
import { MIN_WEIGHED } from '@piecework/contracts';
import type { FieldOf, FormField } from '@piecework/contracts/forms';
import { inBatches, type ServiceDeps } from '@piecework/service-runtime';
import { rowsOf } from '../batch/batch';
import { isCheck } from '../check/check';
import type { BatchTask } from '../places/places.store';
import { isLiveWork } from '../submission/submission';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import type { Estimation } from './estimation';
import { createTally, type Tally, type WorkerModel } from './worker-model';

/** Milliseconds after which a list has the weights estimated again. */
const REFRESH_MS = 10_000;
/** Numbers of all cached models, of 8 bytes each; the last model is always cached. */
const MOST_NUMBERS = 4_000_000;
/** The other core stays with the service. */
const LIMIT = { concurrency: 1, waiting: 64 };

/** Of the choices of a form, by name. Absent: majorities decide. */
export type Models = ReadonlyMap<string, WorkerModel>;

interface Cached {
  models: Models;
  /** Of the places. */
  version: number;
  /** Milliseconds since 1970. */
  begunAt: number;
  numbers: number;
}

type Weighed = Pick<BatchTask, '_id' | 'places' | 'batch'>;

const isChoice = (field: FormField): field is FieldOf<'choice'> => field.kind === 'choice';

/** Models of the workers of batches, from all answers that count. Concurrent callers share one estimation. */
export const createModels = (
  deps: Pick<ServiceDeps, 'store' | 'clock' | 'log'>,
  { estimate }: Pick<Estimation, 'estimate'>,
) => {
  const { store, clock, log } = deps;
  const limited = createConcurrencyLimiter(LIMIT);
  /** The one used last is the last. */
  const cache = new Map<string, Cached>();
  const running = new Map<string, Promise<Models>>();

  const read = async (
    { _id: taskId, batch }: Weighed,
    choices: readonly FieldOf<'choice'>[],
  ): Promise<Map<string, Tally>> => {
    const tallies = new Map(choices.map(({ name, options }) => [name, createTally(options.map(({ value }) => value))]));
    for await (const found of inBatches(store.collection(submissions), { taskId }, 'createdAt', -1))
      for (const { status, workerId, answers = [], ...shown } of found as SubmissionDocument[]) {
        if (!isLiveWork({ status })) continue;
        rowsOf(batch, shown).forEach((row, at) => {
          if (isCheck(row)) return;
          for (const [name, tally] of tallies) {
            const value = answers[at]?.[name];
            if (typeof value === 'string') tally.add(row, { workerId, value });
          }
        });
      }
    return tallies;
  };

  const withoutEstimates = (error: unknown): [] => {
    log.error({ err: error }, 'no estimate for the consensus');
    return [];
  };

  const compute = async (task: Weighed, choices: readonly FieldOf<'choice'>[]): Promise<Models> => {
    const begunAt = clock.now();
    const tallies = [...(await read(task, choices))].filter(
      ([, tally]) => tally.rows() >= MIN_WEIGHED.rows && tally.workers() >= MIN_WEIGHED.workers,
    );
    const estimates =
      tallies.length > 0
        ? await estimate(tallies.map(([, tally]) => tally.observations())).catch(withoutEstimates)
        : [];
    const models = new Map<string, WorkerModel>();
    let numbers = 0;
    for (const [at, [name, tally]] of tallies.entries()) {
      const found = estimates[at];
      if (!found) continue;
      models.set(name, tally.modelOf(found));
      numbers += found.confusion.length + found.pairs.length + found.pooled.length;
    }
    keep(task._id, { models, version: task.places.version, begunAt, numbers });
    return models;
  };

  const keep = (taskId: string, made: Cached): void => {
    cache.delete(taskId);
    cache.set(taskId, made);
    let numbers = [...cache.values()].reduce((sum, one) => sum + one.numbers, 0);
    for (const [oldest, one] of cache) {
      if (numbers <= MOST_NUMBERS || oldest === taskId) return;
      cache.delete(oldest);
      numbers -= one.numbers;
    }
  };

  const share = (task: Weighed, choices: readonly FieldOf<'choice'>[]): Promise<Models> => {
    const key = `${task._id}:${task.places.version}`;
    const shared = running.get(key) ?? limited(() => compute(task, choices)).finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };

  /** @param isExact of all answers so far; else of those of some seconds ago, if they are there */
  return async (task: Weighed, fields: readonly FormField[], { isExact }: { isExact: boolean }): Promise<Models> => {
    const choices = fields.filter(isChoice);
    if (choices.length === 0 || task.batch.rows < MIN_WEIGHED.rows) return new Map();
    const cached = cache.get(task._id);
    if (!cached) return share(task, choices);
    cache.delete(task._id);
    cache.set(task._id, cached);
    if (cached.version === task.places.version) return cached.models;
    if (isExact) return share(task, choices);
    if (clock.now() - cached.begunAt >= REFRESH_MS) {
      cached.begunAt = clock.now();
      share(task, choices).catch((error: unknown) => log.warn({ err: error }, 'no estimate for the consensus'));
    }
    return cached.models;
  };
};
export type ModelsOf = ReturnType<typeof createModels>;
