import type { Actor } from '@piecework/identity';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  balanceOf,
  dataOf,
  decideOn,
  earn,
  register,
  requestPayout,
  startWallet,
  WORKER,
} from '../../testing/wallet.fixtures';
import { withdrawals } from '../withdrawal/withdrawal.store';

let wallet: Harness;
beforeEach(async () => {
  wallet = await startWallet();
  await register(wallet, WORKER);
  await earn(wallet, WORKER, 700);
});
afterEach(() => wallet.stop());

const suspend = ({ userId, role }: Actor, isSuspended = true, suspensionVersion = isSuspended ? 1 : 2) =>
  wallet.given('user.suspension-changed', userId, { userId, role, isSuspended, suspensionVersion, why: 'scam' });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const record = (id: string, body: object) => wallet.call('decidePayout', { as: ADMIN, params: { id }, body });
const PAID = { outcome: 'paid', reference: 'TRX 12345' };
const due = async () => {
  const id = await requestPayout(wallet, WORKER, 200);
  await decideOn(wallet, id, 'approved');
  return id;
};

test('a pending withdrawal waits, can be canceled, and is approved after the suspension', async () => {
  const [first, second] = [await requestPayout(wallet, WORKER, 200), await requestPayout(wallet, WORKER, 200)];
  await suspend(WORKER);
  for (const id of [first, second])
    expect(codeOf(await decideOn(wallet, id, 'approved'))).toEqual([409, 'worker-suspended']);
  expect((await decideOn(wallet, second, 'canceled')).body).toMatchObject({ status: 'canceled' });
  await suspend(WORKER, false);
  const before = await balanceOf(wallet, WORKER);
  expect((await decideOn(wallet, first, 'approved')).body).toMatchObject({ status: 'approved' });
  expect(await balanceOf(wallet, WORKER)).toBe((before ?? 0) - 200);
});

test('a suspended worker requests nothing', async () => {
  await suspend(WORKER);
  const body = { withdrawalCoin: 200, paymentSystem: 'bkash' };
  expect(codeOf(await wallet.call('createWithdrawal', { as: WORKER, body }))).toEqual([409, 'account-suspended']);
  expect(await wallet.store.collection(withdrawals).find({})).toEqual([]);
});

test('a due payout is neither paid, revealed nor exported; one that failed is recorded', async () => {
  const [id, failing] = [await due(), await due()];
  const exported = async () => {
    const { headers } = await wallet.call('exportDuePayouts', { as: ADMIN });
    return headers['x-total-count'];
  };
  await suspend(WORKER);
  expect(codeOf(await record(id, PAID))).toEqual([409, 'worker-suspended']);
  expect(codeOf(await wallet.call('revealAccount', { as: ADMIN, params: { id } }))).toEqual([409, 'worker-suspended']);
  expect(await exported()).toBe('0');
  expect((await record(failing, { outcome: 'failed', reason: 'bKash does not know it' })).status).toBe(200);
  const listed = await wallet.call('listWithdrawals', { as: ADMIN, query: { payout: 'due' } });
  expect(listed.body).toMatchObject([{ _id: id, suspended: true }]);
  await suspend(WORKER, false);
  expect(await exported()).toBe('1');
  expect((await record(id, PAID)).body).toEqual({ modifiedCount: 1 });
  expect(await dataOf(wallet, 'withdrawal.paid')).toMatchObject([{ withdrawalId: id }]);
});

test('an older event changes nothing', async () => {
  const id = await requestPayout(wallet, WORKER, 200);
  await suspend(WORKER, true, 3);
  await suspend(WORKER, false, 2);
  expect(codeOf(await decideOn(wallet, id, 'approved'))).toEqual([409, 'worker-suspended']);
});

test('a suspended admin decides nothing', async () => {
  const id = await requestPayout(wallet, WORKER, 200);
  await suspend(ADMIN);
  for (const answer of [
    await decideOn(wallet, id, 'approved'),
    await wallet.call('holdWithdrawal', { as: ADMIN, params: { id }, body: { reasonCode: 'new-account' } }),
    await wallet.call('exportDuePayouts', { as: ADMIN }),
  ])
    expect(codeOf(answer)).toEqual([409, 'account-suspended']);
});
