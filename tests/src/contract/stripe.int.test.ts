import { eventOf, type FakeStripe, signed, startFakeStripe } from '@piecework/wallet/testing';
import type { Person } from '../support/people';
import { eventually, startTestStack, type TestStack } from '../support/stack';

// The whole stack with a fake Stripe: webhooks through the gateway, with an audit after each test.

let stripe: FakeStripe;
let stack: TestStack;
let admin: Person;
beforeAll(async () => {
  stripe = await startFakeStripe();
  stack = await startTestStack({ ...stripe.env, COIN_CREDIT: 'automatic' });
  admin = await stack.newcomer('admin');
}, 60_000);
afterAll(async () => {
  await stack.stop();
  await stripe.stop();
}, 60_000);
afterEach(async () => expect((await stack.audit()).violations).toEqual([]));

const paid = async (buyer: Person, price = 10): Promise<string> => {
  const { clientSecret } = await stack.get('createPaymentIntent', { as: buyer, body: { price } });
  const [intent = ''] = clientSecret.split('_secret_');
  stripe.pay(intent);
  return intent;
};
const deliver = (event: unknown) => {
  const { payload, headers } = signed(event);
  return stack.ask('stripeWebhook', { raw: payload, headers });
};
const succeeded = (intent: string) => eventOf('payment_intent.succeeded', stripe.intentOf(intent));
const paymentOf = async (intent: string) =>
  (await stack.get('listPayments', { as: admin })).find(({ _id }) => _id === intent);

test('the gateway forwards the signed bytes of an event unchanged', async () => {
  const buyer = await stack.newcomer('buyer');
  const intent = await paid(buyer);
  // Whitespace and non-ASCII characters that re-serialization would change.
  const event = { ...succeeded(intent), note: 'spaced —  ünïcode \u2028' };
  expect(await deliver(event)).toMatchObject({ status: 200, body: { received: true } });
  await eventually('the coins', 2000, async () => ((await stack.balance(buyer)) === 200 ? true : undefined));
});

test.each([
  ['refunded', (intent: string) => eventOf('charge.refunded', stripe.refund(intent))],
  [
    'disputed',
    (intent: string) => eventOf('charge.dispute.created', stripe.dispute(intent, 'needs_response')),
  ],
])('the spent coins of a %s payment are its shortfall, and the ledger balances', async (_case, reverse) => {
  const buyer = await stack.newcomer('buyer');
  const intent = await paid(buyer);
  await deliver(succeeded(intent));
  await stack.post(buyer, { requiredWorkers: 10, payableAmount: 15 });
  await stack.settle();
  const event = reverse(intent);
  await Promise.all([deliver(event), deliver(event), deliver({ ...event, id: 'evt_other' })]);
  expect(await stack.balance(buyer)).toBe(0);
  expect(await paymentOf(intent)).toMatchObject({ state: 'reversed', shortfall: 100 });
  const { admin: before } = await stack.get('totals', { as: admin });
  const again = await stack.ask('creditPayment', { as: admin, params: { intent } });
  expect(again).toMatchObject({ status: 409, body: { code: 'payment-reversed' } });
  expect((await stack.get('totals', { as: admin })).admin).toEqual(before);
});

test('a refund and a success webhook in the wrong order, concurrent with storePayment, credit no coins', async () => {
  const buyer = await stack.newcomer('buyer');
  const intent = await paid(buyer);
  const success = succeeded(intent);
  const refund = eventOf('charge.refunded', stripe.refund(intent));
  await Promise.all([
    deliver(refund),
    deliver(success),
    stack.ask('storePayment', { as: buyer, body: { amount: 10 } }),
    deliver(success),
  ]);
  expect(await stack.balance(buyer)).toBe(50);
  expect(await paymentOf(intent)).toMatchObject({ state: 'reversed', shortfall: 0, refunded: 10 });
});

test('refunded dollars are not counted as paid in', async () => {
  const dollarsIn = async () => (await stack.get('totals', { as: admin })).admin?.dollarsIn ?? 0;
  const buyer = await stack.newcomer('buyer');
  const before = await dollarsIn();
  const intent = await paid(buyer, 20);
  await deliver(succeeded(intent));
  expect(await dollarsIn()).toBe(before + 20);
  await deliver(eventOf('charge.refunded', stripe.refund(intent, 500)));
  expect(await dollarsIn()).toBe(before + 15);
  expect((await stack.audit()).totals.centsIn).toBe((before + 15) * 100);
});

test('while Stripe is unavailable, buying answers 503 and other operations work', async () => {
  const buyer = await stack.newcomer('buyer');
  stripe.down();
  try {
    const answer = await stack.ask('createPaymentIntent', { as: buyer, body: { price: 10 } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'processor-down' } });
    expect(await stack.post(buyer)).toMatch(/\S/);
  } finally {
    stripe.up();
  }
});
