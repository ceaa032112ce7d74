import type { Mail } from '@piecework/contracts';
import { problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, nameOfEmail } from '../../../testing';
import remote from '../../routes';

const CONFIG = { identity: 'embedded', payments: 'simulated', coinCredit: 'manual' };
const KEPT: Mail = {
  _id: 'm1',
  kind: 'password-reset',
  to: 'ann@example.com',
  state: 'sent',
  attempts: 1,
  createdAt: '2026-11-22T10:31:00.000Z',
  subject: 'Choose a new password for Piecework',
  text: 'Hello Ann,\n\n<b>open</b> https://piecework.example/resetPassword#r.t',
  html: '<p onclick="alert(1)">Hello</p>',
};
const FAILED: Mail = {
  _id: 'm2',
  kind: 'submission-approved',
  to: 'wil@example.com',
  state: 'failed',
  attempts: 5,
  error: 'The mail server can’t be reached.',
  createdAt: '2026-11-22T10:30:00.000Z',
};

const open = (answer: unknown, { mail = true, ...options }: RenderOptions & { mail?: boolean } = {}) =>
  renderApp(remote, {
    user: ADMIN,
    path: '/dashboard/adminMail',
    answers: { 'GET /config': { ...CONFIG, ...(mail && { mail }) }, 'GET /admin/mail': answer },
    ...options,
  });

test('lists what, to whom, in which state, with the last error', async () => {
  open([KEPT, FAILED]);
  const row = (await screen.findByRole('link', { name: nameOfEmail('wil@example.com') })).closest('tr');
  for (const text of ['Submission approved', 'failed', '5 tries', 'The mail server can’t be reached.'])
    expect(row).toHaveTextContent(text);
  expect(within(row as HTMLElement).queryByRole('button', { name: /^Read/ })).toBeNull();
});

test('shows the text of a kept mail, never its HTML', async () => {
  open([KEPT]);
  await userEvent.click(
    await screen.findByRole('button', {
      name: 'Read the email to ann@example.com: Choose a new password for Piecework',
    }),
  );
  const dialog = screen.getByRole('dialog', { name: 'Choose a new password for Piecework' });
  expect(dialog).toHaveTextContent('<b>open</b> https://piecework.example/resetPassword#r.t');
  expect(dialog.querySelector('b, p[onclick], iframe')).toBeNull();
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('filters by state', async () => {
  const app = open([]);
  expect(await screen.findByText('No emails yet')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Failed' }));
  expect(await screen.findByText('No emails found')).toBeInTheDocument();
  expect(app.calls.filter(({ route }) => route === 'GET /admin/mail').at(-1)?.query).toMatchObject({
    state: 'failed',
    limit: '20',
  });
});

test('says why the list failed, and that an installation has no mail', async () => {
  const app = open(problem(400, 'x', 'It went wrong.'));
  expect(await screen.findByText('It went wrong.')).toBeInTheDocument();
  app.unmount();
  const without = open(problem(404, 'not-found', 'There is nothing here.'), { mail: false });
  expect(await screen.findByText('Email is turned off on this Piecework server.')).toBeInTheDocument();
  expect(without.calls.map(({ route }) => route)).not.toContain('GET /admin/mail');
});
