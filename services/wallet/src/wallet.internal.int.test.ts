// Runs on MongoDB and Kafka too: sums and searches.
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  BUYER,
  buyCoins,
  closeAccount,
  closePlaces,
  decideOn,
  earn,
  expectInvariants,
  pay,
  register,
  requestFunding,
  startWallet,
  WORKER,
} from '../testing/wallet.fixtures';

let wallet: Harness;
beforeEach(async () => {
  wallet = await startWallet();
  await register(wallet, WORKER);
  await register(wallet, BUYER);
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

const coinsOf = (userId: string) => wallet.internal('coinsOf', { userId });
const withdraw = async (as = WORKER, accountNumber = '01712345678', paymentSystem = 'bkash') => {
  const body = { withdrawalCoin: 200, paymentSystem, accountNumber };
  return (await wallet.call('createWithdrawal', { as, body })).body.insertedId as string;
};
const found = (q: string) => wallet.internal('search', { q });

describe('the coins of a person', () => {
  test('are explained by their causes, whose sum is the balance', async () => {
    await earn(wallet, WORKER, 400);
    await decideOn(wallet, await withdraw(), 'approved');
    expect(await coinsOf(WORKER.userId)).toEqual({
      coins: 210,
      causes: [
        { kind: 'grant', coins: 10 },
        { kind: 'settle', coins: 400 },
        { kind: 'payout', coins: -200 },
      ],
    });
    await buyCoins(wallet, BUYER, 1);
    await requestFunding(wallet, 't', 3);
    await closePlaces(wallet, 't', 1);
    const { coins, causes } = await coinsOf(BUYER.userId);
    expect(coins).toBe(50);
    expect(causes).toEqual([
      { kind: 'grant', coins: 50 },
      { kind: 'fund', coins: -15 },
      { kind: 'refund', coins: 5 },
      { kind: 'topup', coins: 10 },
    ]);
  });

  test('of a closed and of an unknown account are none', async () => {
    await closeAccount(wallet, WORKER);
    expect(await coinsOf(WORKER.userId)).toEqual({
      coins: 0,
      causes: [
        { kind: 'grant', coins: 10 },
        { kind: 'close', coins: -10 },
      ],
    });
    expect(await coinsOf('unknown')).toEqual({ coins: 0, causes: [] });
  });
});

describe('accounts with the same number', () => {
  test('are linked by any payment system, also after a cancellation', async () => {
    const sister = actor('worker', 'sister');
    await register(wallet, sister);
    for (const worker of [WORKER, sister]) await earn(wallet, worker, 500);
    await withdraw();
    await decideOn(wallet, await withdraw(sister), 'canceled');
    await withdraw(sister, '017123456789', 'rocket');
    await withdraw(sister, '01812345678');
    const linked = async (userId: string) => wallet.internal('linkedPeople', { userId });
    expect(await linked(WORKER.userId)).toEqual([{ userId: sister.userId, count: 2 }]);
    expect(await linked(sister.userId)).toEqual([{ userId: WORKER.userId, count: 1 }]);
    expect(await linked(BUYER.userId)).toEqual([]);
  });
});

describe('a search', () => {
  test('finds a withdrawal by id, end of the number, reference and email', async () => {
    await earn(wallet, WORKER, 500);
    const _id = await withdraw();
    const hit = { _id, coins: 200, mask: '678', personId: WORKER.userId, personEmail: WORKER.email };
    for (const q of [_id, '678', WORKER.email])
      expect((await found(q)).withdrawals).toEqual([{ ...hit, status: 'pending' }]);
    await decideOn(wallet, _id, 'approved');
    const paid = { outcome: 'paid', reference: 'TRX 8N7A', accountMask: '678' };
    await wallet.call('decidePayout', { as: ADMIN, params: { id: _id }, body: paid });
    expect((await found('TRX 8N7A')).withdrawals).toEqual([{ ...hit, status: 'paid', reference: 'TRX 8N7A' }]);
    for (const q of ['01712345678', '679', 'TRX 8N7B']) expect((await found(q)).withdrawals).toEqual([]);
  });

  test('finds a payment by its intent and the email', async () => {
    const intent = await pay(wallet, BUYER, 10);
    await wallet.call('storePayment', { as: BUYER, body: { amount: 10 } });
    const hit = { _id: intent, coins: 150, state: 'recorded', personId: BUYER.userId, personEmail: BUYER.email };
    for (const q of [intent, BUYER.email]) expect((await found(q)).payments).toEqual([hit]);
  });

  test('names at most five, the newest ones', async () => {
    await earn(wallet, WORKER, 2000);
    const ids = [];
    for (let n = 0; n < 6; n++) {
      ids.unshift(await withdraw());
      await decideOn(wallet, ids[0] ?? '', 'canceled');
    }
    const hits = (await found(WORKER.email)).withdrawals as { _id: string }[];
    expect(hits.map(({ _id }) => _id)).toEqual(ids.slice(0, 5));
  });
});

describe('lists of one person', () => {
  test('are narrowed for admins only', async () => {
    const other = actor('worker', 'other');
    await register(wallet, other);
    for (const worker of [WORKER, other]) await earn(wallet, worker, 300);
    const [own] = [await withdraw(), await withdraw(other)];
    await buyCoins(wallet, BUYER, 10);
    const withdrawalsOf = async (as: typeof WORKER, worker: string) => {
      const { body, headers } = await wallet.call('listWithdrawals', { as, query: { worker } });
      return [headers['x-total-count'], ...body.map(({ _id }: { _id: string }) => _id)];
    };
    expect(await withdrawalsOf(ADMIN, WORKER.userId)).toEqual(['1', own]);
    expect(await withdrawalsOf(WORKER, other.userId)).toEqual(['1', own]);
    const paymentsOf = async (as: typeof WORKER, buyer: string) =>
      (await wallet.call('listPayments', { as, query: { buyer } })).headers['x-total-count'];
    expect([await paymentsOf(ADMIN, BUYER.userId), await paymentsOf(ADMIN, 'unknown')]).toEqual(['1', '0']);
    expect(await paymentsOf(BUYER, 'unknown')).toBe('1');
    const signalsOf = async (worker: string) =>
      (await wallet.call('listSignals', { as: ADMIN, query: { worker } })).body.map(
        ({ workerId }: { workerId: string }) => workerId,
      );
    expect([await signalsOf(WORKER.userId), await signalsOf('unknown')]).toEqual([[WORKER.userId], []]);
  });
});
