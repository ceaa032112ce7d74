import { dialogs, useSession } from '@piecework/web-kit';
import { aWithdrawal, networkFailure, problem } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

type Options = NonNullable<Parameters<typeof openApp>[1]>;

const CHANGE = 'PATCH /profile';
const PICTURE = 'http://gateway.test/images/00000000000000000000000009.webp';
let success: jest.SpyInstance;
beforeAll(() => {
  // jsdom draws no previews.
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => {} });
});
beforeEach(() => {
  success = jest.spyOn(dialogs, 'success').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async ({ answers = {}, ...options }: Options = {}) => {
  const app = await openApp('/dashboard/profile', {
    answers: {
      [CHANGE]: { modifiedCount: 1 },
      'POST /images': { success: true, data: { display_url: PICTURE, width: 1, height: 1 } },
      ...answers,
    },
    ...options,
  });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  return app;
};
type App = Awaited<ReturnType<typeof open>>;
const changes = ({ calls }: App) => calls.filter(({ route }) => route === CHANGE).map(({ body }) => body);
const name = () => screen.getByLabelText('Name');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const rename = async (next: string) => {
  await userEvent.clear(name());
  if (next) await userEvent.type(name(), next);
  await save();
};

it('changes the name alone, and shows it in the header', async () => {
  const app = await open({ user: { userPhotoURL: '/images/00000000000000000000000001.webp' } });
  app.answer({ 'GET /user': { ...app.user, userName: 'Wilma New' } });
  await rename(' Wilma New ');
  await waitFor(() => expect(success).toHaveBeenCalledWith({ title: 'Update Successful' }));
  expect(changes(app)).toEqual([{ userName: 'Wilma New' }]);
  expect(useSession.getState().user?.userName).toBe('Wilma New');
  expect(await screen.findByRole('button', { name: /^Wilma New.*account$/ })).toBeVisible();
});

it('changes the picture alone, and removes it', async () => {
  const app = await open();
  const file = new File(['x'], 'me.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Profile picture'), file);
  await screen.findByText('Picture uploaded.');
  await save();
  await waitFor(() => expect(changes(app)).toEqual([{ userPhotoURL: PICTURE }]));
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
  await save();
  await waitFor(() => expect(changes(app)[1]).toEqual({ userPhotoURL: '' }));
});

it('requires a name', async () => {
  const app = await open();
  await rename('');
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(changes(app)).toEqual([]);
});

it("keeps what was typed after a failure, and shows the server's fault beside the field", async () => {
  const app = await open({
    answers: { [CHANGE]: problem(400, 'validation', 'Check it.', { userName: 'Name is too odd' }) },
  });
  await rename('Odd');
  expect(await screen.findByText('Name is too odd')).toBeVisible();
  app.answer({ [CHANGE]: problem(409, 'conflict', 'Not now.') });
  await save();
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(name()).toHaveValue('Odd');
  expect(success).not.toHaveBeenCalled();
});

describe('the payout details', () => {
  const details = () => within(screen.getByRole('region', { name: 'Payout details' }));

  it('are the account of the last withdrawal that has one', async () => {
    const rows = [
      aWithdrawal({ status: 'canceled' }),
      aWithdrawal({ paymentSystem: 'nagad', accountMask: '123' }),
      aWithdrawal({ paymentSystem: 'bkash', accountMask: '456' }),
    ];
    await open({ answers: { 'GET /withdrawals': rows } });
    expect(await details().findByText('nagad •••123')).toBeVisible();
    expect(details().getByRole('link', { name: 'Withdrawals' })).toHaveAttribute('href', '/dashboard/workerWithdrawal');
  });

  it('say when there is none, and when they cannot be loaded', async () => {
    const app = await open();
    expect(await details().findByText(/No account saved yet/)).toBeVisible();
    app.unmount();
    await open({ answers: { 'GET /withdrawals': networkFailure() } });
    expect(await details().findByText('Your payout details couldn’t be loaded')).toBeVisible();
  });

  it('are shown to workers only', async () => {
    const app = await open({ user: { userRole: 'buyer' } });
    expect(screen.queryByRole('region', { name: 'Payout details' })).toBeNull();
    expect(app.calls.some(({ route }) => route === 'GET /withdrawals')).toBe(false);
  });
});

it('downloads the own data, and says why it fails', async () => {
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const app = await open({ answers: { 'GET /own-data.zip': 'PK' } });
  const button = screen.getByRole('button', { name: 'Download my data' });
  await userEvent.click(button);
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(click.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(/^piecework-.*\.zip$/));
  app.answer({ 'GET /own-data.zip': problem(429, 'too-many-requests', 'One at a time, please.') });
  await userEvent.click(button);
  expect(await screen.findByText('One at a time, please.')).toBeVisible();
});

it('opens the change of the password', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByRole('dialog', { name: 'Change password' })).toBeVisible();
});
