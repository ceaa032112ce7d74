import { silentLog } from '@piecework/base';
import { actor } from '@piecework/identity/testing';
import type { InvariantCheck } from '@piecework/service-runtime';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  approve,
  BUYER,
  balances,
  buyCoins,
  closePlaces,
  decideOn,
  earn,
  expectInvariants,
  pay,
  register,
  requestFunding,
  requestPayout,
  requestPlaces,
  startWallet,
  transferIds,
  WORKER,
} from '../../testing/wallet.fixtures';
import { accounts } from '../account/account.store';
import { transferOf } from './ledger';
import { createLedgerGauges } from './ledger.gauges';
import { post } from './ledger.store';

let wallet: Harness;

beforeEach(async () => {
  wallet = await startWallet({ time: () => Date.UTC(2026, 10, 21, 9) });
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

describe('post', () => {
  const cause = { at: 0, correlationId: 'c', actor: null };
  const facts = { cause: { ...cause, causationId: null }, stamp: () => ({ _id: 'i', at: '' }) };
  const posting = (transfer: Parameters<typeof post>[1]) =>
    wallet.store.transaction((tx) => post({ ...tx, emit: () => {}, afterCommit: () => {}, ...facts }, transfer, cause));

  it('posts a transfer id once, also with another amount', async () => {
    expect(await posting(transferOf.topup('i', 'u', 10))).toBe('posted');
    expect(await posting(transferOf.topup('i', 'u', 99))).toBe('already');
    expect(await balances(wallet)).toMatchObject({ 'user:u': 10, 'world:payments': -10 });
  });

  it('posts once for concurrent calls', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => posting(transferOf.topup('i', 'u', 10))));
    expect(all.filter((result) => result === 'posted')).toHaveLength(1);
  });

  it('stores a transfer of 0 coins, so that it is not posted again', async () => {
    expect(await posting(transferOf.reverse('i', 'u', 0))).toBe('posted');
    expect(await posting(transferOf.reverse('i', 'u', 5))).toBe('already');
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses an amount of %p', async (amount) => {
    await expect(posting(transferOf.topup('i', 'u', amount))).rejects.toThrow('coins');
    expect(await transferIds(wallet)).toEqual([]);
  });

  it('writes nothing when an account would go below zero', async () => {
    await posting(transferOf.topup('i', 'u', 10));
    await expect(posting(transferOf.payout('w', 'u', 11))).rejects.toThrow('-1 coins');
    expect(await transferIds(wallet)).toEqual(['topup:i']);
  });
});

describe('statement', () => {
  const statement = (as: typeof BUYER, query = {}) => wallet.call('statement', { as, query });

  it("answers the caller's entries, newest first, in pages", async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 3);
    const { body, headers } = await statement(BUYER);
    expect(headers['x-total-count']).toBe('2');
    expect(body).toEqual([
      {
        _id: 'fund:t#0',
        transfer: 'fund:t',
        kind: 'fund',
        amount: -15,
        balance: 35,
        time: '2026-11-21T09:00:00.000Z',
        about: { type: 'task', id: 't', title: 'Task t' },
      },
      expect.objectContaining({ transfer: 'grant:user-buyer', amount: 50, balance: 50 }),
    ]);
    expect((await statement(BUYER, { limit: 1, offset: 1 })).body).toMatchObject([{ kind: 'grant' }]);
    expect((await statement(BUYER, { q: 'fund' })).body).toMatchObject([{ kind: 'fund' }]);
  });

  it("answers any user's entries to an admin and only own entries to others", async () => {
    await register(wallet, BUYER);
    expect((await statement(ADMIN, { user: BUYER.userId })).body).toHaveLength(1);
    expect((await statement(ADMIN)).body).toEqual([]);
    expect((await statement(BUYER, { user: BUYER.userId })).body).toHaveLength(1);
    for (const as of [WORKER, actor('buyer', 'rival')])
      expect((await statement(as, { user: BUYER.userId })).status).toBe(403);
  });
});

describe('the cause of an entry', () => {
  const causes = async (as: typeof BUYER) => {
    const { body } = await wallet.call('statement', { as });
    return body.map(({ kind, about }: { kind: string; about?: object }) => [kind, about]);
  };
  const title = 'Name the birds';

  it('is kept with its title from the request of the task on', async () => {
    await register(wallet, BUYER);
    await register(wallet, WORKER);
    await requestFunding(wallet, 't', 3, { title });
    await approve(wallet, 's', 't', { taskTitle: 'Name the crows' });
    await closePlaces(wallet, 't', 1);
    const task = { type: 'task', id: 't', title };
    expect(await causes(BUYER)).toEqual([
      ['refund', task],
      ['fund', task],
      ['grant', { type: 'account', id: BUYER.userId }],
    ]);
    expect((await causes(WORKER))[0]).toEqual(['settle', { type: 'submission', id: 's', title: 'Name the crows' }]);
  });

  it('names the addition of places that are paid for later, and their task', async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 3, { title });
    await requestPlaces(wallet, 'more', 't', 2);
    const added = ['fund', { type: 'task', id: 't', title, additionId: 'more' }];
    expect((await causes(BUYER)).slice(0, 2)).toEqual([added, ['fund', { type: 'task', id: 't', title }]]);
  });
});

