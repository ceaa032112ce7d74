import { pause } from '@piecework/base/testing';
import { TEST_CARDS } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  BUYER,
  balanceOf,
  balances,
  beginPayment,
  changeRole,
  clearOwner,
  closeAccount,
  confirm,
  creditBy,
  dataOf,
  expectInvariants,
  parked,
  pay,
  register,
  requestFunding,
  startWallet,
  transferIds,
  WORKER,
} from '../../testing/wallet.fixtures';

let wallet: Harness;
const rival = actor('buyer', 'rival');
const storePayment = (as = BUYER, amount: unknown = 10, key?: string) =>
  wallet.call('storePayment', { as, body: { amount, email: 'forged@example.com' }, ...(key && { key }) });
const reverse = (intent: string) => wallet.internal('reversePayment', { intent });
const paymentsOf = async (as = BUYER, query = {}) => (await wallet.call('listPayments', { as, query })).body;

beforeEach(async () => {
  wallet = await startWallet();
  await register(wallet, BUYER);
});
afterEach(async () => {
  await expectInvariants(wallet);
  expect(await parked(wallet)).toBe(0);
  await wallet.stop();
});

describe('createPaymentIntent', () => {
  const create = (as: typeof BUYER, price: unknown, key?: string) =>
    wallet.call('createPaymentIntent', { as, body: { price }, ...(key && { key }) });

  it('creates an intent for a package and for nothing else', async () => {
    expect(await create(BUYER, 10)).toMatchObject({
      status: 200,
      body: { clientSecret: expect.stringMatching(/^pi_\w{26}_secret_/) },
    });
    for (const price of [2, 0, -1, 1.5, 'ten', undefined]) expect((await create(BUYER, price)).status).toBe(400);
    for (const as of [WORKER, ADMIN]) expect((await create(as, 10)).status).toBe(403);
  });

  it('creates one intent per Idempotency-Key and user', async () => {
    const [first, twin] = await Promise.all([create(BUYER, 10, 'k'), create(BUYER, 10, 'k')]);
    expect(twin.body).toEqual(first.body);
    expect((await create(BUYER, 20, 'k')).body.code).toBe('idempotency-mismatch');
    expect((await create(rival, 10, 'k')).body).not.toEqual(first.body);
  });

  it('refuses a user who has left the buyer role', async () => {
    await changeRole(wallet, BUYER, 'worker');
    expect((await create(BUYER, 10)).status).toBe(403);
  });
});

describe('confirmSimulatedPayment', () => {
  it('pays once: a repeat with any card answers the same', async () => {
    const secret = await beginPayment(wallet, BUYER, 10);
    const first = await confirm(wallet, BUYER, secret);
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded', intent: expect.any(String) } });
    expect((await confirm(wallet, BUYER, secret, { cardNumber: '4000000000000002' })).body).toEqual(first.body);
    await storePayment();
    expect(await storePayment()).toMatchObject({ status: 409 });
  });

  it('answers the decline reason and accepts another card afterwards', async () => {
    const secret = await beginPayment(wallet, BUYER, 10);
    expect(await confirm(wallet, BUYER, secret, { cardNumber: '4000 0000 0000 0002' })).toMatchObject({
      status: 402,
      body: { code: 'card-declined', message: 'Your card was declined.' },
    });
    expect(await storePayment()).toMatchObject({ status: 409, body: { code: 'no-payment' } });
    expect((await confirm(wallet, BUYER, secret)).status).toBe(200);
  });

  it('requires authentication for a 3-D Secure card', async () => {
    const cardNumber = '4000 0025 0000 3155';
    const secret = await beginPayment(wallet, BUYER, 10);
    expect((await confirm(wallet, BUYER, secret, { cardNumber })).body.status).toBe('requires_action');
    expect((await storePayment()).status).toBe(409);
    expect((await confirm(wallet, BUYER, secret, { cardNumber, authenticate: 'fail' })).status).toBe(402);
    expect((await confirm(wallet, BUYER, secret, { cardNumber, authenticate: 'complete' })).body.status).toBe(
      'succeeded',
    );
    expect((await storePayment()).status).toBe(201);
  });

  it("requires the caller's own intent", async () => {
    const secret = await beginPayment(wallet, BUYER, 10);
    expect((await confirm(wallet, rival, secret)).status).toBe(404);
    expect((await confirm(wallet, BUYER, 'pi_x_secret_y')).status).toBe(404);
    expect((await confirm(wallet, WORKER, secret)).status).toBe(403);
  });
});

