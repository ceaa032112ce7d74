import type { Payment } from '@piecework/contracts';
import { aPayment, later, networkFailure, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const PAID = aPayment({ amount: 35, coins: 1000 });
const OTHER = aPayment({ email: 'olga@example.com' });
const CREDIT = 'POST /payments/{intent}/credit';
const CONFIG = { identity: 'embedded', payments: 'simulated', coinCredit: 'automatic' };

const open = (rows: readonly Payment[], answers: RenderOptions['answers'] = {}) =>
  renderApp(remote, { user: ADMIN, path: '/dashboard/adminPayments', answers: { 'GET /payments': rows, ...answers } });
const creditOf = ({ coins, email }: Payment) =>
  screen.findByRole('button', { name: `Credit ${coins.toLocaleString('en-US')} coins to ${email}` });
const credits = ({ calls }: ReturnType<typeof open>) => calls.filter(({ route }) => route === CREDIT);

afterEach(() => jest.restoreAllMocks());

test('lists payments with buyer, dollars, coins, card, time and state', async () => {
  open([PAID, aPayment({ state: 'credited' })]);
  const row = (await creditOf(PAID)).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('bo@example.com');
  for (const text of ['$35.00', '•••• 4242', 'recorded']) expect(within(row).getByText(text)).toBeInTheDocument();
  expect(within(row).getByTitle('21-11-2026, 03:35 UTC')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Credit/ })).toHaveLength(1);
  expect(screen.getByText('Total: 2 payments')).toBeInTheDocument();
  expect(await screen.findByText(/gets the coins when you select Credit/)).toBeInTheDocument();
});

test('asks with buyer, dollars and coins, credits once and shows the success', async () => {
  const { confirm, success } = fakeDialogs();
  const app = open([PAID], { [CREDIT]: later(50, { modifiedCount: 1 }) });
  const button = await creditOf(PAID);
  app.answer({ 'GET /payments': [{ ...PAID, state: 'credited' }] });
  await userEvent.dblClick(button);
  await waitFor(() => expect(success).toHaveBeenCalled());
  expect(confirm).toHaveBeenCalledWith(
    expect.objectContaining({
      title: 'Are you sure?',
      detail: '1,000 coins to bo@example.com for $35.00',
      confirmText: 'Yes, update it!',
    }),
  );
  expect(credits(app).map(({ params }) => params)).toEqual([{ intent: PAID._id }]);
  expect(success).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Updated!', text: '1,000 coins were credited to bo@example.com.' }),
  );
  expect(await screen.findByText('credited')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Credit/ })).not.toBeInTheDocument());
});

test('reuses the idempotency key after a lost response, one key per payment', async () => {
  const { failure } = fakeDialogs();
  const app = open([PAID, OTHER], { [CREDIT]: networkFailure() });
  await userEvent.click(await creditOf(PAID));
  await waitFor(() => expect(failure).toHaveBeenCalledTimes(1));
  app.answer({ [CREDIT]: { modifiedCount: 1 } });
  await userEvent.click(await creditOf(PAID));
  await userEvent.click(await creditOf(OTHER));
  const [first, second, third] = credits(app).map(({ headers }) => headers['idempotency-key']);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('shows when another admin has already credited it', async () => {
  const { success } = fakeDialogs();
  open([PAID], { [CREDIT]: { modifiedCount: 0 } });
  await userEvent.click(await creditOf(PAID));
  expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already credited' }));
});

test.each(['not-a-buyer', 'payment-reversed'])('shows why %s cannot be credited', async (code) => {
  const { failure } = fakeDialogs();
  open([PAID], { [CREDIT]: problem(409, code, 'These coins can’t be credited.') });
  await userEvent.click(await creditOf(PAID));
  expect(failure).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Not credited', text: 'These coins can’t be credited.' }),
  );
});

test('does nothing on cancel', async () => {
  fakeDialogs({ confirms: false });
  const app = open([PAID]);
  await userEvent.click(await creditOf(PAID));
  expect(credits(app)).toEqual([]);
});

test('explains automatic credit', async () => {
  open([], { 'GET /config': CONFIG });
  expect(await screen.findByText(/Payments are credited when/)).toBeInTheDocument();
  expect(await screen.findByText('No payments yet')).toBeInTheDocument();
});

test('shows the shortfall of a reversal', async () => {
  open([aPayment({ state: 'reversed', shortfall: 40 })]);
  expect(await screen.findByText('40 coins were already spent and couldn’t be taken back')).toBeInTheDocument();
});

test('shows a partial refund, but not on a reversed payment', async () => {
  open([aPayment({ state: 'credited', refunded: 4 }), aPayment({ state: 'reversed', refunded: 10 })]);
  expect(await screen.findByText(/^\$4\.00 refunded/)).toBeInTheDocument();
  expect(screen.getAllByText(/refunded/)).toHaveLength(1);
});

test('filters by state', async () => {
  const app = open([PAID]);
  await userEvent.click(await screen.findByRole('radio', { name: 'To credit' }));
  await waitFor(() =>
    expect(app.calls.filter(({ route }) => route === 'GET /payments').at(-1)?.query).toMatchObject({
      state: 'recorded',
    }),
  );
});
