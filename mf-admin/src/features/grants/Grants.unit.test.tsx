import type { WaitingGrant } from '@piecework/contracts';
import { problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const grantOf = (name: string, changes: Partial<WaitingGrant> = {}): WaitingGrant => ({
  userId: name,
  userName: `The ${name}`,
  userEmail: `${name}@example.com`,
  userRole: 'buyer',
  emailConfirmed: false,
  coins: 50,
  reason: 'network',
  network: '203.0.113.7',
  since: '2026-11-21T03:35:00.000Z',
  ...changes,
});
const ROWS = [grantOf('ann'), grantOf('bo', { userRole: 'worker', coins: 10, reason: 'mailbox' })];
const RELEASE = 'POST /admin/grants/release';

const open = (rows: readonly WaitingGrant[], answers: RenderOptions['answers'] = {}) =>
  renderApp(remote, {
    user: ADMIN,
    path: '/dashboard/adminGrants',
    answers: { 'GET /admin/grants': rows, ...answers },
  });
const select = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const released = ({ calls }: ReturnType<typeof open>) =>
  calls.filter(({ route }) => route === RELEASE).map(({ body }) => body);

afterEach(() => jest.restoreAllMocks());

test('shows the account, its coins, why they wait, the network and the address', async () => {
  open(ROWS);
  for (const text of [
    'The ann',
    'Many new accounts from this network that day',
    'Another account has the same mailbox',
    'Total: 2 waiting accounts',
  ])
    expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getAllByText('203.0.113.7')).toHaveLength(2);
  expect(screen.getAllByText('not confirmed')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Release' })).toBeDisabled();
});

test('releases many at once, after a confirmation with the sum', async () => {
  const { confirm, success } = fakeDialogs();
  const app = open(ROWS, { [RELEASE]: { released: 2 } });
  await screen.findByText('The ann');
  await press('Select this page');
  await press('Release 2 accounts');
  await waitFor(() => expect(success).toHaveBeenCalled());
  expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ detail: '60 coins to 2 accounts' }));
  expect(released(app)).toEqual([{ userIds: ['ann', 'bo'] }]);
  expect(success).toHaveBeenCalledWith(expect.objectContaining({ text: '2 accounts got their starting coins.' }));
  expect(screen.getByRole('button', { name: 'Release' })).toBeDisabled();
});

test('releases the selected ones, none on cancel', async () => {
  const { confirm } = fakeDialogs({ confirms: false });
  const app = open(ROWS, { [RELEASE]: { released: 1 } });
  await select('Select The ann, ann@example.com');
  await select('Select The bo, bo@example.com');
  await select('Select The ann, ann@example.com');
  await press('Release 1 account');
  expect(released(app)).toEqual([]);
  confirm.mockResolvedValue(true);
  await press('Release 1 account');
  await waitFor(() => expect(released(app)).toEqual([{ userIds: ['bo'] }]));
});

test('says when another admin was first', async () => {
  const { success } = fakeDialogs();
  open(ROWS, { [RELEASE]: { released: 0 } });
  await select('Select The ann, ann@example.com');
  await press('Release 1 account');
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already released' })));
});

test('shows a failure, and keeps the selection', async () => {
  const { failure } = fakeDialogs();
  open(ROWS, { [RELEASE]: problem(503, 'unavailable', 'Please try again.') });
  await select('Select The ann, ann@example.com');
  await press('Release 1 account');
  await waitFor(() => expect(failure).toHaveBeenCalled());
  expect(screen.getByRole('checkbox', { name: 'Select The ann, ann@example.com' })).toBeChecked();
});

test('has an empty state', async () => {
  open([]);
  expect(await screen.findByText('No starting coins wait')).toBeInTheDocument();
});
