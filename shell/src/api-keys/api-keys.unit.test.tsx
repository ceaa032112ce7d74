import { dialogs } from '@piecework/web-kit';
import { later, networkFailure, problem } from '@piecework/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

type Answers = NonNullable<NonNullable<Parameters<typeof openApp>[1]>['answers']>;

const KEY = `pw_${'0'.repeat(26)}_${'a'.repeat(43)}`;
const row = { _id: 'key-1', name: 'Nightly', createdAt: '2026-11-22T12:00:00.000Z', mask: 'pw_key-1_…' };
const open = async (answers: Answers = {}) => {
  const app = await openApp('/dashboard/apiKeys', {
    user: { userRole: 'buyer' },
    answers: { 'GET /api-keys': [], 'POST /api-keys': { insertedId: 'key-1', key: KEY }, ...answers },
  });
  await screen.findByRole('heading', { level: 1, name: /^API keys/ });
  return app;
};
type App = Awaited<ReturnType<typeof open>>;
const sent = ({ calls }: App, route: string) => calls.filter((call) => call.route === route);
const make = async (name = ' Nightly ') => {
  if (name) await userEvent.type(screen.getByLabelText('Name'), name);
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
};
afterEach(() => jest.restoreAllMocks());

it('makes a key, shows it once with the focus, and lists it', async () => {
  const app = await open();
  expect(await screen.findByText('No keys yet')).toBeVisible();
  app.answer({ 'GET /api-keys': [row] });
  await make();
  const field = await screen.findByLabelText('Key');
  expect(field).toHaveValue(KEY);
  expect(field).toHaveFocus();
  expect(screen.getByText(/You won’t see it again/)).toBeVisible();
  expect(sent(app, 'POST /api-keys').map(({ body }) => body)).toEqual([{ name: 'Nightly' }]);
  expect(await screen.findByText('pw_key-1_…')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue(KEY)).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

it('copies the key, or selects it where the browser does not allow that', async () => {
  await open();
  await make();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(KEY);
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/The key is selected/)).toBeVisible();
});

it('requires a name, and keeps it after a failure', async () => {
  const message = 'You have 10 API keys already.';
  const app = await open({ 'POST /api-keys': problem(409, 'too-many-keys', message) });
  await make('');
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(sent(app, 'POST /api-keys')).toEqual([]);
  await make('Eleventh');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Eleventh');
});

it('revokes a key after a confirmation', async () => {
  jest.spyOn(dialogs, 'success').mockResolvedValue();
  const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValueOnce(false).mockResolvedValue(true);
  const app = await open({ 'GET /api-keys': [row] });
  const revoke = await screen.findByRole('button', { name: 'Revoke Nightly' });
  await userEvent.click(revoke);
  expect(sent(app, 'DELETE /api-keys/{id}')).toEqual([]);
  app.answer({ 'GET /api-keys': [], 'DELETE /api-keys/{id}': { deletedCount: 1 } });
  await userEvent.click(revoke);
  await waitFor(() => expect(screen.queryByText('Nightly')).toBeNull());
  expect(sent(app, 'DELETE /api-keys/{id}').map(({ params }) => params)).toEqual([{ id: 'key-1' }]);
  expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ detail: '“Nightly”', danger: true }));
});

it('shows that keys are loading, and a failure with a way to retry', async () => {
  const app = await open({ 'GET /api-keys': later(50, networkFailure()) });
  expect(screen.queryByText('No keys yet')).toBeNull();
  const retry = await screen.findByRole('button', { name: /try again/i });
  app.answer({ 'GET /api-keys': [row] });
  await userEvent.click(retry);
  expect(await screen.findByText('pw_key-1_…')).toBeVisible();
});

it('is a page of buyers only', async () => {
  const app = await openApp('/dashboard/apiKeys', { user: { userRole: 'worker' } });
  expect(await screen.findByText('We couldn’t find this page')).toBeVisible();
  expect(sent(app as App, 'GET /api-keys')).toEqual([]);
});
