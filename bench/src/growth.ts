import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { createTokens } from '@piecework/identity';
import { createInternalClient } from '@piecework/stack';
import { type ChildStack, startChildStack } from '@piecework/tests/support/child-stack';
import { type Client, createClient } from '@piecework/tests/support/client';
import { gaugeOf, scrape } from '@piecework/tests/support/metrics';
import { median } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, type ResultRow, type RunOptions, span } from './benchmark';
import { printPlans } from './growth-plans';
import { SCREEN_CALLS, type ScreenCall, type Viewer } from './growth-screens';
import { SEEDED, seedGrowth } from './growth-seed';
import { withFolder } from './test-stack';

const USERS = { quick: [1_000, 10_000], full: [1_000, 10_000, 100_000] } as const;

/** Rounds of a call; a slow call gets fewer, but at least three. */
const ROUNDS = 21;
const CALL_BUDGET_MS = 2_000;
/** Milliseconds at the largest size, and times the smallest size. */
const BUDGET = { ms: 20, ratio: 1.5, searchRatio: 3, metricsMs: 50, readyMs: 3_000 } as const;

/** In milliseconds. */
interface Measured {
  calls: ReadonlyMap<ScreenCall, readonly number[]>;
  /** One page of metrics, by service. */
  metrics: ReadonlyMap<string, number>;
  ready: number;
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Another number of rows in each round: the gateway keeps a stranger's list for a second. */
const queryOf = ({ viewer, query = {} }: ScreenCall, round: number): Record<string, string | number> => ({
  ...query,
  ...(viewer === 'stranger' && { limit: Number(query.limit) + round }),
});

const measureCall = async (client: Client, call: ScreenCall, token: string | undefined): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let round = 0, spent = 0; round < ROUNDS && (round < 3 || spent < CALL_BUDGET_MS); round += 1) {
    const time = await timeOf(() => client.get(call.operation, { token, query: queryOf(call, round) }));
    // The first one fills caches.
    if (round > 0) times.push(time);
    spent += time;
  }
  return times;
};

/** Without effect in kept data, whose admin is one already. */
const makeAdmin = async ({ settings }: ChildStack, client: Client, token: string): Promise<void> => {
  await createInternalClient(settings)('user', 'makeAdmin', { email: SEEDED.admin.email });
  while ((await client.ask('listParked', { token })).status !== 200) await pause(10);
};

const tokensOn = async (stack: ChildStack, client: Client): Promise<Record<Viewer, string | undefined>> => {
  const tokens = createTokens({ clock: systemClock, secret: stack.settings.jwtSecret });
  const admin = tokens.signAccess(SEEDED.admin);
  await makeAdmin(stack, client, admin);
  return {
    stranger: undefined,
    worker: tokens.signAccess(SEEDED.worker),
    buyer: tokens.signAccess(SEEDED.buyer),
    admin,
  };
};

const measure = async (dataDir: string): Promise<Measured> => {
  const began = performance.now();
  const stack = await startChildStack({ dataDir });
  const ready = performance.now() - began;
  const client = createClient(stack.gateway, () => {});
  try {
    const tokens = await tokensOn(stack, client);
    const calls = new Map<ScreenCall, readonly number[]>();
    for (const call of SCREEN_CALLS) calls.set(call, await measureCall(client, call, tokens[call.viewer]));
    // One scrape each: the next one would read caches.
    const metrics = new Map<string, number>();
    for (const [service, url] of Object.entries(stack.metrics))
      metrics.set(service, await timeOf(async () => (await fetch(url)).text()));
    return { calls, metrics, ready };
  } finally {
    await client.close();
    await stack.stop();
  }
};

/** A first start counts the documents, as after an upgrade of a store of an earlier release. */
const countDocuments = async (dataDir: string): Promise<void> => {
  const stack = await startChildStack({ dataDir });
  const incomplete = async () =>
    (await Promise.all(Object.values(stack.metrics).map(scrape)))
      .map((found) => gaugeOf(found, 'piecework_counters_incomplete') ?? 0)
      .some((tallies) => tallies > 0);
  try {
    while (await incomplete()) await pause(500);
  } finally {
    await stack.stop();
  }
};

/** Seeded under another name first, so that an interrupted run leaves no half a marketplace. */
const dataOf = async (parent: string, users: number, print: RunOptions['print']): Promise<string> => {
  const folder = join(parent, `${users}-users`);
  if (!existsSync(folder)) {
    const unfinished = join(parent, `unfinished-${process.pid}-${users}`);
    const took = await timeOf(() => seedGrowth(unfinished, users));
    renameSync(unfinished, folder);
    print(`${users} users: written in ${(took / 1000).toFixed(0)} s to ${folder}`);
  }
  const took = await timeOf(() => countDocuments(folder));
  print(`${users} users: counted in ${(took / 1000).toFixed(0)} s`);
  return folder;
};

interface Sized {
  users: number;
  times: readonly number[];
}

const rowOf = (what: string, sizes: readonly Sized[], budget: { ms: number; ratio?: number }): ResultRow => {
  const smallest = sizes[0] as Sized;
  const largest = sizes.at(-1) as Sized;
  const [first, last] = [median(smallest.times), median(largest.times)];
  const ratio = last / first;
  return {
    what,
    measured: ms(last),
    comparison: sizes
      .slice(0, -1)
      .map(({ users, times }) => `${users} users ${ms(median(times))}`)
      .concat(`× ${ratio.toFixed(1)}`)
      .join(', '),
    rounds: span(largest.times, ms),
    budget: `${budget.ms} ms${budget.ratio === undefined ? '' : `, × ${budget.ratio}`}`,
    within: last < budget.ms && (budget.ratio === undefined || ratio <= budget.ratio),
  };
};

const titleOf = ({ viewer, screen, operation, query = {} }: ScreenCall): string =>
  `${viewer}, ${screen}: ${operation} ${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`.trim();

const rowsOf = (measured: ReadonlyMap<number, Measured>): ResultRow[] => {
  const sized = (timesOf: (at: Measured) => readonly number[]): Sized[] =>
    [...measured].map(([users, at]) => ({ users, times: timesOf(at) }));
  return [
    ...SCREEN_CALLS.map((call) =>
      rowOf(
        titleOf(call),
        sized(({ calls }) => calls.get(call) ?? []),
        { ms: BUDGET.ms, ratio: call.query?.q === undefined ? BUDGET.ratio : BUDGET.searchRatio },
      ),
    ),
    ...[...([...measured.values()][0]?.metrics.keys() ?? [])].map((service) =>
      rowOf(
        `${service} /metrics`,
        sized(({ metrics }) => [metrics.get(service) ?? 0]),
        { ms: BUDGET.metricsMs },
      ),
    ),
    rowOf(
      'time to ready',
      sized(({ ready }) => [ready]),
      { ms: BUDGET.readyMs },
    ),
  ];
};

export const growth: Benchmark = {
  name: 'growth',
  title: 'Growth of the data',
  profiles: ['embedded'],
  run: ({ quick, print, users, dataDir }) => {
    const run = async (parent: string) => {
      const measured = new Map<number, Measured>();
      for (const size of users ?? USERS[quick ? 'quick' : 'full']) {
        const folder = await dataOf(parent, size, print);
        measured.set(size, await measure(folder));
        print(`${size} users: measured`);
      }
      await printPlans(print);
      return rowsOf(measured);
    };
    return dataDir === undefined ? withFolder(run) : run(dataDir);
  },
};
