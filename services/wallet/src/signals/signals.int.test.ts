import { DAY_MS } from '@piecework/base';
import type { Suspect } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  BUYER,
  buyCoins,
  countingReads,
  decideOn,
  employ,
  expectInvariants,
  register,
  requestPayout,
  startWallet,
  WORKER,
} from '../../testing/wallet.fixtures';
import { sharedAmong } from '../withdrawal/shared-accounts.store';
import { withdrawals } from '../withdrawal/withdrawal.store';

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

const buyerWith = async (name: string, price: number): Promise<Actor> => {
  const buyer = actor('buyer', name);
  await register(wallet, buyer);
  await buyCoins(wallet, buyer, price);
  return buyer;
};
const others = [actor('worker', 'second'), actor('worker', 'third')];
const list = async (query = {}): Promise<Suspect[]> => (await wallet.call('listSignals', { as: ADMIN, query })).body;
const signals = async () => (await list())[0]?.signals;
const askFor = async (accountNumber: string, as: Actor = WORKER, paymentSystem = 'bkash') => {
  const body = { withdrawalCoin: 200, paymentSystem, accountNumber };
  const answer = await wallet.call('createWithdrawal', { as, body });
  if (answer.status !== 201) throw new Error(`not asked: ${JSON.stringify(answer.body)}`);
  return answer.body.insertedId as string;
};
/** Sound work: three buyers, each of whom has paid three workers, at more than five cents a coin. */
const earnSoundly = async () => {
  for (const name of ['one', 'two', 'three']) {
    const buyer = await buyerWith(name, 10);
    await buyCoins(wallet, buyer, 10);
    await employ(wallet, buyer, 80, [WORKER, ...others]);
  }
  time += 4 * DAY_MS;
};

it('lists nothing about coins of three buyers with several workers', async () => {
  await earnSoundly();
  await requestPayout(wallet, WORKER, 200);
  expect(await list()).toEqual([]);
});

it('names one buyer, new buyers, few workers, a low price, unearned coins and a new account', async () => {
  await employ(wallet, await buyerWith('patron', 35), 300);
  const id = await requestPayout(wallet, WORKER, 305);
  expect(await list()).toMatchObject([
    {
      _id: id,
      signals: ['one-buyer', 'new-buyers', 'few-workers', 'below-price', 'unearned', 'new-account'],
      funding: { loss: 4.75 },
    },
  ]);
});

it('counts the workers of a buyer over all tasks', async () => {
  const buyer = await buyerWith('patron', 35);
  await employ(wallet, buyer, 300);
  await employ(wallet, buyer, 5, others.slice(0, 1));
  time += 4 * DAY_MS;
  await requestPayout(wallet, WORKER, 200);
  expect(await signals()).toContain('few-workers');
  await employ(wallet, buyer, 5, others.slice(1));
  expect(await signals()).not.toContain('few-workers');
});

it('names an account number of two workers for 180 days, with the payment system of another too', async () => {
  await earnSoundly();
  const [other] = others as [Actor, Actor];
  await register(wallet, other);
  const theirs = await askFor('01712 345678', other, 'nagad');
  const id = await askFor('01712-345678');
  const shared = async () =>
    (await list()).filter((row) => row.signals.includes('shared-account')).map(({ _id }) => _id);
  expect(await shared()).toContain(id);
  expect(await shared()).toHaveLength(2);
  // Its number is erased, the fingerprint stays.
  await decideOn(wallet, theirs, 'canceled');
  expect(await shared()).toEqual([id]);
  time += 181 * DAY_MS;
  await decideOn(wallet, id, 'canceled');
  const late = await askFor('01712 345678');
  expect(await shared()).not.toContain(late);
});

