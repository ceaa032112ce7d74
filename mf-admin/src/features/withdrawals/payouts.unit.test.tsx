import type { Withdrawal } from '@piecework/contracts';
import { aWithdrawal, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const DUE = aWithdrawal({ status: 'approved', payout: 'due', accountMask: '678' });

const open = (rows: readonly Withdrawal[], answers: RenderOptions['answers'] = {}, view = 'due') =>
  renderApp(remote, {
    user: ADMIN,
    path: `/dashboard/adminHome?status=${view}`,
    answers: { 'GET /withdrawals': rows, ...answers },
  });
const payouts = ({ calls }: ReturnType<typeof open>) =>
  calls.filter(({ route }) => route === 'POST /withdrawals/{id}/payout').map(({ body }) => body);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('lists what is due, oldest first, with the end of the account number', async () => {
  const app = open([DUE]);
  expect(await screen.findByText('•••678')).toBeInTheDocument();
  expect(screen.getByText('Total: 1 due payout')).toBeInTheDocument();
  const [list] = app.calls.filter(({ route }) => route === 'GET /withdrawals');
  expect(list?.query).toEqual({ payout: 'due', sort: 'oldest', limit: '20', offset: '0' });
});

test('reveals an account number for a minute', async () => {
  open([DUE], { 'POST /withdrawals/{id}/reveal': { accountNumber: '01712 345678' } });
  const button = await screen.findByRole('button', { name: 'Reveal the account number of Wanda Worker' });
  jest.useFakeTimers();
  fireEvent.click(button);
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getByText('01712 345678')).toBeInTheDocument();
  for (let second = 0; second < 59; second++) await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('01712 345678')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.queryByText('01712 345678')).toBeNull();
  expect(screen.getByText('•••678')).toBeInTheDocument();
});

test('hides it after a minute in a tab whose timers were slowed down too', async () => {
  open([DUE], { 'POST /withdrawals/{id}/reveal': { accountNumber: '01712 345678' } });
  const button = await screen.findByRole('button', { name: 'Reveal the account number of Wanda Worker' });
  jest.useFakeTimers();
  fireEvent.click(button);
  await act(() => jest.advanceTimersByTimeAsync(0));
  jest.setSystemTime(Date.now() + 60_000);
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.queryByText('01712 345678')).toBeNull();
});

