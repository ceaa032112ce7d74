import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  BUYER,
  balanceOf,
  balances,
  beginPayment,
  CARD,
  changeRole,
  clearOwner,
  closeAccount,
  confirm,
  creditBy,
  dataOf,
  expectSound,
  parked,
  pay,
  register,
  requestFunding,
  startWallet,
  transferIds,
  WORKER,
} from './wallet.fixtures';

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
  await expectSound(wallet);
  expect(await parked(wallet)).toBe(0);
  await wallet.stop();
});

describe('createPaymentIntent', () => {
  const create = (as: typeof BUYER, price: unknown, key?: string) =>
    wallet.call('createPaymentIntent', { as, body: { price }, ...(key && { key }) });

  it('begins to buy a package, and nothing else', async () => {
    expect(await create(BUYER, 10)).toMatchObject({
      status: 200,
      body: { clientSecret: expect.stringMatching(/^pi_\w{26}_secret_/) },
    });
    for (const price of [2, 0, -1, 1.5, 'ten', undefined])
      expect((await create(BUYER, price)).status).toBe(400);
    for (const as of [WORKER, ADMIN]) expect((await create(as, 10)).status).toBe(403);
  });

  it('is one intent per Idempotency-Key and person', async () => {
    const [first, twin] = await Promise.all([create(BUYER, 10, 'k'), create(BUYER, 10, 'k')]);
    expect(twin.body).toEqual(first.body);
    expect((await create(BUYER, 20, 'k')).body.code).toBe('idempotency-mismatch');
    expect((await create(rival, 10, 'k')).body).not.toEqual(first.body);
  });

  it('is refused to whom the wallet knows to have left', async () => {
    await changeRole(wallet, BUYER, 'worker');
    expect((await create(BUYER, 10)).status).toBe(403);
  });
});

