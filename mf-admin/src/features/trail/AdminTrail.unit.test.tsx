import type { AdminAct } from '@piecework/contracts';
import { problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN } from '../../../testing';
import remote from '../../routes';

const ACT: AdminAct = {
  _id: 'a1',
  at: '2026-11-22T10:31:00.000Z',
  action: 'account-number-revealed',
  actor: 'u1',
  actorEmail: 'ada@example.com',
  subject: { type: 'withdrawal', id: 'w1', title: 'ann@example.com' },
  detail: '200 coins by bkash',
};

const open = (answer: unknown, options: RenderOptions = {}) =>
  renderApp(remote, {
    user: ADMIN,
    path: '/dashboard/adminTrail',
    answers: { 'GET /admin/trail': answer },
    ...options,
  });

test('shows what was done, to what, by whom and when', async () => {
  open([ACT, { ...ACT, _id: 'a2', actor: 'operator', actorEmail: undefined, action: 'newer-act' }]);
  const row = (await screen.findByText('Revealed an account number')).closest('tr') as HTMLElement;
  for (const text of ['200 coins by bkash', 'ann@example.com', 'w1', 'ada@example.com'])
    expect(row).toHaveTextContent(text);
  expect(within(row).getByTitle('22-11-2026, 10:31 UTC')).toBeVisible();
  expect(screen.getByText('newer-act').closest('tr')).toHaveTextContent('Operator, by a command');
});

test('searches', async () => {
  const app = open([]);
  expect(await screen.findByText('No actions yet')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Search by action, person, or ID'), 'ann@');
  expect(await screen.findByText('No actions found')).toBeInTheDocument();
  expect(app.calls.at(-1)?.query).toMatchObject({ q: 'ann@', limit: '20', offset: '0' });
  await userEvent.click(screen.getByRole('button', { name: 'Show all actions' }));
  await waitFor(() => expect(app.path()).toBe('/dashboard/adminTrail'));
});

test('shows why the list failed', async () => {
  open(problem(400, 'x', 'It went wrong.'));
  expect(await screen.findByText('It went wrong.')).toBeInTheDocument();
});
