import type { Withdrawal } from '@piecework/contracts';
import { dialogs } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { aWithdrawal, later, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const HER = aWithdrawal({ withdrawalCoin: 500, withdrawalAmount: 25, unearnedCoin: 0 });
const HIS = aWithdrawal({ workerName: 'Will Weaver', workerEmail: 'will@example.com', paymentSystem: 'nagad' });

const open = (rows: readonly Withdrawal[], answers: RenderOptions['answers'] = {}) =>
  renderApp(remote, { user: ADMIN, answers: { 'GET /withdrawals': rows, ...answers } });
const approval = (name: string) => screen.findByRole('button', { name: `pending Approve the withdrawal of ${name}` });
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
const decisions = ({ calls }: ReturnType<typeof open>) =>
  calls.filter(({ route }) => route === 'PATCH /withdrawals/{id}').map(({ params, body }) => [params.id, body]);

afterEach(() => jest.restoreAllMocks());

test('lists the pending requests, oldest first', async () => {
  const app = open([HER, HIS]);
  await approval(HER.workerName);
  expect(rowOf('Wanda')).toHaveTextContent('wanda@example.com');
  for (const text of ['Wanda Worker', 'bkash', '$25.00', '21-11-2026'])
    expect(within(rowOf('Wanda')).getByText(text)).toBeInTheDocument();
  expect(screen.getByText('Total: 2 pending requests')).toBeInTheDocument();
  const [list] = app.calls.filter(({ route }) => route === 'GET /withdrawals');
  expect(list?.query).toEqual({ status: 'pending', sort: 'oldest', limit: '20', offset: '0' });
});

test('has an empty state', async () => {
  open([]);
  expect(await screen.findByText('No Withdrawal Request')).toBeInTheDocument();
});

test('asks with the dollars, the payment system and how to make the payout', async () => {
  const { confirm } = fakeDialogs({ confirms: false });
  const app = open([HER]);
  await userEvent.click(await approval(HER.workerName));
  expect(confirm).toHaveBeenCalledWith(
    expect.objectContaining({
      title: 'Are you sure?',
      detail: 'Approve the request: $25.00 by bkash to Wanda Worker (500 coins)',
      text: expect.stringContaining('pay it from the To pay tab'),
      confirmText: 'Yes, update it!',
    }),
  );
  expect(decisions(app)).toEqual([]);
});

test('approves, shows the success and removes the row', async () => {
  const { success } = fakeDialogs();
  const app = open([HER, HIS], { 'PATCH /withdrawals/{id}': { modifiedCount: 1, status: 'approved' } });
  const control = await approval(HER.workerName);
  app.answer({ 'GET /withdrawals': [HIS] });
  await userEvent.click(control);
  expect(decisions(app)).toEqual([[HER._id, { status: 'approved' }]]);
  expect(success).toHaveBeenCalledWith({
    title: 'Updated!',
    text: 'Your payment status has been updated successfully.',
  });
  await waitFor(() => expect(screen.queryByText('Wanda Worker')).not.toBeInTheDocument());
  expect(screen.getByText('Will Weaver')).toBeInTheDocument();
});

test('shows when the worker has too few coins', async () => {
  const { failure, success } = fakeDialogs();
  open([HER], {
    'PATCH /withdrawals/{id}': { modifiedCount: 0, status: 'canceled', message: 'User has insufficient coins' },
  });
  await userEvent.click(await approval(HER.workerName));
  expect(failure).toHaveBeenCalledWith({
    title: 'User has insufficient coins',
    text: 'The request has been canceled.',
  });
  expect(success).not.toHaveBeenCalled();
});

const cancel = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Cancel the withdrawal of Wanda Worker' }));
const dialog = () => within(screen.getByRole('dialog'));

test('cancels after asking, with a reason or without', async () => {
  const { success } = fakeDialogs();
  const app = open([HER], { 'PATCH /withdrawals/{id}': { modifiedCount: 1, status: 'canceled' } });
  await cancel();
  expect(dialog().getByText('Cancel the request: $25.00 by bkash to Wanda Worker (500 coins)')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Yes, update it!' }));
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Updated!' })));
  expect(screen.queryByRole('dialog')).toBeNull();
  await cancel();
  await userEvent.type(dialog().getByLabelText('Reason'), ' Please ask again tomorrow. ');
  await userEvent.click(dialog().getByRole('button', { name: 'Yes, update it!' }));
  await waitFor(() => expect(decisions(app)).toHaveLength(2));
  expect(decisions(app).map(([, body]) => body)).toEqual([
    { status: 'canceled' },
    { status: 'canceled', reason: 'Please ask again tomorrow.' },
  ]);
});

test('a failed cancellation keeps the reason', async () => {
  fakeDialogs();
  const refusal = problem(400, 'validation', 'Please correct.', { reason: 'Reason is too rude' });
  open([HER], { 'PATCH /withdrawals/{id}': refusal });
  await cancel();
  await userEvent.type(dialog().getByLabelText('Reason'), 'No.');
  await userEvent.click(dialog().getByRole('button', { name: 'Yes, update it!' }));
  expect(await dialog().findByText('Reason is too rude')).toBeVisible();
  expect(dialog().getByLabelText('Reason')).toHaveValue('No.');
});

test('a double press decides once', async () => {
  fakeDialogs();
  const app = open([HER], { 'PATCH /withdrawals/{id}': later(50, { modifiedCount: 1, status: 'approved' }) });
  await userEvent.dblClick(await approval(HER.workerName));
  await waitFor(() => expect(dialogs.success).toHaveBeenCalled());
  expect(decisions(app)).toHaveLength(1);
});

test('shows when another admin made the same decision first', async () => {
  const { success } = fakeDialogs();
  open([HER], { 'PATCH /withdrawals/{id}': { modifiedCount: 0, status: 'approved' } });
  await userEvent.click(await approval(HER.workerName));
  expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already approved' }));
});

test('shows when another admin made the opposite decision, and refetches the list', async () => {
  const { failure } = fakeDialogs();
  const app = open([HER], {
    'PATCH /withdrawals/{id}': problem(409, 'already-decided', 'This withdrawal has already been decided.'),
  });
  const control = await approval(HER.workerName);
  app.answer({ 'GET /withdrawals': [] });
  await userEvent.click(control);
  expect(failure).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already decided' }));
  expect(await screen.findByText('No Withdrawal Request')).toBeInTheDocument();
});

test("shows the server's other refusals, and the row stays", async () => {
  const { failure } = fakeDialogs();
  open([HER], { 'PATCH /withdrawals/{id}': problem(409, 'role-unsettled', 'Please decide again in a moment.') });
  await userEvent.click(await approval(HER.workerName));
  await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: 'Please decide again in a moment.' }));
  expect(await approval(HER.workerName)).toBeInTheDocument();
});

