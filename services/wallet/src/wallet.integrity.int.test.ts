import { MINUTE_MS } from '@piecework/base';
import { createLeapingClock, eventually } from '@piecework/base/testing';
import type { CheckState } from '@piecework/contracts';
import { counters, type IntegrityPart, shardId } from '@piecework/service-runtime/rows';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import {
  BUYER,
  buyCoins,
  closeAccount,
  decideOn,
  earn,
  expectInvariants,
  register,
  requestFunding,
  requestPayout,
  reverseRejection,
  WORKER,
} from '../testing/wallet.fixtures';
import { accounts } from './account/account.store';
import { walletService } from './index';

const clock = createLeapingClock();
let wallet: Harness;
beforeEach(async () => {
  wallet = await startHarness(walletService, { clock });
});
afterEach(() => wallet.stop());

const integrity = (): Promise<IntegrityPart> => wallet.internal('integrity');
const check = async (name: string) => (await integrity()).checks.find((one) => one.name === name);
/** The checks run in the background, a minute after the end of the last round. */
const checkUntil = async (name: string, state: CheckState) => {
  await eventually(async () => {
    clock.leap(MINUTE_MS);
    return (await check(name))?.state === state;
  });
  return check(name);
};
const recount = async (field: string, by: number) => {
  await wallet.store
    .collection(counters)
    .updateOne({ _id: shardId(0) }, { $inc: { [`amounts.${field}`]: by } as never });
};

it('has the coins by cause, the dollars, and the longest waiting payout', async () => {
  await register(wallet, BUYER);
  await register(wallet, WORKER);
  await buyCoins(wallet, BUYER, 10);
  await requestFunding(wallet, 't', 3);
  await earn(wallet, WORKER, 500);
  const first = await requestPayout(wallet, WORKER, 200);
  await decideOn(wallet, first, 'approved');
  await requestPayout(wallet, WORKER, 240);
  const { coins, dollars, payouts } = await integrity();
  if (!coins?.users) throw new Error('The counters are complete');
  const { users, escrow = 0, grants = 0, topUps = 0, appeals = 0, adjustments = 0 } = coins;
  expect(coins).toMatchObject({ escrow: 15, topUps: 1150, appeals: 0, payouts: 200 });
  expect(users + escrow).toBe(grants + topUps + appeals + adjustments - 200);
  expect(dollars).toEqual({ paidIn: 45, paidOut: 10, requested: 22, owed: users / 20 });
  expect(payouts).toEqual({ due: 1, oldest: expect.stringMatching(/^20.*Z$/) });
  await expectInvariants(wallet);
});

it.each([
  ['ledger-balanced', 'accounts.user'],
  ['payouts-balanced', 'withdrawals.paidOut'],
])('the check %s breaks with a corrupted sum, and tells since when', async (name, field) => {
  await register(wallet, WORKER);
  const before = await checkUntil(name, 'holds');
  await recount(field, 1);
  const broken = await checkUntil(name, 'broken');
  expect(Date.parse(broken?.since ?? '')).toBeGreaterThan(Date.parse(before?.since ?? ''));
  await recount(field, -1);
  await checkUntil(name, 'holds');
});

it('the check of the ledger breaks with a balance that is not the sum of its entries', async () => {
  await register(wallet, WORKER);
  await wallet.store.collection(accounts).updateOne({ _id: `user:${WORKER.userId}` }, { $inc: { balance: 5 } });
  await checkUntil('ledger-balanced', 'broken');
});

it('counts what Piecework paid for appeals, and the coins of a closed account', async () => {
  await register(wallet, BUYER);
  await register(wallet, WORKER);
  await requestFunding(wallet, 't', 1);
  await reverseRejection(wallet, 's', 't', 'platform');
  expect((await integrity()).coins).toMatchObject({ users: 60, grants: 60, appeals: 5, adjustments: 0 });
  await closeAccount(wallet, WORKER);
  expect((await integrity()).coins).toMatchObject({ users: 45, escrow: 5, appeals: 5, adjustments: -15 });
});
