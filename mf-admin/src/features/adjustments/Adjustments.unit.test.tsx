import type { Adjustment } from '@piecework/contracts';
import { aUser, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const DECIDE = 'PATCH /adjustments/{id}';
const REQUEST = 'POST /users/{id}/adjustments';
const REASON = 'The work of Monday was not paid.';
const BO = aUser({ userName: 'Bo Buyer', userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 320 });

const adjustmentOf = (_id: string, changes: Partial<Adjustment> = {}): Adjustment => ({
  _id,
  userId: 'bo',
  userName: 'Bo Buyer',
  userEmail: 'bo@example.com',
  coins: 1500,
  kind: 'refund',
  reason: REASON,
  state: 'waiting',
  requestedBy: 'second@example.com',
  requestedAt: '2026-11-21T03:35:00.000Z',
  ...changes,
});

afterEach(() => jest.restoreAllMocks());

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const bodies = ({ calls }: ReturnType<typeof renderApp>, route: string) =>
  calls.filter((call) => call.route === route).map(({ params, body }) => [params.id, body]);

describe('the list', () => {
  const open = (rows: readonly Adjustment[], answers: RenderOptions['answers'] = {}, search = '') =>
    renderApp(remote, {
      user: ADMIN,
      path: `/dashboard/adminAdjustments${search}`,
      answers: { 'GET /adjustments': rows, [DECIDE]: { modifiedCount: 1 }, ...answers },
    });

  test('shows who gets or loses how many coins, why, and who decided', async () => {
    open([adjustmentOf('a'), adjustmentOf('b', { coins: -40, state: 'posted', decidedBy: 'third@example.com' })]);
    await screen.findAllByText(REASON);
    const rows = screen.getAllByRole('row').slice(1);
    for (const text of ['Bo Buyer', '1,500', 'Refund', REASON, 'second@example.com'])
      expect(rows[0]).toHaveTextContent(text);
    expect(rows[1]).toHaveTextContent(/40.*Posted.*third@example\.com/);
  });

  test('approves after a confirmation with the sum and the person', async () => {
    const { confirm, success } = fakeDialogs();
    const app = open([adjustmentOf('a')]);
    await press(/^Approve/);
    await waitFor(() => expect(success).toHaveBeenCalled());
    expect(confirm).toHaveBeenCalledWith(
      expect.objectContaining({ detail: '1,500 coins to Bo Buyer (bo@example.com)' }),
    );
    expect(bodies(app, DECIDE)).toEqual([['a', { status: 'approved' }]]);
  });

  test('an own one can only be taken back', async () => {
    fakeDialogs();
    const app = open([adjustmentOf('a', { requestedBy: ADMIN.userEmail })]);
    await press(/^Take back/);
    await waitFor(() => expect(bodies(app, DECIDE)).toEqual([['a', { status: 'declined' }]]));
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
    expect(screen.getByText('Waits for another admin')).toBeVisible();
  });

  test('says why an approval was refused, and reads the list again', async () => {
    const { failure } = fakeDialogs();
    const message = 'This account has 3 coins, so at most these can be taken.';
    const app = open([adjustmentOf('a', { coins: -1500 })], { [DECIDE]: problem(409, 'too-few-coins', message) });
    await press(/^Approve/);
    await waitFor(() => expect(failure).toHaveBeenCalledWith(expect.objectContaining({ text: message })));
    await waitFor(() =>
      expect(app.calls.filter(({ route }) => route === 'GET /adjustments').length).toBeGreaterThan(1),
    );
  });

  test('has an empty state, and a filter that can be cleared', async () => {
    const app = open([], {}, '?state=waiting');
    expect(await screen.findByText('No adjustments found')).toBeVisible();
    expect(app.calls.find(({ route }) => route === 'GET /adjustments')?.query).toMatchObject({ state: 'waiting' });
    await press('Show all adjustments');
    expect(await screen.findByText('No adjustments yet')).toBeVisible();
  });
});

describe('the dialog', () => {
  const open = (answers: RenderOptions['answers'] = {}) =>
    renderApp(remote, {
      user: ADMIN,
      path: '/dashboard/manageUser',
      answers: { 'GET /users': [BO], [REQUEST]: { insertedId: 'a', state: 'posted' }, ...answers },
    });
  const fill = async ({ direction = 'Add coins', coins = '40' }) => {
    await press('Adjust the coins of Bo Buyer');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(dialog.getByLabelText('Direction'), direction);
    await userEvent.type(dialog.getByLabelText('Coins'), coins);
    await userEvent.type(dialog.getByLabelText('Reason'), REASON);
    return dialog;
  };

  test('shows the balance after it, and sends coins with their sign', async () => {
    const { success } = fakeDialogs();
    const app = open();
    const dialog = await fill({ direction: 'Take coins' });
    expect(dialog.getByText('280')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Adjust' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Updated!' })));
    expect(bodies(app, REQUEST)).toEqual([[BO._id, { coins: -40, kind: 'refund', reason: REASON }]]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says that another admin decides', async () => {
    const { success } = fakeDialogs();
    open({ [REQUEST]: { insertedId: 'a', state: 'waiting' } });
    const dialog = await fill({ coins: '5,000' });
    await userEvent.click(dialog.getByRole('button', { name: 'Adjust' }));
    await waitFor(() =>
      expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Another admin decides' })),
    );
  });

  test('takes no more than the balance has', async () => {
    const app = open();
    const dialog = await fill({ direction: 'Take coins', coins: '321' });
    await userEvent.click(dialog.getByRole('button', { name: 'Adjust' }));
    expect(await dialog.findByText('Only 320 coins are in the balance')).toBeVisible();
    expect(bodies(app, REQUEST)).toEqual([]);
  });

  test('keeps what was typed after a failure', async () => {
    open({ [REQUEST]: problem(409, 'role-unsettled', 'This person’s role is still being changed.') });
    const dialog = await fill({});
    await userEvent.click(dialog.getByRole('button', { name: 'Adjust' }));
    expect(await dialog.findByText('This person’s role is still being changed.')).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue(REASON);
  });
});