it('compares the number that comes after the approval, in the list and for the due payout', async () => {
  await earnSoundly();
  const [other] = others as [Actor, Actor];
  await register(wallet, other);
  await askFor('01712 345678', other, 'nagad');
  const id = await askFor('01999 888777');
  const listed = async () => {
    const { body } = await wallet.call('listWithdrawals', { as: ADMIN });
    return body.find(({ _id }: Suspect) => _id === id);
  };
  await decideOn(wallet, id, 'approved');
  expect(await listed()).toMatchObject({ payout: 'due' });
  expect(await listed()).not.toHaveProperty('sharedAccount');
  const body = { accountNumber: '01712 345678' };
  await wallet.call('correctAccount', { as: WORKER, params: { id }, body });
  expect(await listed()).toMatchObject({ payout: 'due', sharedAccount: true });
  expect((await list()).find(({ _id }) => _id === id)?.signals).toEqual(['shared-account']);
  const { body: own } = await wallet.call('listWithdrawals', { as: WORKER });
  expect(own[0]).not.toHaveProperty('sharedAccount');
});

it('marks it in "Needs a look" too, where an admin approves', async () => {
  const free = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => {
      const buyer = actor('buyer', `free${n}`);
      await register(wallet, buyer);
      return buyer;
    }),
  );
  for (const buyer of free) await employ(wallet, buyer, 49);
  const [other] = others as [Actor, Actor];
  await register(wallet, other);
  await employ(wallet, await buyerWith('payer', 35), 300, [other]);
  await askFor('01712 345678', other, 'nagad');
  const id = await askFor('01712 345678');
  const { body } = await wallet.call('listWithdrawals', { as: ADMIN, query: { look: '1' } });
  expect(body.find(({ _id }: Suspect) => _id === id)).toMatchObject({ sharedAccount: true });
});

it('compares any number of requests in one read', async () => {
  await earnSoundly();
  for (const other of others) await register(wallet, other);
  const [second, third] = others as [Actor, Actor];
  const ids = [await askFor('01712 345678', second), await askFor('01712 345678', WORKER, 'nagad')];
  await askFor('01999 888777', third);
  const stored = await wallet.store.collection(withdrawals).find({});
  const { calls, store } = countingReads(wallet.store);
  expect([...(await sharedAmong(store, stored, time))].sort()).toEqual(ids.sort());
  expect(calls).toEqual(['withdrawals.find']);
});

it('names no account number that only its worker has given', async () => {
  await earnSoundly();
  await decideOn(wallet, await askFor('01712 345678'), 'canceled');
  await askFor('01712 345678');
  expect(await list()).toEqual([]);
});

it('lists pending ones only, the largest first, in pages', async () => {
  await register(wallet, BUYER);
  await buyCoins(wallet, BUYER, 35);
  await employ(wallet, BUYER, 900);
  const ids: string[] = [];
  for (const coins of [220, 210, 200]) {
    time += 1000;
    ids.push(await requestPayout(wallet, WORKER, coins));
  }
  expect((await list()).map(({ _id }) => _id)).toEqual(ids);
  expect((await list({ limit: 1, offset: 1 })).map(({ _id }) => _id)).toEqual([ids[1]]);
  await decideOn(wallet, ids[0] ?? '', 'canceled');
  expect((await list()).map(({ _id }) => _id)).toEqual(ids.slice(1));
});

it('finds a farm behind hundreds of requests that no balance covers', async () => {
  const poor = actor('worker', 'poor');
  await register(wallet, poor);
  const [request] = [await requestPayout(wallet, poor, 900)];
  const found = await wallet.store.collection(withdrawals).findOne({ _id: request });
  if (!found) throw new Error('not stored');
  const more = Array.from({ length: 823 }, (_, n) => ({ ...found, _id: `${found._id}-${n}` }));
  await wallet.store.collection(withdrawals).insertMany(more);
  for (let n = 0; n < 5; n++) {
    const buyer = actor('buyer', `free${n}`);
    await register(wallet, buyer);
    await employ(wallet, buyer, 49);
  }
  time += 1000;
  const id = await requestPayout(wallet, WORKER, 250);
  expect(await list()).toMatchObject([{ _id: id, funding: { loss: 12.5 } }]);
  const { body } = await wallet.call('listWithdrawals', { as: ADMIN, query: { look: '1', sort: 'oldest' } });
  expect(body.map(({ _id }: Suspect) => _id)).toEqual([id]);
});
