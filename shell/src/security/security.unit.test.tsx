import { dialogs } from '@piecework/web-kit';
import { networkFailure, problem } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('@simplewebauthn/browser', () => ({ startRegistration: jest.fn() }));
jest.mock('../areas', () => require('../../testing/fake-areas'));

type Answers = NonNullable<NonNullable<Parameters<typeof openApp>[1]>['answers']>;

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = ['7kq2-m4x9-tb3r-w8vd', '2c9w-x0h7-jq4m-e6rt'];
const OFF = { totp: false, passkeys: [], recoveryCodes: 0 };
const ON = { totp: true, passkeys: [], recoveryCodes: 10 };

const open = async (answers: Answers = {}, user = {}, path = '/dashboard/security') => {
  const app = await openApp(path, {
    user,
    answers: {
      'GET /factors': OFF,
      'POST /factors/totp/start': { secret: SECRET, uri: `otpauth://totp/Piecework:a?secret=${SECRET}` },
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Security' });
  return app;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  jest.spyOn(dialogs, 'toast').mockReturnValue();
  jest.spyOn(dialogs, 'success').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

it('sets up an authenticator app, and shows the recovery codes once', async () => {
  const opened = await open();
  const token = localStorage.getItem('access-token') ?? '';
  opened.answer({ 'POST /factors/totp/confirm': { token, recoveryCodes: CODES } });
  await press('Set up an authenticator app');
  const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' });
  expect(within(dialog).getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  expect(within(dialog).getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  expect(within(dialog).getByLabelText('Code')).toHaveFocus();
  opened.answer({ 'GET /factors': ON });
  await userEvent.type(within(dialog).getByLabelText('Code'), '492039');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  for (const code of CODES) expect(within(codes).getByText(code)).toBeVisible();
  await userEvent.click(within(codes).getByRole('button', { name: 'I’ve saved them' }));
  await waitFor(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull());
  expect(await screen.findByText(/^You have 10 recovery codes left/)).toBeVisible();
  const sent = opened.calls.find(({ route }) => route === 'POST /factors/totp/confirm');
  expect(sent?.body).toEqual({ factorCode: '492039' });
});

it('adds a passkey, lists it by its name and removes it', async () => {
  jest.spyOn(dialogs, 'confirm').mockResolvedValue(true);
  const { startRegistration } = jest.requireMock('@simplewebauthn/browser');
  const response = { clientDataJSON: 'data', attestationObject: 'object', transports: ['internal'] };
  startRegistration.mockRejectedValueOnce(new Error('canceled')).mockResolvedValue({ id: 'key', response });
  const opened = await open({ 'POST /factors/passkeys/start': { options: { challenge: 'c' } } });
  const token = localStorage.getItem('access-token') ?? '';
  opened.answer({ 'POST /factors/passkeys': { token } });
  await press('Add a passkey');
  await userEvent.type(await screen.findByLabelText('Name'), ' My phone ');
  await press('Create passkey');
  expect(await screen.findByText(/^No passkey was made/)).toBeVisible();
  const passkeys = [{ _id: 'key', name: 'My phone', createdAt: '2026-11-22T12:00:00.000Z' }];
  opened.answer({ 'GET /factors': { ...OFF, passkeys, recoveryCodes: 10 } });
  await press('Create passkey');
  const remove = await screen.findByRole('button', { name: 'Remove My phone' });
  const sent = (route: string) => opened.calls.filter((call) => call.route === route);
  expect(sent('POST /factors/passkeys').map(({ body }) => body)).toEqual([
    { name: 'My phone', passkey: { id: 'key', ...response } },
  ]);
  opened.answer({ 'GET /factors': OFF, 'DELETE /factors/{id}': { deletedCount: 1 } });
  await userEvent.click(remove);
  await waitFor(() => expect(screen.queryByText('My phone')).toBeNull());
  expect(sent('DELETE /factors/{id}').map(({ params }) => params)).toEqual([{ id: 'key' }]);
});

it('keeps the dialog after a wrong code', async () => {
  const message = 'This code isn’t right.';
  await open({ 'POST /factors/totp/confirm': problem(400, 'wrong-factor', message, { factorCode: message }) });
  await press('Set up an authenticator app');
  await userEvent.type(await screen.findByLabelText('Code'), '000000');
  await press('Confirm');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Code')).toHaveValue('000000');
});

it('makes new recovery codes and removes the app after a confirmation', async () => {
  const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValueOnce(false).mockResolvedValue(true);
  const opened = await open({ 'GET /factors': ON, 'POST /factors/recovery-codes': { recoveryCodes: CODES } });
  const sent = (route: string) => opened.calls.filter((call) => call.route === route);
  await press('New recovery codes');
  expect(sent('POST /factors/recovery-codes')).toEqual([]);
  await press('New recovery codes');
  await press('I’ve saved them');
  opened.answer({ 'GET /factors': OFF, 'DELETE /factors/{id}': { deletedCount: 1 } });
  await press('Remove');
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  expect(sent('DELETE /factors/{id}').map(({ params }) => params)).toEqual([{ id: 'totp' }]);
  expect(confirm).toHaveBeenLastCalledWith(expect.objectContaining({ danger: true }));
});

it('shows a failure with a way to retry', async () => {
  const opened = await open({ 'GET /factors': networkFailure() });
  opened.answer({ 'GET /factors': ON });
  await userEvent.click(await screen.findByRole('button', { name: /try again/i }));
  expect(await screen.findByText(/^You have 10 recovery codes left/)).toBeVisible();
});

it('is the only page of an admin who needs a second factor first', async () => {
  await open({}, { userRole: 'admin', needsFactor: true }, '/dashboard/adminHome');
  expect(screen.getByText(/^Admins need a second factor here/)).toBeVisible();
  expect(screen.queryByText('Area mf_admin')).toBeNull();
});

describe('the browsers that are signed in', () => {
  const HERE = { _id: 's1', browser: 'Firefox', system: 'Linux', seenOn: '2026-11-22', isCurrent: true };
  const PHONE = { _id: 's2', browser: 'Safari', system: 'iOS', seenOn: '2026-11-20', isCurrent: false };

  it('are listed in words, and can be signed out one by one or all at once', async () => {
    jest.spyOn(dialogs, 'confirm').mockResolvedValue(true);
    const opened = await open({ 'GET /sessions': [HERE, PHONE], 'DELETE /sessions/{id}': { deletedCount: 1 } });
    const list = within(await screen.findByRole('region', { name: 'Where you’re signed in' }));
    expect(await list.findByText('Firefox on Linux')).toBeVisible();
    expect(list.getByText('This browser')).toBeVisible();
    expect(list.getByText(/^Last used on/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
    await press('Sign out Safari on iOS');
    const sent = (route: string) => opened.calls.filter((call) => call.route === route);
    await waitFor(() => expect(sent('DELETE /sessions/{id}').map(({ params }) => params)).toEqual([{ id: 's2' }]));
    opened.answer({
      'DELETE /sessions': () => {
        opened.answer({ 'GET /sessions': [HERE] });
        return { deletedCount: 1 };
      },
    });
    await press('Sign out everywhere else');
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    expect(sent('DELETE /sessions')).toHaveLength(1);
  });

  it('are kept by Firebase where it is the identity', async () => {
    const opened = await open({ 'GET /config': { identity: 'firebase' } });
    expect(await screen.findByText(/^Your sign-in provider keeps these/)).toBeVisible();
    expect(opened.calls.some(({ route }) => route === 'GET /sessions')).toBe(false);
  });
});
