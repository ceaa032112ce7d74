import { pause } from '@piecework/base/testing';
import type { Entry, TransferKind } from '@piecework/contracts';
import { gaugeOf, type Scrape } from '../support/metrics';
import type { JourneyContext, Person } from './context';
import type { People } from './run-journey';

/** The part of the context that the checks need. */
type VerifyContext = Pick<JourneyContext, 'calls' | 'expectedState'>;

/** Coins by kind of transfer, summed over the statements of all people of the journey. */
export type Coins = Readonly<Record<'buyers' | 'workers', ReadonlyMap<TransferKind, number>>>;

export interface Findings {
  problems: string[];
  coins: Coins;
  balances: Readonly<Record<'buyers' | 'workers', number>>;
}

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { amount }) => sum + amount, 0);

/** Milliseconds in which the last balance must reach the live stream. */
const STREAM_WITHIN = 2000;

const lastStreamedBalance = ({ live }: Person): number | undefined =>
  live.seen.filter(({ event }) => event === 'balance').at(-1)?.data.balance as number | undefined;

/** Checks that user record, statement and live stream of a person show the expected balance. */
const checkPerson = async (
  { calls, expectedState }: VerifyContext,
  person: Person,
  problems: string[],
): Promise<Entry[]> => {
  const user = await calls.get('getUser', { as: person });
  const entries = await calls.get('statement', { as: person });
  const expected = expectedState.balanceOf(person.id);
  const found = {
    'the user record': user.userAvailableCoin,
    'the sum of the statement': sumOf(entries),
    'the last entry': entries[0]?.balance,
  };
  for (const [where, coins] of Object.entries(found))
    if (coins !== expected) problems.push(`${person.name} should have ${expected} coins; ${where} says ${coins}`);

  // The stream was opened after registration: without a later entry it has received no balance.
  if (entries.length > 1) {
    const deadline = performance.now() + STREAM_WITHIN;
    while (lastStreamedBalance(person) !== expected && performance.now() < deadline) await pause(10);
    if (lastStreamedBalance(person) !== expected)
      problems.push(
        `${person.name} should have ${expected} coins; the live stream says ${lastStreamedBalance(person)}`,
      );
  }
  return entries;
};

const checkTasks = async ({ calls, expectedState }: VerifyContext, buyer: Person, problems: string[]) => {
  const shown = await calls.get('listTasks', { as: buyer, query: { mine: 1 } });
  for (const { id, end } of [...expectedState.tasks.values()].filter(({ buyerId }) => buyerId === buyer.id)) {
    const status = shown.find(({ _id }) => _id === id)?.taskStatus ?? 'deleted';
    if (status !== end) problems.push(`Task ${id} should be ${end} and is ${status}`);
  }
};

/** Checks the wallet's ledger gauges on a stack that only this journey uses. */
const checkLedger = (wallet: Scrape, coins: Coins, balances: Findings['balances'], problems: string[]) => {
  const of = (kind: TransferKind) => (coins.buyers.get(kind) ?? 0) + (coins.workers.get(kind) ?? 0);
  const expected = {
    piecework_ledger_world_payments_coins: -of('topup'),
    piecework_ledger_world_payout_coins: -of('payout'),
    piecework_ledger_escrow_coins: 0,
    piecework_ledger_user_coins: balances.buyers + balances.workers,
    piecework_ledger_imbalance: 0,
  };
  for (const [gauge, value] of Object.entries(expected))
    if (gaugeOf(wallet, gauge) !== value) problems.push(`${gauge} should be ${value} and is ${gaugeOf(wallet, gauge)}`);
};

/** Checks the final state after all events have been handled. */
export const verify = async (
  context: VerifyContext,
  people: People,
  /** The wallet's metrics, if only the journey uses the stack. */
  wallet: Scrape | undefined,
): Promise<Findings> => {
  const problems: string[] = [];
  const coins = { buyers: new Map<TransferKind, number>(), workers: new Map<TransferKind, number>() };
  const balances = { buyers: 0, workers: 0 };
  for (const role of ['buyers', 'workers'] as const) {
    for (const person of people[role]) {
      const entries = await checkPerson(context, person, problems);
      for (const { kind, amount } of entries) coins[role].set(kind, (coins[role].get(kind) ?? 0) + amount);
      balances[role] += sumOf(entries);
    }
  }
  for (const buyer of people.buyers) await checkTasks(context, buyer, problems);
  if (wallet) checkLedger(wallet, coins, balances, problems);
  return { problems, coins, balances };
};
