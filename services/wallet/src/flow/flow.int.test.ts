import { DAY_MS } from '@piecework/base';
import { isOnMongo } from '@piecework/base/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import type { Store } from '@piecework/store';
import { planOf, type Query, recordQueries } from '@piecework/store/testing';
import {
  ADMIN,
  BUYER,
  buyCoins,
  decideOn,
  earn,
  expectInvariants,
  pay,
  register,
  requestPayout,
  startWallet,
  WORKER,
} from '../../testing/wallet.fixtures';
import { entries } from '../ledger/ledger.store';
import { payments } from '../payment/payment.store';

const NOW = Date.UTC(2026, 10, 21, 9);

let wallet: Harness;
let now: number;
let queries: Query[];
/** Documents that were read outside of transactions, by collection. */
let rowsRead: Map<string, number>;

const watch = (real: Store): Store => {
  const recorded = recordQueries(real);
  queries = recorded.queries;
  const note = (name: string, rows: number) => rowsRead.set(name, (rowsRead.get(name) ?? 0) + rows);
  return {
    ...recorded.store,
    collection: (of) => {
      const rows = recorded.store.collection(of);
      return {
        ...rows,
        find: async (...args) => {
          const found = await rows.find(...args);
          note(of.name, found.length);
          return found;
        },
        findOne: async (...args) => {
          const found = await rows.findOne(...args);
          note(of.name, found ? 1 : 0);
          return found;
        },
      };
    },
  };
};

beforeEach(async () => {
  now = NOW;
  rowsRead = new Map();
  wallet = await startWallet({ time: () => now, watch });
});
afterEach(() => wallet.stop());

const flow = async (days = '30') => (await wallet.call('dollarFlow', { as: ADMIN, query: { days } })).body;
const none = { dollarsIn: 0, dollarsOut: 0 };

describe('GET /admin/flow', () => {
  afterEach(() => expectInvariants(wallet));

  it('has the dollars of each day, and what is owed at its end', async () => {
    await register(wallet, WORKER);
    await register(wallet, BUYER);
    await buyCoins(wallet, BUYER, 10);
    now += DAY_MS;
    await earn(wallet, WORKER, 300);
    now += 2 * DAY_MS;
    await decideOn(wallet, await requestPayout(wallet, WORKER, 201), 'approved');
    const days = await flow();
    expect(days).toHaveLength(30);
    // The worker has 10 coins and the buyer 200; the patron of `earn` buys 1,050 and has 750 left.
    expect(days.slice(-5)).toEqual([
      { day: '2026-11-20', ...none, dollarsOwed: 0 },
      { day: '2026-11-21', ...none, dollarsIn: 10, dollarsOwed: 10.5 },
      { day: '2026-11-22', ...none, dollarsIn: 35, dollarsOwed: 63 },
      { day: '2026-11-23', ...none, dollarsOwed: 63 },
      { day: '2026-11-24', ...none, dollarsOut: 10.05, dollarsOwed: 52.95 },
    ]);
    const totals = await wallet.internal('totals', { actor: ADMIN });
    expect(totals.admin).toMatchObject({ dollarsIn: 45, dollarsOut: 10.05, dollarsOwed: 52.95 });
  });

  it('takes what was given back from the day on which it came in', async () => {
    await register(wallet, BUYER);
    const intent = await pay(wallet, BUYER, 20);
    await wallet.call('storePayment', { as: BUYER, body: { amount: 20 } });
    expect((await flow()).at(-1)).toEqual({ day: '2026-11-21', ...none, dollarsIn: 20, dollarsOwed: 2.5 });
    now += DAY_MS;
    await wallet.internal('reversePayment', { intent });
    expect((await flow()).slice(-2)).toEqual([
      { day: '2026-11-21', ...none, dollarsOwed: 2.5 },
      { day: '2026-11-22', ...none, dollarsOwed: 2.5 },
    ]);
  });

  it('is owed before the first of its days too', async () => {
    await register(wallet, BUYER);
    now += 40 * DAY_MS;
    expect(await flow()).toEqual(Array(30).fill(expect.objectContaining({ ...none, dollarsOwed: 2.5 })));
  });
});

describe('with thousands of entries and payments of a worker and a day', () => {
  const MANY = 3_000;
  const AT = NOW - DAY_MS;

  /** What a call reads: documents by collection, and whether a query scans. */
  const readsOf = async (operation: 'earnings' | 'dollarFlow') => {
    queries.length = 0;
    rowsRead.clear();
    const as = operation === 'earnings' ? WORKER : ADMIN;
    const { body } = await wallet.call(operation, { as, query: { days: '90' } });
    const plans = await Promise.all(queries.map((query) => planOf(wallet.file, query)));
    return {
      last: body.at(-2),
      reads: { rows: new Map(rowsRead), queries: queries.length, scans: plans.map(({ scans }) => scans) },
    };
  };

  it.each(['earnings', 'dollarFlow'] as const)('%s reads as many counters as with one', async (operation) => {
    await register(wallet, WORKER);
    const add = (from: number, count: number) => {
      const nths = Array.from({ length: count }, (_, nth) => from + nth);
      const account = `user:${WORKER.userId}` as const;
      return wallet.transact(async (unit) => {
        await unit
          .collection(entries)
          .insertMany(
            nths.map((nth) => ({
              _id: `settle:s${nth}#1`,
              transfer: `settle:s${nth}`,
              kind: 'settle' as const,
              account,
              amount: 2,
              at: AT,
              balance: 2,
              seq: 10 + nth,
            })),
          );
        await unit
          .collection(payments)
          .insertMany(
            nths.map((nth) => ({
              _id: `i${nth}`,
              userId: BUYER.userId,
              email: BUYER.email,
              cents: 100,
              coins: 10,
              card: '4242',
              at: AT,
              state: 'recorded' as const,
              shortfall: 0,
              search: '',
            })),
          );
      });
    };
    await add(0, 1);
    const one = await readsOf(operation);
    await add(1, MANY);
    const many = await readsOf(operation);
    const { rows, scans } = many.reads;
    expect([rows.get(entries.name), rows.get(payments.name)]).toEqual([undefined, undefined]);
    expect(scans).not.toContain(true);
    // On MongoDB a call takes so long that the service's background work reads in between.
    if (!isOnMongo()) {
      expect(many.reads).toEqual(one.reads);
      // One writer has one document for the day of the registration and one for that of the entries; for the dollars, in each of two tallies.
      expect([...rows]).toEqual([['counters', operation === 'earnings' ? 2 : 6]]);
    }
    const sum = 2 * (MANY + 1);
    expect(many.last).toMatchObject(
      operation === 'earnings' ? { earned: sum } : { dollarsIn: MANY + 1, dollarsOwed: sum / 20 },
    );
  });
});
