import { Readable } from 'node:stream';
import { DAY_MS, silentLog, systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import { createServiceRuntime } from '@piecework/service-runtime/runtime';
import type { Harness } from '@piecework/service-runtime/testing';
import { collection } from '@piecework/store';
import { eventOf, type FakeStripe, signed, signedText, startFakeStripe } from '../../testing/stripe.fake';
import {
  ADMIN,
  BUYER,
  balanceOf,
  balances,
  beginPayment,
  changeRole,
  confirm,
  creditBy,
  dataOf,
  expectInvariants,
  parked,
  register,
  requestFunding,
  startWallet,
  transferIds,
} from '../../testing/wallet.fixtures';
import { walletService } from '..';
import { simulatedIntents } from './simulated-processor.store';
import { stripeEvents } from './stripe.routes';

let stripe: FakeStripe;
let wallet: Harness;
const rival = actor('buyer', 'rival');

const start = async (credit: 'manual' | 'automatic' = 'manual', time?: () => number) => {
  const started = await startWallet({ env: { ...stripe.env, COIN_CREDIT: credit }, ...(time && { time }) });
  await register(started, BUYER);
  return started;
};
const restartWith = async (...settings: Parameters<typeof start>) => {
  await wallet.stop();
  wallet = await start(...settings);
};

beforeEach(async () => {
  stripe = await startFakeStripe();
  wallet = await start();
});
afterEach(async () => {
  await expectInvariants(wallet);
  expect(await parked(wallet)).toBe(0);
  await wallet.stop();
  await stripe.stop();
});

const begin = async (price = 10, as = BUYER) => {
  const [intent = ''] = (await beginPayment(wallet, as, price)).split('_secret_');
  return intent;
};
const paid = async (price = 10, as = BUYER) => {
  const intent = await begin(price, as);
  stripe.pay(intent);
  return intent;
};
const storePayment = (as = BUYER, amount: number = 10, key?: string) =>
  wallet.call('storePayment', { as, body: { amount }, ...(key && { key }) });
const paymentsOf = async (as = BUYER) => (await wallet.call('listPayments', { as })).body;
const stateOf = async (intent: string) =>
  (await paymentsOf(ADMIN)).find((payment: { _id: string }) => payment._id === intent);

interface Sent {
  at?: number;
  secret?: string;
  headers?: Record<string, string>;
}
const send = (event: unknown, { at, secret, headers }: Sent = {}) => {
  const call = signed(event, at, secret);
  return wallet.call('stripeWebhook', {
    raw: Readable.from([Buffer.from(call.payload)], { objectMode: false }),
    headers: { ...call.headers, ...headers },
  });
};
const succeeded = (intent: string) => eventOf('payment_intent.succeeded', stripe.intentOf(intent));
const refunded = (intent: string, cents?: number) => eventOf('charge.refunded', stripe.refund(intent, cents));
const disputed = (intent: string) => eventOf('charge.dispute.created', stripe.dispute(intent, 'needs_response'));
const RECEIVED = { status: 200, body: { received: true } };

describe('createPaymentIntent', () => {
  it('sends amount, currency, user, email and package, and allows cards only', async () => {
    const intent = await begin();
    expect(stripe.intentOf(intent)).toMatchObject({
      amount: 1000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      receipt_email: BUYER.email,
      metadata: { userId: BUYER.userId, email: BUYER.email, price: '10' },
    });
  });

  it('creates one intent per Idempotency-Key and user, also concurrently', async () => {
    const create = (as: typeof BUYER, price: number) =>
      wallet.call('createPaymentIntent', { as, body: { price }, key: 'k' });
    const [first, twin] = await Promise.all([create(BUYER, 10), create(BUYER, 10)]);
    expect(twin.body).toEqual(first.body);
    expect((await create(BUYER, 20)).body.code).toBe('idempotency-mismatch');
    expect((await create(rival, 10)).body).not.toEqual(first.body);
    expect(stripe.intents().filter(({ metadata }) => metadata.price === '10')).toHaveLength(2);
  });

  it('creates an intent without a receipt for an email that Stripe refuses', async () => {
    const named = { ...actor('buyer', 'named'), email: 'jürgen@example.com' };
    await register(wallet, named);
    const intent = await paid(10, named);
    expect(stripe.intentOf(intent)).toMatchObject({ receipt_email: null, metadata: { email: named.email } });
    expect((await storePayment(named)).body).toEqual({ insertedId: intent });
  });

  it('answers 503 for a key that Stripe refuses', async () => {
    await wallet.stop();
    wallet = await startWallet({ env: { ...stripe.env, STRIPE_SECRET_KEY: 'sk_test_revoked' } });
    const answer = await wallet.call('createPaymentIntent', { as: BUYER, body: { price: 10 } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'processor-down' } });
    expect(JSON.stringify(answer.body)).not.toContain('sk_test');
  });

  it('returns the same intent when the email has changed under the same key', async () => {
    const create = (email: string) =>
      wallet.call('createPaymentIntent', { as: { ...BUYER, email }, body: { price: 10 }, key: 'k' });
    stripe.down();
    expect((await create('old@example.com')).status).toBe(503);
    stripe.up();
    expect((await create('old@example.com')).status).toBe(200);
    await wallet.store.collection(collection('idempotency')).deleteMany({});
    expect(await create('new@example.com')).toMatchObject({ status: 409, body: { code: 'idempotency-mismatch' } });
  });

  it('creates another intent without a key', async () => {
    expect(await begin()).not.toBe(await begin());
  });

  it('answers 503 while Stripe is unreachable, and succeeds afterwards with the same key', async () => {
    stripe.down();
    const create = () => wallet.call('createPaymentIntent', { as: BUYER, body: { price: 10 }, key: 'k' });
    expect(await create()).toMatchObject({ status: 503, body: { code: 'processor-down' } });
    stripe.up();
    expect((await create()).status).toBe(200);
    expect(stripe.intents()).toHaveLength(1);
  });
});

