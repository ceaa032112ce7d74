import { systemClock } from '@piecework/base';
import { ASSERTION_HEADER } from '@piecework/http';
import { createAssertions } from '@piecework/identity';
import type { Person } from '@piecework/tests/support/people';
import { median, quantile } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, perSecond, type ResultRow, span } from './benchmark';
import { type Load, startLoad } from './load';
import type { Request } from './load-process';
import { type BenchStack, readBalance, withStack } from './test-stack';

const CONNECTIONS = 32;

/** The same request, sent to the user service directly with an assertion, which lives for two minutes. */
const direct = ({ settings }: BenchStack, { userId, email, name }: Person): Request => ({
  method: 'GET',
  path: '/user',
  headers: {
    [ASSERTION_HEADER]: createAssertions({ clock: systemClock, keys: settings.serviceKeys }).sign('user', {
      actor: { userId, email, name, role: 'worker', roleVersion: 0 },
      identity: null,
    }),
  },
});

interface Rounds {
  /** p50 and p99 of each round. */
  latency: Record<'direct' | 'gateway', { p50: number[]; p99: number[] }>;
  rate: Record<'direct' | 'gateway', number[]>;
}

const measure = async (stack: BenchStack, load: Load, person: Person, quick: boolean): Promise<Rounds> => {
  const rounds: Rounds = {
    latency: { direct: { p50: [], p99: [] }, gateway: { p50: [], p99: [] } },
    rate: { direct: [], gateway: [] },
  };
  const seconds = quick ? 1 : 4;
  for (let round = 0; round < (quick ? 1 : 7); round++) {
    const targets = {
      direct: { origin: stack.settings.serviceUrls.user, request: direct(stack, person) },
      gateway: { origin: stack.gateway, request: readBalance(person) },
    };
    const times = await load.run({
      kind: 'latency',
      targets: [targets.direct, targets.gateway],
      count: quick ? 200 : 2000,
    });
    for (const [index, name] of (['direct', 'gateway'] as const).entries()) {
      rounds.latency[name].p50.push(quantile(times[index] ?? [], 0.5));
      rounds.latency[name].p99.push(quantile(times[index] ?? [], 0.99));
      const rate = await load.run({ kind: 'rate', ...targets[name], connections: CONNECTIONS, seconds });
      rounds.rate[name].push(rate);
    }
  }
  return rounds;
};

const differences = (of: readonly number[], from: readonly number[]) =>
  of.map((value, index) => value - (from[index] as number));

const latencyRow = ({ latency }: Rounds, which: 'p50' | 'p99', budgetMs: number): ResultRow => {
  const added = differences(latency.gateway[which], latency.direct[which]);
  return {
    what: `gateway hop, 1 connection, ${which}`,
    measured: `${median(added) < 0 ? '' : '+'}${ms(median(added))}`,
    comparison: `gateway ${ms(median(latency.gateway[which]))}, direct ${ms(median(latency.direct[which]))}`,
    rounds: span(added, ms),
    budget: `+${budgetMs} ms`,
    within: median(added) <= budgetMs,
  };
};

export const hop: Benchmark = {
  name: 'hop',
  title: 'Overhead of the gateway',
  profiles: ['embedded'],
  run: ({ quick }, profile) =>
    withStack(profile, { processes: true }, async (stack) => {
      const person = await stack.people.newcomer('worker');
      await stack.untilQuiet();
      const load = startLoad();
      try {
        const rate = { kind: 'rate', connections: CONNECTIONS, seconds: 2 } as const;
        // Warm-up: a first request pays for lazy initialization.
        await load.run({ ...rate, origin: stack.gateway, request: readBalance(person) });
        await load.run({ ...rate, origin: stack.settings.serviceUrls.user, request: direct(stack, person) });
        const rounds = await measure(stack, load, person, quick);
        const shares = rounds.rate.gateway.map((value, index) => value / (rounds.rate.direct[index] as number));
        const percent = (share: number) => `${Math.round(share * 100)} %`;
        return [
          latencyRow(rounds, 'p50', 0.5),
          latencyRow(rounds, 'p99', 5),
          {
            what: `gateway rate, ${CONNECTIONS} connections, of the direct rate`,
            measured: percent(median(shares)),
            comparison: `gateway ${perSecond(median(rounds.rate.gateway))}, direct ${perSecond(median(rounds.rate.direct))}`,
            rounds: span(shares, percent),
            budget: '≥ 40 %',
            within: median(shares) >= 0.4,
          },
        ];
      } finally {
        load.stop();
      }
    }),
};
