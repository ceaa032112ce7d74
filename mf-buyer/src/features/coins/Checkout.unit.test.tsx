import type { Payment } from '@piecework/contracts';
import { dialogs } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { aPayment, later, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

let mockFault: Error | null = null;
jest.mock('./PaymentConfirmation', () => {
  const { PaymentConfirmation, ...rest } = jest.requireActual('./PaymentConfirmation');
  return {
    ...rest,
    PaymentConfirmation: (props: object) => {
      if (mockFault) throw mockFault;
      return <PaymentConfirmation {...props} />;
    },
  };
});

type Options = NonNullable<Parameters<typeof renderApp>[1]>;
type Answers = NonNullable<Options['answers']>;

const INTENT = 'POST /create-payment-intent';
const CONFIRM = 'POST /payments/simulated/confirm';
const STORE = 'POST /storePayment';
const WORKING = {
  [INTENT]: { clientSecret: 'secret-1' },
  [CONFIRM]: { status: 'succeeded', intent: 'pi_1' },
  [STORE]: { insertedId: 'pi_1' },
} satisfies Answers;
const CONFIG = {
  identity: 'embedded',
  payments: 'simulated',
  coinCredit: 'automatic',
  packages: [
    { price: 1, coins: 10 },
    { price: 10, coins: 150 },
  ],
};
const BUYER = {
  _id: 'buyer-1',
  userName: 'Bo Buyer',
  userEmail: 'bo@example.com',
  userRole: 'buyer',
  userAvailableCoin: 50,
} as const;

/** Without delays between key presses. */
const user = userEvent.setup({ delay: null });

let success: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  success = jest.spyOn(dialogs, 'success').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = (answers: Answers = {}, path = '/dashboard/checkout/10') =>
  renderApp(remote, { path, user: BUYER, answers: { ...WORKING, ...answers } });
type App = ReturnType<typeof open>;
const sent = ({ calls }: App, route: string) => calls.filter((call) => call.route === route);

const typeCard = async (number = '4242424242424242', expiry = '1230', cvc = '123') => {
  await user.type(await screen.findByLabelText('Card number'), number);
  await user.type(screen.getByLabelText('Expiry'), expiry);
  await user.type(screen.getByLabelText('Security code'), cvc);
};
const press = () => user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
const finish = () => user.click(screen.getByRole('button', { name: 'Finish purchase' }));

describe('the checkout form', () => {
  it('shows the package, read-only amount and email, and the balance after the purchase', async () => {
    open();
    expect(await screen.findByLabelText('Amount')).toHaveValue('$10.00');
    expect(screen.getByLabelText('Amount')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Email')).toHaveValue('bo@example.com');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    const summary = await screen.findByRole('region', { name: 'Your package' });
    expect(within(summary).getByText('Balance after purchase').closest('div')).toHaveTextContent('200');
  });

  it.each(['7', '10.0', 'abc'])('shows an empty state for the unknown price %s', async (price) => {
    const app = open({}, `/dashboard/checkout/${price}`);
    expect(await screen.findByText('This package doesn’t exist')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View packages' })).toHaveAttribute('href', '/dashboard/buyerPurchaseCoin');
    expect(sent(app, INTENT)).toHaveLength(0);
  });

  it('formats card number and expiry date', async () => {
    open();
    await typeCard();
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    expect(screen.getByLabelText('Expiry')).toHaveValue('12/30');
  });

  it.each([
    ['4242', '1230', '123', 'Your card number is incomplete.'],
    ['4242424242424242', '12', '123', "Your card's expiration date is incomplete."],
    ['4242424242424242', '1230', '1', "Your card's security code is incomplete."],
  ])('shows what is missing in %s %s %s', async (number, expiry, cvc, message) => {
    const app = open();
    await typeCard(number, expiry, cvc);
    await press();
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent(app, CONFIRM)).toHaveLength(0);
  });
});

describe('coins that an admin credits', () => {
  const NOTICE = /an admin checks the payment and credits them/;

  it('are announced before the payment', async () => {
    open({ 'GET /config': { ...CONFIG, coinCredit: 'manual' } });
    await waitFor(() => expect(screen.getByText(NOTICE)).toBeVisible());
  });

  it('are not mentioned where coins are credited at once', async () => {
    open({ 'GET /config': CONFIG });
    await screen.findByLabelText('Card number');
    expect(screen.queryByText(NOTICE)).toBeNull();
  });

  it('are shown on the package page until they are credited', async () => {
    const app = open({ 'GET /payments': [aPayment({ coins: 500 })] }, '/dashboard/buyerPurchaseCoin');
    expect(await screen.findByText(/500 coins on their way/)).toBeVisible();
    const request = app.calls.find(({ route }) => route === 'GET /payments');
    expect(request?.query).toEqual({ state: 'recorded' });
    app.answer({ 'GET /payments': [] });
    refresh('GET /payments');
    await waitFor(() => expect(screen.queryByText(/on their way/)).toBeNull());
  });
});

describe('a card that succeeds', () => {
  it('is charged and recorded once, also on a double click', async () => {
    const app = open({ [INTENT]: later(20, { clientSecret: 'secret-1' }) });
    await typeCard();
    const button = screen.getByRole('button', { name: 'Pay $10.00' });
    await user.dblClick(button);
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    expect(success).toHaveBeenCalledWith({ title: 'Success!', text: 'Your payment is successful.' });
    for (const route of [INTENT, CONFIRM, STORE]) expect(sent(app, route)).toHaveLength(1);
    expect(sent(app, INTENT)[0]).toMatchObject({ body: { price: 10 } });
    expect(sent(app, CONFIRM)[0]?.body).toMatchObject({
      clientSecret: 'secret-1',
      cardNumber: '4242 4242 4242 4242',
      expiry: '12/30',
      cvc: '123',
    });
    expect(sent(app, STORE)[0]).toMatchObject({
      body: { amount: 10 },
      headers: { 'idempotency-key': expect.any(String) },
    });
  });

  it('shows that the coins were credited at once', async () => {
    open({ 'GET /config': CONFIG });
    await typeCard();
    await press();
    expect(await screen.findByText(/are in your balance\. You now have/)).toBeVisible();
  });

  it('shows that an admin will credit the coins, and updates live', async () => {
    const app = open({ 'GET /payments': [aPayment({ _id: 'pi_1' })] });
    await typeCard();
    await press();
    expect(await screen.findByText(/An admin will check it and credit/)).toBeVisible();
    app.answer({ 'GET /payments': [aPayment({ _id: 'pi_1', state: 'credited' })] });
    const { refresh } = await import('@piecework/web-kit/query');
    refresh('GET /payments');
    expect(await screen.findByText(/are in your balance\. You now have/)).toBeVisible();
  });
});

it('shows that a reversed payment added no coins', async () => {
  open({ 'GET /payments': [aPayment({ _id: 'pi_1', state: 'reversed' })] });
  await typeCard();
  await press();
  expect(await screen.findByText(/was returned to your card/)).toBeVisible();
});

describe('a card that is declined', () => {
  it('shows the reason under the card, keeps the input and accepts another card for the same intent', async () => {
    const app = open({ [CONFIRM]: problem(402, 'card-declined', 'Your card was declined.') });
    await typeCard('4000000000000002');
    await press();
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    expect(screen.getByLabelText('Card number')).toHaveValue('4000 0000 0000 0002');
    expect(screen.getByLabelText('Card number')).toHaveAccessibleDescription('Your card was declined.');
    expect(sent(app, STORE)).toHaveLength(0);

    app.answer({ [CONFIRM]: WORKING[CONFIRM] });
    await user.clear(screen.getByLabelText('Card number'));
    await user.type(screen.getByLabelText('Card number'), '4242424242424242');
    expect(screen.queryByText('Your card was declined.')).toBeNull();
    await press();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    expect(sent(app, INTENT)).toHaveLength(1);
  });

  it("shows the processor's error of a field", async () => {
    open({
      [CONFIRM]: problem(400, 'validation', 'Please correct the marked fields.', {
        cardNumber: 'Your card number is invalid.',
      }),
    });
    await typeCard('4242424242424241');
    await press();
    expect(await screen.findByText('Your card number is invalid.')).toBeVisible();
  });
});

describe('a card that needs authentication', () => {
  const REQUIRES_ACTION: Answers = {
    [CONFIRM]: ({ body }: { body: unknown }) => {
      const { authenticate } = body as { authenticate?: string };
      if (authenticate === 'complete') return { status: 'succeeded', intent: 'pi_1' };
      if (authenticate === 'fail')
        return problem(402, 'card-declined', 'We are unable to authenticate your payment method.');
      return { status: 'requires_action', intent: 'pi_1' };
    },
  };

  it('is charged after the authentication', async () => {
    const app = open(REQUIRES_ACTION);
    await typeCard('4000002500003155');
    await press();
    const bank = await screen.findByRole('dialog', { name: 'Your bank asks: is this you?' });
    expect(bank).toHaveTextContent('$10.00');
    expect(bank).toHaveTextContent('3155');
    expect(sent(app, STORE)).toHaveLength(0);
    await user.click(within(bank).getByRole('button', { name: 'Complete authentication' }));
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    expect(sent(app, STORE)).toHaveLength(1);
  });

  it.each(['Fail authentication', 'Close'])('is not charged after %s', async (answer) => {
    const app = open(REQUIRES_ACTION);
    await typeCard('4000002500003155');
    await press();
    const bank = await screen.findByRole('dialog');
    await user.click(within(bank).getByRole('button', { name: answer }));
    expect(await screen.findByText(/unable to authenticate/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(app, STORE)).toHaveLength(0);
  });
});

describe('an interrupted purchase', () => {
  it('requests a lost intent again with the same key', async () => {
    const app = open({ [INTENT]: networkFailure() });
    await typeCard();
    await press();
    expect(await screen.findByText(/You can safely try again/)).toBeVisible();
    app.answer({ [INTENT]: WORKING[INTENT] });
    await press();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    const [first, second] = sent(app, INTENT).map(({ headers }) => headers['idempotency-key']);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  it('retries a charge with unknown outcome on the same intent', async () => {
    const app = open({ [CONFIRM]: networkFailure() });
    await typeCard();
    await press();
    expect(await screen.findByText(/You can safely try again/)).toBeVisible();
    app.answer({ [CONFIRM]: WORKING[CONFIRM] });
    await press();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    expect(sent(app, INTENT)).toHaveLength(1);
  });

  it('records a charged payment without a second charge', async () => {
    const app = open({ [STORE]: problem(503, 'unavailable', 'Part of Piecework isn’t responding.') });
    await typeCard();
    await press();
    expect(await screen.findByText(/isn’t recorded yet/)).toBeVisible();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    app.answer({ [STORE]: WORKING[STORE] });
    await finish();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    expect(sent(app, CONFIRM)).toHaveLength(1);
    const keys = sent(app, STORE).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('is completed automatically when the buyer returns', async () => {
    const before = open({ [STORE]: networkFailure() });
    await typeCard();
    await press();
    await screen.findByText(/isn’t recorded yet/);
    before.unmount();

    const after = open();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    expect(sent(after, INTENT)).toHaveLength(0);
    expect(sent(after, CONFIRM)).toHaveLength(0);
    expect(sent(after, STORE)).toHaveLength(1);
    expect(Object.keys(localStorage).filter((name) => name.startsWith('piecework:purchase'))).toEqual([]);
  });

  it('is shown on the package page to its buyer only', async () => {
    const before = open({ [STORE]: networkFailure() });
    await typeCard();
    await press();
    await screen.findByText(/isn’t recorded yet/);
    before.unmount();
    const mine = open({}, '/dashboard/buyerPurchaseCoin');
    expect(await screen.findByText(/went through but isn’t recorded yet/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Finish it' })).toHaveAttribute('href', '/dashboard/checkout/10');
    mine.unmount();
    renderApp(remote, { path: '/dashboard/buyerPurchaseCoin', user: { ...BUYER, _id: 'buyer-2' } });
    await screen.findByRole('link', { name: 'Purchase 150 coin for $10' });
    expect(screen.queryByText(/isn’t recorded yet/)).toBeNull();
  });

  it.each(['7', '{}', '{"intent":{"a":1}}', '{"intentKey":"k","storeKey":"s","clientSecret":[]}', '{half'])(
    'ignores an invalid stored purchase: %s',
    async (kept) => {
      localStorage.setItem(`piecework:purchase:${BUYER._id}:10`, kept);
      const app = open();
      await typeCard();
      await press();
      expect(await screen.findByText('Your payment is successful.')).toBeVisible();
      expect(sent(app, INTENT)[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    },
  );

  it('accepts a payment that another tab has recorded', async () => {
    open({
      [STORE]: problem(409, 'no-payment', 'No new payment for this amount has gone through.'),
      'GET /payments': [aPayment({ _id: 'pi_1' })],
    });
    await typeCard();
    await press();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
  });

  it('starts again when the processor does not know the payment', async () => {
    const app = open({ [STORE]: problem(409, 'no-payment', 'No new payment for this amount has gone through.') });
    await typeCard();
    await press();
    expect(await screen.findByText(/No new payment for this amount/)).toBeVisible();
    expect(screen.getByLabelText('Card number')).toBeVisible();
    app.answer({ [STORE]: WORKING[STORE] });
    await typeCard();
    await press();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    expect(sent(app, INTENT)).toHaveLength(2);
  });
});

it('allows a second deliberate purchase', async () => {
  const app = open();
  await typeCard();
  await press();
  await screen.findByText('Your payment is successful.');
  await user.click(screen.getByRole('link', { name: 'Purchase more' }));
  await user.click(await screen.findByRole('link', { name: 'Purchase 150 coin for $10' }));
  await typeCard();
  await press();
  await screen.findByText('Your payment is successful.');
  await waitFor(() => expect(sent(app, STORE)).toHaveLength(2));
  const keys = sent(app, INTENT).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});

describe('a payment of the last 15 minutes', () => {
  const MINUTE = 60_000;
  const paidBefore = (minutes: number, changes: Partial<Payment> = {}) =>
    aPayment({ _id: 'pi_0', time: new Date(Date.now() - minutes * MINUTE).toISOString(), ...changes });
  const question = () => screen.findByRole('heading', { name: /^You paid \$10\.00 2 minutes ago$/ });

  it('is asked about before the form, and a second one can be made', async () => {
    const app = open({ 'GET /payments': [paidBefore(2)] }, '/dashboard/checkout/1');
    expect(await question()).toBeVisible();
    expect(screen.getByText(/the coins are on their way/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View payments' })).toBeVisible();
    expect(screen.getByLabelText('Card number')).not.toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pay again' }));
    expect(screen.getByLabelText('Card number')).toBeVisible();
    await typeCard();
    await user.click(screen.getByRole('button', { name: 'Pay $1.00' }));
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    expect(sent(app, CONFIRM)).toHaveLength(1);
  });

  it.each([
    ['older than that', paidBefore(16)],
    ['reversed', paidBefore(2, { state: 'reversed' })],
  ])('is not asked about when it is %s', async (_, payment) => {
    open({ 'GET /payments': [payment] });
    await waitFor(() => expect(screen.getByLabelText('Card number')).toBeVisible());
    expect(screen.queryByText(/^You paid/)).toBeNull();
  });

  it('made in another tab hides the form, which keeps what was typed', async () => {
    const app = open();
    await typeCard();
    app.answer({ 'GET /payments': [paidBefore(2)] });
    refresh('GET /payments');
    expect(await question()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pay again' }));
    expect(screen.getByLabelText('Card number')).toBeVisible();
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
  });

  it('is looked up before the form shows, and again after a failure', async () => {
    const app = open({ 'GET /payments': problem(503, 'unavailable', 'A part is not responding.') });
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 });
    expect(screen.getByLabelText('Card number')).not.toBeVisible();
    app.answer({ 'GET /payments': [] });
    await user.click(retry);
    await waitFor(() => expect(screen.getByLabelText('Card number')).toBeVisible());
    app.answer({ 'GET /payments': problem(503, 'unavailable', 'A part is not responding.') });
    refresh('GET /payments');
    await waitFor(() => expect(sent(app, 'GET /payments').length).toBeGreaterThan(3));
    expect(screen.getByLabelText('Card number')).toBeVisible();
  });

  it('is not asked about while a charged purchase is completed', async () => {
    const before = open({ [STORE]: networkFailure() });
    await typeCard();
    await press();
    await screen.findByText(/isn’t recorded yet/);
    before.unmount();
    open({ 'GET /payments': [paidBefore(2)], [STORE]: later(50, { insertedId: 'pi_1' }) });
    expect(await screen.findByText(/isn’t recorded yet/)).toBeVisible();
    expect(screen.queryByText(/^You paid/)).toBeNull();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
  });
});

describe('an error after the charge', () => {
  it('ends at the confirmation of the payment when the checkout is opened again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    mockFault = new Error('A component of the confirmation');
    const app = open({ 'GET /payments': [] });
    await typeCard();
    await press();
    await screen.findByText(mockFault.message);
    mockFault = null;
    app.unmount();
    const again = open();
    expect(await screen.findByText('Your payment is successful.')).toBeVisible();
    for (const route of [INTENT, CONFIRM, STORE]) expect(sent(again, route)).toHaveLength(0);
  });
});