test('flags coins that were not earned by work, in the row and in the confirmation', async () => {
  const { confirm } = fakeDialogs({ confirms: false });
  open([{ ...HER, unearnedCoin: 120 }]);
  expect(await screen.findByText('120 of 500 coins weren’t earned from submissions')).toBeInTheDocument();
  await userEvent.click(await approval(HER.workerName));
  expect(confirm.mock.calls[0]?.[0].detail).toContain('120 of 500 coins weren’t earned from submissions');
});

test('a new request is appended without moving other rows', async () => {
  const app = open([HER]);
  await approval(HER.workerName);
  app.answer({ 'GET /withdrawals': [HER, HIS] });
  refresh('GET /withdrawals');
  await approval(HIS.workerName);
  const requests = screen.getByRole('table', { name: 'Withdrawal requests' });
  const [, first, second] = within(requests).getAllByRole('row');
  expect(first).toHaveTextContent('Wanda Worker');
  expect(second).toHaveTextContent('Will Weaver');
});

test('shows decided requests by a filter', async () => {
  const app = open([]);
  await userEvent.click(await screen.findByRole('radio', { name: 'Approved' }));
  await waitFor(() => expect(app.calls.at(-1)?.query).toMatchObject({ status: 'approved', sort: 'newest' }));
  expect(app.path()).toBe('/dashboard/adminHome?status=approved');
});

test('pages, and opens the last page when the list has become shorter', async () => {
  const app = renderApp(remote, {
    user: ADMIN,
    path: '/dashboard/adminHome?page=3',
    answers: { 'GET /withdrawals': { rows: [], total: 21 } },
  });
  await waitFor(() => expect(app.path()).toBe('/dashboard/adminHome?page=2'));
  expect(await screen.findByRole('button', { name: 'Page 2', current: 'page' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Page 1' }));
  expect(app.path()).toBe('/dashboard/adminHome');
});