describe('storePayment', () => {
  it('records a paid intent once and credits nothing', async () => {
    const intent = await pay(wallet, BUYER, 10);
    expect(await storePayment(BUYER, '10')).toMatchObject({ status: 201, body: { insertedId: intent } });
    expect(await storePayment()).toMatchObject({ status: 409, body: { code: 'no-payment' } });
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect(await paymentsOf()).toEqual([
      {
        _id: intent,
        email: BUYER.email,
        amount: 10,
        coins: 150,
        card: '4242',
        time: expect.any(String),
        state: 'recorded',
        shortfall: 0,
        refunded: 0,
      },
    ]);
    expect(await dataOf(wallet, 'payment.recorded')).toEqual([
      { paymentId: intent, userId: BUYER.userId, cents: 1000, coins: 150 },
    ]);
  });

  it('records no unpaid intent, none of another user and none of another amount', async () => {
    await beginPayment(wallet, BUYER, 10);
    expect((await storePayment()).status).toBe(409);
    await pay(wallet, BUYER, 1);
    expect((await storePayment(BUYER, 35)).status).toBe(409);
    expect((await storePayment(rival, 1)).status).toBe(409);
    expect((await storePayment(BUYER, 7)).status).toBe(400);
    expect((await storePayment(WORKER, 1)).status).toBe(403);
  });

  it('records each of two payments once, oldest first, also concurrently', async () => {
    const first = await pay(wallet, BUYER, 10);
    await pause(2);
    const second = await pay(wallet, BUYER, 10);
    const answers = await Promise.all([storePayment(), storePayment(), storePayment()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    expect(
      answers
        .map(({ body }) => body.insertedId)
        .filter(Boolean)
        .sort(),
    ).toEqual([first, second].sort());
  });

  it('answers a repeat with the same Idempotency-Key alike', async () => {
    await pay(wallet, BUYER, 10);
    await pay(wallet, BUYER, 10);
    const [first, repeat] = [await storePayment(BUYER, 10, 'k'), await storePayment(BUYER, 10, 'k')];
    expect(repeat.body).toEqual(first.body);
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('credits at once with COIN_CREDIT=automatic', async () => {
    await wallet.stop();
    wallet = await startWallet({ env: { COIN_CREDIT: 'automatic' } });
    await register(wallet, BUYER);
    const intent = await pay(wallet, BUYER, 10);
    await storePayment();
    expect(await balanceOf(wallet, BUYER)).toBe(200);
    expect((await creditBy(wallet, intent)).body).toEqual({ modifiedCount: 0 });
    expect((await wallet.internal('trail')).total).toBe(0);
    expect(await balanceOf(wallet, BUYER)).toBe(200);
    expect(await dataOf(wallet, 'payment.credited')).toHaveLength(1);
  });

  it('records a payment that cannot be credited and leaves it to an admin', async () => {
    await wallet.stop();
    wallet = await startWallet({ env: { COIN_CREDIT: 'automatic' } });
    const intent = await pay(wallet, BUYER, 10);
    expect((await storePayment()).status).toBe(201);
    expect(await paymentsOf()).toMatchObject([{ state: 'recorded' }]);
    await register(wallet, BUYER);
    expect((await creditBy(wallet, intent)).body).toEqual({ modifiedCount: 1 });
    expect(await balanceOf(wallet, BUYER)).toBe(200);
  });
});

describe('creditPayment', () => {
  const recorded = async (price = 10) => {
    const intent = await pay(wallet, BUYER, price);
    await storePayment(BUYER, price);
    return intent;
  };

  it('credits a recorded payment once, also concurrently', async () => {
    const intent = await recorded();
    const answers = await Promise.all([creditBy(wallet, intent), creditBy(wallet, intent, actor('admin', 'second'))]);
    expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 200, 'world:payments': -150 });
    expect(await transferIds(wallet)).toContain(`topup:${intent}`);
    expect(await paymentsOf()).toMatchObject([{ state: 'credited' }]);
    expect(await dataOf(wallet, 'payment.credited')).toEqual([{ paymentId: intent, userId: BUYER.userId, coins: 150 }]);
    expect((await wallet.internal('trail')).rows).toMatchObject([
      {
        action: 'payment-credited',
        subject: { type: 'payment', id: intent, title: BUYER.email },
        detail: '150 coins for $10',
      },
    ]);
  });

  it('requires a recorded payment and a present admin', async () => {
    const paidOnly = await pay(wallet, BUYER, 10);
    expect((await creditBy(wallet, paidOnly)).status).toBe(404);
    const intent = await recorded(1);
    expect((await creditBy(wallet, intent, BUYER)).status).toBe(403);
    const former = actor('admin', 'former', 1);
    await changeRole(wallet, former, 'buyer', 2);
    expect((await creditBy(wallet, intent, former)).status).toBe(403);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
  });

  it('refuses a former buyer', async () => {
    const intent = await recorded();
    await changeRole(wallet, BUYER, 'worker');
    for (let settled = 0; settled < 2; settled++) {
      expect(await creditBy(wallet, intent)).toMatchObject({ status: 409, body: { code: 'not-a-buyer' } });
      await clearOwner(wallet, BUYER);
    }
    expect(await balanceOf(wallet, BUYER)).toBe(10);
  });

  it('refuses a closed account', async () => {
    const intent = await recorded();
    await closeAccount(wallet, BUYER);
    expect((await creditBy(wallet, intent)).body.code).toBe('not-a-buyer');
  });

  it('can be retried until the wallet has consumed the registration of the buyer', async () => {
    const early = actor('buyer', 'early');
    const intent = await pay(wallet, early, 10);
    await storePayment(early, 10);
    expect((await creditBy(wallet, intent)).status).toBe(503);
    await register(wallet, early);
    expect((await creditBy(wallet, intent)).body).toEqual({ modifiedCount: 1 });
    expect(await balanceOf(wallet, early)).toBe(200);
  });
});

describe('reversePayment', () => {
  it('takes the credited coins back once and blocks further credits', async () => {
    const intent = await pay(wallet, BUYER, 10);
    await storePayment();
    await creditBy(wallet, intent);
    expect(await reverse(intent)).toEqual({ modifiedCount: 1 });
    expect(await reverse(intent)).toEqual({ modifiedCount: 0 });
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect((await creditBy(wallet, intent)).body.code).toBe('payment-reversed');
    expect(await dataOf(wallet, 'payment.reversed')).toEqual([
      { paymentId: intent, userId: BUYER.userId, coins: 150, shortfall: 0 },
    ]);
  });

  it('stops at a balance of zero and stores the shortfall', async () => {
    const intent = await pay(wallet, BUYER, 10);
    await storePayment();
    await creditBy(wallet, intent);
    await requestFunding(wallet, 't', 30);
    await Promise.all([reverse(intent), reverse(intent)]);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 0, 'escrow:t': 150 });
    expect(await paymentsOf()).toMatchObject([{ state: 'reversed', shortfall: 100 }]);
  });

  it('moves nothing for an uncredited payment', async () => {
    const intent = await pay(wallet, BUYER, 10);
    await storePayment();
    await reverse(intent);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect((await creditBy(wallet, intent)).status).toBe(409);
    expect(await transferIds(wallet)).toContain(`reverse:${intent}`);
  });

  it('blocks recording and crediting afterwards', async () => {
    const intent = await pay(wallet, BUYER, 10);
    expect(await reverse(intent)).toEqual({ modifiedCount: 1 });
    expect((await storePayment()).body.code).toBe('no-payment');
    expect((await creditBy(wallet, intent)).body.code).toBe('payment-reversed');
    expect(await paymentsOf()).toMatchObject([{ state: 'reversed', email: BUYER.email }]);
  });

  it('answers not-found for an unpaid intent', async () => {
    const [unpaid = ''] = (await beginPayment(wallet, BUYER, 10)).split('_secret_');
    for (const intent of [unpaid, 'pi_unknown']) expect(await reverse(intent)).toEqual({ failure: 'not-found' });
    expect(await paymentsOf()).toEqual([]);
  });
});

