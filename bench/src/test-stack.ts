import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { createTokens } from '@piecework/identity';
import { publishBatch } from '@piecework/tests/support/batches';
import { type ChildStack, startChildStack } from '@piecework/tests/support/child-stack';
import { createClient } from '@piecework/tests/support/client';
import { gaugeOf, type Scrape, scrape } from '@piecework/tests/support/metrics';
import { type Person, peopleOn } from '@piecework/tests/support/people';
import type { Engines } from './engines';
import type { Request } from './load-process';
import type { Profile } from './profile';

/** Runs `work` with a temporary folder. */
export const withFolder = async <R>(work: (folder: string) => Promise<R>, parent = tmpdir()): Promise<R> => {
  const folder = await mkdtemp(join(parent, 'piecework-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const QUIET_WITHIN = 120_000;

/** Events of one service that are not published or not handled yet. */
export const pendingIn = (found: Scrape): number =>
  (gaugeOf(found, 'piecework_outbox_pending') ?? 0) + (gaugeOf(found, 'piecework_consumer_lag') ?? 0);

/** Resolves when every committed event has been published and handled. */
const untilQuiet = async ({ metrics }: Pick<ChildStack, 'metrics'>): Promise<void> => {
  const deadline = performance.now() + QUIET_WITHIN;
  for (let quiet = 0; quiet < 2; ) {
    const found = await Promise.all(Object.values(metrics).map(scrape));
    const busy = found.reduce((sum, one) => sum + pendingIn(one), 0);
    quiet = busy === 0 ? quiet + 1 : 0;
    if (performance.now() > deadline) throw new Error(`${busy} events are still pending`);
    await pause(50);
  }
};

export const as = ({ token }: Person): Record<string, string> => ({ authorization: `Bearer ${token}` });
const JSON_TYPE = { 'content-type': 'application/json' };

export const submitWork = (worker: Person, taskId: string): Request => ({
  method: 'POST',
  path: '/submissions',
  headers: { ...as(worker), ...JSON_TYPE },
  body: JSON.stringify({ taskId, submissionDetails: 'Robin, wren, blackbird' }),
});

export const approve = (buyer: Person, submissionId: string): Request => ({
  method: 'PATCH',
  path: `/submissions/${submissionId}`,
  headers: { ...as(buyer), ...JSON_TYPE },
  body: JSON.stringify({ status: 'approved' }),
});

export const approveTogether = (buyer: Person, submissionIds: readonly string[]): Request => ({
  method: 'POST',
  path: '/submissions/decisions',
  headers: { ...as(buyer), ...JSON_TYPE },
  body: JSON.stringify({ decisions: submissionIds.map((id) => ({ id, status: 'approved' })) }),
});

export const readBalance = (person: Person): Request => ({ method: 'GET', path: '/user', headers: as(person) });

/** Starts a stack in a child process, with helpers to create users. */
const openStack = async (options: Parameters<typeof startChildStack>[0]) => {
  const stack = await startChildStack(options);
  const client = createClient(stack.gateway, () => {});
  const tokens = createTokens({ clock: systemClock, secret: stack.settings.jwtSecret });
  // The caller waits for rest once, after all people are created: waiting per person would read /metrics hundreds of times.
  const people = peopleOn(stack, client);
  return {
    ...stack,
    client,
    tokens,
    people,
    untilQuiet: () => untilQuiet(stack),
    close: async () => {
      await client.close();
      await stack.stop();
    },
  };
};
export type BenchStack = Awaited<ReturnType<typeof openStack>>;

export interface StackOptions {
  /** @default that of the profile */
  processes?: boolean;
  /** Parent of its data folder. */
  parent?: string;
  /** The folder of another version of the product. @default this one */
  checkout?: string | undefined;
}

/** Runs `work` on a fresh stack of that profile, with fresh engines. */
export const withStack = <R>(
  profile: Profile,
  { processes = profile.processes, parent, checkout }: StackOptions,
  work: (stack: BenchStack, engines: Engines) => Promise<R>,
): Promise<R> =>
  profile.withEngines((engines) =>
    withFolder(async (dataDir) => {
      const stack = await openStack({ dataDir, processes, checkout, env: engines.env });
      try {
        return await work(stack, engines);
      } finally {
        await stack.close();
      }
    }, parent),
  );

export interface BenchUsers {
  admin: Person;
  buyer: Person;
  workers: Person[];
}

/** An admin, a buyer with this many coins, and this many workers. */
export const createUsers = async (stack: BenchStack, coins: number, workers: number): Promise<BenchUsers> => {
  const { people } = stack;
  const admin = await people.newcomer('admin');
  const buyer = await people.newcomer('buyer');
  const users = { admin, buyer, workers: await people.crowd('worker', workers) };
  await people.enrich(buyer, admin, coins);
  await stack.untilQuiet();
  return users;
};

/** Milliseconds since 1970, comparable with those of the load generator. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Milliseconds until the coins of a round are settled. */
const SETTLED_WITHIN = 120_000;

/** Resolves when every worker's user record shows this many coins. */
export const untilBalances = async ({ client }: BenchStack, { workers }: BenchUsers, coins: number): Promise<void> => {
  const deadline = now() + SETTLED_WITHIN;
  for (const worker of workers)
    while ((await client.get('getUser', { as: worker })).userAvailableCoin !== coins)
      if (now() > deadline) throw new Error(`${worker.name} has not been paid`);
};

/** Runs `work` this many times, ten at a time; results are in order. */
export const repeat = async <R>(times: number, work: (index: number) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const runner = async () => {
    while (next < times) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: 10 }, runner));
  return results;
};

const fileOf = (rows: number): string =>
  [
    'receipt_id,image_url,note',
    ...Array.from({ length: rows }, (_, at) => `R-${at},https://pictures.example/${at}.png,Note of row ${at}`),
  ].join('\n');

/** Publishes a batch whose pages, without `changes`, have one row each and pay one coin. @returns the id of the task */
export const postBatch = (
  { client: { get, insert }, untilQuiet: settle }: Pick<BenchStack, 'client' | 'untilQuiet'>,
  buyer: Person,
  rows: number,
  overlap = 1,
  changes: object = {},
): Promise<string> =>
  publishBatch({ get, insert, settle }, buyer, { overlap: { max: overlap }, ...changes }, fileOf(rows));

export interface Pending {
  submissionId: string;
  worker: Person;
}

/** Posts this many tasks of the buyer's; every worker has one pending submission per task, which pays one coin. The result interleaves the tasks. */
export const preparePending = async (
  { people, untilQuiet: rest }: Pick<BenchStack, 'people' | 'untilQuiet'>,
  { buyer, workers }: BenchUsers,
  tasks: number,
): Promise<Pending[]> => {
  const fields = { requiredWorkers: workers.length, payableAmount: 1 };
  const taskIds = await repeat(tasks, () => people.post(buyer, fields));
  const pending = await repeat(tasks * workers.length, async (index) => {
    const worker = workers[Math.floor(index / tasks)] as Person;
    const taskId = taskIds[index % tasks] as string;
    return { worker, submissionId: await people.submit(worker, taskId) };
  });
  await rest();
  return pending;
};
