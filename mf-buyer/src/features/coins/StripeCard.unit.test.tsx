import { dialogs } from '@piecework/web-kit';
import { networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Options = NonNullable<Parameters<typeof renderApp>[1]>;
type Answers = NonNullable<Options['answers']>;

const INTENT = 'POST /create-payment-intent';
const STORE = 'POST /storePayment';
const CONFIG = {
  identity: 'embedded',
  payments: 'stripe',
  coinCredit: 'manual',
  packages: [{ price: 10, coins: 150 }],
  stripe: { publishableKey: 'pk_test_1', scriptUrl: 'https://js.stripe.test/stripe.js' },
};
const WORKING = {
  'GET /config': CONFIG,
  [INTENT]: { clientSecret: 'pi_1_secret_1' },
  [STORE]: { insertedId: 'pi_1' },
} satisfies Answers;
const SUCCEEDED = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };

const user = userEvent.setup({ delay: null });

/** The used part of Stripe.js: mounts a field and returns the results of the test. */
const fakeStripeJs = () => {
  const field = {
    options: {} as { disabled?: boolean; style?: { base: { color: string } } },
    handlers: {} as Record<string, (event: unknown) => void>,
    mounted: null as HTMLElement | null,
    focus: jest.fn(),
    mount: (node: HTMLElement) => {
      field.mounted = node;
    },
    update: (options: object) => Object.assign(field.options, options),
    destroy: () => {},
    on: (name: string, handler: (event: unknown) => void) => {
      field.handlers[name] = handler;
    },
    off: () => {},
  };
  const confirmCardPayment = jest.fn(async (_secret: string, _data: object): Promise<object> => SUCCEEDED);
  const elements = {
    create: (_type: string, options: object) => {
      field.options = { ...options };
      return field;
    },
    getElement: () => field,
    update: () => {},
  };
  const Stripe = jest.fn((_key: string) => ({
    elements: () => elements,
    createToken: () => {},
    createPaymentMethod: () => {},
    confirmCardPayment,
  }));
  return { Stripe: Object.assign(Stripe, { version: 'endive' }), field, confirmCardPayment };
};

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="stripe"]')];

const js = fakeStripeJs();
beforeEach(() => {
  localStorage.clear();
  js.field.mounted = null;
  js.field.focus.mockClear();
  js.confirmCardPayment.mockClear();
  jest.spyOn(dialogs, 'success').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

/** The script stays loaded for the whole file, so failures are tested first. */
const loadScript = async () => {
  if ('Stripe' in window) return;
  await waitFor(() => expect(scripts()).toHaveLength(1));
  Object.assign(window, { Stripe: js.Stripe });
  await act(async () => void scripts()[0]?.dispatchEvent(new Event('load')));
};
const failScript = async () => {
  await waitFor(() => expect(scripts()).toHaveLength(1));
  await act(async () => void scripts()[0]?.dispatchEvent(new Event('error')));
};
const open = (answers: Answers = {}) =>
  renderApp(remote, {
    path: '/dashboard/checkout/10',
    user: { userRole: 'buyer', userName: 'Bo Buyer', userEmail: 'bo@example.com' },
    answers: { ...WORKING, ...answers },
  });
const ready = async (answers?: Answers) => {
  const app = open(answers);
  await loadScript();
  await waitFor(() => expect(js.field.mounted).not.toBeNull());
  return app;
};
type App = ReturnType<typeof open>;
const sent = ({ calls }: App, route: string) => calls.filter((call) => call.route === route);
const press = () => user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
const PAID = 'Your payment is successful.';
const refuse = (error: object) => js.confirmCardPayment.mockResolvedValueOnce({ error });

describe('Stripe.js that fails to load', () => {
  it('times out', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'performance'] });
    try {
      open();
      await waitFor(() => expect(scripts()).toHaveLength(1));
      await act(() => jest.advanceTimersByTimeAsync(15_000));
      expect(screen.getByText(/couldn’t be loaded from Stripe/)).toBeVisible();
      expect(scripts()).toHaveLength(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is detected when another script is served in its place', async () => {
    open();
    await waitFor(() => expect(scripts()).toHaveLength(1));
    await act(async () => void scripts()[0]?.dispatchEvent(new Event('load')));
    expect(await screen.findByText(/couldn’t be loaded from Stripe/)).toBeVisible();
  });

  it('shows a notice, keeps the rest of the page and can be retried', async () => {
    const app = open();
    await failScript();
    const message = await screen.findByText(/couldn’t be loaded from Stripe/);
    expect(message).toBeVisible();
    expect(screen.getByLabelText('Amount')).toHaveValue('$10.00');
    expect(screen.getByRole('region', { name: 'Your package' })).toBeVisible();
    await press();
    expect(await screen.findByText(/You can’t pay without the card field/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload card field' })).toHaveFocus();
    expect(sent(app, STORE)).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'Reload card field' }));
    await loadScript();
    await waitFor(() => expect(js.field.mounted).not.toBeNull());
    await press();
    expect(await screen.findByText(PAID)).toBeVisible();
    expect(sent(app, INTENT)).toHaveLength(1);
  });
});

