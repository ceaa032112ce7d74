import type { Clock, Log } from '@piecework/base';

export interface JobRound {
  /** Whether the service has handled every event that is published, with none parked; rejects when that cannot be read. */
  isCaughtUp(): Promise<boolean>;
}

/** Work that a service repeats while it runs: at its start, then `everyMs` milliseconds after the end of each round. */
export interface Job {
  /** For the log. */
  name: string;
  everyMs: number;
  /** Every replica runs its own rounds, so a round must be safe beside another one. A rejection is logged, and the next round still comes. */
  run(round: JobRound): Promise<void>;
}

export const createJobs = (deps: { jobs: readonly Job[]; round: JobRound; clock: Clock; log: Log }) => {
  const { jobs, round, clock, log } = deps;
  const cancels = new Map<Job, () => void>();
  const running = new Map<Job, Promise<void>>();
  let isStopped = false;

  const run = async (job: Job): Promise<void> => {
    try {
      await job.run(round);
    } catch (err) {
      if (!isStopped) log.warn({ err, job: job.name }, 'a job failed, and will be tried again');
    }
    if (!isStopped)
      cancels.set(
        job,
        clock.after(job.everyMs, () => begin(job)),
      );
  };
  const begin = (job: Job) => void running.set(job, run(job));
  /** Resolves when the running rounds have ended. */
  const idle = async () => void (await Promise.all(running.values()));

  return {
    start: () => {
      for (const job of jobs) begin(job);
    },
    idle,
    /** Starts no more rounds; resolves when the running ones have ended. */
    stop: async () => {
      isStopped = true;
      for (const cancel of cancels.values()) cancel();
      await idle();
    },
  };
};
