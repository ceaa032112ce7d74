import { DAY_MS, lastDays } from '@piecework/base';
import { coinsToDollars, type EarningMonth, type TransferKind } from '@piecework/contracts';
import { fail, ok } from '@piecework/http';
import {
  actorOf,
  answer,
  dayId,
  inBatches,
  listRows,
  type ServiceDeps,
  type SheetFormat,
  sheetReply,
} from '@piecework/service-runtime';
import { containing, type Filter, type Transaction } from '@piecework/store';
import { userAccountOf } from '../account/account.store';
import { userAccountId } from './ledger';
import { earningsSheet, statementSheet } from './ledger.sheet';
import { type Entry, entries } from './ledger.store';
import { earningsTally } from './ledger.tally';
import { toViews } from './ledger.views';

export const createLedgerOperations = (deps: ServiceDeps) => ({
  ...statement(deps),
  ...exportStatement(deps, 'exportStatement', 'csv'),
  ...exportStatement(deps, 'exportStatementXlsx', 'xlsx'),
  ...earnings(deps),
  ...earningMonths(deps),
  ...exportEarnings(deps, 'exportEarnings', 'csv'),
  ...exportEarnings(deps, 'exportEarningsXlsx', 'xlsx'),
});

const entriesOf = (userId: string, kind: TransferKind | undefined): Filter<Entry> => ({
  account: userAccountId(userId),
  ...(kind && { kind }),
});

/** I2: the version counts the entries. */
const countAll = async (store: Transaction, userId: string): Promise<number> =>
  (await userAccountOf(store, userId)).version;

const statement = ({ store, settings }: ServiceDeps) =>
  answer('statement', [], async ({ query }, call) => {
    const actor = actorOf(call);
    const { user = actor.userId, kind, q, limit, offset } = query;
    if (user !== actor.userId && actor.role !== 'admin') return fail('forbidden');
    const filter = { ...entriesOf(user, kind), ...(q && { transfer: containing(q) }) };
    const total = q || kind ? undefined : () => countAll(store, user);
    const range = { sort: { seq: -1 }, settings, offset, limit, q, total } as const;
    return listRows(store.collection(entries), filter, range, (found) => toViews(store, found));
  });

type Export = 'exportStatement' | 'exportStatementXlsx';

const exportStatement = ({ store }: ServiceDeps, operation: Export, format: SheetFormat) =>
  answer(operation, [], async ({ query: { kind } }, call) => {
    const { userId } = actorOf(call);
    const filter = entriesOf(userId, kind);
    const rows = store.collection(entries);
    const total = kind ? await rows.countDocuments(filter) : await countAll(store, userId);
    return sheetReply(format, statementSheet, viewsIn(store, filter), { name: 'statement', total });
  });

async function* viewsIn(store: Transaction, filter: Filter<Entry>) {
  for await (const batch of inBatches(store.collection(entries), filter, 'seq', -1)) yield await toViews(store, batch);
}

const EARNING_DAYS = 30;

/** Reads one counter per day, however many entries the account has. */
const earningsOf = async ({ counters }: ServiceDeps, userId: string, days: readonly string[]) => {
  const account = userAccountId(userId);
  const ids = days.map((day) => dayId(account, day));
  const amounts = await counters.readEach(earningsTally, 'day', ids);
  return days.map((day) => ({ day, ...{ earned: 0, withdrawn: 0 }, ...amounts.get(dayId(account, day)) }));
};

const earnings = (deps: ServiceDeps) =>
  answer('earnings', [], async ({ query: { days = EARNING_DAYS } }, call) =>
    ok(await earningsOf(deps, actorOf(call).userId, lastDays(deps.clock.now(), days))),
  );

/** Until today. */
const daysOf = (year: number, now: number): string[] => {
  const start = Date.UTC(year, 0, 1);
  const end = Math.min(now, Date.UTC(year + 1, 0, 1) - 1);
  return lastDays(end, Math.max(0, Math.floor((end - start) / DAY_MS) + 1));
};

const monthsOf = async (deps: ServiceDeps, userId: string, year: number): Promise<EarningMonth[]> => {
  const months = new Map<string, EarningMonth>();
  for (const { day, earned, withdrawn } of await earningsOf(deps, userId, daysOf(year, deps.clock.now()))) {
    const month = day.slice(0, 'YYYY-MM'.length);
    const sum = months.get(month) ?? { earned: 0, withdrawn: 0 };
    const coins = { earned: sum.earned + earned, withdrawn: sum.withdrawn + withdrawn };
    months.set(month, { month, ...coins, withdrawnAmount: coinsToDollars(coins.withdrawn) });
  }
  return [...months.values()];
};

const earningMonths = (deps: ServiceDeps) =>
  answer('earningMonths', [], async ({ query: { year } }, call) =>
    ok(await monthsOf(deps, actorOf(call).userId, year)),
  );

const exportEarnings = (deps: ServiceDeps, operation: 'exportEarnings' | 'exportEarningsXlsx', format: SheetFormat) =>
  answer(operation, [], async ({ query: { year } }, call) => {
    const months = await monthsOf(deps, actorOf(call).userId, year);
    return sheetReply(format, earningsSheet, oneBatch(months), { name: `earnings-${year}`, total: months.length });
  });

async function* oneBatch<T>(rows: readonly T[]) {
  yield [...rows];
}
