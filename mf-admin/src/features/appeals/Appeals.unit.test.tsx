import type { Appeal } from '@piecework/contracts';
import { aTask, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const APPEAL: Appeal = {
  _id: 's1',
  taskId: 't1',
  taskTitle: 'Name ten birds',
  payableAmount: 12,
  workerName: 'Wanda Worker',
  workerEmail: 'wanda@example.com',
  buyerName: 'Bo Buyer',
  buyerEmail: 'bo@example.com',
  submissionDetails: 'Robin, wren, https://example.com/birds',
  attachments: ['/images/a.webp'],
  reason: { code: 'incomplete', text: 'Three names are missing.' },
  rejectedAt: '2026-11-22T12:00:00.000Z',
  text: 'All ten names are there, on page two.',
  filedAt: '2026-11-22T18:30:00.000Z',
  state: 'open',
  paidBy: 'escrow',
};

const open = (rows: readonly Appeal[], answers: RenderOptions['answers'] = {}) =>
  renderApp(remote, { user: ADMIN, path: '/dashboard/adminAppeals', answers: { 'GET /appeals': rows, ...answers } });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

afterEach(() => jest.restoreAllMocks());

test('shows the work, the reason, the appeal and what pays, oldest first', async () => {
  const app = open([APPEAL]);
  expect(await screen.findByRole('heading', { name: 'Name ten birds' })).toBeVisible();
  for (const text of [
    'Something is missing.',
    'Three names are missing.',
    'All ten names are there, on page two.',
    'from the task',
  ])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByTitle('22-11-2026, 18:30 UTC')).toBeVisible();
  expect(screen.getByRole('link', { name: 'https://example.com/birds' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Enlarge picture 1 of 1' })).toBeVisible();
  expect(app.calls.find(({ route }) => route === 'GET /appeals')?.query).toMatchObject({
    state: 'open',
    sort: 'oldest',
  });
});

test('shows answers by the form of the task, and their text without it', async () => {
  const appeal = { ...APPEAL, answers: [{ bird: 'wren' }] };
  const options = ['robin', 'wren'].map((value) => ({ value, label: `The ${value}` }));
  const fields = [{ kind: 'choice', name: 'bird', label: 'Bird', required: true, options }];
  const { unmount } = open([appeal], { 'GET /tasks/{id}/form': { fields } });
  expect(await screen.findByText('The wren')).toBeVisible();
  expect(screen.queryByText(/Robin, wren/)).toBeNull();
  unmount();
  open([appeal]);
  expect(await screen.findByText(/Robin, wren/)).toBeVisible();
});

test('shows the answers to a page of a batch beside the values of its rows', async () => {
  open([{ ...APPEAL, page: 7, answers: [{ bird: 'wren' }] }], {
    'GET /tasks/{id}/form': { fields: [{ kind: 'text', name: 'bird', label: 'Bird at {{place}}', required: true }] },
    'GET /tasks/{id}/pages/{page}': {
      number: 7,
      pages: 9,
      columns: [{ name: 'place', label: 'Place', kind: 'text' }],
      rows: [{ number: 7, values: { place: 'Ghent' }, text: '' }],
    },
  });
  expect(await screen.findByText('Bird at Ghent')).toBeVisible();
  expect(screen.getByText('Ghent')).toBeVisible();
});

test('shows the records of the worker and of the buyer', async () => {
  const buyerStats = { posted: 2, decided: 9, approved: 6, unexplained: 2, overturned: 1, reviewHours: 1 };
  open([{ ...APPEAL, workerStats: { approved: 11, decided: 12 } }], { 'GET /tasks/{id}': aTask({ buyerStats }) });
  expect(await screen.findByText(/91% of 12 submissions approved/)).toBeVisible();
  const fold = screen.getByText('Read the task').closest('details') as HTMLDetailsElement;
  fold.open = true;
  for (const text of [
    'approves 66% of work · usually decides within an hour · 2 tasks posted',
    '4 rejections: 2 without a reason, 1 overturned on appeal',
  ])
    expect(await screen.findByText(text)).toBeInTheDocument();
});

test('loads what the task asks for when it is opened', async () => {
  open([APPEAL], { 'GET /tasks/{id}': aTask({ taskDetail: 'Ten different birds.' }) });
  const fold = (await screen.findByText('Read the task')).closest('details') as HTMLDetailsElement;
  fold.open = true;
  expect(await screen.findByText('Ten different birds.')).toBeInTheDocument();
});

test('upholds with a note, and shows what paid', async () => {
  const { success } = fakeDialogs();
  const app = open([{ ...APPEAL, paidBy: 'platform' }], {
    'PATCH /appeals/{id}': { modifiedCount: 1, paidBy: 'platform' },
  });
  expect(await screen.findByText('by Piecework')).toBeVisible();
  await press('Uphold');
  await press('Uphold and pay 12 coins');
  expect(await dialog().findByText('Note is required')).toBeVisible();
  await userEvent.type(dialog().getByLabelText('Note'), 'All ten are named.');
  app.answer({ 'GET /appeals': [] });
  await press('Uphold and pay 12 coins');
  await waitFor(() =>
    expect(success).toHaveBeenCalledWith(
      expect.objectContaining({ text: 'Wanda Worker was paid 12 coins by Piecework.' }),
    ),
  );
  const decision = app.calls.find(({ route }) => route === 'PATCH /appeals/{id}');
  expect(decision).toMatchObject({ params: { id: 's1' }, body: { outcome: 'upheld', note: 'All ten are named.' } });
  expect(await screen.findByText('No open appeals')).toBeVisible();
});

test('keeps the note when the admin may not decide', async () => {
  open([APPEAL], { 'PATCH /appeals/{id}': problem(409, 'own-appeal', 'Please ask another admin to decide.') });
  await press('Dismiss');
  await userEvent.type(dialog().getByLabelText('Note'), 'Names are missing.');
  await userEvent.click(dialog().getByRole('button', { name: 'Dismiss' }));
  expect(await dialog().findByText('Please ask another admin to decide.')).toBeVisible();
  expect(dialog().getByLabelText('Note')).toHaveValue('Names are missing.');
});

test('shows decided appeals by a filter, and an empty state', async () => {
  const app = open([]);
  expect(await screen.findByText('No open appeals')).toBeVisible();
  app.answer({ 'GET /appeals': [{ ...APPEAL, state: 'dismissed', note: 'Three are missing indeed.' }] });
  await userEvent.click(screen.getByRole('radio', { name: 'Dismissed' }));
  expect(await screen.findByText('Three are missing indeed.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Uphold' })).toBeNull();
});

test('says when the buyer has ended an appeal', async () => {
  const { paidBy: _, ...ended } = APPEAL;
  open([{ ...ended, state: 'upheld', decidedAt: '2026-11-22T10:00:00.000Z' }]);
  expect(await screen.findByText('The buyer took the rejection back and paid the worker')).toBeVisible();
});
