import type { Message, OpenThread } from '@piecework/contracts';
import { problem, takeNotice } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const THREAD: OpenThread = {
  _id: 't1:w1',
  taskId: 't1',
  taskTitle: 'Label ten photos',
  side: 'worker',
  otherName: 'Bella',
  messages: 2,
  unread: 1,
  last: { isOwn: false, text: 'The English ones.', time: ago(3) },
};
const MESSAGES: Message[] = [
  { _id: 'm2', number: 2, isOwn: false, text: 'The English ones.\nSee <b>https://example.com</b>', time: ago(1) },
  { _id: 'm1', number: 1, isOwn: true, text: 'Which names?', time: ago(80) },
];
const READ = { 'PATCH /threads/{id}': { modifiedCount: 1 } };
const ADDRESS = '/dashboard/messages?thread=t1%3Aw1';

const open = (answers: object = {}, path = ADDRESS) =>
  openApp(path, {
    answers: {
      'GET /threads': { rows: [THREAD], total: 1, unread: 1 },
      'GET /threads/{id}': THREAD,
      'GET /threads/{id}/messages': { rows: MESSAGES, total: 2 },
      ...READ,
      ...answers,
    },
  });
const field = () => screen.findByRole('textbox', { name: 'Message to Bella' });

it('lists threads with the last message, and counts the unread ones in the menu', async () => {
  await open({}, '/dashboard/messages');
  const threads = within(screen.getByRole('navigation', { name: 'Threads' }));
  const link = await threads.findByRole('link');
  expect(link).toHaveAttribute('href', ADDRESS);
  expect(link).toHaveTextContent('BellaLabel ten photosThe English ones.3 hours ago11 unread message');
  const menu = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(menu.getByRole('link', { name: /^Messages/ })).toHaveTextContent('1 unread thread');
  expect(screen.getByText('Choose a thread')).toBeInTheDocument();
});

it('shows a thread as plain text with its days, and marks it as read', async () => {
  const { calls } = await open();
  const region = within(await screen.findByRole('region', { name: 'Messages with Bella' }));
  const rows = region.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows).toHaveLength(4);
  expect(rows[1]).toMatch(/^You.*Which names\?$/);
  expect(rows[3]).toContain('See <b>https://example.com</b>');
  expect(region.queryByRole('link')).toBeNull();
  expect(screen.getByRole('link', { name: 'Label ten photos' })).toHaveAttribute(
    'href',
    '/dashboard/workerTaskList/t1',
  );
  await waitFor(() => expect(calls.find(({ route }) => route === 'PATCH /threads/{id}')?.body).toEqual({ read: 2 }));
});

it('sends with Ctrl and Enter, keeps what is typed after a failure, and announces an answer', async () => {
  const limit = 'You’ve written 10 messages without an answer.';
  const { calls, answer } = await open({ 'POST /threads/{id}/messages': problem(429, 'too-many-unanswered', limit) });
  await userEvent.type(await field(), 'One{Enter}two');
  expect(calls.some(({ route }) => route === 'POST /threads/{id}/messages')).toBe(false);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('alert')).toHaveTextContent(limit);
  expect(await field()).toHaveValue('One\ntwo');
  answer({ 'POST /threads/{id}/messages': { insertedId: 'm3' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(async () => expect(await field()).toHaveValue(''));
  expect(calls.filter(({ route }) => route === 'POST /threads/{id}/messages').at(-1)?.body).toEqual({
    text: 'One\ntwo',
  });
  expect(await field()).toHaveFocus();
  act(() => takeNotice('message', { threadId: 't1:w1', number: 4, by: 'buyer' }));
  expect(await screen.findByText('New message from Bella (4)')).toBeInTheDocument();
});

it('counts characters near the limit, and names a fault under the field', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await field()).toHaveAccessibleDescription('Message is required');
  await userEvent.click(await field());
  await userEvent.paste('x'.repeat(1990));
  expect(await field()).toHaveAccessibleDescription('10 characters left');
});

it.each([
  ['over', /^This thread has ended: it closes 30 days after the last decision/],
  ['closed', 'This thread is closed. You can still read it.'],
] as const)('a thread that is %s has no composer, and says why', async (end, text) => {
  await open({ 'GET /threads/{id}': { ...THREAD, end } });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
});

it('has an empty, a failure and a not-found state', async () => {
  const { answer } = await open({ 'GET /threads': problem(400, 'validation', 'Not now') }, '/dashboard/messages');
  expect(await screen.findByText('Not now')).toBeVisible();
  answer({ 'GET /threads': [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No messages yet')).toBeVisible();
});

it('says that a thread cannot be found', async () => {
  await open({ 'GET /threads/{id}': problem(404, 'not-found', 'No') });
  expect(await screen.findByText('We couldn’t find this thread')).toBeVisible();
});