describe('GET /statement.csv', () => {
  it("has the caller's entries, newest first, with numbers that stay numbers and titles that are no formulas", async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 3, { title: '=1+1' });
    const { body, headers } = await wallet.call('exportStatement', { as: BUYER });
    expect(String(body).split('\r\n')).toEqual([
      '\ufefftime,kind,amount,balance,about,id,title,transfer,payout,reason',
      "2026-11-21T09:00:00.000Z,fund,-15,35,task,t,'=1+1,fund:t,,",
      expect.stringMatching(/,grant,50,50,account,user-buyer,,grant:user-buyer,,$/),
      '',
    ]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-total-count': '2' });
    const funds = await wallet.call('exportStatement', { as: BUYER, query: { kind: 'fund' } });
    expect(String(funds.body).split('\r\n')).toHaveLength(3);
    expect(funds.headers['x-total-count']).toBe('1');
  });
});

describe('GET /earnings', () => {
  const earnings = async (as: typeof WORKER, query: object = {}) =>
    (await wallet.call('earnings', { as, query: query as Record<string, unknown> })).body;

  it('sums what the caller earned and withdrew, by day', async () => {
    await register(wallet, WORKER);
    await earn(wallet, WORKER, 300);
    await earn(wallet, WORKER, 40);
    await decideOn(wallet, await requestPayout(wallet, WORKER, 201), 'approved');
    const days = await earnings(WORKER);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ day: '2026-11-21', earned: 340, withdrawn: 201 });
    expect(days[0]).toEqual({ day: '2026-10-23', earned: 0, withdrawn: 0 });
    expect((await earnings(WORKER, { days: '365' }))[0]).toMatchObject({ day: '2025-11-22' });
    expect((await earnings(BUYER)).at(-1)).toEqual({ day: '2026-11-21', earned: 0, withdrawn: 0 });
  });
});

describe('the earnings of a year', () => {
  const year = async (query: { year: number }) =>
    (await wallet.call('earningMonths', { as: WORKER, query })).body as { month: string; earned: number }[];

  it('are by month until the present one, also as a file', async () => {
    await register(wallet, WORKER);
    await earn(wallet, WORKER, 300);
    await decideOn(wallet, await requestPayout(wallet, WORKER, 201), 'approved');
    const months = await year({ year: 2026 });
    expect(months.map(({ month }) => month).slice(-2)).toEqual(['2026-10', '2026-11']);
    expect(months).toHaveLength(11);
    expect(months[0]).toEqual({ month: '2026-01', earned: 0, withdrawn: 0, withdrawnAmount: 0 });
    expect(months.at(-1)).toEqual({ month: '2026-11', earned: 300, withdrawn: 201, withdrawnAmount: 10.05 });
    expect(await year({ year: 2024 })).toHaveLength(12);
    expect(await year({ year: 2027 })).toEqual([]);
    const file = await wallet.call('exportEarnings', { as: WORKER, query: { year: 2026 } });
    expect(String(file.body)).toMatch(/2026-11,300,201,10\.05\r\n$/);
  });
});

describe('totals', () => {
  it('answer money in, out and owed to admins only', async () => {
    await register(wallet, WORKER);
    await register(wallet, BUYER);
    await earn(wallet, WORKER, 300);
    await decideOn(wallet, await requestPayout(wallet, WORKER, 201), 'approved');
    await requestPayout(wallet, WORKER, 200);
    await buyCoins(wallet, BUYER, 10);
    const taken = await pay(wallet, BUYER, 20);
    await wallet.internal('reversePayment', { intent: taken });
    // The patron paid 35 dollars and holds 750 of 1,050 coins; the worker holds 109, the buyer 200.
    expect(await wallet.internal('totals', { actor: ADMIN })).toEqual({
      admin: {
        pendingWithdrawals: 1,
        duePayouts: 1,
        waitingAdjustments: 0,
        dollarsIn: 45,
        dollarsOut: 10.05,
        dollarsOwed: 52.95,
      },
    });
    expect(await wallet.internal('totals', { actor: BUYER })).toEqual({});
  });

  it('answer the coins that a worker asked for and withdrew', async () => {
    await register(wallet, WORKER);
    await earn(wallet, WORKER, 900);
    await requestPayout(wallet, WORKER, 200);
    await decideOn(wallet, await requestPayout(wallet, WORKER, 201), 'approved');
    await decideOn(wallet, await requestPayout(wallet, WORKER, 202), 'canceled');
    expect(await wallet.internal('totals', { actor: WORKER })).toEqual({
      worker: { askedCoins: 200, withdrawnCoins: 201 },
    });
  });
});

describe('gauges', () => {
  it('account for every coin', async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 3);
    const gauge = (name: string) => wallet.runtime.gauges[`piecework_ledger_${name}`]?.value();
    expect(await gauge('user_coins')).toBe(35);
    expect(await gauge('escrow_coins')).toBe(15);
    expect(await gauge('world_promo_coins')).toBe(-50);
    expect(await gauge('imbalance')).toBe(0);
  });
});

describe('the invariant check of the ledger', () => {
  const check = () =>
    createLedgerGauges({ ...wallet, log: silentLog }).invariantChecks.piecework_ledger_balanced as InvariantCheck;
  const give = (account: `user:${string}`, coins: number) =>
    wallet.store.collection(accounts).updateOne({ _id: account }, { $inc: { balance: coins } });

  it('holds while each account is the sum of its entries', async () => {
    expect(await check().holds()).toBe(true);
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 3);
    expect(await check().holds()).toBe(true);
  });

  it('fails for coins without an origin and for coins moved without a transfer', async () => {
    await register(wallet, BUYER);
    await register(wallet, WORKER);
    const { holds } = check();
    await give('user:user-buyer', 1);
    expect(await holds()).toBe(false);
    await give('user:user-worker', -1);
    expect(await holds()).toBe(false);
    await give('user:user-buyer', -1);
    await give('user:user-worker', 1);
    expect(await holds()).toBe(true);
  });
});
