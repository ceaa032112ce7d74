import { problem } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const SUSPENSION = { reasonCode: 'poor-work', text: 'Forty answers are copies.', at: '2026-11-22T12:00:00.000Z' };
const APPEAL = 'I typed each of these answers myself.';
const open = (suspension: object | undefined, path = '/dashboard/workerHome') =>
  openApp(path, {
    user: suspension ? { suspension } : {},
    answers: { 'POST /suspension/appeal': { insertedId: 's1' } },
  } as never);
const notice = () => screen.findByRole('region', { name: 'Suspension' });

test('a suspended person reads on every page why, until when, and what still works', async () => {
  await open({ ...SUSPENSION, until: '2099-01-01T00:00:00.000Z' }, '/dashboard/profile');
  const region = await notice();
  for (const text of ['Your account is suspended', 'Many submissions weren’t real work.', SUSPENSION.text])
    expect(within(region).getByText(text)).toBeInTheDocument();
  expect(region).toHaveTextContent(/It ends automatically: .*2099/);
  expect(region).toHaveTextContent(/read everything that’s yours/);
});

test('a suspension without an end says so', async () => {
  await open(SUSPENSION);
  expect(await notice()).toHaveTextContent('It has no end date. An admin can lift it.');
});

test('others see nothing of it', async () => {
  await open(undefined);
  await screen.findByRole('main');
  expect(screen.queryByRole('region', { name: 'Suspension' })).toBeNull();
});

test('the appeal is sent once, and the notice then shows that it waits', async () => {
  const app = await open(SUSPENSION);
  await userEvent.click(within(await notice()).getByRole('button', { name: 'Appeal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Appeal the suspension' });
  const send = within(dialog).getByRole('button', { name: 'Send appeal' });
  await userEvent.click(send);
  expect(await within(dialog).findByText('Appeal is required')).toBeInTheDocument();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Your appeal' }), ` ${APPEAL} `);
  const appeal = { text: APPEAL, filedAt: '2026-11-22T15:00:00.000Z', state: 'open' };
  app.answer({ 'GET /user': { ...app.user, suspension: { ...SUSPENSION, appeal } } } as never);
  await userEvent.click(send);
  await waitFor(async () => expect(await notice()).toHaveTextContent(/You appealed .* Another admin will decide/));
  expect(app.calls.filter(({ route }) => route === 'POST /suspension/appeal').map(({ body }) => body)).toEqual([
    { text: APPEAL },
  ]);
  expect(within(await notice()).queryByRole('button', { name: 'Appeal' })).toBeNull();
});

test('a refused appeal keeps its text', async () => {
  const app = await open(SUSPENSION);
  app.answer({ 'POST /suspension/appeal': problem(409, 'appealed-before', 'You already appealed.') });
  await userEvent.click(within(await notice()).getByRole('button', { name: 'Appeal' }));
  const field = await screen.findByRole('textbox', { name: 'Your appeal' });
  await userEvent.type(field, APPEAL);
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  expect(await screen.findByText('You already appealed.')).toBeInTheDocument();
  expect(field).toHaveValue(APPEAL);
});

test('a decided appeal shows the answer of the admin', async () => {
  const decided = { decidedAt: '2026-11-23T12:00:00.000Z', note: 'The copies are plain.', state: 'kept' };
  await open({ ...SUSPENSION, appeal: { text: APPEAL, filedAt: '2026-11-22T15:00:00.000Z', ...decided } });
  const region = await notice();
  expect(region).toHaveTextContent(/Your appeal was decided .*: the suspension stays/);
  expect(within(region).getByText('The copies are plain.')).toBeInTheDocument();
});

test('a refusal because of a suspension reads the user again, and the session goes on', async () => {
  const app = await open(undefined, '/dashboard/profile');
  const field = await screen.findByRole('textbox', { name: 'Name' });
  app.answer({
    'GET /user': { ...app.user, suspension: SUSPENSION },
    'PATCH /profile': problem(409, 'account-suspended', 'Your account is suspended.'),
  } as never);
  await userEvent.type(field, ' B');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await notice()).toBeInTheDocument();
  expect(app.path()).toBe('/dashboard/profile');
});
