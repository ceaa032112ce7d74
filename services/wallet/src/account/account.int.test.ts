import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  approve,
  BUYER,
  balanceOf,
  balances,
  buyCoins,
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
  requestFunding,
  requestPayout,
  startWallet,
  transferIds,
  WORKER,
} from '../../testing/wallet.fixtures';

let wallet: Harness;

beforeEach(async () => {
  wallet = await startWallet();
});
afterEach(async () => {
  await expectInvariants(wallet);
  expect(await parked(wallet)).toBe(0);
  await wallet.stop();
});

describe('registration', () => {
  it('opens the account with the coins of the role and emits the balance', async () => {
    await register(wallet, WORKER);
    await register(wallet, BUYER);
    expect(await balances(wallet)).toMatchObject({ 'user:user-worker': 10, 'user:user-buyer': 50, 'world:promo': -60 });
    expect(await dataOf(wallet, 'wallet.balance-changed')).toEqual([
      { userId: WORKER.userId, balance: 10, version: 1, change: 10 },
      { userId: BUYER.userId, balance: 50, version: 1, change: 50 },
    ]);
  });

  it('grants once, however often the event is delivered', async () => {
    const event = await register(wallet, BUYER);
    await wallet.redeliver(event);
    await register(wallet, BUYER);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect(await transferIds(wallet)).toEqual(['grant:user-buyer']);
  });

  it('waits for the release of a grant that waits, and grants it once', async () => {
    const { userId } = BUYER;
    await register(wallet, BUYER, { grantWaits: true });
    expect(await transferIds(wallet)).toEqual([]);
    await requestFunding(wallet, 't', 2);
    const release = () => wallet.given('user.grant-released', userId, { userId, role: 'buyer', coins: 50 });
    await wallet.redeliver(await release());
    await release();
    expect(await transferIds(wallet)).toContain('grant:user-buyer');
    expect((await transferIds(wallet)).filter((id) => id.startsWith('grant:'))).toHaveLength(1);
  });

  it('adds the grant to coins paid before the account is opened', async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 2);
    await approve(wallet, 's', 't');
    expect(await balanceOf(wallet, WORKER)).toBe(5);
    await register(wallet, WORKER);
    expect(await balanceOf(wallet, WORKER)).toBe(15);
    expect(await dataOf(wallet, 'wallet.balance-changed')).toContainEqual({
      userId: WORKER.userId,
      balance: 15,
      version: 2,
      change: 10,
    });
  });
});

describe('a role change', () => {
  it('settles a worker at once and cancels pending withdrawals', async () => {
    await register(wallet, WORKER);
    await earn(wallet, WORKER, 300);
    const withdrawalId = await requestPayout(wallet, WORKER, 200);
    await changeRole(wallet, WORKER, 'buyer');
    expect(await balanceOf(wallet, WORKER)).toBe(50);
    expect(await dataOf(wallet, 'withdrawal.canceled')).toEqual([
      { withdrawalId, workerId: WORKER.userId, coins: 200, reason: 'left-role' },
    ]);
    expect(await dataOf(wallet, 'wallet.role-settled')).toEqual([{ userId: WORKER.userId, roleVersion: 1 }]);
    expect(await transferIds(wallet)).toContain('role:user-worker:1');
  });

  it('settles a former buyer only after the tasks are cleared', async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 3);
    await changeRole(wallet, BUYER, 'worker');
    expect(await balanceOf(wallet, BUYER)).toBe(35);
    expect(await dataOf(wallet, 'wallet.role-settled')).toEqual([]);
    await closePlaces(wallet, 't', 3);
    await clearOwner(wallet, BUYER);
    expect(await balanceOf(wallet, BUYER)).toBe(10);
    expect(await dataOf(wallet, 'wallet.role-settled')).toEqual([{ userId: BUYER.userId, roleVersion: 1 }]);
  });

  it('settles when the clearing arrives before the change', async () => {
    await register(wallet, BUYER);
    await clearOwner(wallet, BUYER);
    await changeRole(wallet, BUYER, 'admin');
    expect(await balanceOf(wallet, BUYER)).toBe(0);
    expect(await dataOf(wallet, 'wallet.role-settled')).toHaveLength(1);
  });

  it('keeps the highest cleared version', async () => {
    await register(wallet, BUYER);
    await clearOwner(wallet, BUYER, 2);
    await clearOwner(wallet, BUYER, 1);
    await changeRole(wallet, BUYER, 'worker', 2);
    expect(await balanceOf(wallet, BUYER)).toBe(10);
  });

  it('settles once with repeated events', async () => {
    await register(wallet, BUYER);
    const published = [await changeRole(wallet, BUYER, 'worker'), await clearOwner(wallet, BUYER)];
    await earn(wallet, BUYER, 7);
    for (const event of published) await wallet.redeliver(event);
    await changeRole(wallet, BUYER, 'worker');
    await clearOwner(wallet, BUYER);
    expect(await balanceOf(wallet, BUYER)).toBe(17);
    expect(await dataOf(wallet, 'wallet.role-settled')).toHaveLength(1);
  });

  it('resets earned coins with the balance', async () => {
    await register(wallet, WORKER);
    await earn(wallet, WORKER, 300);
    await changeRole(wallet, WORKER, 'buyer', 1);
    await buyCoins(wallet, { ...WORKER, role: 'buyer', roleVersion: 1 }, 20);
    await clearOwner(wallet, WORKER, 2);
    await changeRole(wallet, { ...WORKER, role: 'buyer' }, 'worker', 2);
    await requestPayout(wallet, { ...WORKER, roleVersion: 2 }, 200);
    const { body } = await wallet.call('listWithdrawals', { as: actor('admin') });
    expect(body).toMatchObject([{ unearnedCoin: 200 }]);
  });
});

describe('a closed account', () => {
  it('returns its coins and is paid nothing more', async () => {
    await register(wallet, WORKER);
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 3);
    await closeAccount(wallet, WORKER);
    await approve(wallet, 's', 't');
    expect(await balances(wallet)).toMatchObject({ 'user:user-worker': 0, 'escrow:t': 10, 'world:adjust': 15 });
    expect(await dataOf(wallet, 'wallet.account-closed')).toEqual([{ userId: WORKER.userId, roleVersion: 1 }]);
  });

  it("waits for a buyer's tasks and passes on their refunds", async () => {
    await register(wallet, BUYER);
    await requestFunding(wallet, 't', 3);
    await closeAccount(wallet, BUYER);
    await closePlaces(wallet, 't', 2);
    await reject(wallet, 's', 't', false);
    expect(await dataOf(wallet, 'wallet.account-closed')).toEqual([]);
    await clearOwner(wallet, BUYER);
    expect(await balances(wallet)).toEqual({
      'escrow:t': 0,
      'user:user-buyer': 0,
      'world:adjust': 50,
      'world:appeals': 0,
      'world:payments': 0,
      'world:payout': 0,
      'world:promo': -50,
    });
    expect(await dataOf(wallet, 'task.refunded')).toEqual([{ taskId: 't', buyerId: BUYER.userId, coins: 10 }]);
    expect(await dataOf(wallet, 'wallet.account-closed')).toHaveLength(1);
  });

  it("cancels a worker's pending withdrawals", async () => {
    await register(wallet, WORKER);
    await earn(wallet, WORKER, 600);
    await requestPayout(wallet, WORKER, 200);
    await requestPayout(wallet, WORKER, 300);
    await closeAccount(wallet, WORKER);
    expect(await dataOf(wallet, 'withdrawal.canceled')).toHaveLength(2);
  });
});