describe('confirmSimulatedPayment', () => {
  it('pays once: a repeat with any card says the same', async () => {
    const secret = await beginPayment(wallet, BUYER, 10);
    const first = await confirm(wallet, BUYER, secret);
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded', intent: expect.any(String) } });
    expect((await confirm(wallet, BUYER, secret, { cardNumber: '4000000000000002' })).body).toEqual(
      first.body,
    );
    await storePayment();
    expect(await storePayment()).toMatchObject({ status: 409 });
  });

  it("tells the processor's reason for a decline, and lets another card pay", async () => {
    const secret = await beginPayment(wallet, BUYER, 10);
    expect(await confirm(wallet, BUYER, secret, { cardNumber: '4000 0000 0000 0002' })).toMatchObject({
      status: 402,
      body: { code: 'card-declined', message: 'Your card was declined.' },
    });
    expect(await storePayment()).toMatchObject({ status: 409, body: { code: 'no-payment' } });
    expect((await confirm(wallet, BUYER, secret)).status).toBe(200);
  });

  it('marks the field that is wrong', async () => {
    const secret = await beginPayment(wallet, BUYER, 10);
    for (const [card, field] of [
      [{ cardNumber: '4242' }, 'cardNumber'],
      [{ expiry: '01/20' }, 'expiry'],
      [{ cvc: '1' }, 'cvc'],
    ] as const)
      expect(await confirm(wallet, BUYER, secret, card)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
  });

  it('waits for authentication where the card asks for it', async () => {
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

  it("is only for the caller's own intent", async () => {
    const secret = await beginPayment(wallet, BUYER, 10);
    expect((await confirm(wallet, rival, secret)).status).toBe(404);
    expect((await confirm(wallet, BUYER, 'pi_x_secret_y')).status).toBe(404);
    expect((await confirm(wallet, WORKER, secret)).status).toBe(403);
  });
});

describe('storePayment', () => {
  it('records what was paid, once, and credits nothing', async () => {
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

  it('records nothing that was not paid, by another, or of another amount', async () => {
    await beginPayment(wallet, BUYER, 10);
    expect((await storePayment()).status).toBe(409);
    await pay(wallet, BUYER, 1);
    expect((await storePayment(BUYER, 35)).status).toBe(409);
    expect((await storePayment(rival, 1)).status).toBe(409);
    expect((await storePayment(BUYER, 7)).status).toBe(400);
    expect((await storePayment(WORKER, 1)).status).toBe(403);
  });

  it('records each of two payments once, oldest first, also at once', async () => {
    const first = await pay(wallet, BUYER, 10);
    await new Promise((resolve) => setTimeout(resolve, 2));
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

  it('answers a repeat under the same Idempotency-Key with the same record', async () => {
    await pay(wallet, BUYER, 10);
    await pay(wallet, BUYER, 10);
    const [first, repeat] = [await storePayment(BUYER, 10, 'k'), await storePayment(BUYER, 10, 'k')];
    expect(repeat.body).toEqual(first.body);
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('credits at once where coins are credited automatically', async () => {
    await wallet.stop();
    wallet = await startWallet({ env: { COIN_CREDIT: 'automatic' } });
    await register(wallet, BUYER);
    const intent = await pay(wallet, BUYER, 10);
    await storePayment();
    expect(await balanceOf(wallet, BUYER)).toBe(200);
    expect((await creditBy(wallet, intent)).body).toEqual({ modifiedCount: 0 });
    expect(await balanceOf(wallet, BUYER)).toBe(200);
    expect(await dataOf(wallet, 'payment.credited')).toHaveLength(1);
  });

  it('records, and leaves to an admin, what cannot be credited at once', async () => {
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

  it('credits a recorded payment at most once, also at once', async () => {
    const intent = await recorded();
    const answers = await Promise.all([
      creditBy(wallet, intent),
      creditBy(wallet, intent, actor('admin', 'second')),
    ]);
    expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 200, 'world:payments': -150 });
    expect(await transferIds(wallet)).toContain(`topup:${intent}`);
    expect(await paymentsOf()).toMatchObject([{ state: 'credited' }]);
    expect(await dataOf(wallet, 'payment.credited')).toEqual([
      { paymentId: intent, userId: BUYER.userId, coins: 150 },
    ]);
  });

  it('knows only recorded payments, and only admins who still are', async () => {
    const paidOnly = await pay(wallet, BUYER, 10);
    expect((await creditBy(wallet, paidOnly)).status).toBe(404);
    const intent = await recorded(1);
    expect((await creditBy(wallet, intent, BUYER)).status).toBe(403);
    const former = actor('admin', 'former', 1);
    await changeRole(wallet, former, 'buyer', 2);
    expect((await creditBy(wallet, intent, former)).status).toBe(403);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
  });

  it('credits nobody who is not a buyer any more', async () => {
    const intent = await recorded();
    await changeRole(wallet, BUYER, 'worker');
    for (let settled = 0; settled < 2; settled++) {
      expect(await creditBy(wallet, intent)).toMatchObject({ status: 409, body: { code: 'not-a-buyer' } });
      await clearOwner(wallet, BUYER);
    }
    expect(await balanceOf(wallet, BUYER)).toBe(10);
  });

  it('credits nobody whose account is closed', async () => {
    const intent = await recorded();
    await closeAccount(wallet, BUYER);
    expect((await creditBy(wallet, intent)).body.code).toBe('not-a-buyer');
  });
});

describe('a payment that the processor takes back', () => {
  it('takes the credited coins back, once, and is never credited again', async () => {
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

  it('goes down to zero and flags the rest', async () => {
    const intent = await pay(wallet, BUYER, 10);
    await storePayment();
    await creditBy(wallet, intent);
    await requestFunding(wallet, 't', 30);
    await Promise.all([reverse(intent), reverse(intent)]);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 0, 'escrow:t': 150 });
    expect(await paymentsOf()).toMatchObject([{ state: 'reversed', shortfall: 100 }]);
  });

  it('moves nothing that was not credited', async () => {
    const intent = await pay(wallet, BUYER, 10);
    await storePayment();
    await reverse(intent);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect((await creditBy(wallet, intent)).status).toBe(409);
    expect(await transferIds(wallet)).toContain(`reverse:${intent}`);
  });

  it('cannot be recorded and credited afterwards', async () => {
    const intent = await pay(wallet, BUYER, 10);
    expect(await reverse(intent)).toEqual({ modifiedCount: 1 });
    expect((await storePayment()).body.code).toBe('no-payment');
    expect((await creditBy(wallet, intent)).body.code).toBe('payment-reversed');
    expect(await paymentsOf()).toMatchObject([{ state: 'reversed', email: BUYER.email }]);
  });

  it('is unknown when nobody paid it', async () => {
    const [unpaid = ''] = (await beginPayment(wallet, BUYER, 10)).split('_secret_');
    for (const intent of [unpaid, 'pi_unknown'])
      expect(await reverse(intent)).toEqual({ failure: 'not-found' });
    expect(await paymentsOf()).toEqual([]);
  });
});

describe('listPayments', () => {
  it('shows a buyer their own and an admin all, and is not for workers', async () => {
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
    expect((await wallet.call('listPayments', { as: WORKER })).status).toBe(403);
  });
});

it('has no webhook while payments are simulated', async () => {
  expect((await wallet.call('stripeWebhook')).status).toBe(404);
});

it('keeps what was paid over a restart', async () => {
  const secret = await beginPayment(wallet, BUYER, 10);
  await wallet.restart();
  expect((await confirm(wallet, BUYER, secret, { cardNumber: CARD })).status).toBe(200);
  expect((await storePayment()).status).toBe(201);
});
