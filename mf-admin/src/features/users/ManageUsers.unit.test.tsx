import type { User } from '@piecework/contracts';
import { aUser, later, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const ADA = aUser({ ...ADMIN, userAvailableCoin: 0 });
const BO = aUser({ userName: 'Bo Buyer', userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 320 });
const WANDA = aUser({ userAvailableCoin: 1200 });

const open = (rows: readonly User[], answers: RenderOptions['answers'] = {}, search = '') =>
  renderApp(remote, {
    user: ADMIN,
    path: `/dashboard/manageUser${search}`,
    answers: { 'GET /users': rows, ...answers },
  });
const roleOf = (name: string) => screen.findByRole('combobox', { name: `Role of ${name}` });
const deletionOf = (name: string) => screen.findByRole('button', { name: `Delete ${name}` });
const sent = ({ calls }: ReturnType<typeof open>, route: string) =>
  calls.filter((call) => call.route === route).map(({ params, body }) => [params.id, body]);
const lastQuery = ({ calls }: ReturnType<typeof open>) =>
  calls.filter(({ route }) => route === 'GET /users').at(-1)?.query;

afterEach(() => jest.restoreAllMocks());

test('lists users with name, email, role and coins, and the total', async () => {
  open([ADA, BO, WANDA]);
  const row = (await roleOf('Bo Buyer')).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('bo@example.com');
  for (const text of ['Bo Buyer', 'buyer', '320'])
    expect(within(row).getByText(text, { ignore: 'label, button *' })).toBeInTheDocument();
  expect(screen.getByText('Total: 3 users')).toBeInTheDocument();
  expect(await roleOf('Bo Buyer')).toHaveDisplayValue('Buyer');
  expect(
    within(await roleOf('Bo Buyer'))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Admin', 'Buyer', 'Worker']);
});

test('has an empty state', async () => {
  open([]);
  expect(await screen.findByText('No user available')).toBeInTheDocument();
});

describe('changing a role', () => {
  test('asks with the user and the effect on coins, tasks and withdrawals', async () => {
    const { confirm } = fakeDialogs({ confirms: false });
    open([BO, WANDA]);
    await userEvent.selectOptions(await roleOf('Bo Buyer'), 'Worker');
    expect(confirm).toHaveBeenLastCalledWith(
      expect.objectContaining({
        title: 'Are you sure?',
        detail: 'Bo Buyer (bo@example.com) changes from Buyer to Worker.',
        text: expect.stringMatching(/open tasks are deleted.*approved and paid.*320 coins is reset to 10/),
        confirmText: 'Yes, update it!',
      }),
    );
    await userEvent.selectOptions(await roleOf('Wanda Worker'), 'Admin');
    expect(confirm.mock.lastCall?.[0].text).toMatch(/pending withdrawals are canceled.*1,200 coins is reset to 0/);
  });

  test('sends it, shows the success and the new role', async () => {
    const { success } = fakeDialogs();
    const app = open([BO], { 'PATCH /users/{id}': { modifiedCount: 1 } });
    const select = await roleOf('Bo Buyer');
    app.answer({ 'GET /users': [{ ...BO, userRole: 'admin', userAvailableCoin: 0 }] });
    await userEvent.selectOptions(select, 'Admin');
    expect(sent(app, 'PATCH /users/{id}')).toEqual([[BO._id, { userRole: 'admin' }]]);
    expect(success).toHaveBeenCalledWith({ title: 'Updated!', text: 'Your role has been updated successfully.' });
    expect(select).toHaveDisplayValue('Admin');
    await waitFor(() => expect(within(select.closest('tr') as HTMLElement).getByText('0')).toBeInTheDocument());
  });

  test('restores the role on cancel', async () => {
    fakeDialogs({ confirms: false });
    const app = open([BO]);
    await userEvent.selectOptions(await roleOf('Bo Buyer'), 'Worker');
    expect(await roleOf('Bo Buyer')).toHaveDisplayValue('Buyer');
    expect(sent(app, 'PATCH /users/{id}')).toEqual([]);
  });

  test('restores the role and shows the reason when it fails', async () => {
    const { failure } = fakeDialogs();
    open([BO], { 'PATCH /users/{id}': problem(409, 'role-change-underway', 'Try again in a moment.') });
    await userEvent.selectOptions(await roleOf('Bo Buyer'), 'Worker');
    await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: 'Try again in a moment.' }));
    expect(await roleOf('Bo Buyer')).toHaveDisplayValue('Buyer');
  });

  test('shows when another admin has already done it', async () => {
    const { success } = fakeDialogs();
    open([BO], { 'PATCH /users/{id}': { modifiedCount: 0 } });
    await userEvent.selectOptions(await roleOf('Bo Buyer'), 'Worker');
    expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Nothing to change' }));
  });

  test('shows when the user has been deleted meanwhile', async () => {
    const { failure } = fakeDialogs();
    const app = open([BO, WANDA], { 'PATCH /users/{id}': problem(404, 'not-found', 'There is nothing here.') });
    const select = await roleOf('Bo Buyer');
    app.answer({ 'GET /users': [WANDA] });
    await userEvent.selectOptions(select, 'Worker');
    expect(failure).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already deleted' }));
    await waitFor(() => expect(screen.queryByText('Bo Buyer')).not.toBeInTheDocument());
  });
});