describe('the card field', () => {
  it('is loaded with the configured URL and key, in the colours of the page', async () => {
    await ready();
    expect(js.Stripe).toHaveBeenCalledWith('pk_test_1');
    expect(js.field.options.style?.base.color).toMatch(/\S/);
    expect(screen.getByRole('group', { name: 'Card' })).toContainElement(js.field.mounted);
  });

  it('charges and records once, with name and email as billing details', async () => {
    const app = await ready();
    await user.dblClick(screen.getByRole('button', { name: 'Pay $10.00' }));
    expect(await screen.findByText(PAID)).toBeVisible();
    expect(js.confirmCardPayment.mock.calls).toEqual([
      [
        'pi_1_secret_1',
        { payment_method: { card: js.field, billing_details: { name: 'Bo Buyer', email: 'bo@example.com' } } },
      ],
    ]);
    for (const route of [INTENT, STORE]) expect(sent(app, route)).toHaveLength(1);
  });

  it.each([
    [{ type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }],
    [{ type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' }],
    [
      {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message: 'We are unable to authenticate your payment method.',
      },
    ],
  ])('shows a refusal under the field and allows a retry: %j', async (error) => {
    const app = await ready();
    refuse(error);
    await press();
    expect(await screen.findByText(error.message)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(error.message);
    expect(screen.getByRole('group', { name: 'Card' })).toHaveAccessibleDescription(error.message);
    expect(js.field.focus).toHaveBeenCalledTimes(1);
    expect(sent(app, STORE)).toHaveLength(0);
    act(() => js.field.handlers.change?.({ complete: false }));
    await waitFor(() => expect(screen.queryByText(error.message)).toBeNull());
    await press();
    expect(await screen.findByText(PAID)).toBeVisible();
    expect(sent(app, INTENT)).toHaveLength(1);
  });

  it.each([
    ['a connection error', { error: { type: 'api_connection_error', message: 'x' } }],
    ['an error at Stripe', { error: { type: 'api_error', message: 'x' } }],
    ['a payment that is still underway', { paymentIntent: { id: 'pi_1', status: 'processing' } }],
  ])('retries on the same intent after %s', async (_what, result) => {
    const app = await ready();
    js.confirmCardPayment.mockResolvedValueOnce(result);
    await press();
    expect(await screen.findByText(/didn’t respond.*You can safely try again/)).toBeVisible();
    expect(sent(app, STORE)).toHaveLength(0);
    await press();
    expect(await screen.findByText(PAID)).toBeVisible();
    expect(sent(app, INTENT)).toHaveLength(1);
    const secrets = js.confirmCardPayment.mock.calls.map(([secret]) => secret);
    expect(secrets).toEqual(['pi_1_secret_1', 'pi_1_secret_1']);
  });

  it('retries on the same intent when Stripe.js rejects', async () => {
    await ready();
    js.confirmCardPayment.mockRejectedValueOnce(new Error('gone'));
    await press();
    expect(await screen.findByText(/You can safely try again/)).toBeVisible();
  });

  it('detects on a retry that the card was already charged', async () => {
    const app = await ready();
    refuse({
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: 'x',
      payment_intent: { id: 'pi_1', status: 'succeeded' },
    });
    await press();
    expect(await screen.findByText(PAID)).toBeVisible();
    expect(sent(app, STORE)).toHaveLength(1);
  });

  it('creates a new intent when Stripe no longer knows the payment', async () => {
    const app = await ready();
    refuse({ type: 'invalid_request_error', code: 'resource_missing', message: 'x' });
    await press();
    expect(await screen.findByText(/no longer exists/)).toBeVisible();
    await press();
    expect(await screen.findByText(PAID)).toBeVisible();
    expect(sent(app, INTENT)).toHaveLength(2);
  });

  it('shows when the server cannot reach Stripe, and allows a retry', async () => {
    const app = await ready({
      [INTENT]: problem(503, 'processor-down', 'We can’t reach the card processor right now.'),
    });
    await press();
    expect(await screen.findByText(/We can’t reach the card processor.*You can safely try again/)).toBeVisible();
    app.answer({ [INTENT]: WORKING[INTENT] });
    await press();
    expect(await screen.findByText(PAID)).toBeVisible();
  });

  it('records a charged payment without charging again', async () => {
    const app = await ready({ [STORE]: networkFailure() });
    await press();
    expect(await screen.findByText(/isn’t recorded yet/)).toBeVisible();
    app.answer({ [STORE]: WORKING[STORE] });
    await user.click(screen.getByRole('button', { name: 'Finish purchase' }));
    expect(await screen.findByText(PAID)).toBeVisible();
    expect(js.confirmCardPayment).toHaveBeenCalledTimes(1);
  });

  it('shows a notice when only the iframe fails to load', async () => {
    await ready();
    const before = js.Stripe.mock.calls.length;
    act(() => js.field.handlers.loaderror?.({ elementType: 'card', error: {} }));
    expect(await screen.findByText(/couldn’t be loaded from Stripe/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reload card field' }));
    await waitFor(() => expect(screen.queryByText(/couldn’t be loaded/)).toBeNull());
    expect(js.Stripe.mock.calls.length).toBe(before);
  });
});