describe('storePayment', () => {
  it('records a confirmed payment once, with the card', async () => {
    const intent = await paid();
    expect(await storePayment()).toMatchObject({ status: 201, body: { insertedId: intent } });
    expect(await storePayment()).toMatchObject({ status: 409, body: { code: 'no-payment' } });
    expect(await paymentsOf()).toMatchObject([
      { _id: intent, amount: 10, coins: 150, card: '4242', state: 'recorded', refunded: 0 },
    ]);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
  });

  it('records no unpaid payment, none of another amount and none of another user', async () => {
    await begin();
    expect((await storePayment()).status).toBe(409);
    await paid(1);
    expect((await storePayment(BUYER, 35)).status).toBe(409);
    expect((await storePayment(rival, 1)).status).toBe(409);
  });

  it.each([
    ['amount', { amount_received: 100 }],
    ['currency', { currency: 'bdt' }],
    ['user', { metadata: { userId: rival.userId } }],
  ])('does not record a payment whose %s was changed at Stripe', async (_what, changes) => {
    const intent = await paid();
    stripe.change(intent, changes);
    for (const as of [BUYER, rival]) expect((await storePayment(as)).status).toBe(409);
    expect(await send(succeeded(intent))).toMatchObject(RECEIVED);
    expect(await paymentsOf(ADMIN)).toEqual([]);
  });

  it('records each of two payments once, oldest first, also concurrently', async () => {
    const first = await paid();
    await pause(2);
    const second = await paid();
    expect((await storePayment()).body).toEqual({ insertedId: first });
    const answers = await Promise.all([storePayment(), storePayment()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.map(({ body }) => body.insertedId)).toContain(second);
  });

  it('finds the paid intent among many unpaid ones and retrieves at most ten from Stripe', async () => {
    for (let unpaid = 0; unpaid < 12; unpaid++) await begin();
    const intent = await paid();
    stripe.calls.length = 0;
    expect((await storePayment()).body).toEqual({ insertedId: intent });
    expect(stripe.calls).toHaveLength(10);
  });

  it('credits at once with COIN_CREDIT=automatic', async () => {
    await restartWith('automatic');
    await paid();
    await storePayment();
    expect(await balanceOf(wallet, BUYER)).toBe(200);
    expect(await paymentsOf()).toMatchObject([{ state: 'credited' }]);
  });

  it('answers 503 while Stripe is unreachable, and records afterwards with the same key', async () => {
    const intent = await paid();
    stripe.down();
    expect(await storePayment(BUYER, 10, 'k')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'processor-down' },
    });
    stripe.up();
    expect((await storePayment(BUYER, 10, 'k')).body).toEqual({ insertedId: intent });
  });

  it('does not record a refunded payment', async () => {
    const intent = await paid();
    stripe.refund(intent);
    expect((await storePayment()).status).toBe(409);
  });
});

