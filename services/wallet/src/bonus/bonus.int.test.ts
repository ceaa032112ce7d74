import { MAX_BONUSES } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  approve,
  BUYER,
  balanceOf,
  balances,
  changeRole,
  clearOwner,
  closeAccount,
  dataOf,
  expectInvariants,
  register,
  requestFunding,
  reverseRejection,
  startWallet,
  transferIds,
  WORKER,
} from '../../testing/wallet.fixtures';
import { userAccountOf } from '../account/account.store';
import { bonuses } from './bonus.store';

const NOTE = 'Thank you for the photos of the nest.';
const DAY = Date.UTC(2026, 10, 22);

let wallet: Harness;
beforeEach(async () => {
  wallet = await startWallet({ time: () => DAY });
  await register(wallet, BUYER);
  await register(wallet, WORKER);
  await requestFunding(wallet, 't', 2);
  await approve(wallet, 's', 't');
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

const give = (coins: number, { id = 's', as = BUYER, key }: { id?: string; as?: Actor; key?: string } = {}) =>
  wallet.call('giveBonus', { as, params: { id }, body: { coins, note: NOTE }, ...(key !== undefined && { key }) });
const list = async (as: Actor, id = 's') => (await wallet.call('listBonuses', { as, params: { id } })).body;
const stored = () => wallet.store.collection(bonuses).find({}, { sort: { _id: 1 } });

describe('a bonus', () => {
  it('goes from the balance of the buyer to the worker, and is work that was paid', async () => {
    expect(await give(7)).toMatchObject({ status: 201, body: { insertedId: 's:1' } });
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 33, 'user:user-worker': 22, 'escrow:t': 5 });
    expect(await transferIds(wallet)).toContain('bonus:s:1');
    expect(await userAccountOf(wallet.store, WORKER.userId)).toMatchObject({ earned: 12 });
    expect(await userAccountOf(wallet.store, BUYER.userId)).toMatchObject({ earned: 0 });
  });

  it('is in the statement of both with its submission, and in the earnings of the worker', async () => {
    await give(7);
    const about = { type: 'submission', id: 's', title: 'Task t' };
    for (const [as, amount] of [
      [BUYER, -7],
      [WORKER, 7],
    ] as const) {
      const { body } = await wallet.call('statement', { as, query: { kind: 'bonus' } });
      expect(body).toMatchObject([{ kind: 'bonus', amount, transfer: 'bonus:s:1', about }]);
      const { body: days } = await wallet.call('earnings', { as });
      expect(days.at(-1)).toMatchObject({ day: '2026-11-22', earned: as === WORKER ? 12 : 0 });
    }
  });

  it('has a note that only its buyer and its worker read, and that is in no event', async () => {
    await give(7);
    await give(2);
    const shown = [
      { _id: 's:1', coins: 7, note: NOTE, time: '2026-11-22T00:00:00.000Z' },
      { _id: 's:2', coins: 2, note: NOTE, time: '2026-11-22T00:00:00.000Z' },
    ];
    expect(await list(BUYER)).toEqual(shown);
    expect(await list(WORKER)).toEqual(shown);
    for (const other of [actor('buyer', 'other'), actor('worker', 'other')]) expect(await list(other)).toEqual([]);
    const facts = {
      submissionId: 's',
      taskId: 't',
      taskTitle: 'Task t',
      buyerId: BUYER.userId,
      workerId: WORKER.userId,
    };
    expect(await dataOf(wallet, 'wallet.bonus-paid')).toEqual([
      { ...facts, coins: 7, count: 1, total: 7 },
      { ...facts, coins: 2, count: 2, total: 9 },
    ]);
  });

  it('is paid once per key', async () => {
    const answers = await Promise.all([give(7, { key: 'k' }), give(7, { key: 'k' })]);
    expect(answers.map(({ body }) => body)).toEqual([{ insertedId: 's:1' }, { insertedId: 's:1' }]);
    expect(await stored()).toHaveLength(1);
    expect(await give(8, { key: 'k' })).toMatchObject({ status: 409, body: { code: 'idempotency-mismatch' } });
  });
});

describe('no bonus', () => {
  afterEach(async () => {
    expect(await stored()).toEqual([]);
  });

  it('is paid for work that is not approved, or of another buyer', async () => {
    const other = actor('buyer', 'other');
    await register(wallet, other);
    for (const refused of [await give(7, { id: 'unknown' }), await give(7, { as: other })])
      expect(refused).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });

  it('is paid for work that Piecework has paid', async () => {
    await reverseRejection(wallet, 'appealed', 't', 'platform');
    expect(await give(7, { id: 'appealed' })).toMatchObject({ status: 404 });
  });

  it('is given by a suspended buyer', async () => {
    const { userId, role } = BUYER;
    const suspended = { userId, role, isSuspended: true, suspensionVersion: 1, why: 'scam' };
    await wallet.given('user.suspension-changed', userId, suspended);
    expect(await give(7)).toMatchObject({ status: 409, body: { code: 'account-suspended' } });
  });

  it('takes the last coin of the buyer', async () => {
    expect(await balanceOf(wallet, BUYER)).toBe(40);
    expect(await give(40)).toMatchObject({ status: 409, body: { code: 'insufficient-coins' } });
  });

  it('goes to a worker who has left, or is leaving', async () => {
    await changeRole(wallet, WORKER, 'buyer');
    expect(await give(7)).toMatchObject({ status: 409, body: { code: 'worker-left' } });
    await closeAccount(wallet, { ...WORKER, role: 'buyer' }, 2);
    expect(await give(7)).toMatchObject({ status: 409, body: { code: 'worker-left' } });
  });

  it('goes to an account that was closed before its pay came', async () => {
    await closeAccount(wallet, WORKER);
    await approve(wallet, 'late', 't');
    expect(await give(7, { id: 'late' })).toMatchObject({ status: 404 });
  });

  it('comes from a buyer who has left, or whose coins are not settled', async () => {
    await changeRole(wallet, BUYER, 'worker');
    expect(await give(7)).toMatchObject({ status: 403 });
    const again = { ...BUYER, roleVersion: 2 };
    expect(await give(7, { as: again })).toMatchObject({ status: 409, body: { code: 'role-unsettled' } });
    await clearOwner(wallet, BUYER);
    expect(await give(7, { as: again })).toMatchObject({ status: 409, body: { code: 'role-unsettled' } });
  });
});

it('has as many bonuses as a submission can have', async () => {
  for (let n = 0; n < MAX_BONUSES; n++) expect((await give(1)).status).toBe(201);
  expect(await give(1)).toMatchObject({ status: 409, body: { code: 'too-many-bonuses' } });
  expect((await stored()).map(({ coins }) => coins)).toEqual(Array(MAX_BONUSES).fill(1));
});
