import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '@piecework/base/testing';
import { answers, untilAnswers } from '@piecework/tests/support/child-stack';
import { freeBasePort } from '@piecework/tests/support/ports';
import { median } from '@piecework/tests/support/statistics';
import { type Benchmark, span } from './benchmark';
import { withFolder } from './test-stack';

interface Start {
  /** Seconds until the gateway has answered a request, and until everything is ready. */
  answered: number;
  ready: number;
}

const seconds = (value: number) => `${value.toFixed(2)} s`;

const untilFirst = async (url: string): Promise<void> => {
  while (!(await answers(url))) await pause(10);
};

/** Runs `npm start` over a data folder and stops it when it is ready. */
const start = async (dataDir: string, options: readonly string[]): Promise<Start> => {
  const port = await freeBasePort();
  const gateway = `http://127.0.0.1:${port + 80}`;
  const began = performance.now();
  const child = spawn('npm', ['start', '--', '--port', String(port), '--data', dataDir, ...options], {
    stdio: 'ignore',
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
  const ended = once(child, 'exit');
  await untilFirst(`${gateway}/tasks`);
  const answered = (performance.now() - began) / 1000;
  await untilAnswers(`${gateway}/readyz`, 120_000, () => child.exitCode === null);
  const ready = (performance.now() - began) / 1000;
  // Not every version of npm forwards signals, so the stack's own process gets it.
  process.kill(Number(readFileSync(join(dataDir, 'stack.pid'), 'utf8').split(' ')[0]), 'SIGTERM');
  await ended;
  return { answered, ready };
};

export const startUp: Benchmark = {
  name: 'start',
  title: 'Startup time',
  profiles: ['embedded'],
  run: async ({ quick }) => {
    const found = { first: [] as Start[], second: [] as Start[], bare: [] as Start[] };
    // The demo data takes longer than a smoke test may.
    const options = quick ? ['--no-demo'] : [];
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      await withFolder(async (folder) => {
        found.first.push(await start(folder, options));
        found.second.push(await start(folder, options));
      });
      await withFolder(async (folder) => found.bare.push(await start(folder, ['--no-demo'])));
    }
    const of = (which: keyof typeof found, what: keyof Start) => found[which].map((one) => one[what]);
    return [
      {
        what: `first npm start, until ready${quick ? '' : ' with its demo data'}`,
        measured: seconds(median(of('first', 'ready'))),
        comparison: `without demo data ${seconds(median(of('bare', 'ready')))}`,
        rounds: span(of('first', 'ready'), seconds),
        budget: '',
        within: null,
      },
      {
        what: 'second npm start, until the first answer',
        measured: seconds(median(of('second', 'answered'))),
        comparison: `until all is ready ${seconds(median(of('second', 'ready')))}`,
        rounds: span(of('second', 'answered'), seconds),
        budget: '3 s',
        within: median(of('second', 'answered')) <= 3,
      },
    ];
  },
};
