import { type ChildProcess, fork } from 'node:child_process';
import type { LoadJob, LoadResult } from './load-process';

/** A load generator in a child process, so that it takes no time from the measured code in this one. */
export const startLoad = () => {
  const child: ChildProcess = fork('scripts/run.mjs', ['bench/src/load-process.ts']);
  const stopNow = () => child.kill();
  process.once('exit', stopNow);

  const run = <J extends LoadJob>(job: J): Promise<LoadResult<J>> =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new Error('The load generator has ended'));
      child.once('exit', fail);
      child.once('message', (answer: { result: LoadResult<J> } | { error: string }) => {
        child.off('exit', fail);
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer.result);
      });
      child.send(job);
    });

  return {
    run,
    stop: () => {
      process.off('exit', stopNow);
      child.kill();
    },
  };
};
export type Load = ReturnType<typeof startLoad>;
