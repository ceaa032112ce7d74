import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createInternalClient } from '@piecework/local-stack';
import { TASKS } from '@piecework/local-stack/demo';
import { createRandom } from '../simulation/random';
import { type Reach, reachOf, startChildStack } from '../support/child-stack';
import { createLiveReader } from '../support/live-reader';
import { createBook } from './book';
import { createCalls } from './calls';
import { createRegistration, type JourneyContext } from './context';
import { arrive, BUYERS, liveTogether, type People, WORKERS } from './live-together';
import { callsTable, coinsTable } from './report';
import { verify } from './verify';
import { watchMetrics } from './watch';

const USAGE = `npm run journey -- [--seed TEXT]                       over a stack of its own
npm run journey -- --gateway URL --data DIR [--seed …]  over one that runs`;

/** Milliseconds within which every task has to be closed. */
const CLOSED_WITHIN = 100_000;

const say = (line: string) => console.log(line);

class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Options {
  seed: string;
  running: { gateway: URL; dataDir: string } | null;
}

const parse = () => {
  try {
    return parseArgs({
      options: { seed: { type: 'string' }, gateway: { type: 'string' }, data: { type: 'string' } },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
};

const readOptions = (): Options => {
  const { seed = '1', gateway, data } = parse();
  if (gateway === undefined && data === undefined) return { seed, running: null };
  if (gateway === undefined || data === undefined || !URL.canParse(gateway))
    throw new UsageError(`Give both the gateway's address and the data folder.\n${USAGE}`);
  if (!existsSync(join(data, 'jwt-secret')))
    throw new UsageError(`There is no data of a running stack in ${data}.\n${USAGE}`);
  return { seed, running: { gateway: new URL(gateway), dataDir: data } };
};

/** The stack to drive, and how to leave it behind. */
const stackFor = async ({ running }: Options): Promise<Reach & { leave(isFine: boolean): Promise<void> }> => {
  if (running) {
    const reach = reachOf(Number(running.gateway.port) - 80, running.dataDir);
    return { ...reach, gateway: running.gateway.origin, leave: async () => {} };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-journey-'));
  const stack = await startChildStack({ dataDir });
  const leave = async (isFine: boolean) => {
    await stack.stop();
    if (isFine) await rm(dataDir, { recursive: true, force: true });
    else say(`Its data is kept in ${dataDir}.`);
  };
  return { ...stack, leave };
};

/** `npm run audit` over the same data, while the stack runs. */
const audit = (dataDir: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const script = ['scripts/run.mjs', 'packages/local-stack/src/commands/audit.ts', '--data', dataDir];
    const child = spawn(process.execPath, script, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });

const within = async <R>(ms: number, work: Promise<R>, late: () => string): Promise<R> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late())), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

const settle = async (context: JourneyContext, run: string, reach: Reach): Promise<People> => {
  const { calls, book } = context;
  const internal = createInternalClient(reach.settings);
  const makeAdmin = (email: string) => internal('user', 'makeAdmin', { email });
  const openLive = createLiveReader(reach.gateway);
  const people = await arrive(run, book, createRegistration({ calls, makeAdmin, openLive }));
  say(`${BUYERS} buyers, ${WORKERS} workers and ${people.admins.length} admins have signed up.`);
  return people;
};

const drive = async (options: Options, reach: Reach): Promise<readonly string[]> => {
  const calls = createCalls(reach.gateway);
  const book = createBook();
  const watch = watchMetrics(reach);
  try {
    const { coinCredit } = await calls.get('config');
    const random = createRandom(options.seed);
    const context: JourneyContext = {
      calls,
      book,
      random,
      life: 1,
      coinCredit,
      buyersAreDone: false,
      workersAreDone: false,
    };
    const began = performance.now();
    const people = await settle(context, `j${Date.now().toString(36)}`, reach);
    const stillOpen = () => [...book.tasks.values()].filter(({ end }) => end === null).length;
    await within(
      CLOSED_WITHIN,
      liveTogether(context, people, TASKS),
      () =>
        `Not everything is closed after ${CLOSED_WITHIN / 1000} s: ${stillOpen()} of ${TASKS.length} tasks are open.`,
    );
    const seconds = (performance.now() - began) / 1000;
    const quiet = await watch.untilQuiet();
    const findings = await verify(context, people, options.running ? undefined : quiet.get('wallet'));
    for (const { live } of [...people.buyers, ...people.workers, ...people.admins]) live.close();

    const ends = [...book.tasks.values()].map(({ end }) => end);
    const count = (end: string) => ends.filter((other) => other === end).length;
    say(`\n${callsTable(calls, seconds)}\n\n${coinsTable(findings)}\n`);
    say(
      `${ends.length} tasks in ${seconds.toFixed(1)} s: ${count('completed')} completed, ${count('deleted')} deleted.`,
    );
    say(
      `/metrics was read ${watch.scrapes()} times; at most ${watch.highest.outbox} events waited to be published, ${watch.highest.lag} to be handled.`,
    );
    return [...findings.problems, ...watch.problems];
  } finally {
    await watch.stop();
    await calls.close();
  }
};

const main = async (): Promise<number> => {
  const options = readOptions();
  const stack = await stackFor(options);
  let isFine = false;
  try {
    const problems = [...(await drive(options, stack))];
    say('\nnpm run audit, while the stack runs:');
    if (!(await audit(stack.settings.dataDir))) problems.push('The audit is not clean');
    for (const problem of problems) console.error(`✗ ${problem}`);
    isFine = problems.length === 0;
    if (isFine) say('Everything is as it should be.');
  } finally {
    await stack.leave(isFine);
  }
  return isFine ? 0 : 1;
};

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exit(1);
  },
);
