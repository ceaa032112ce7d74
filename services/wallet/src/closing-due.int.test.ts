import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  BUYER,
  dataOf,
  decideOn,
  earn,
  expectInvariants,
  register,
  requestFunding,
  startWallet,
  WORKER,
} from '../testing/wallet.fixtures';

let wallet: Harness;
let check: number;
beforeEach(async () => {
  wallet = await startWallet();
  check = 0;
  await register(wallet, WORKER);
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

/** Of the answer to the event. */
const due = async (coins = 1_000, { userId } = WORKER) => {
  check += 1;
  await wallet.given('user.closing-checked', userId, { userId, check, coins });
  const answer = (await dataOf(wallet, 'wallet.closing-counted')).at(-1);
  expect(answer).toMatchObject({ userId, check });
  return answer?.due;
};
const request = async (): Promise<string> => {
  const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: '01712345678' };
  return (await wallet.call('createWithdrawal', { as: WORKER, body })).body.insertedId;
};
const pay = (id: string, body: object) =>
  wallet.call('decidePayout', { as: ADMIN, params: { id }, body: { accountMask: '678', ...body } });

it('counts pending withdrawals and payouts, until they are paid', async () => {
  await earn(wallet, WORKER, 300);
  expect(await due()).toBe(0);
  const id = await request();
  expect(await due()).toBe(1);
  expect(await wallet.internal('closing', { userId: WORKER.userId })).toEqual({
    due: { pendingWithdrawals: 1, duePayouts: 0 },
    coins: 310,
    withdrawableCoins: 0,
  });
  await decideOn(wallet, id, 'approved');
  expect(await due()).toBe(1);
  await pay(id, { outcome: 'failed', reason: 'The number is unknown.' });
  expect(await due()).toBe(1);
  const accountNumber = '01712345999';
  await wallet.call('correctAccount', { as: WORKER, params: { id }, body: { accountNumber } });
  expect(await due()).toBe(1);
  await pay(id, { accountMask: '999', outcome: 'paid', reference: 'TRX 1', earlyReason: 'I called the worker' });
  expect(await due()).toBe(0);
});

it('takes no more coins than the person has agreed to lose', async () => {
  expect(await due(10)).toBe(0);
  await earn(wallet, WORKER, 300);
  expect(await due(10)).toBe(1);
  expect(await due(309)).toBe(1);
  expect(await due(310)).toBe(0);
  expect(await wallet.internal('closing', { userId: WORKER.userId })).toMatchObject({ withdrawableCoins: 309 });
});

it('waits for a task that is about to take coins', async () => {
  // Its owner is not known yet.
  await requestFunding(wallet, 't1', 1, { buyerId: BUYER.userId, payable: 5 });
  expect(await due(0, BUYER)).toBe(1);
  await register(wallet, BUYER);
  expect(await due(50, BUYER)).toBe(0);
  expect(await wallet.internal('closing', { userId: BUYER.userId })).toMatchObject({ withdrawableCoins: 0 });
});