test('says when no account number is kept', async () => {
  const { accountMask: _, ...without } = DUE;
  open([without]);
  expect(await screen.findByText('No account number. Ask the worker.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull();
});

test('records a payment with its reference', async () => {
  const { success } = fakeDialogs();
  const app = open([DUE], { 'POST /withdrawals/{id}/payout': { modifiedCount: 1 } });
  await press('Paid to Wanda Worker');
  await userEvent.type(dialog().getByLabelText('Reference'), 'TX');
  await userEvent.click(dialog().getByRole('button', { name: 'Paid' }));
  expect(await dialog().findByText('Reference must be at least 3 characters')).toBeVisible();
  await userEvent.type(dialog().getByLabelText('Reference'), '-42');
  app.answer({ 'GET /withdrawals': [] });
  await userEvent.click(dialog().getByRole('button', { name: 'Paid' }));
  await waitFor(() => expect(success).toHaveBeenCalled());
  expect(payouts(app)).toEqual([{ outcome: 'paid', reference: 'TX-42', accountMask: '678' }]);
  expect(await screen.findByText('Nothing to pay')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('records a failure with its reason, and keeps it when another admin was first', async () => {
  const app = open([DUE], {
    'POST /withdrawals/{id}/payout': problem(409, 'closed-payout', 'This payout has changed.'),
  });
  await press('Failed payment to Wanda Worker');
  await userEvent.click(dialog().getByRole('button', { name: 'Record the failure' }));
  expect(await dialog().findByText('Reason is required')).toBeVisible();
  await userEvent.type(dialog().getByLabelText('Reason'), 'No such account');
  await userEvent.click(dialog().getByRole('button', { name: 'Record the failure' }));
  expect(await dialog().findByText('This payout has changed.')).toBeVisible();
  expect(dialog().getByLabelText('Reason')).toHaveValue('No such account');
  expect(payouts(app)).toEqual([{ outcome: 'failed', reason: 'No such account', accountMask: '678' }]);
});

const DAY = 24 * 3_600_000;
const changedFor = (hours: number) =>
  aWithdrawal({
    status: 'approved',
    payout: 'due',
    accountMask: '999',
    timeline: [
      { state: 'approved', at: '2025-11-21T10:00:00.000Z' },
      { state: 'corrected', at: '2025-11-22T10:00:00.000Z', mask: '999', before: '222' },
    ],
    payFrom: new Date(Date.now() + DAY - hours * 3_600_000).toISOString(),
  });

test('marks a number that was changed, and asks which one was paid, and why before its time', async () => {
  const { success } = fakeDialogs();
  const app = open([changedFor(1)], { 'POST /withdrawals/{id}/payout': { modifiedCount: 1 } });
  const mark = /Number changed 22 Nov 2025, 16:00. It was •••222. Wait with the payment until .+/;
  expect((await screen.findByText('•••222')).parentElement).toHaveTextContent(mark);
  await press('Paid to Wanda Worker');
  expect(dialog().getByRole('status')).toHaveTextContent(mark);
  await userEvent.type(dialog().getByLabelText('Reference'), 'TX-42');
  await userEvent.click(dialog().getByRole('button', { name: 'Paid' }));
  expect(await dialog().findByText('Reason to pay now is required')).toBeVisible();
  expect(payouts(app)).toEqual([]);
  await userEvent.type(dialog().getByLabelText('End of the number you paid'), '999');
  await userEvent.type(dialog().getByLabelText('Reason to pay now'), 'I called her');
  await userEvent.click(dialog().getByRole('button', { name: 'Paid' }));
  await waitFor(() => expect(success).toHaveBeenCalled());
  expect(payouts(app)).toEqual([
    { outcome: 'paid', reference: 'TX-42', accountMask: '999', earlyReason: 'I called her' },
  ]);
});

test('needs no reason for a change a day ago, but the number that was paid', async () => {
  const app = open([changedFor(25)], {
    'POST /withdrawals/{id}/payout': problem(409, 'number-changed', 'It has another number.'),
  });
  await press('Paid to Wanda Worker');
  expect(dialog().getByRole('status')).not.toHaveTextContent('Wait');
  expect(dialog().queryByLabelText('Reason to pay now')).toBeNull();
  await userEvent.type(dialog().getByLabelText('Reference'), 'TX-42');
  await userEvent.type(dialog().getByLabelText('End of the number you paid'), '222');
  await userEvent.click(dialog().getByRole('button', { name: 'Paid' }));
  expect(await dialog().findByText('It has another number.')).toBeVisible();
  expect(payouts(app)).toEqual([{ outcome: 'paid', reference: 'TX-42', accountMask: '222' }]);
});

test('says at the payout and at the approval that another worker has the account number', async () => {
  const { confirm } = fakeDialogs({ confirms: false });
  const shared = 'Another worker has given the same account number.';
  const app = open([{ ...DUE, sharedAccount: true }]);
  expect(await screen.findByText(shared)).toBeVisible();
  await press('Paid to Wanda Worker');
  expect(dialog().getByText(shared)).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Back' }));
  app.answer({ 'GET /withdrawals': [aWithdrawal({ sharedAccount: true })] });
  await userEvent.click(screen.getByRole('radio', { name: 'Pending' }));
  await userEvent.click(await screen.findByRole('button', { name: /Approve the withdrawal/ }));
  expect(screen.getByText(shared)).toBeVisible();
  expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ warning: shared }));
});

test.each([
  ['Export CSV', 'csv'],
  ['Export for Excel', 'xlsx'],
])('exports the due payouts after asking: %s', async (button, format) => {
  const { confirm } = fakeDialogs();
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
  const app = open([DUE], { [`GET /withdrawals.${format}`]: 'withdrawal,requested' });
  await press(button);
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(confirm.mock.calls[0]?.[0].detail).toMatch(/account numbers of all due payouts/);
  expect(click.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(`^payouts-.*\\.${format}$`));
  expect(app.calls.filter(({ route }) => route === `GET /withdrawals.${format}`)).toHaveLength(1);
});

test('shows paid requests with their reference, canceled ones with their reason', async () => {
  const paid = aWithdrawal({
    status: 'approved',
    payout: 'paid',
    payoutReference: 'TX-42',
    timeline: [{ state: 'paid', at: '2025-11-22T10:00:00.000Z', note: 'TX-42' }],
  });
  const app = open([paid], {}, 'paid');
  expect((await screen.findByText(/TX-42/)).parentElement).toHaveTextContent('TX-42, 22 Nov 2025, 16:00');
  app.answer({ 'GET /withdrawals': [aWithdrawal({ status: 'canceled', cancelReason: 'Asked twice' })] });
  await userEvent.click(screen.getByRole('radio', { name: 'Canceled' }));
  expect(await screen.findByText('Asked twice')).toBeInTheDocument();
});
