import type { Actor } from '@piecework/identity';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  BUYER,
  balances,
  changeRole,
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

let wallet: Harness;
beforeEach(async () => {
  wallet = await startWallet();
  await register(wallet, BUYER);
  await register(wallet, WORKER);
  await requestFunding(wallet, 't', 1);
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

const FACTS = { submissionId: 's', requestId: 'r' };
const request = (payable = 5, as: Actor = BUYER) =>
  wallet.given('submission.reversal-requested', 's', {
    ...FACTS,
    ...{ taskId: 't', taskTitle: 'Task t', workerId: WORKER.userId, buyerId: as.userId },
    ...{ payable, buyerRoleVersion: as.roleVersion },
  });
const declined = () => dataOf(wallet, 'submission.reversal-declined');

it('is paid from the balance of the buyer, once, as work', async () => {
  await wallet.redeliver(await request());
  await reverseRejection(wallet, 's', 't', 'balance', { taskTitle: 'Task t' });
  expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 40, 'user:user-worker': 15, 'escrow:t': 5 });
  expect((await transferIds(wallet)).filter((id) => id.startsWith('settle'))).toEqual(['settle:s']);
  expect(await userAccountOf(wallet.store, WORKER.userId)).toMatchObject({ earned: 5 });
  expect(await dataOf(wallet, 'submission.reversal-paid')).toEqual([FACTS]);
  const { body } = await wallet.call('statement', { as: BUYER, query: { kind: 'settle' } });
  expect(body).toMatchObject([{ amount: -5, about: { type: 'submission', id: 's', title: 'Task t' } }]);
  const bonus = { as: BUYER, params: { id: 's' }, body: { coins: 1, note: 'Thanks' } };
  expect((await wallet.call('giveBonus', bonus)).status).toBe(404);
});

describe('moves no coin', () => {
  afterEach(async () => {
    expect(await dataOf(wallet, 'submission.reversal-paid')).toEqual([]);
    expect((await transferIds(wallet)).filter((id) => id.startsWith('settle'))).toEqual([]);
  });

  it('that the balance does not cover', async () => {
    await request(45);
    expect(await declined()).toEqual([{ ...FACTS, reason: 'insufficient-coins' }]);
  });

  it('to an account that is closed, or whose balance is about to be reset', async () => {
    await closeAccount(wallet, WORKER);
    await request();
    expect(await declined()).toEqual([{ ...FACTS, reason: 'worker-left' }]);
  });

  it('of a person who is no longer a buyer, or not yet again', async () => {
    await changeRole(wallet, BUYER, 'worker');
    await request();
    await request(5, { ...BUYER, roleVersion: 2 });
    expect((await declined()).map(({ reason }) => reason)).toEqual(['not-a-buyer', 'role-unsettled']);
  });
});
