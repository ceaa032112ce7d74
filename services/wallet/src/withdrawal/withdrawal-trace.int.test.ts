import { HOUR_MS } from '@piecework/base';
import type { Withdrawal } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  approve,
  BUYER,
  buyCoins,
  changeRole,
  clearOwner,
  closePlaces,
  countingReads,
  decideOn,
  employ,
  expectInvariants,
  register,
  requestFunding,
  requestPayout,
  startWallet,
  WORKER,
} from '../../testing/wallet.fixtures';
import { userAccounts } from '../account/account.store';
import { payments } from '../payment/payment.store';
import { toAdminViews } from './withdrawal.admin';
import { withdrawals } from './withdrawal.store';

let wallet: Harness;
let time = 0;

beforeEach(async () => {
  time = Date.UTC(2026, 10, 22);
  wallet = await startWallet({ time: () => time });
  await register(wallet, WORKER);
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

const newBuyer = async (name: string) => {
  const buyer = actor('buyer', name);
  await register(wallet, buyer);
  return buyer;
};

const list = async (query = {}, as = ADMIN): Promise<Withdrawal[]> =>
  (await wallet.call('listWithdrawals', { as, query })).body;
const only = async () => {
  const [row] = await list();
  if (!row) throw new Error('there is no withdrawal');
  return row;
};

describe('granted coins that are withdrawn', () => {
  it('from five buyers who each pay 49 coins to one worker are a complete loss', async () => {
    for (let n = 0; n < 5; n++) await employ(wallet, await newBuyer(`free${n}`), 49);
    await requestPayout(wallet, WORKER, 254);
    expect(await only()).toMatchObject({
      withdrawalAmount: 12.7,
      unearnedCoin: 9,
      funding: {
        covered: true,
        settles: 5,
        coins: 245,
        buyers: 5,
        largestShare: 0.2,
        paidIn: 0,
        loss: 12.7,
        newBuyers: 5,
        newWorker: true,
        onlyWorkerBuyers: 5,
        truncated: false,
        reasons: ['unpaid-coins', 'only-worker'],
      },
    });
  });

  it('from the $35 package through one task lose $17.90 of $52.90', async () => {
    await register(wallet, BUYER);
    await buyCoins(wallet, BUYER, 35);
    await employ(wallet, BUYER, 1049);
    await requestPayout(wallet, WORKER, 1058);
    expect(await only()).toMatchObject({
      withdrawalAmount: 52.9,
      unearnedCoin: 9,
      funding: {
        settles: 1,
        coins: 1049,
        buyers: 1,
        largestShare: 1,
        paidIn: 35,
        loss: 17.9,
        reasons: ['unpaid-coins', 'only-worker', 'one-buyer'],
        granted: 58,
        purchases: [{ price: 35, coins: 1000 }],
      },
    });
  });

  it('lose the same with half of the coins in an undeleted task', async () => {
    await register(wallet, BUYER);
    await buyCoins(wallet, BUYER, 35);
    const decoy = wallet.ids.next();
    await requestFunding(wallet, decoy, 1, { payable: 500 });
    await employ(wallet, BUYER, 549);
    await requestPayout(wallet, WORKER, 500);
    expect((await only()).funding).toMatchObject({ onlyWorkerBuyers: 1, paidIn: 16.68, loss: 8.32 });
    await closePlaces(wallet, decoy, 1, { payable: 500 });
    // All spent coins are now bought, at 3.5 cents.
    expect((await only()).funding).toMatchObject({ onlyWorkerBuyers: 1, paidIn: 17.5, loss: 7.5 });
  });

  it('are none of a buyer whose starting coins wait, until they come', async () => {
    await register(wallet, BUYER, { grantWaits: true });
    await buyCoins(wallet, BUYER, 35);
    await employ(wallet, BUYER, 999);
    await requestPayout(wallet, WORKER, 999);
    const purchases = [{ price: 35, coins: 999 }];
    expect((await only()).funding).toMatchObject({ granted: 0, purchases, paidIn: 34.97, loss: 14.98 });
    const { userId } = BUYER;
    await wallet.given('user.grant-released', userId, { userId, role: 'buyer', coins: 50 });
    expect((await only()).funding).toMatchObject({ granted: 0, purchases });
    await employ(wallet, BUYER, 50);
    expect((await only()).funding).toMatchObject({ granted: 47, purchases: [{ price: 35, coins: 952 }] });
  });

  it('do not make a buyer new whose starting coins wait or have just come', async () => {
    const { userId } = BUYER;
    await register(wallet, BUYER, { grantWaits: true });
    await buyCoins(wallet, BUYER, 35);
    await employ(wallet, BUYER, 400);
    await requestPayout(wallet, WORKER, 200);
    expect((await only()).funding).toMatchObject({ newBuyers: 1 });
    await decideOn(wallet, (await only())._id, 'canceled');
    time += 73 * HOUR_MS;
    await requestPayout(wallet, WORKER, 200);
    const late = async () => (await list({ status: 'pending' }))[0]?.funding;
    expect(await late()).toMatchObject({ newBuyers: 0, newBuyersShare: 0, newWorker: false });
    await wallet.given('user.grant-released', userId, { userId, role: 'buyer', coins: 50 });
    expect(await late()).toMatchObject({ newBuyers: 0, newBuyersShare: 0 });
  });

  it('date an account from before this release, which has no time of its own', async () => {
    await register(wallet, BUYER);
    await buyCoins(wallet, BUYER, 35);
    await employ(wallet, BUYER, 400);
    await wallet.store.collection(userAccounts).updateMany({ kind: 'user' }, { $unset: { openedAt: true } });
    await requestPayout(wallet, WORKER, 200);
    expect((await only()).funding).toMatchObject({ newBuyers: 1, newWorker: true });
  });

  it('have nothing paid in after the package is refunded', async () => {
    await register(wallet, BUYER);
    await buyCoins(wallet, BUYER, 35);
    await employ(wallet, BUYER, 1049);
    await wallet.store.collection(payments).updateMany({}, { $set: { state: 'reversed', shortfall: 1000 } });
    await requestPayout(wallet, WORKER, 1058);
    expect((await only()).funding).toMatchObject({ paidIn: 0, loss: 52.9 });
  });
});

describe('a bonus', () => {
  /** A task that pays 80 coins, and a bonus of 119. */
  const rewarded = async () => {
    const buyer = await newBuyer('generous');
    await buyCoins(wallet, buyer, 10);
    const facts = { buyerId: buyer.userId, payable: 80 };
    await requestFunding(wallet, 't', 1, facts);
    await approve(wallet, 's', 't', facts);
    const bonus = { as: buyer, params: { id: 's' }, body: { coins: 119, note: 'Thank you' } };
    expect((await wallet.call('giveBonus', bonus)).status).toBe(201);
    await requestPayout(wallet, WORKER, 200);
    return buyer;
  };
  const TRACED = {
    settles: 2,
    coins: 199,
    buyers: 1,
    largestShare: 1,
    granted: 50,
    purchases: [{ price: 10, coins: 150 }],
  };

  it('is paid by its buyer, of bought and granted coins alike', async () => {
    await rewarded();
    expect(await only()).toMatchObject({ unearnedCoin: 1, funding: TRACED });
    const { body } = await wallet.call('listSignals', { as: ADMIN });
    expect(body).toMatchObject([{ signals: expect.arrayContaining(['granted', 'one-buyer', 'few-workers']) }]);
  });

  it('counts as spent by a buyer who has changed roles', async () => {
    const buyer = await rewarded();
    await changeRole(wallet, buyer, 'worker');
    await clearOwner(wallet, buyer);
    expect((await only()).funding).toMatchObject(TRACED);
  });
});

describe('honest work', () => {
  const other = actor('worker', 'other');
  const buyers: Actor[] = [];

  beforeEach(async () => {
    await register(wallet, other);
    buyers.length = 0;
    for (let n = 0; n < 4; n++) {
      const buyer = await newBuyer(`paying${n}`);
      await buyCoins(wallet, buyer, 35);
      await employ(wallet, buyer, 60);
      await employ(wallet, buyer, 60, [other]);
      buyers.push(buyer);
    }
  });

  it('has the loss of the regular prices and no reason for a review', async () => {
    time += 73 * HOUR_MS;
    await requestPayout(wallet, WORKER, 220);
    expect((await only()).funding).toMatchObject({
      covered: true,
      settles: 4,
      coins: 220,
      buyers: 4,
      paidIn: 7.7,
      loss: 3.3,
      newBuyers: 0,
      newWorker: false,
      onlyWorkerBuyers: 0,
      reasons: [],
    });
    expect(await list({ look: '1' })).toEqual([]);
  });

  it('that was paid out funds no later withdrawal', async () => {
    const first = await requestPayout(wallet, WORKER, 230);
    await decideOn(wallet, first, 'approved');
    for (let n = 0; n < 5; n++) await employ(wallet, await newBuyer(`free${n}`), 49);
    await requestPayout(wallet, WORKER, 250);
    const [second] = await list({ status: 'pending' });
    // 245 coins from free buyers, then 5 of the 10 that the first withdrawal leaves.
    expect(second?.funding).toMatchObject({ settles: 6, coins: 250, buyers: 6, paidIn: 0.18, loss: 12.32 });
    expect((await list({ status: 'approved' }))[0]).not.toHaveProperty('funding');
  });

  it('of a buyer with a changed role counts at most the money paid', async () => {
    const [buyer] = buyers;
    if (!buyer) throw new Error('no buyer');
    await changeRole(wallet, buyer, 'worker');
    await wallet.given('task.owner-cleared', buyer.userId, { userId: buyer.userId, roleVersion: 1 });
    await requestPayout(wallet, WORKER, 200);
    expect((await only()).funding?.paidIn).toBeLessThanOrEqual(7);
  });
});

describe('listWithdrawals with look', () => {
  it('answers flagged withdrawals to admins, in pages with a total', async () => {
    for (let n = 0; n < 13; n++) await employ(wallet, await newBuyer(`free${n}`), 49);
    const poor = actor('worker', 'poor');
    await register(wallet, poor);
    await requestPayout(wallet, poor, 900);
    const flagged = [];
    for (const coins of [200, 210, 220]) {
      time += 1000;
      flagged.push(await requestPayout(wallet, WORKER, coins));
    }
    const found = async (query: Record<string, string>) => {
      const { body, headers } = await wallet.call('listWithdrawals', { as: ADMIN, query });
      return { ids: body.map(({ _id }: Withdrawal) => _id), total: headers['x-total-count'] };
    };
    const look = '1';
    expect(await found({ look, sort: 'oldest' })).toEqual({ ids: flagged, total: '3' });
    expect(await found({ look, sort: 'oldest', limit: '2', offset: '2' })).toEqual({
      ids: flagged.slice(2),
      total: '3',
    });
    expect(await found({ look, sort: 'coins', limit: '1' })).toEqual({ ids: flagged.slice(2), total: '3' });
    expect(await found({ look, q: 'poor' })).toEqual({ ids: [], total: '0' });
    expect(await found({ look, status: 'approved' })).toEqual({ ids: [], total: '0' });
    expect((await found({ look: '0' })).total).toBe('4');
  });

  it('answers no funding to the worker', async () => {
    for (let n = 0; n < 5; n++) await employ(wallet, await newBuyer(`free${n}`), 49);
    await requestPayout(wallet, WORKER, 254);
    for (const query of [{}, { look: '1' }, { look: '0' }]) {
      const rows = await list(query, WORKER);
      expect(rows).toHaveLength(1);
      expect(rows[0]).not.toHaveProperty('funding');
      expect(rows[0]).not.toHaveProperty('unearnedCoin');
    }
  });
});

describe('the number of reads', () => {
  const viewed = async () => {
    const { calls, store } = countingReads(wallet.store);
    const found = await wallet.store.collection(withdrawals).find({}, { sort: { requestedAt: 1 } });
    const now = { now: Date.now(), limits: wallet.settings.rateLimits };
    const views = await toAdminViews(store, found, now);
    return { calls, views };
  };

  it('grows by one per worker, independent of settles, buyers and withdrawals', async () => {
    const workers = Array.from({ length: 3 }, (_, n) => actor('worker', `w${n}`));
    for (const worker of workers) await register(wallet, worker);
    for (let n = 0; n < 6; n++) {
      const buyer = await newBuyer(`b${n}`);
      await buyCoins(wallet, buyer, 10);
      for (const worker of workers) await employ(wallet, buyer, 35, [worker]);
    }
    for (const worker of workers) await requestPayout(wallet, worker, 200);
    const { calls, views } = await viewed();
    expect(views.every(({ funding }) => funding)).toBe(true);
    expect(calls.sort()).toEqual([
      ...['accounts.find', 'accounts.find', 'accounts.find', 'accounts.find'],
      ...['entries.find', 'entries.find', 'entries.find'],
      ...['fundings.find', 'fundings.find', 'payments.find', 'transfers.find', 'transfers.find'],
      'withdrawals.find',
    ]);
  });
});