describe('listPayments', () => {
  it("answers a buyer's own payments, all to an admin, and 403 to workers", async () => {
    const mine = await pay(wallet, BUYER, 10);
    await storePayment();
    await pay(wallet, rival, 20);
    await storePayment(rival, 20);
    expect(await paymentsOf()).toHaveLength(1);
    expect(await paymentsOf(ADMIN)).toHaveLength(2);
    expect(await paymentsOf(ADMIN, { q: BUYER.email.toUpperCase() })).toMatchObject([{ _id: mine }]);
    expect(await paymentsOf(BUYER, { q: rival.email })).toEqual([]);
    await creditBy(wallet, mine);
    expect(await paymentsOf(ADMIN, { state: 'recorded' })).toMatchObject([{ email: rival.email }]);
    await pause(2);
    const newer = await pay(wallet, BUYER, 1);
    await storePayment(BUYER, 1);
    expect(await paymentsOf()).toMatchObject([{ _id: newer }, { _id: mine }]);
    expect((await wallet.call('listPayments', { as: WORKER })).status).toBe(403);
  });
});

it('stripeWebhook answers 404 with PAYMENTS=simulated', async () => {
  expect((await wallet.call('stripeWebhook')).status).toBe(404);
});

it('simulated intents and payments persist over a restart', async () => {
  const secret = await beginPayment(wallet, BUYER, 10);
  await wallet.restart();
  expect((await confirm(wallet, BUYER, secret, { cardNumber: TEST_CARDS.succeeds })).status).toBe(200);
  expect((await storePayment()).status).toBe(201);
});
