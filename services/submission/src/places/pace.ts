import { medianBound } from '@piecework/base';
import { MIN_TIMED_WORKERS, PAGE_SECONDS, TIMED_MINUTES } from '@piecework/contracts';

/** Measured answers to a batch: how long their workers took. */
export interface Pace {
  /** Their numbers, by {@link PAGE_SECONDS}. */
  counts: readonly number[];
  /** The first workers with a measured answer, as many as the figure needs. */
  workers: readonly string[];
}

/** Undefined: too long to be measured. Times are in milliseconds since 1970. */
export const measuredSeconds = (from: number, until: number): number | undefined => {
  // Clocks of replicas differ.
  const seconds = Math.ceil(Math.max(0, until - from) / 1000);
  return seconds < TIMED_MINUTES * 60 ? seconds : undefined;
};

const NONE: Pace = { counts: PAGE_SECONDS.map(() => 0), workers: [] };

export const addAnswer = (
  { counts, workers }: Pace = NONE,
  { workerId, seconds }: { workerId: string; seconds: number },
): Pace => {
  const bound = PAGE_SECONDS.findIndex((most) => seconds <= most);
  const isNew = workers.length < MIN_TIMED_WORKERS && !workers.includes(workerId);
  return {
    counts: counts.map((count, at) => count + Number(at === bound)),
    workers: isNew ? [...workers, workerId] : workers,
  };
};

/** The bound that half of the answers do not exceed. Undefined: too few workers have answered. */
export const medianSeconds = ({ counts, workers }: Pace = NONE): number | undefined =>
  workers.length < MIN_TIMED_WORKERS ? undefined : medianBound(PAGE_SECONDS, counts);
