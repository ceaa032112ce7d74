import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createInternalClient } from '@piecework/stack';
import { TASKS } from '@piecework/stack/demo';
import { createRandom } from '../simulation/random';
import { addressOf, type StackAddress, startChildStack } from '../support/child-stack';
import { createLiveReader } from '../support/live-reader';
import { createCalls } from './checked-calls';
import { createRegistration, type JourneyContext } from './context';
import { createExpectedState } from './expected-state';
import { watchMetrics } from './metrics-watch';
import { callsTable, coinsTable } from './report';
import { BUYERS, type People, registerPeople, runJourney, WORKERS } from './run-journey';
import { verify } from './verify';

const USAGE = `npm run journey -- [--seed TEXT]                       over a new stack
npm run journey -- --gateway URL --data DIR [--seed …]  over a running one`;

/** Milliseconds in which every task must end. */
const CLOSED_WITHIN = 100_000;

const print = (line: string) => console.log(line);

class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Options {
  seed: string;
  running: { gateway: URL; dataDir: string } | null;
}

const parse = () => {
  try {
    return parseArgs({ options: { seed: { type: 'string' }, gateway: { type: 'string' }, data: { type: 'string' } } })
      .values;
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

/** The running stack of the options, or a new one. */
const stackFor = async ({
  running,
}: Options): Promise<StackAddress & { release(succeeded: boolean): Promise<void> }> => {
  if (running) {
    const reach = addressOf(Number(running.gateway.port) - 80, running.dataDir);
    return { ...reach, gateway: running.gateway.origin, release: async () => {} };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-journey-'));
  const stack = await startChildStack({ dataDir });
  const release = async (succeeded: boolean) => {
    await stack.stop();
    if (succeeded) await rm(dataDir, { recursive: true, force: true });
    else print(`The data is kept in ${dataDir}.`);
  };
  return { ...stack, release };
};

/** Runs `npm run audit` over the same data, while the stack runs. */
const audit = (dataDir: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const script = ['scripts/run.mjs', 'stack/src/commands/audit.ts', '--data', dataDir];
    const child = spawn(process.execPath, script, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });

const withTimeout = async <R>(ms: number, work: Promise<R>, message: () => string): Promise<R> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

const registerAll = async (context: JourneyContext, run: string, reach: StackAddress): Promise<People> => {
  const { calls, expectedState } = context;
  const internal = createInternalClient(reach.settings);
  const makeAdmin = (email: string) => internal('user', 'makeAdmin', { email });
  const openLive = createLiveReader(reach.gateway);
  const people = await registerPeople(run, expectedState, createRegistration({ calls, makeAdmin, openLive }));
  print(`${BUYERS} buyers, ${WORKERS} workers and ${people.admins.length} admins have signed up.`);
  return people;
};

const run = async (options: Options, reach: StackAddress): Promise<readonly string[]> => {
  const calls = createCalls(reach.gateway);
  const expectedState = createExpectedState();
  const watch = watchMetrics(reach);
  try {
    const { coinCredit } = await calls.get('config');
    const random = createRandom(options.seed);
    const context: JourneyContext = {
      calls,
      expectedState,
      random,
      iteration: 1,
      coinCredit,
      buyersAreDone: false,
      workersAreDone: false,
    };
    const began = performance.now();
    const people = await registerAll(context, `j${Date.now().toString(36)}`, reach);
    const stillOpen = () => [...expectedState.tasks.values()].filter(({ end }) => end === null).length;
    await withTimeout(
      CLOSED_WITHIN,
      runJourney(context, people, TASKS),
      () => `${stillOpen()} of ${TASKS.length} tasks are still open after ${CLOSED_WITHIN / 1000} s.`,
    );
    const seconds = (performance.now() - began) / 1000;
    const quiet = await watch.untilQuiet();
    const findings = await verify(context, people, options.running ? undefined : quiet.get('wallet'));
    for (const { live } of [...people.buyers, ...people.workers, ...people.admins]) live.close();

    const ends = [...expectedState.tasks.values()].map(({ end }) => end);
    const count = (end: string) => ends.filter((other) => other === end).length;
    print(`\n${callsTable(calls, seconds)}\n\n${coinsTable(findings)}\n`);
    print(
      `${ends.length} tasks in ${seconds.toFixed(1)} s: ${count('completed')} completed, ${count('deleted')} deleted.`,
    );
    print(
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
  let succeeded = false;
  try {
    const problems = [...(await run(options, stack))];
    print('\nnpm run audit, while the stack runs:');
    if (!(await audit(stack.settings.dataDir))) problems.push('The audit found violations');
    for (const problem of problems) console.error(`✗ ${problem}`);
    succeeded = problems.length === 0;
    if (succeeded) print('All checks passed.');
  } finally {
    await stack.release(succeeded);
  }
  return succeeded ? 0 : 1;
};

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exit(1);
  },
);