describe('deleting', () => {
  test('asks with the name, deletes once, shows the success and removes the row', async () => {
    const { confirm, success } = fakeDialogs();
    const app = open([BO, WANDA], { 'DELETE /users/{id}': later(50, { deletedCount: 1 }) });
    const button = await deletionOf('Wanda Worker');
    app.answer({ 'GET /users': [BO] });
    await userEvent.dblClick(button);
    expect(confirm).toHaveBeenCalledWith(
      expect.objectContaining({
        title: 'Are you sure?',
        text: "You won't be able to revert this!",
        detail: expect.stringContaining('Wanda Worker (wanda@example.com) is deleted with 1,200 coins.'),
        confirmText: 'Yes, delete it!',
      }),
    );
    await waitFor(() =>
      expect(success).toHaveBeenCalledWith({ title: 'Deleted!', text: 'Your file has been deleted.' }),
    );
    expect(sent(app, 'DELETE /users/{id}')).toEqual([[WANDA._id, undefined]]);
    await waitFor(() => expect(screen.queryByText('Wanda Worker')).not.toBeInTheDocument());
  });

  test('does nothing on cancel', async () => {
    fakeDialogs({ confirms: false });
    const app = open([BO]);
    await userEvent.click(await deletionOf('Bo Buyer'));
    expect(sent(app, 'DELETE /users/{id}')).toEqual([]);
  });

  test('shows when another admin has already done it', async () => {
    const { success } = fakeDialogs();
    open([BO], { 'DELETE /users/{id}': { deletedCount: 0 } });
    await userEvent.click(await deletionOf('Bo Buyer'));
    expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already deleted' }));
  });
});

