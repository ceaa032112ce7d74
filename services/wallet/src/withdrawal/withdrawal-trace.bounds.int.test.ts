import { isOnMongo } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { countingReads, register, requestPayout, startWallet, WORKER } from '../../testing/wallet.fixtures';
import { accounts, userAccountOf } from '../account/account.store';
import { fundings } from '../funding/funding.store';
import { escrowAccountId, transferOf, userAccountId } from '../ledger/ledger';
import { entries, transfers } from '../ledger/ledger.store';
import { tracesOf, withdrawals } from './withdrawal.store';
import { MAX_MOVES } from './withdrawal-trace';

const BUYERS = 4;
const PLACES = 100;

let wallet: Harness;
beforeEach(async () => {
  wallet = await startWallet();
  await register(wallet, WORKER);
  for (let n = 0; n < BUYERS; n++) await register(wallet, actor('buyer', `b${n}`));
});
afterEach(() => wallet.stop());

/** Writes settles of one coin each directly: thousands of events take minutes. */
const settle = async (count: number) => {
  const { store } = wallet;
  const before = await userAccountOf(store, WORKER.userId);
  const buyerOf = (n: number) => actor('buyer', `b${Math.floor(n / PLACES) % BUYERS}`).userId;
  const settles = Array.from({ length: count }, (_, n) => ({
    ...transferOf.settle(`s${n}`, `t${Math.floor(n / PLACES)}`, WORKER.userId, 1),
    seq: before.version + n + 1,
  }));
  await store
    .collection(fundings)
    .insertMany(
      Array.from({ length: Math.ceil(count / PLACES) }, (_, task) => ({
        _id: `t${task}`,
        buyerId: buyerOf(task * PLACES),
        roleVersion: 0,
        state: 'funded' as const,
        places: PLACES,
        payable: 1,
        cost: PLACES,
        at: 1,
      })),
    );
  await store
    .collection(transfers)
    .insertMany(
      settles.map(({ id: _id, kind, from, to, amount }) => ({
        _id,
        kind,
        from,
        to,
        amount,
        at: 1,
        correlationId: 'c',
        actor: null,
      })),
    );
  await store
    .collection(entries)
    .insertMany(
      settles.map(({ id, kind, amount, seq }) => ({
        _id: `${id}#1`,
        transfer: id,
        kind,
        amount,
        at: 1,
        seq,
        balance: before.balance + seq,
        account: userAccountId(WORKER.userId),
      })),
    );
  const { version, balance, earned } = before;
  await store
    .collection(accounts)
    .updateOne(
      { _id: userAccountId(WORKER.userId) },
      { $set: { version: version + count, balance: balance + count, earned: earned + count } },
    );
  await store
    .collection(accounts)
    .insertMany(
      Array.from({ length: Math.ceil(count / PLACES) }, (_, task) => ({
        _id: escrowAccountId(`t${task}`),
        kind: 'escrow' as const,
        balance: 0,
        version: 2,
        earned: 0,
      })),
    );
};

const traced = async (coins: number) => {
  await requestPayout(wallet, WORKER, coins);
  const found = await wallet.store.collection(withdrawals).find({ coins });
  const { calls, count, store } = countingReads(wallet.store);
  const [trace] = (await tracesOf(store, found, wallet.settings.rateLimits)).values();
  return { calls: calls.length, documents: count.documents, funding: trace?.funding };
};

// Thousands of documents take minutes on the MongoDB of the tests.
const SETTLES = isOnMongo() ? 800 : 10_000;

it(`a request of ${SETTLES} settles is traced completely, in a bounded number of reads`, async () => {
  await settle(SETTLES);
  const { calls, documents, funding } = await traced(SETTLES);
  expect(funding).toMatchObject({
    settles: SETTLES,
    coins: SETTLES,
    buyers: BUYERS,
    granted: SETTLES,
    loss: SETTLES / 20,
    truncated: false,
  });
  // Per settle its entry and its transfer; per task its funding and its escrow.
  expect(documents).toBeLessThanOrEqual((2 + 2 / PLACES) * SETTLES + 20);
  expect(calls).toBeLessThanOrEqual(100);
});

it('a request reads the settles that it needs, however many there are', async () => {
  await settle(SETTLES);
  const { calls, documents, funding } = await traced(200);
  expect(funding).toMatchObject({ settles: 200, coins: 200, truncated: false });
  expect(documents).toBeLessThanOrEqual(2 * 500 + 100);
  expect(calls).toBeLessThanOrEqual(12);
});

(isOnMongo() ? it.skip : it)('a request of more settles is truncated and flagged', async () => {
  await settle(MAX_MOVES + 100);
  const { funding } = await traced(MAX_MOVES + 50);
  expect(funding).toMatchObject({
    settles: MAX_MOVES,
    coins: MAX_MOVES,
    truncated: true,
    reasons: expect.arrayContaining(['truncated']),
  });
});