describe('stripeWebhook', () => {
  it('before storePayment records the payment, which storePayment then answers once', async () => {
    const intent = await paid();
    expect(await send(succeeded(intent))).toMatchObject(RECEIVED);
    expect(await paymentsOf()).toMatchObject([{ _id: intent, state: 'recorded', card: '4242' }]);
    expect(await storePayment(BUYER, 10, 'k')).toMatchObject({ status: 201, body: { insertedId: intent } });
    expect((await storePayment(BUYER, 10, 'k')).body).toEqual({ insertedId: intent });
    expect((await storePayment()).status).toBe(409);
    expect(await paymentsOf()).toHaveLength(1);
    expect(await dataOf(wallet, 'payment.recorded')).toHaveLength(1);
  });

  it('after storePayment changes nothing', async () => {
    const intent = await paid();
    await storePayment();
    expect(await send(succeeded(intent))).toMatchObject(RECEIVED);
    expect(await paymentsOf()).toMatchObject([{ state: 'recorded' }]);
    expect(await dataOf(wallet, 'payment.recorded')).toHaveLength(1);
    expect((await storePayment()).status).toBe(409);
  });

  it('without storePayment records the payment, and an admin credits it', async () => {
    const intent = await paid();
    await send(succeeded(intent));
    expect((await creditBy(wallet, intent)).body).toEqual({ modifiedCount: 1 });
    expect((await creditBy(wallet, intent)).body).toEqual({ modifiedCount: 0 });
    expect(await balanceOf(wallet, BUYER)).toBe(200);
  });

  it('leaves storePayment to claim the latest payment, not an older unclaimed one', async () => {
    const forgotten = await paid();
    await send(succeeded(forgotten));
    await pause(2);
    const intent = await paid();
    await send(succeeded(intent));
    expect((await storePayment()).body).toEqual({ insertedId: intent });
  });

  it('records once beside a concurrent storePayment', async () => {
    const intent = await paid();
    const [stored, ...answers] = await Promise.all([storePayment(), send(succeeded(intent)), send(succeeded(intent))]);
    expect(stored).toMatchObject({ status: 201, body: { insertedId: intent } });
    for (const answer of answers) expect(answer).toMatchObject(RECEIVED);
    expect(await paymentsOf()).toHaveLength(1);
    expect(await dataOf(wallet, 'payment.recorded')).toHaveLength(1);
  });

  it('retrieves the payment from Stripe once per event', async () => {
    const intent = await paid();
    const event = succeeded(intent);
    await send(event);
    stripe.calls.length = 0;
    expect(await send(event)).toMatchObject(RECEIVED);
    expect(stripe.calls).toEqual([]);
    expect(await wallet.store.collection(stripeEvents).find({})).toMatchObject([
      { _id: event.id, type: 'payment_intent.succeeded', intent },
    ]);
  });

  it('ignores amount, currency, user and state of the payload', async () => {
    await restartWith('automatic');
    const cheap = await paid(1);
    const forged = {
      ...stripe.intentOf(cheap),
      amount: 3500,
      amount_received: 3500,
      currency: 'bdt',
      metadata: { userId: rival.userId, price: '35' },
    };
    await send(eventOf('payment_intent.succeeded', forged));
    expect(await paymentsOf(ADMIN)).toMatchObject([{ email: BUYER.email, amount: 1, coins: 10 }]);
    expect(await balanceOf(wallet, BUYER)).toBe(60);
    const unpaid = await begin(35);
    await send(eventOf('payment_intent.succeeded', { ...stripe.intentOf(unpaid), status: 'succeeded' }));
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('ignores payments that were not created here', async () => {
    for (const intent of ['pi_of_another_buyer', '', null, 7]) {
      expect(await send(eventOf('payment_intent.succeeded', { id: intent }))).toMatchObject(RECEIVED);
      expect(await send(eventOf('charge.refunded', { payment_intent: intent }))).toMatchObject(RECEIVED);
    }
    expect(await send(eventOf('charge.refunded', {}))).toMatchObject(RECEIVED);
    expect(await send(eventOf('customer.created', { id: 'cus_1' }))).toMatchObject(RECEIVED);
    expect(stripe.calls).toEqual([]);
    expect(await paymentsOf(ADMIN)).toEqual([]);
  });

  it('ignores payments of another installation with the same Stripe account', async () => {
    const intent = await paid();
    const here = wallet;
    const other = await start('automatic');
    try {
      wallet = other;
      expect(await send(succeeded(intent))).toMatchObject(RECEIVED);
      expect(await paymentsOf(ADMIN)).toEqual([]);
    } finally {
      wallet = here;
      await other.stop();
    }
  });

  it('reads an expanded payment object', async () => {
    const intent = await paid();
    const charge = { ...stripe.refund(intent), payment_intent: { id: intent } };
    expect(await send(eventOf('charge.refunded', charge))).toMatchObject(RECEIVED);
    expect(await stateOf(intent)).toMatchObject({ state: 'reversed' });
  });

  it('answers 503 while Stripe is unreachable, so that Stripe retries the event', async () => {
    await restartWith('automatic');
    const intent = await paid();
    const event = succeeded(intent);
    stripe.down();
    expect(await send(event)).toMatchObject({ status: 503, body: { code: 'processor-down' } });
    stripe.up();
    expect(await send(event)).toMatchObject(RECEIVED);
    expect(await balanceOf(wallet, BUYER)).toBe(200);
  });

  it('deletes events after 31 days', async () => {
    let now = Date.now();
    await restartWith('manual', () => now);
    await send(succeeded(await paid()), { at: now });
    now += 31 * DAY_MS + 1;
    await send(succeeded(await paid()), { at: now });
    expect(await wallet.store.collection(stripeEvents).countDocuments({})).toBe(1);
  });
});

describe('stripeWebhook without a valid signature', () => {
  const refused = {
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: { code: 'bad-signature' },
  };

  it('refuses another secret, a missing signature and a changed body', async () => {
    const event = succeeded(await paid());
    expect(await send(event, { secret: 'whsec_another' })).toMatchObject(refused);
    expect(await send(event, { headers: { 'stripe-signature': '' } })).toMatchObject(refused);
    expect(await send(event, { headers: { 'stripe-signature': 't=1,v1=00' } })).toMatchObject(refused);
    const { headers } = signed(eventOf('payment_intent.succeeded', { id: 'pi_other' }));
    expect(await send(event, { headers })).toMatchObject(refused);
    expect(await wallet.call('stripeWebhook', { headers })).toMatchObject(refused);
    expect(await paymentsOf(ADMIN)).toEqual([]);
  });

  it('refuses a signature older than 300 s and accepts one just before', async () => {
    const event = succeeded(await paid());
    expect(await send(event, { at: Date.now() - 302_000 })).toMatchObject(refused);
    expect(await paymentsOf(ADMIN)).toEqual([]);
    expect(await send(event, { at: Date.now() - 297_000 })).toMatchObject(RECEIVED);
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('refuses a truncated body', async () => {
    const { headers } = signed(succeeded(await paid()));
    const raw = Readable.from(
      (async function* () {
        yield Buffer.from('{"id":');
        throw new Error('the sender has disconnected');
      })(),
      { objectMode: false },
    );
    expect(await wallet.call('stripeWebhook', { raw, headers })).toMatchObject(refused);
  });

  it('refuses a signed body that is no event', async () => {
    const { payload, headers } = signedText('{"id":');
    const raw = Readable.from([Buffer.from(payload)], { objectMode: false });
    expect(await wallet.call('stripeWebhook', { raw, headers })).toMatchObject(refused);
  });
});

describe('automatic credit', () => {
  beforeEach(() => restartWith('automatic'));

  it('credits once, whichever of webhook and storePayment is first', async () => {
    const intent = await paid();
    await Promise.all([send(succeeded(intent)), send(succeeded(intent)), storePayment(), creditBy(wallet, intent)]);
    expect(await balanceOf(wallet, BUYER)).toBe(200);
    expect(await dataOf(wallet, 'payment.credited')).toHaveLength(1);
    expect((await transferIds(wallet)).filter((id) => id === `topup:${intent}`)).toHaveLength(1);
  });

  it('credits once when two processes receive the event concurrently', async () => {
    const { settings, store, bus, ids } = wallet;
    const deps = { settings, store, bus, ids, clock: systemClock, log: silentLog };
    const [first, second] = await Promise.all([
      createServiceRuntime(walletService, deps),
      createServiceRuntime(walletService, deps),
    ]);
    const intent = await paid();
    const event = succeeded(intent);
    const deliver = (process: typeof first, event: unknown) => {
      const { payload, headers } = signed(event);
      const raw = Readable.from([Buffer.from(payload)], { objectMode: false });
      return process.dispatch('stripeWebhook', {
        method: 'POST',
        path: '/webhooks/stripe',
        params: {},
        query: {},
        body: undefined,
        headers,
        raw,
      });
    };
    const both = [first, second, first, second];
    for (const answer of await Promise.all(both.map((process) => deliver(process, event))))
      expect(answer).toMatchObject(RECEIVED);
    expect(await balanceOf(wallet, BUYER)).toBe(200);
    const refundEvent = refunded(intent);
    await Promise.all(both.map((process) => deliver(process, refundEvent)));
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect(await dataOf(wallet, 'payment.credited')).toHaveLength(1);
    expect(await dataOf(wallet, 'payment.reversed')).toHaveLength(1);
  });

  it('leaves a payment of a former buyer to an admin', async () => {
    const intent = await paid();
    await changeRole(wallet, BUYER, 'worker');
    expect(await send(succeeded(intent))).toMatchObject(RECEIVED);
    expect(await stateOf(intent)).toMatchObject({ state: 'recorded' });
    expect((await creditBy(wallet, intent)).body.code).toBe('not-a-buyer');
  });

  it('credits nothing that was refunded before its success event', async () => {
    const intent = await paid();
    const late = succeeded(intent);
    expect(await send(refunded(intent))).toMatchObject(RECEIVED);
    expect(await send(late)).toMatchObject(RECEIVED);
    expect((await storePayment()).body.code).toBe('no-payment');
    expect((await creditBy(wallet, intent)).body.code).toBe('payment-reversed');
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect(await paymentsOf()).toMatchObject([{ state: 'reversed', refunded: 10, shortfall: 0 }]);
  });

  it('takes the coins back once after a full refund, in any order of events', async () => {
    const intent = await paid();
    const success = succeeded(intent);
    await send(success);
    const refund = refunded(intent);
    await Promise.all([send(refund), send(refund), send({ ...success, id: 'evt_again' })]);
    expect(await balanceOf(wallet, BUYER)).toBe(50);
    expect(await dataOf(wallet, 'payment.reversed')).toEqual([
      { paymentId: intent, userId: BUYER.userId, coins: 150, shortfall: 0 },
    ]);
  });

  it('keeps the coins after a partial refund, stores its amount, and takes them with the last part', async () => {
    const intent = await paid();
    await send(succeeded(intent));
    const part = refunded(intent, 400);
    await send(part);
    expect(await stateOf(intent)).toMatchObject({ state: 'credited', refunded: 4 });
    expect(await balanceOf(wallet, BUYER)).toBe(200);
    expect((await wallet.runtime.internal('totals', { actor: ADMIN })) as object).toMatchObject({
      admin: { dollarsIn: 6 },
    });
    await send(refunded(intent, 600));
    expect(await stateOf(intent)).toMatchObject({ state: 'reversed', refunded: 10 });
    expect(await balanceOf(wallet, BUYER)).toBe(50);
  });

  it('takes the coins of a disputed payment back, down to zero, and stores the shortfall', async () => {
    const intent = await paid();
    await send(succeeded(intent));
    await requestFunding(wallet, 't', 30);
    expect(await send(disputed(intent))).toMatchObject(RECEIVED);
    expect(await balances(wallet)).toMatchObject({ 'user:user-buyer': 0, 'escrow:t': 150 });
    expect(await stateOf(intent)).toMatchObject({ state: 'reversed', shortfall: 100, refunded: 0 });
    await send(refunded(intent));
    expect(await stateOf(intent)).toMatchObject({ shortfall: 100, refunded: 10 });
  });

  it.each(['lost', 'won'] as const)('moves nothing more when the dispute is %s', async (end) => {
    const intent = await paid();
    await send(succeeded(intent));
    await send(disputed(intent));
    await send(eventOf('charge.dispute.closed', stripe.dispute(intent, end)));
    expect(await stateOf(intent)).toMatchObject({ state: 'reversed' });
    expect(await balanceOf(wallet, BUYER)).toBe(50);
  });

  it('keeps the coins for an inquiry and for a dispute that was won before its first event', async () => {
    const asked = await paid();
    await send(succeeded(asked));
    const inquiry = stripe.dispute(asked, 'warning_needs_response');
    await send(eventOf('charge.dispute.created', inquiry));
    expect(await stateOf(asked)).toMatchObject({ state: 'credited' });
    await send(eventOf('charge.dispute.funds_withdrawn', stripe.dispute(asked, 'needs_response')));
    expect(await stateOf(asked)).toMatchObject({ state: 'reversed' });

    const won = await paid();
    const opened = disputed(won);
    stripe.dispute(won, 'won');
    await send(succeeded(won));
    await send(opened);
    expect(await stateOf(won)).toMatchObject({ state: 'credited' });
  });

  it('is reversed by reversePayment without an event of Stripe', async () => {
    const intent = await paid();
    expect(await wallet.internal('reversePayment', { intent })).toEqual({ modifiedCount: 1 });
    stripe.down();
    expect(await wallet.internal('reversePayment', { intent: 'pi_unknown' })).toEqual({ failure: 'not-found' });
  });
});

it('keeps intents and events over a restart', async () => {
  const intent = await paid();
  await send(succeeded(intent));
  const second = await paid(20);
  await wallet.restart();
  expect((await storePayment()).body).toEqual({ insertedId: intent });
  expect((await storePayment(BUYER, 20)).body).toEqual({ insertedId: second });
});

it('offers no operation of the simulated processor', async () => {
  const clientSecret = await beginPayment(wallet, BUYER, 10);
  expect((await confirm(wallet, BUYER, clientSecret)).status).toBe(404);
  // Nor for an intent from before Stripe was chosen.
  const begun = { userId: BUYER.userId, email: BUYER.email, amountCents: 1000, currency: 'usd', price: 10 } as const;
  await wallet.store
    .collection(simulatedIntents)
    .insertOne({
      ...begun,
      _id: 'pi_before',
      clientSecret: 'secret',
      idempotencyKey: 'k',
      card: '',
      at: 0,
      status: 'requires_payment_method',
    });
  expect((await confirm(wallet, BUYER, 'secret')).status).toBe(404);
});
