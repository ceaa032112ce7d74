import { median } from '@piecework/tests/support/statistics';
import { balanceSize, type Round, withBalanceRounds } from './balance-latency';
import { type Benchmark, ms, perSecond, type ResultRow, type RunOptions, span } from './benchmark';
import { type Found, measureSettlement, sizeOf } from './coin-settlement';
import type { EarlierVersion } from './earlier-version';
import type { Profile } from './profile';
import { type BenchStack, withStack } from './test-stack';

interface Pair<T> {
  now: T;
  before: T;
}

/** A stack of each version, with engines of its own. */
const withBoth = <R>(
  profile: Profile,
  { folder }: EarlierVersion,
  work: (stacks: Pair<BenchStack>) => Promise<R>,
): Promise<R> =>
  withStack(profile, {}, (now) => withStack(profile, { checkout: folder }, (before) => work({ now, before })));

const ratioRow = (
  what: string,
  write: (value: number) => string,
  { now, before }: Pair<readonly number[]>,
  earlier: EarlierVersion,
  goal: { atLeast: number } | { atMost: number } | null,
): ResultRow => {
  const ratio = median(now) / median(before);
  const [sign, bound] = goal === null ? ['', 0] : 'atLeast' in goal ? ['≥', goal.atLeast] : ['≤', goal.atMost];
  return {
    what,
    measured: `${ratio.toFixed(2)} ×`,
    comparison: `${write(median(now))}, ${earlier.commit} ${write(median(before))}`,
    rounds: `${span(now, write)}; ${earlier.commit} ${span(before, write)}`,
    budget: goal === null ? '' : `${sign} ${bound} ×`,
    within: goal === null ? null : sign === '≥' ? ratio >= bound : ratio <= bound,
  };
};

const settlementRows = async (
  label: string,
  profile: Profile,
  options: RunOptions,
  earlier: EarlierVersion,
): Promise<ResultRow[]> => {
  const size = sizeOf(options, profile);
  const found = await withBoth(profile, earlier, async ({ now, before }) => {
    const [ofNow, ofBefore] = (await measureSettlement(size, [now, before])) as [Found, Found];
    return { now: ofNow, before: ofBefore };
  });
  const pairOf = (of: keyof Found) => ({ now: found.now[of], before: found.before[of] });
  return [
    ratioRow(`settled approvals, ${size.atOnce} at once: ${label}`, perSecond, pairOf('settled'), earlier, {
      atLeast: 0.9,
    }),
    ratioRow(`CPU of the product per settled approval: ${label}`, ms, pairOf('cpu'), earlier, null),
  ];
};

/** The rounds of both versions alternate. */
const balanceRounds = async (
  profile: Profile,
  { quick }: RunOptions,
  earlier: EarlierVersion,
): Promise<Pair<Round[]>> => {
  const size = balanceSize(profile, quick);
  return withBoth(profile, earlier, (stacks) =>
    withBalanceRounds(stacks.now, size, (runNow) =>
      withBalanceRounds(stacks.before, size, async (runBefore) => {
        const rounds: Pair<Round[]> = { now: [], before: [] };
        for (let round = 0; round < size.rounds; round++) {
          rounds.now.push(await runNow.idle());
          rounds.before.push(await runBefore.idle());
        }
        return rounds;
      }),
    ),
  );
};

const embeddedRows = async (profile: Profile, options: RunOptions, earlier: EarlierVersion): Promise<ResultRow[]> => {
  const settled = await settlementRows('embedded', profile, options, earlier);
  const { now, before } = await balanceRounds(profile, options, earlier);
  const visible = (which: 'p50' | 'p99') =>
    ratioRow(
      `approve → balance visible, idle, ${which}: embedded`,
      ms,
      { now: now.map((round) => round[which]), before: before.map((round) => round[which]) },
      earlier,
      { atMost: 1.15 },
    );
  return [...settled, visible('p50'), visible('p99')];
};

/** Needs `--against`: the rounds of both versions alternate in one run. The goals leave room for noise: no version may be slower than the last tag. */
export const versions: Benchmark = {
  name: 'versions',
  title: 'Beside an earlier version',
  profiles: ['embedded', 'production'],
  run: async (options, profile) => {
    const { earlier } = options;
    if (!earlier) throw new Error('Name the earlier version: --against COMMIT');
    return profile.name === 'embedded'
      ? embeddedRows(profile, options, earlier)
      : settlementRows('production', profile, options, earlier);
  },
};
