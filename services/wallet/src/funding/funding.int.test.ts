import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  applyRaise,
  approve,
  BUYER,
  balanceOf,
  balances,
  changeRole,
  clearOwner,
  closeAccount,
  closePlaces,
  dataOf,
  earn,
  expectInvariants,
  parked,
  register,
  reject,
  releasePlace,
  requestFunding,
  requestPlaces,
  requestRaise,
  returnKeptPlace,
  reverseRejection,
  startWallet,
  transferIds,
  unwantPlaces,
  WORKER,
} from '../../testing/wallet.fixtures';
import { userAccountOf } from '../account/account.store';

let wallet: Harness;

beforeEach(async () => {
  wallet = await startWallet();
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

describe('task.places-requested', () => {
  beforeEach(async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 4);
  });

  it('moves the cost of the added places to escrow, beside that of the task', async () => {
    const request = await requestPlaces(wallet, 'more', 't', 2);
    await wallet.redeliver(request);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 20, 'escrow:t': 30 });
    expect(await transferIds(wallet)).toEqual(expect.arrayContaining(['fund:t', 'fund:t:more']));
    expect(await dataOf(wallet, 'task.places-funded')).toEqual([
      { additionId: 'more', taskId: 't', buyerId: BUYER.userId, places: 2, cost: 10 },
    ]);
    await closePlaces(wallet, 't', 6);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
  });

  it('declines a cost equal to the balance', async () => {
    await requestPlaces(wallet, 'more', 't', 6);
    expect(await balanceOf(wallet, BUYER)).toBe(30);
    expect(await dataOf(wallet, 'task.places-declined')).toMatchObject([{ reason: 'insufficient-coins' }]);
  });

  it('never funds two additions, or an addition and a task, with the same coins', async () => {
    await Promise.all([
      requestPlaces(wallet, 'one', 't', 4),
      requestPlaces(wallet, 'two', 't', 4),
      requestFunding(wallet, 'other', 4),
    ]);
    expect(await balanceOf(wallet, BUYER)).toBe(10);
    expect(await dataOf(wallet, 'task.places-funded')).toHaveLength(2 - (await dataOf(wallet, 'task.funded')).length);
  });

  it('of a former buyer is declined', async () => {
    await changeRole(wallet, BUYER, 'worker');
    await requestPlaces(wallet, 'more', 't', 1);
    expect(await dataOf(wallet, 'task.places-declined')).toMatchObject([{ reason: 'not-a-buyer' }]);
  });

  it('of a later role of the buyer waits for that role', async () => {
    await requestPlaces(wallet, 'more', 't', 1, 2);
    expect(await dataOf(wallet, 'task.places-funded')).toEqual([]);
    await closePlaces(wallet, 't', 4);
    await changeRole(wallet, BUYER, 'worker');
    await clearOwner(wallet, BUYER);
    await changeRole(wallet, { ...BUYER, role: 'worker' }, 'buyer', 2);
    expect(await dataOf(wallet, 'task.places-funded')).toHaveLength(1);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 45, 'escrow:t': 5 });
  });

  it('that the end of the task has overtaken is refunded, once', async () => {
    await requestPlaces(wallet, 'more', 't', 2);
    await closePlaces(wallet, 't', 4);
    const unwanted = await unwantPlaces(wallet, 'more', 't', 2);
    await wallet.redeliver(unwanted);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 50, 'escrow:t': 0 });
    expect(await transferIds(wallet)).toEqual(expect.arrayContaining(['refund:t', 'refund:more']));
  });

  it('that is unwanted after its buyer has left is refunded to nobody, like the places of the task', async () => {
    await requestPlaces(wallet, 'more', 't', 2);
    await closePlaces(wallet, 't', 4);
    await changeRole(wallet, BUYER, 'worker');
    await clearOwner(wallet, BUYER);
    await unwantPlaces(wallet, 'more', 't', 2);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 10, 'escrow:t': 0 });
  });

  it('is parked when the event contradicts the funding', async () => {
    await requestPlaces(wallet, 'other', 'unknown', 1);
    await unwantPlaces(wallet, 'none', 't', 2);
    expect(await parked(wallet)).toBe(2);
    expect(await balanceOf(wallet, BUYER)).toBe(30);
  });
});

