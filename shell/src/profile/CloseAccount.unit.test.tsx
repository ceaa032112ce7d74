import type { Closing } from '@piecework/contracts';
import { dialogs } from '@piecework/web-kit';
import { networkFailure, problem } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

type Options = NonNullable<Parameters<typeof openApp>[1]>;

const NOTHING: Closing['due'] = {
  pendingSubmissions: 0,
  openAppeals: 0,
  heldPlaces: 0,
  undecidedSubmissions: 0,
  placesOfWorkers: 0,
  pendingWithdrawals: 0,
  duePayouts: 0,
};
const closing = (changes: Partial<Closing> = {}): Closing => ({
  coins: 0,
  withdrawableCoins: 0,
  openTasks: 0,
  due: NOTHING,
  ...changes,
});
const CLOSES_AT = '2099-12-01T10:00:00.000Z';

afterEach(() => jest.restoreAllMocks());

const open = async (answer: unknown, { user, answers = {} }: Pick<Options, 'user' | 'answers'> = {}) => {
  const app = await openApp('/dashboard/profile', {
    ...(user && { user }),
    answers: { 'GET /closing': answer, 'POST /closing': { modifiedCount: 1 }, ...answers },
  });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  return app;
};
const region = () => within(screen.getByRole('region', { name: 'Close account' }));
const openDialog = async () => {
  await userEvent.click(region().getByRole('button', { name: 'Close my account' }));
  return within(await screen.findByRole('dialog', { name: 'Close your account' }));
};
const sent = ({ calls }: Awaited<ReturnType<typeof open>>, wanted: string) =>
  calls.filter(({ route }) => route === wanted).map(({ body }) => body);

it('says what happens, and closes after the address was typed, with the coins that it showed', async () => {
  const due = { ...NOTHING, pendingSubmissions: 2, duePayouts: 1 };
  const app = await open(closing({ coins: 230, withdrawableCoins: 210, openTasks: 3, due }));
  const dialog = await openDialog();
  expect(await dialog.findByText('2 submissions of yours that their buyers have to decide')).toBeVisible();
  expect(dialog.getByText('1 payout that’s on its way')).toBeVisible();
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
  expect(dialog.getByText('Then your 3 open tasks end.')).toBeVisible();
  expect(dialog.getByText(/^You lose up to 230 coins/)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Withdraw 210 coins first' })).toHaveAttribute(
    'href',
    '/dashboard/workerWithdrawal',
  );
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Close my account' }));
  await confirm();
  expect(await dialog.findByText('Email is required')).toBeVisible();
  app.answer({
    'POST /closing': problem(400, 'validation', 'Check it.', { userEmail: 'Type the email address of your account' }),
  });
  await userEvent.type(dialog.getByLabelText('Type your email address to confirm'), 'other@example.com');
  await confirm();
  expect(await dialog.findByText('Type the email address of your account')).toBeVisible();
  app.answer({ 'POST /closing': { modifiedCount: 1 } });
  app.answer({ 'GET /user': { ...app.user, closesAt: CLOSES_AT } });
  await userEvent.clear(dialog.getByLabelText('Type your email address to confirm'));
  await userEvent.type(dialog.getByLabelText('Type your email address to confirm'), app.user?.userEmail ?? '');
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(app, 'POST /closing').at(-1)).toEqual({ userEmail: app.user?.userEmail ?? '', coins: 230 });
  expect(await screen.findByText('You’re closing your account.')).toBeVisible();
});

it('says that nothing is due, and retries what could not be loaded', async () => {
  const app = await open(networkFailure());
  const dialog = await openDialog();
  expect(await dialog.findByText('What’s due couldn’t be loaded')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Close my account' })).toBeNull();
  app.answer({ 'GET /closing': closing() });
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText(/Now nothing is\.$/)).toBeVisible();
  expect(dialog.queryByText(/You lose/)).toBeNull();
});

it('is not offered to an admin', async () => {
  await open(closing(), { user: { userRole: 'admin' } });
  expect(screen.queryByRole('region', { name: 'Close account' })).toBeNull();
});

describe('while the account is closing', () => {
  const waiting = closing({ closesAt: CLOSES_AT, agreedCoins: 10, coins: 10, due: { ...NOTHING, heldPlaces: 1 } });

  it('each page says so, and keeps the account with one click', async () => {
    const toast = jest.spyOn(dialogs, 'toast').mockImplementation(() => {});
    const app = await open(waiting, {
      user: { closesAt: CLOSES_AT },
      answers: { 'DELETE /closing': { deletedCount: 1 } },
    });
    expect(await region().findByText('1 place that you hold')).toBeVisible();
    expect(screen.getByRole('link', { name: 'What it waits for' })).toHaveAttribute('href', '/dashboard/profile');
    const { closesAt: _, ...kept } = { ...app.user, closesAt: CLOSES_AT };
    app.answer({ 'GET /user': kept });
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(screen.queryByText('You’re closing your account.')).toBeNull());
    expect(sent(app, 'DELETE /closing')).toHaveLength(1);
    expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Your account stays open' }));
    expect(region().getByRole('button', { name: 'Close my account' })).toBeVisible();
  });

  it('asks to agree to more coins than before', async () => {
    const app = await open({ ...waiting, coins: 45, due: NOTHING }, { user: { closesAt: CLOSES_AT } });
    expect(await region().findByText('Nothing is due.')).toBeVisible();
    app.answer({ 'GET /closing': { ...waiting, coins: 45, agreedCoins: 45 } });
    await userEvent.click(region().getByRole('button', { name: 'Lose up to 45 coins' }));
    await waitFor(() => expect(region().queryByRole('button')).toBeNull());
    expect(sent(app, 'POST /closing')).toEqual([{ userEmail: app.user?.userEmail ?? '', coins: 45 }]);
  });
});
