import { CENTS_PER_COIN } from '@piecework/contracts';
import { quantile } from '../support/statistics';
import { tableOf } from '../support/text-table';
import type { Calls } from './checked-calls';
import type { Findings } from './verify';

const ms = (value: number) => value.toFixed(1);

/** Counts and latencies of the calls, per operation. */
export const callsTable = ({ statistics }: Calls, seconds: number): string => {
  const row = (name: string, times: readonly number[], refused: number, retried: number) => [
    name,
    times.length,
    refused,
    retried,
    (times.length / seconds).toFixed(1),
    ms(quantile(times, 0.5)),
    ms(quantile(times, 0.99)),
    ms(Math.max(...times)),
  ];
  const all = [...statistics].sort(([a], [b]) => (a < b ? -1 : 1));
  const total = (of: 'refused' | 'retried') => all.reduce((sum, [, stats]) => sum + stats[of], 0);
  return tableOf(
    ['call', 'times', 'refused', 'retried', 'per s', 'p50 ms', 'p99 ms', 'max ms'],
    [
      ...all.map(([name, { times, refused, retried }]) => row(name, times, refused, retried)),
      row(
        'all',
        all.flatMap(([, { times }]) => times),
        total('refused'),
        total('retried'),
      ),
    ],
  );
};

const dollars = (coins: number) => `$${((coins * CENTS_PER_COIN) / 100).toFixed(2)}`;

/** Coins by source and use, according to the statements. */
export const coinsTable = ({ coins, balances }: Findings): string => {
  const { buyers, workers } = coins;
  const of = (part: typeof buyers, kind: Parameters<typeof buyers.get>[0]) => part.get(kind) ?? 0;
  const rows: [string, number, number][] = [
    ['granted at sign-up', of(buyers, 'grant'), of(workers, 'grant')],
    ['bought', of(buyers, 'topup'), of(workers, 'topup')],
    ['set aside for tasks', of(buyers, 'fund'), of(workers, 'fund')],
    ['given back from tasks', of(buyers, 'refund'), of(workers, 'refund')],
    ['earned by work', of(buyers, 'settle'), of(workers, 'settle')],
    [`paid out (${dollars(-of(workers, 'payout'))})`, of(buyers, 'payout'), of(workers, 'payout')],
    ['balance', balances.buyers, balances.workers],
  ];
  return tableOf(
    ['coins', 'buyers', 'workers', 'together'],
    rows.map(([what, theirs, others]) => [what, theirs, others, theirs + others]),
  );
};