describe('a raise', () => {
  beforeEach(async () => {
    for (const person of [BUYER, WORKER]) await register(wallet, person);
    await requestFunding(wallet, 't', 4);
  });

  it('pays the difference for each place, and lets the places pay both until it is applied', async () => {
    await requestRaise(wallet, 'raise', 't', 4, 2);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 22, 'escrow:t': 28 });
    await approve(wallet, 'before', 't');
    await approve(wallet, 'after', 't', { payable: 7 });
    expect(await balances(wallet)).toMatchObject({ 'user:user-worker': 22, 'escrow:t': 16 });
    const applied = await applyRaise(wallet, 'raise', 't', 1, 2);
    await wallet.redeliver(applied);
    await closePlaces(wallet, 't', 2, { payable: 7 });
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 38, 'user:user-worker': 22, 'escrow:t': 0 });
    expect(await transferIds(wallet)).toEqual(expect.arrayContaining(['fund:t:raise', 'refund:raise', 'refund:t']));
  });

  it('that every place needs refunds nothing', async () => {
    await requestRaise(wallet, 'raise', 't', 4, 2);
    await applyRaise(wallet, 'raise', 't', 0, 2);
    expect(await transferIds(wallet)).not.toContain('refund:raise');
  });

  it('is declined when its cost equals the balance, and places then pay no more', async () => {
    await requestRaise(wallet, 'raise', 't', 10, 3);
    expect(await dataOf(wallet, 'task.places-declined')).toMatchObject([{ reason: 'insufficient-coins' }]);
    await approve(wallet, 's', 't', { payable: 8 });
    expect(await parked(wallet)).toBe(1);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 30, 'user:user-worker': 10, 'escrow:t': 20 });
  });

  it('continues at the pay of the last one, and prices added places', async () => {
    await requestRaise(wallet, 'raise', 't', 4, 2);
    await wallet.given('task.places-requested', 't', {
      additionId: 'more',
      taskId: 't',
      buyerId: BUYER.userId,
      buyerRoleVersion: 0,
      places: 1,
      payable: 7,
      cost: 7,
    });
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 15, 'escrow:t': 35 });
    // From a pay that was never funded.
    await requestRaise(wallet, 'jump', 't', 1, 9);
    await wallet.given('task.places-requested', 't', {
      additionId: 'wrong',
      taskId: 't',
      buyerId: BUYER.userId,
      buyerRoleVersion: 0,
      places: 1,
      payable: 1,
      cost: 1,
      raisedTo: 99,
    });
    expect(await parked(wallet)).toBe(1);
  });
});

