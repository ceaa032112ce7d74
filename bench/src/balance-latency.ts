import { pause } from '@piecework/base/testing';
import { STARTING_COINS } from '@piecework/contracts';
import { median, quantile } from '@piecework/tests/support/statistics';
import { Client } from 'undici';
import { type Benchmark, ms, type ResultRow, span } from './benchmark';
import { startLoad } from './load';
import type { Request } from './load-process';
import { type Profile, productionOnSqlite, withSqlite } from './profile';
import {
  approve,
  as,
  type BenchStack,
  createUsers,
  type Pending,
  preparePending,
  readBalance,
  withStack,
} from './test-stack';

const WORKERS = 25;
/** Requests per second during the measurement, as background load. */
const BACKGROUND_PER_SECOND = 60;
/** A 99th percentile needs this many samples per round; both profiles take about the same time. */
const SIZES = { embedded: { rounds: 5, perRound: 150 }, production: { rounds: 3, perRound: 100 } };
const QUICK = { rounds: 1, perRound: 25 };

/** Milliseconds between two polls: without a pause the poll would take a core from the many processes of the production profile. */
const POLL_INTERVAL = { embedded: 0, production: 2 };
interface Sample {
  /** Milliseconds from sending the approval to the response that shows the new balance. */
  whole: number;
  /** The approval's own response, and one read of the balance at rest. */
  patch: number;
  look: number;
}

const send = async (client: Client, { method, path, headers, body }: Request) => {
  const answer = await client.request({ method, path, headers, body: body ?? null });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text) as { userAvailableCoin: number };
};

/** Approves one submission after the other; polls the balance until it changes. */
const createSampler = (gateway: string, buyer: Parameters<typeof approve>[0], pollInterval: number) => {
  const [buyers, workers] = [new Client(gateway), new Client(gateway)];
  const balances = new Map<string, number>();
  const sample = async ({ worker, submissionId }: Pending): Promise<Sample> => {
    const expected = (balances.get(worker.userId) ?? STARTING_COINS.worker) + 1;
    balances.set(worker.userId, expected);
    const began = performance.now();
    await send(buyers, approve(buyer, submissionId));
    const patched = performance.now();
    while ((await send(workers, readBalance(worker))).userAvailableCoin !== expected)
      if (pollInterval > 0) await pause(pollInterval);
    const seen = performance.now();
    await send(workers, readBalance(worker));
    return { whole: seen - began, patch: patched - began, look: performance.now() - seen };
  };
  return { sample, close: () => Promise.all([buyers.close(), workers.close()]) };
};

export interface Round {
  p50: number;
  p99: number;
  /** p50 of an approval plus one read at rest: the lower bound. */
  calls: number;
}

const summary = (samples: readonly Sample[]): Round => ({
  p50: quantile(
    samples.map(({ whole }) => whole),
    0.5,
  ),
  p99: quantile(
    samples.map(({ whole }) => whole),
    0.99,
  ),
  calls:
    quantile(
      samples.map(({ patch }) => patch),
      0.5,
    ) +
    quantile(
      samples.map(({ look }) => look),
      0.5,
    ),
});

interface Measured {
  idle: readonly Round[];
  busy: readonly Round[];
}

export interface BalanceRounds {
  idle(): Promise<Round>;
  /** With background load. */
  busy(): Promise<Round>;
}

/** Runs `work` with enough pending submissions for this many rounds of each kind, after one that warms up. */
export const withBalanceRounds = async <R>(
  stack: BenchStack,
  { rounds, perRound, pollInterval, quick }: { rounds: number; perRound: number; pollInterval: number; quick: boolean },
  work: (run: BalanceRounds) => Promise<R>,
): Promise<R> => {
  const tasks = ((rounds + 1) * 2 * perRound) / WORKERS;
  const users = await createUsers(stack, tasks * WORKERS + 100, WORKERS);
  const pending = await preparePending(stack, users, tasks);
  const { sample, close } = createSampler(stack.gateway, users.buyer, pollInterval);
  const load = startLoad();

  const idle = async (): Promise<Round> => {
    const samples: Sample[] = [];
    for (const next of pending.splice(0, perRound)) samples.push(await sample(next));
    return summary(samples);
  };
  const busy = async (): Promise<Round> => {
    const request: Request = {
      method: 'GET',
      path: '/tasks?open=1&limit=12',
      headers: as(users.workers[0] as (typeof users.workers)[number]),
    };
    const seconds = quick ? 1 : 3;
    const job = { kind: 'rate', origin: stack.gateway, request, connections: 4, seconds } as const;
    const background = load.run({ ...job, perSecond: BACKGROUND_PER_SECOND });
    const round = await idle();
    await background;
    return round;
  };
  try {
    await idle();
    await busy();
    return await work({ idle, busy });
  } finally {
    load.stop();
    await close();
  }
};

export const balanceSize = ({ name }: Profile, quick: boolean) => ({
  ...(quick ? QUICK : SIZES[name]),
  pollInterval: POLL_INTERVAL[name],
  quick,
});

const measure = (profile: Profile, quick: boolean): Promise<Measured & { substitute: string | null }> =>
  withStack(profile, {}, async (stack, { substitute }) => {
    const size = balanceSize(profile, quick);
    return withBalanceRounds(stack, size, async (run) => {
      const [idle, busy]: [Round[], Round[]] = [[], []];
      for (let round = 0; round < size.rounds; round++) {
        idle.push(await run.idle());
        busy.push(await run.busy());
      }
      return { idle, busy, substitute };
    });
  });

type Which = 'p50' | 'p99';
const medianOf = (rounds: readonly Round[], which: Which) => median(rounds.map((round) => round[which]));

const sqliteComparison = (substitute: string, measured: number, instead: number, budget: number): string => {
  const bound = measured > budget && instead <= budget ? ': the substitute engine misses the budget' : '';
  return `, ${withSqlite(substitute, ms(instead))}${bound}`;
};

const rowsOf = (
  state: string,
  rounds: readonly Round[],
  { budgets }: Profile,
  comparisonOf: (which: Which) => string,
): ResultRow[] =>
  (['p50', 'p99'] as const).map((which) => {
    const measured = medianOf(rounds, which);
    return {
      what: `approve → balance visible, ${state}, ${which}`,
      measured: ms(measured),
      comparison: `the two calls alone ${ms(median(rounds.map(({ calls }) => calls)))}${comparisonOf(which)}`,
      rounds: span(
        rounds.map((round) => round[which]),
        ms,
      ),
      budget: `${budgets[which]} ms`,
      within: measured <= budgets[which],
    };
  });

export const balance: Benchmark = {
  name: 'balance',
  title: 'Latency from an approval to the visible balance',
  profiles: ['embedded', 'production'],
  run: async ({ quick }, profile) => {
    const { idle, busy, substitute } = await measure(profile, quick);
    const instead = substitute === null ? null : await measure(productionOnSqlite, quick);
    const comparison = (rounds: readonly Round[], others: readonly Round[] | undefined) => (which: Which) =>
      substitute !== null && others
        ? sqliteComparison(substitute, medianOf(rounds, which), medianOf(others, which), profile.budgets[which])
        : '';
    return [
      ...rowsOf('idle', idle, profile, comparison(idle, instead?.idle)),
      ...rowsOf(
        `${BACKGROUND_PER_SECOND} lists per second concurrently`,
        busy,
        profile,
        comparison(busy, instead?.busy),
      ),
    ];
  },
};
