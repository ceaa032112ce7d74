import type { Clock, Log } from '@piecework/base';

export interface JobRound {
  /** All published events are handled and none is parked. Rejects when that cannot be read. */
  isCaughtUp(): Promise<boolean>;
}

/** Repeated work: at start, then `everyMs` milliseconds after the end of each round. */
export interface Job {
  name: string;
  everyMs: number;
  /** Runs on every replica, so rounds must be safe concurrently. A rejection is logged and does not stop the job. */
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
  const idle = async () => void (await Promise.all(running.values()));

  return {
    start: () => {
      for (const job of jobs) begin(job);
    },
    idle,
    /** Waits for running rounds. */
    stop: async () => {
      isStopped = true;
      for (const cancel of cancels.values()) cancel();
      await idle();
    },
  };
};
