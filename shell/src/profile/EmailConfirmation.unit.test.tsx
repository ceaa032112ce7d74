import { dialogs, session, useSession } from '@piecework/web-kit';
import { problem } from '@piecework/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

afterEach(() => jest.restoreAllMocks());

const NOTICE = /^Confirm your address. We’ll send a link to wanda@example.com/;
const open = (path: string, config: object = { mail: true }, user = {}) =>
  openApp(path, { user, answers: { 'GET /config': config } });
const settled = (app: Awaited<ReturnType<typeof open>>) =>
  waitFor(() => expect(app.calls.some(({ route }) => route === 'GET /config')).toBe(true));

it.each(['/dashboard/workerHome', '/dashboard/profile'])('is offered at %s', async (path) => {
  const send = jest.spyOn(session, 'requestConfirmation').mockResolvedValue();
  await open(path);
  expect(await screen.findByText(NOTICE)).toBeVisible();
  const again = screen.getByRole('button', { name: 'Send link' });
  await userEvent.click(again);
  expect(await screen.findByText(/^We sent a link to wanda@example.com/)).toBeVisible();
  expect(again).toHaveFocus();
  expect(send).toHaveBeenCalledTimes(1);
});

it('says that the first withdrawal requires it', async () => {
  await open('/dashboard/profile', { mail: true, verifyEmail: true });
  expect(await screen.findByText(/^Confirm your address before your first withdrawal. We’ll/)).toBeVisible();
});

it('says nothing of withdrawals to buyers', async () => {
  await open('/dashboard/profile', { verifyEmail: true }, { userRole: 'buyer' });
  expect(await screen.findByText(NOTICE)).toBeVisible();
});

it('says that the starting coins wait for it', async () => {
  await open('/dashboard/workerHome', { mail: true, verifyEmail: true }, { grantWaits: 'email' });
  expect(await screen.findByText(/^Confirm your address to get your starting coins. We’ll/)).toBeVisible();
});

it('is not what the starting coins wait for once an admin checks the account', async () => {
  await open('/dashboard/workerHome', {}, { grantWaits: 'admin' });
  expect(await screen.findByText(/^Your 10 starting coins come once/)).toBeVisible();
});

it('ends once the address is confirmed', async () => {
  await open('/dashboard/workerHome');
  await screen.findByText(NOTICE);
  const { user } = useSession.getState();
  act(() => useSession.setState({ user: user && { ...user, emailConfirmed: true } }));
  expect(screen.queryByText(NOTICE)).toBeNull();
});

it.each([
  ['an installation without mail', '/dashboard/workerHome', {}, {}],
  ['a confirmed address', '/dashboard/workerHome', { mail: true }, { emailConfirmed: true }],
  ['another page', '/dashboard/statement', { mail: true }, {}],
])('is not offered to %s', async (_, path, config, user) => {
  await settled(await open(path, config, user));
  expect(screen.queryByText(NOTICE)).toBeNull();
});

it('says why no link could be sent', async () => {
  jest.spyOn(session, 'requestConfirmation').mockRejectedValue(problem(429, 'too-many-requests', 'Later.'));
  const failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
  await open('/dashboard/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }));
  await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: 'Later.' }));
});
