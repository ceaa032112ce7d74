import { adminActs } from '@piecework/service-runtime/rows';
import { type Harness, roundsOf } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  decideOn,
  earn,
  expectInvariants,
  register,
  requestPayout,
  startWallet,
  WORKER,
} from '../../testing/wallet.fixtures';

let wallet: Harness;
const start = async (env: Record<string, string> = {}) => {
  wallet = await startWallet({ env });
  await register(wallet, WORKER);
  await earn(wallet, WORKER, 1000);
};
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

const set = (system: string, perDollar: string) =>
  wallet.call('setPayoutRate', { as: ADMIN, params: { system }, body: { perDollar } });
const rates = async () => (await wallet.call('listPayoutRates', { as: WORKER })).body;
const approved = async () => {
  const id = await requestPayout(wallet, WORKER, 250);
  await decideOn(wallet, id, 'approved');
  return id;
};
const amountOf = async (id: string) => {
  const rows = (await wallet.call('listWithdrawals', { as: WORKER })).body as { _id: string; localAmount?: object }[];
  return rows.find(({ _id }) => _id === id)?.localAmount;
};

it('is that of the approval, in the list and in the file', async () => {
  await start();
  const before = await approved();
  await set('bkash', '122.50');
  const after = await approved();
  await set('bkash', '99');
  expect(await amountOf(before)).toBeUndefined();
  expect(await amountOf(after)).toEqual({ amount: 1531.25, currency: 'BDT', perDollar: '122.50' });
  const file = String((await wallet.call('exportDuePayouts', { as: ADMIN })).body);
  expect(file).toMatch(/,BDT,122\.50,1531\.25\r\n$/);
});

it('is listed for each payment system with a currency', async () => {
  await start({ PAYOUT_CURRENCIES: 'nagad:BDT,other:EUR' });
  await set('other', '0.92');
  expect(await rates()).toEqual([
    { paymentSystem: 'nagad', currency: 'BDT' },
    { paymentSystem: 'other', currency: 'EUR', perDollar: '0.92', setAt: expect.any(String) },
  ]);
  expect((await set('bkash', '122')).status).toBe(404);
});

it('does not count after a change of the currency', async () => {
  await start({ PAYOUT_CURRENCIES: 'bkash:EUR' });
  await set('bkash', '0.92');
  const { store } = wallet;
  const { payoutRateOf } = await import('./payout-rate.store');
  expect(await payoutRateOf(store, 'bkash', { bkash: 'EUR' })).toEqual({ currency: 'EUR', perDollar: '0.92' });
  expect(await payoutRateOf(store, 'bkash', { bkash: 'BDT' })).toBeUndefined();
});

it('is in the trail with the former one, once', async () => {
  await start();
  expect((await set('bkash', '120')).body).toEqual({ modifiedCount: 1 });
  expect((await set('bkash', '120.00')).body).toEqual({ modifiedCount: 0 });
  await set('bkash', '122.5');
  const acts = await wallet.store.collection(adminActs).find({ action: 'payout-rate-set' });
  expect(acts.map(({ subject, detail }) => [subject.id, detail])).toEqual([
    ['bkash', '120 BDT per dollar'],
    ['bkash', '122.5 BDT per dollar, before 120 BDT'],
  ]);
});

it('is set twice at once by two admins, who are both in the trail', async () => {
  await start();
  for (let left = roundsOf(3); left > 0; left--)
    await Promise.all([set('rocket', `${left}.1`), set('rocket', `${left}.2`)]);
  const sets = await wallet.store.collection(adminActs).countDocuments({ action: 'payout-rate-set' });
  expect(sets).toBe(2 * roundsOf(3));
});