describe('suspending', () => {
  const EXPLANATION = 'Forty answers are copies of each other.';
  const dialogFor = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Suspend ${name}` }));
    return within(await screen.findByRole('dialog', { name: `Suspend ${name}` }));
  };
  const fill = async (dialog: Awaited<ReturnType<typeof dialogFor>>, end?: string) => {
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'No real work');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Explanation' }), ` ${EXPLANATION} `);
    if (end) await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Ends' }), end);
  };
  const send = (dialog: Awaited<ReturnType<typeof dialogFor>>) =>
    userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  const SUSPEND = 'POST /users/{id}/suspension';

  test('asks for a reason and an explanation, and says what happens', async () => {
    const app = open([WANDA], { [SUSPEND]: { insertedId: 's1' } });
    const dialog = await dialogFor('Wanda Worker');
    expect(
      dialog.getByText(/can then only sign in, read and appeal.*withdrawals and payouts wait/),
    ).toBeInTheDocument();
    await send(dialog);
    expect(await dialog.findByText('Reason is required')).toBeInTheDocument();
    expect(dialog.getByText('Explanation is required')).toBeInTheDocument();
    expect(sent(app, SUSPEND)).toEqual([]);
  });

  test('sends the reason, the trimmed explanation and no end', async () => {
    const { success } = fakeDialogs();
    const app = open([WANDA], { [SUSPEND]: { insertedId: 's1' } });
    const dialog = await dialogFor('Wanda Worker');
    await fill(dialog);
    expect(dialog.getByText('They see: “Many submissions weren’t real work.”')).toBeInTheDocument();
    await send(dialog);
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Suspended' })));
    expect(sent(app, SUSPEND)).toEqual([[WANDA._id, { reasonCode: 'poor-work', text: EXPLANATION }]]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('ends after days, or on a last day that must be there and in the future', async () => {
    fakeDialogs();
    const app = open([WANDA], { [SUSPEND]: { insertedId: 's1' } });
    const dialog = await dialogFor('Wanda Worker');
    await fill(dialog, 'On a date');
    await send(dialog);
    expect(await dialog.findByText('Last day is required')).toBeInTheDocument();
    const day = dialog.getByLabelText('Last day');
    await userEvent.type(day, '2020-01-01');
    await send(dialog);
    expect(await dialog.findByText('Last day must be today or later')).toBeInTheDocument();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Ends' }), 'After 7 days');
    await send(dialog);
    await waitFor(() => expect(sent(app, SUSPEND)).toHaveLength(1));
    const [[, body] = []] = sent(app, SUSPEND) as [string, { until: string }][];
    expect(Date.parse(body?.until ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(Date.parse(body?.until ?? '') - Date.now()).toBeLessThan(7.1 * 86_400_000);
  });

  test('keeps the text when it is refused', async () => {
    open([WANDA], { [SUSPEND]: problem(409, 'already-suspended', 'This account is already suspended.') });
    const dialog = await dialogFor('Wanda Worker');
    await fill(dialog);
    await send(dialog);
    expect(await dialog.findByText('This account is already suspended.')).toBeInTheDocument();
    expect(dialog.getByRole('textbox', { name: 'Explanation' })).toHaveValue(` ${EXPLANATION} `);
  });

  test('shows a suspended user with reason and end, and lifts after a confirmation', async () => {
    const { confirm, success } = fakeDialogs();
    const suspension = { reasonCode: 'scam', at: '2026-11-22T12:00:00.000Z', until: '2099-01-01T12:00:00.000Z' };
    const app = open([{ ...WANDA, suspension }], { 'DELETE /users/{id}/suspension': { deletedCount: 1 } });
    const lift = await screen.findByRole('button', { name: 'Lift the suspension of Wanda Worker' });
    expect(lift.closest('tr')).toHaveTextContent(/Scam.*until .*2099/);
    await userEvent.click(lift);
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ confirmText: 'Yes, lift it!' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Lifted' })));
    expect(sent(app, 'DELETE /users/{id}/suspension')).toEqual([[WANDA._id, undefined]]);
  });

  test('a filter lists suspended users', async () => {
    const app = open([WANDA]);
    await userEvent.click(await screen.findByRole('radio', { name: 'Suspended' }));
    await waitFor(() => expect(lastQuery(app)).toMatchObject({ suspended: '1', offset: '0' }));
    expect(lastQuery(app)).not.toHaveProperty('role');
  });
});

test('the own account cannot be changed, suspended or deleted, with the reason', async () => {
  open([ADA, BO]);
  const reason = 'This is you. Another admin can change, suspend or delete your account.';
  const suspend = screen.findByRole('button', { name: 'Suspend Ada Admin' });
  for (const control of [await roleOf('Ada Admin'), await deletionOf('Ada Admin'), await suspend]) {
    expect(control).toBeDisabled();
    expect(control).toHaveAccessibleDescription(reason);
  }
  expect(await roleOf('Bo Buyer')).toBeEnabled();
});

describe('search, filter and sort', () => {
  test('searches after a pause in typing', async () => {
    const app = open([BO]);
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search by name or email' }), ' bo ');
    await waitFor(() => expect(lastQuery(app)).toMatchObject({ q: 'bo', offset: '0' }));
    expect(app.path()).toBe('/dashboard/manageUser?q=bo');
    expect(await screen.findByText('1 user found')).toBeInTheDocument();
  });

  test('filters by role and sorts', async () => {
    const app = open([BO], {}, '?page=2');
    await userEvent.click(await screen.findByRole('radio', { name: 'Buyers' }));
    await waitFor(() => expect(lastQuery(app)).toMatchObject({ role: 'buyer', sort: 'newest', offset: '0' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Most coins');
    await waitFor(() => expect(lastQuery(app)).toMatchObject({ role: 'buyer', sort: 'coins' }));
  });

  test('applies the filters of the URL, and offers all users when none matches', async () => {
    const app = open([], {}, '?role=admin&q=zoe&sort=nonsense');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all users' }));
    expect(app.calls.find(({ route }) => route === 'GET /users')?.query).toMatchObject({
      role: 'admin',
      q: 'zoe',
      sort: 'newest',
    });
    await waitFor(() => expect(app.path()).toBe('/dashboard/manageUser?sort=nonsense'));
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test('pages', async () => {
    const app = open([], { 'GET /users': { rows: [BO], total: 300 } });
    await userEvent.click(await screen.findByRole('button', { name: 'Page 15' }));
    await waitFor(() => expect(lastQuery(app)).toMatchObject({ limit: '20', offset: '280' }));
  });
});
