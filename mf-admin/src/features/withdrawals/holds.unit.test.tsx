import { aWithdrawal, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const DAY = 86_400_000;
const NOTE = 'Both accounts are a day old.';
const PENDING = aWithdrawal({});
const held = (days = 6.5, note = NOTE) =>
  aWithdrawal({
    hold: {
      reasonCode: 'one-buyer',
      note,
      at: new Date(Date.now() - DAY).toISOString(),
      until: new Date(Date.now() + days * DAY).toISOString(),
    },
  });

const HOLD = 'POST /withdrawals/{id}/hold';
const RELEASE = 'POST /withdrawals/{id}/release';
const open = (rows: readonly object[], answers: RenderOptions['answers'] = {}) =>
  renderApp(remote, { user: ADMIN, path: '/dashboard/adminHome', answers: { 'GET /withdrawals': rows, ...answers } });
type App = ReturnType<typeof open>;
const sent = ({ calls }: App, wanted: string) => calls.filter(({ route }) => route === wanted).map(({ body }) => body);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const send = () => userEvent.click(dialog().getByRole('button', { name: 'Hold' }));

afterEach(() => jest.restoreAllMocks());

test('holds a request for a reason, which is shown as the worker reads it', async () => {
  const { success } = fakeDialogs();
  const app = open([PENDING], { [HOLD]: { modifiedCount: 1 } });
  await press('Hold the withdrawal of Wanda Worker');
  await send();
  expect(await dialog().findByText('Reason is required')).toBeVisible();
  await userEvent.selectOptions(dialog().getByLabelText('Reason'), 'new-account');
  expect(dialog().getByText('The worker sees: “We check the first withdrawals of every new account.”')).toBeVisible();
  app.answer({ 'GET /withdrawals': [held()] });
  await send();
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Held' })));
  expect(sent(app, HOLD)).toEqual([{ reasonCode: 'new-account' }]);
  expect(await screen.findByText('held')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('another reason needs a note, which a refusal keeps', async () => {
  fakeDialogs();
  const app = open([PENDING], { [HOLD]: problem(409, 'already-decided', 'It has been decided.') });
  await press('Hold the withdrawal of Wanda Worker');
  await userEvent.selectOptions(dialog().getByLabelText('Reason'), 'other');
  await userEvent.type(dialog().getByLabelText('Note'), 'Strange');
  await send();
  expect(await dialog().findByText('Explain why, in at least 10 characters')).toBeVisible();
  await userEvent.type(dialog().getByLabelText('Note'), ' answers');
  await send();
  expect(await dialog().findByText('It has been decided.')).toBeVisible();
  expect(dialog().getByLabelText('Note')).toHaveValue('Strange answers');
  expect(sent(app, HOLD)).toEqual([{ reasonCode: 'other', note: 'Strange answers' }]);
});

test('the missing note is no error once another reason is chosen', async () => {
  open([PENDING]);
  await press('Hold the withdrawal of Wanda Worker');
  await userEvent.selectOptions(dialog().getByLabelText('Reason'), 'other');
  await send();
  expect(await dialog().findByText('Explain why, in at least 10 characters')).toBeVisible();
  await userEvent.selectOptions(dialog().getByLabelText('Reason'), 'new-account');
  await waitFor(() => expect(dialog().queryByText('Explain why, in at least 10 characters')).toBeNull());
});

test('says that another admin holds it already', async () => {
  const { success } = fakeDialogs();
  open([PENDING], { [HOLD]: { modifiedCount: 0 } });
  await press('Hold the withdrawal of Wanda Worker');
  await userEvent.selectOptions(dialog().getByLabelText('Reason'), 'one-buyer');
  await send();
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already held' })));
});

test('shows a held request with its reason, note and days left, and without its approval', async () => {
  open([held()]);
  expect((await screen.findByText(/Most of the coins come from one buyer/)).parentElement).toHaveTextContent(
    /one buyer; released .+, in \d days/,
  );
  expect(screen.getByText(`Note: ${NOTE}`)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^pendingApprove|Approve/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel the withdrawal of Wanda Worker' })).toBeVisible();
});

test.each([
  [1.2, 'released .+, in 28 hours'],
  [0.4, 'released .+, in 9 hours'],
  [-0.1, 'is released now'],
])('names the end of a hold in %d days', async (days, text) => {
  open([held(days)]);
  expect((await screen.findByText(/; (is )?released/)).parentElement).toHaveTextContent(new RegExp(`; ${text}$`));
});

test('releases after asking', async () => {
  const { confirm, success } = fakeDialogs();
  const app = open([held()], { [RELEASE]: { modifiedCount: 1 } });
  await press('Release the withdrawal of Wanda Worker');
  expect(confirm).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Released' })));
  expect(sent(app, RELEASE)).toHaveLength(1);
});

test('releases nothing when the admin does not confirm, and shows a failure', async () => {
  const { confirm, failure } = fakeDialogs({ confirms: false });
  const app = open([held()], { [RELEASE]: problem(409, 'already-decided', 'It has been decided.') });
  await press('Release the withdrawal of Wanda Worker');
  expect(sent(app, RELEASE)).toEqual([]);
  confirm.mockResolvedValue(true);
  await press('Release the withdrawal of Wanda Worker');
  await waitFor(() => expect(failure).toHaveBeenCalled());
});

describe('the withdrawals of a suspended worker', () => {
  const WAITS = 'The account is suspended, so this waits until the suspension ends.';

  test('say why they wait, and can only be held or canceled', async () => {
    open([aWithdrawal({ suspended: true })]);
    expect(await screen.findByText(WAITS)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel the withdrawal of Wanda Worker' })).toBeVisible();
  });

  test('are not paid, and their numbers not revealed', async () => {
    const due = { status: 'approved', payout: 'due', accountMask: '678', suspended: true } as const;
    renderApp(remote, {
      user: ADMIN,
      path: '/dashboard/adminHome?status=due',
      answers: { 'GET /withdrawals': [aWithdrawal(due)] },
    });
    expect(await screen.findByText(WAITS)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Paid|Reveal/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Failed payment to Wanda Worker' })).toBeVisible();
  });
});