describe('task.funding-requested', () => {
  it('moves the complete cost to escrow and emits task.funded', async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 9);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 5, 'escrow:t': 45 });
    expect(await dataOf(wallet, 'task.funded')).toEqual([{ taskId: 't', buyerId: BUYER.userId, cost: 45 }]);
  });

  it('declines a cost equal to the balance', async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 10);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect(await dataOf(wallet, 'task.funding-declined')).toEqual([
      { taskId: 't', buyerId: BUYER.userId, cost: 50, reason: 'insufficient-coins' },
    ]);
  });

  it('never funds two tasks with the same coins', async () => {
    await register(wallet, BUYER);
    await Promise.all(['t1', 't2', 't3'].map((taskId) => requestFunding(wallet, taskId, 8)));
    expect(await balanceOf(wallet, BUYER)).toBe(10);
    expect(await dataOf(wallet, 'task.funded')).toHaveLength(1);
    expect(await dataOf(wallet, 'task.funding-declined')).toHaveLength(2);
  });

  it('waits for the account to be opened', async () => {
    await requestFunding(wallet, 't', 2);
    expect(await dataOf(wallet, 'task.funding-declined')).toEqual([]);
    // The write conflicts with a concurrent opening.
    expect((await userAccountOf(wallet.store, BUYER.userId)).conflictCounter).toBe(1);
    await register(wallet, BUYER);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 40, 'escrow:t': 10 });
    expect(await dataOf(wallet, 'task.funded')).toHaveLength(1);
  });

  it('waits for the settlement of the requesting role', async () => {
    await register(wallet, WORKER);
    await earn(wallet, WORKER, 100);
    await requestFunding(wallet, 't', 8, { buyerId: WORKER.userId, buyerRoleVersion: 1 });
    expect(await balanceOf(wallet, WORKER)).toBe(110);
    await changeRole(wallet, WORKER, 'buyer');
    expect(await balanceOf(wallet, WORKER)).toBe(10);
  });

  it('declines a buyer who has left, waiting requests included', async () => {
    await requestFunding(wallet, 't1', 1);
    await closeAccount(wallet, BUYER);
    await register(wallet, WORKER);
    await requestFunding(wallet, 't2', 1, { buyerId: WORKER.userId });
    const declined = await dataOf(wallet, 'task.funding-declined');
    expect(declined.map(({ taskId, reason }) => [taskId, reason])).toEqual([
      ['t1', 'not-a-buyer'],
      ['t2', 'not-a-buyer'],
    ]);
  });

  it('declines a former buyer before the settlement, so that the tasks can be cleared', async () => {
    await register(wallet, BUYER);
    await changeRole(wallet, BUYER, 'worker');
    await requestFunding(wallet, 't', 1);
    expect(await dataOf(wallet, 'task.funding-declined')).toMatchObject([{ reason: 'not-a-buyer' }]);
    await clearOwner(wallet, BUYER);
    expect(await balanceOf(wallet, BUYER)).toBe(10);
  });

  it('decides once per task', async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 10);
    await requestFunding(wallet, 't', 2);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    const event = await requestFunding(wallet, 'u', 2);
    await wallet.redeliver(event);
    await requestFunding(wallet, 'u', 2);
    expect(await balanceOf(wallet, BUYER)).toBe(40);
    expect(await dataOf(wallet, 'task.funded')).toHaveLength(1);
    expect(await parked(wallet)).toBe(0);
  });

  it('parks a request whose cost is not places × payable', async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 9, { cost: 1 });
    expect(await parked(wallet)).toBe(1);
    expect(await dataOf(wallet, 'task.funded')).toEqual([]);
  });
});

