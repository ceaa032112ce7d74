import { STARTING_COINS } from '@piecework/contracts';
import { median, quantile } from '@piecework/tests/support/statistics';
import { Client } from 'undici';
import { type Figure, ms, type Row, span } from './benchmark';
import { startLoad } from './load';
import type { Request } from './load-process';
import { type Profile, productionOnSqlite, withSqlite } from './profile';
import { approve, as, bringCast, type Pending, preparePending, seeBalance, withStage } from './test-stack';

const WORKERS = 25;
/** Load beside the measured calls: occasionally a list and a record. */
const BACKGROUND_PER_SECOND = 60;
/** A 99th percentile needs this many samples per round; both profiles take about the same time. */
const SIZES = { embedded: { rounds: 5, perRound: 150 }, production: { rounds: 3, perRound: 100 } };
const QUICK = { rounds: 1, perRound: 25 };

/** Milliseconds between two polls: without a pause the poll would take a core from the many processes of the production profile. */
const LOOK_EVERY = { embedded: 0, production: 2 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
const createSampler = (gateway: string, buyer: Parameters<typeof approve>[0], lookEvery: number) => {
  const [buyers, workers] = [new Client(gateway), new Client(gateway)];
  const balances = new Map<string, number>();
  const sample = async ({ worker, submissionId }: Pending): Promise<Sample> => {
    const expected = (balances.get(worker.userId) ?? STARTING_COINS.worker) + 1;
    balances.set(worker.userId, expected);
    const began = performance.now();
    await send(buyers, approve(buyer, submissionId));
    const patched = performance.now();
    while ((await send(workers, seeBalance(worker))).userAvailableCoin !== expected)
      if (lookEvery > 0) await pause(lookEvery);
    const seen = performance.now();
    await send(workers, seeBalance(worker));
    return { whole: seen - began, patch: patched - began, look: performance.now() - seen };
  };
  return { sample, close: () => Promise.all([buyers.close(), workers.close()]) };
};

interface Round {
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

const measure = (profile: Profile, quick: boolean): Promise<Measured & { standIn: string | null }> =>
  withStage(profile, {}, async (stage, { standIn }) => {
    const { rounds, perRound } = quick ? QUICK : SIZES[profile.name];
    // The first round of each warms up and is discarded.
    const tasks = ((rounds + 1) * 2 * perRound) / WORKERS;
    const cast = await bringCast(stage, tasks * WORKERS + 100, WORKERS);
    const pending = await preparePending(stage, cast, tasks);
    const { sample, close } = createSampler(stage.gateway, cast.buyer, LOOK_EVERY[profile.name]);
    const load = startLoad();

    const runRound = async (): Promise<Round> => {
      const samples: Sample[] = [];
      for (const next of pending.splice(0, perRound)) samples.push(await sample(next));
      return summary(samples);
    };
    const underLoad = async (): Promise<Round> => {
      const request: Request = {
        method: 'GET',
        path: '/tasks?open=1&limit=12',
        headers: as(cast.workers[0] as (typeof cast.workers)[number]),
      };
      const seconds = quick ? 1 : 3;
      const job = { kind: 'rate', origin: stage.gateway, request, connections: 4, seconds } as const;
      const background = load.run({ ...job, perSecond: BACKGROUND_PER_SECOND });
      const round = await runRound();
      await background;
      return round;
    };
    try {
      await runRound();
      await underLoad();
      const [idle, busy]: [Round[], Round[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        idle.push(await runRound());
        busy.push(await underLoad());
      }
      return { idle, busy, standIn };
    } finally {
      load.stop();
      await close();
    }
  });

type Which = 'p50' | 'p99';
const medianOf = (rounds: readonly Round[], which: Which) => median(rounds.map((round) => round[which]));

const compared = (standIn: string, measured: number, instead: number, budget: number): string => {
  const bound = measured > budget && instead <= budget ? ': the stand-in is what misses the budget' : '';
  return `, ${withSqlite(standIn, ms(instead))}${bound}`;
};

const rowsOf = (
  state: string,
  rounds: readonly Round[],
  { budgets }: Profile,
  besideOf: (which: Which) => string,
): Row[] =>
  (['p50', 'p99'] as const).map((which) => {
    const measured = medianOf(rounds, which);
    return {
      what: `approve → balance visible, ${state}, ${which}`,
      measured: ms(measured),
      beside: `the two calls alone ${ms(median(rounds.map(({ calls }) => calls)))}${besideOf(which)}`,
      rounds: span(
        rounds.map((round) => round[which]),
        ms,
      ),
      budget: `${budgets[which]} ms`,
      within: measured <= budgets[which],
    };
  });

export const balance: Figure = {
  name: 'balance',
  title: 'From the approval to the balance that shows it',
  profiles: ['embedded', 'production'],
  run: async ({ quick }, profile) => {
    const { idle, busy, standIn } = await measure(profile, quick);
    const instead = standIn === null ? null : await measure(productionOnSqlite, quick);
    const beside = (rounds: readonly Round[], others: readonly Round[] | undefined) => (which: Which) =>
      standIn !== null && others
        ? compared(standIn, medianOf(rounds, which), medianOf(others, which), profile.budgets[which])
        : '';
    return [
      ...rowsOf('idle', idle, profile, beside(idle, instead?.idle)),
      ...rowsOf(`${BACKGROUND_PER_SECOND} lists a second beside`, busy, profile, beside(busy, instead?.busy)),
    ];
  },
};