describe('the coins of a funded task', () => {
  it("are no coins of a former buyer's new role, whether the refund arrives early or late", async () => {
    for (const isLate of [false, true]) {
      const buyer = actor('buyer', isLate ? 'late' : 'in-time');
      const task = `t-${buyer.userId}`;
      const of = { buyerId: buyer.userId };
      const refund = () => reject(wallet, `s-${task}`, task, false, of);
      await register(wallet, buyer);
      await requestFunding(wallet, task, 2, of);
      await closePlaces(wallet, task, 1, of);
      if (!isLate) await refund();
      await changeRole(wallet, buyer, 'worker');
      await clearOwner(wallet, buyer);
      if (isLate) await refund();
      expect(await balanceOf(wallet, buyer)).toBe(10);
      expect(await balances(wallet)).toMatchObject({ [`escrow:${task}`]: 0 });
    }
  });

  beforeEach(async () => {
    await register(wallet, BUYER);
    await register(wallet, WORKER);
    await requestFunding(wallet, 't', 4);
  });

  it('pay an approved submission once', async () => {
    const event = await approve(wallet, 's', 't');
    await wallet.redeliver(event);
    await approve(wallet, 's', 't');
    expect(await balances(wallet)).toMatchObject({ 'user:user-worker': 15, 'escrow:t': 15 });
  });

  it('stay in escrow when a rejected place reopens', async () => {
    await reject(wallet, 's', 't', true);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 30, 'escrow:t': 20 });
  });

  it('are refunded once for a place rejected after the deletion', async () => {
    await closePlaces(wallet, 't', 3);
    await reject(wallet, 's', 't', false);
    await reject(wallet, 's', 't', false);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 50, 'escrow:t': 0 });
    expect(await transferIds(wallet)).toEqual(expect.arrayContaining(['refund:t', 'refund:s']));
  });

  it('are refunded once for a place that was kept for an appeal', async () => {
    await closePlaces(wallet, 't', 3);
    await reject(wallet, 's', 't', true);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 45, 'escrow:t': 5 });
    const event = await returnKeptPlace(wallet, 's', 't');
    await wallet.redeliver(event);
    await returnKeptPlace(wallet, 's', 't');
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 50, 'escrow:t': 0 });
    expect(await transferIds(wallet)).toEqual(expect.arrayContaining(['refund:t', 'refund:s']));
  });

  it('are refunded once for a reservation that was not used until after the deletion', async () => {
    await closePlaces(wallet, 't', 3);
    const event = await releasePlace(wallet, 'r', 't', false);
    await wallet.redeliver(event);
    await releasePlace(wallet, 'r', 't', false);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 50, 'escrow:t': 0 });
    expect(await transferIds(wallet)).toEqual(expect.arrayContaining(['refund:t', 'refund:r']));
  });

  it('stay in escrow when a reserved place reopens', async () => {
    await releasePlace(wallet, 'r', 't', true);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 30, 'escrow:t': 20 });
  });

  it('are refunded once for the open places of a deleted task', async () => {
    const event = await closePlaces(wallet, 't', 3);
    await wallet.redeliver(event);
    await closePlaces(wallet, 't', 3);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 45, 'escrow:t': 5 });
    expect(await dataOf(wallet, 'task.refunded')).toEqual([{ taskId: 't', buyerId: BUYER.userId, coins: 15 }]);
  });

  it('cause task.refunded without open places too', async () => {
    await closePlaces(wallet, 't', 0);
    expect(await dataOf(wallet, 'task.refunded')).toEqual([{ taskId: 't', buyerId: BUYER.userId, coins: 0 }]);
  });

  it.each([
    ['more than was set aside', () => closePlaces(wallet, 't', 5)],
    ['another pay than was funded', () => approve(wallet, 's', 't', { payable: 20 })],
    ['a refund to another user', () => closePlaces(wallet, 't', 1, { buyerId: WORKER.userId })],
    ['a task that was never funded', () => approve(wallet, 's', 'other')],
  ])('stay unchanged by %s, which is parked', async (_what, forge) => {
    const before = await balances(wallet);
    await forge();
    expect(await parked(wallet)).toBe(1);
    expect(await balances(wallet)).toEqual(before);
  });

  it('stay unchanged by events of a declined task', async () => {
    const poor = actor('buyer', 'poor');
    await register(wallet, poor);
    await requestFunding(wallet, 'd', 50, { buyerId: poor.userId });
    await approve(wallet, 's', 'd', { buyerId: poor.userId });
    await closePlaces(wallet, 'd', 0, { buyerId: poor.userId });
    expect(await parked(wallet)).toBe(2);
    expect(await dataOf(wallet, 'task.refunded')).toEqual([]);
    expect(await balanceOf(wallet, WORKER)).toBe(10);
  });
});

describe('submission.rejection-reversed', () => {
  it('pays the worker out of the escrow of an open place, once', async () => {
    await register(wallet, BUYER);
    await register(wallet, WORKER);
    await requestFunding(wallet, 't', 1);
    await reject(wallet, 's', 't', true);
    const event = await reverseRejection(wallet, 's', 't', 'escrow');
    await wallet.redeliver(event);
    expect(await balances(wallet)).toMatchObject({ 'escrow:t': 0, 'user:user-worker': 15, 'world:appeals': 0 });
    expect(await transferIds(wallet)).toContain('settle:s');
  });

  it('is paid by Piecework without an open place, and the buyer keeps the refund', async () => {
    await register(wallet, BUYER);
    await register(wallet, WORKER);
    await requestFunding(wallet, 't', 1);
    await closePlaces(wallet, 't', 0);
    await reject(wallet, 's', 't', false);
    const event = await reverseRejection(wallet, 's', 't', 'platform');
    await wallet.redeliver(event);
    expect(await balances(wallet)).toMatchObject({
      'escrow:t': 0,
      'user:user-buyer': 50,
      'user:user-worker': 15,
      'world:appeals': -5,
    });
    expect(await transferIds(wallet)).toEqual(expect.arrayContaining(['refund:s', 'appeal:s']));
    expect((await userAccountOf(wallet.store, WORKER.userId)).earned).toBe(5);
  });

  it('passes the coins of a closed account on', async () => {
    await register(wallet, BUYER);
    await register(wallet, WORKER);
    await requestFunding(wallet, 't', 1);
    await closeAccount(wallet, WORKER);
    await reverseRejection(wallet, 's', 't', 'platform');
    expect(await balances(wallet)).toMatchObject({ 'user:user-worker': 0, 'world:appeals': -5 });
  });
});
