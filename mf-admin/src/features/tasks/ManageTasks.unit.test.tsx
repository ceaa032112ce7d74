import type { Task } from '@piecework/contracts';
import { aTask, problem, type RenderOptions, renderApp, takeNotice } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const RECEIPTS = aTask({ requiredWorkers: 3, payableAmount: 10, completionDate: '2027-01-05' });
const STREETS = aTask({ taskTitle: 'Photograph a street', taskStatus: 'completed', requiredWorkers: 0 });

const open = (rows: readonly Task[], answers: RenderOptions['answers'] = {}, search = '') =>
  renderApp(remote, {
    user: ADMIN,
    path: `/dashboard/manageTask${search}`,
    answers: { 'GET /tasks': rows, ...answers },
  });
const deletionOf = (title: string) => screen.findByRole('button', { name: `Delete ${title}` });
const lastQuery = ({ calls }: ReturnType<typeof open>) =>
  calls.filter(({ route }) => route === 'GET /tasks').at(-1)?.query;

afterEach(() => jest.restoreAllMocks());

test('lists tasks with title, description, due date, buyer and status, and the total', async () => {
  open([RECEIPTS, STREETS]);
  const row = (await deletionOf(RECEIPTS.taskTitle)).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('bo@example.com');
  for (const text of [RECEIPTS.taskDetail, '5-1-2027', 'pending', '3 open × 10 coins'])
    expect(within(row).getByText(text)).toBeInTheDocument();
  expect(screen.getByText('Total: 2 tasks')).toBeInTheDocument();
});

test('renders a title as text, not as HTML', async () => {
  open([aTask({ taskTitle: '<img src=x onerror=alert(1)>' })]);
  expect(await screen.findByText('<img src=x onerror=alert(1)>', { ignore: 'button *' })).toBeInTheDocument();
});

const REASON = 'It asks for passwords.';
const dialog = () => within(screen.getByRole('dialog', { name: 'Are you sure?' }));
const confirmDeletion = async (title: string, reason = REASON) => {
  await userEvent.click(await deletionOf(title));
  if (reason) await userEvent.type(dialog().getByLabelText('Reason'), reason);
  await userEvent.click(dialog().getByRole('button', { name: 'Yes, delete it!' }));
};
const deletions = ({ calls }: ReturnType<typeof open>) => calls.filter(({ route }) => route === 'DELETE /tasks/{id}');

test('asks with title, refund and reason, deletes, shows the success and removes the row', async () => {
  const { success } = fakeDialogs();
  const app = open([RECEIPTS, STREETS], { 'DELETE /tasks/{id}': { deletedCount: 1 } });
  await userEvent.click(await deletionOf(RECEIPTS.taskTitle));
  expect(dialog().getByText(/30 coins are refunded to Bo Buyer: 3 open × 10/)).toBeVisible();
  expect(dialog().getByText("You won't be able to revert this!")).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Back' }));
  expect(deletions(app)).toEqual([]);
  app.answer({ 'GET /tasks': [STREETS] });
  await confirmDeletion(RECEIPTS.taskTitle);
  await waitFor(() => expect(success).toHaveBeenCalledWith({ title: 'Deleted!', text: 'Your file has been deleted.' }));
  expect(deletions(app)).toMatchObject([{ params: { id: RECEIPTS._id }, query: { reason: REASON } }]);
  await waitFor(() => expect(screen.queryByText(RECEIPTS.taskTitle)).not.toBeInTheDocument());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('requires a reason, and shows when no coins are refunded', async () => {
  const app = open([STREETS]);
  await confirmDeletion(STREETS.taskTitle, 'Bad');
  expect(await dialog().findByText('Reason must be at least 10 characters')).toBeVisible();
  expect(dialog().getByText(/No places are open, so no coins are refunded/)).toBeVisible();
  expect(deletions(app)).toEqual([]);
});

test('shows when another admin has already deleted it', async () => {
  const { success } = fakeDialogs();
  open([RECEIPTS], { 'DELETE /tasks/{id}': { deletedCount: 0 } });
  await confirmDeletion(RECEIPTS.taskTitle);
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already deleted' })));
});

test('shows why a task cannot be deleted now, and keeps the reason', async () => {
  open([RECEIPTS], { 'DELETE /tasks/{id}': problem(409, 'task-funding', 'Please try again in a moment.') });
  await confirmDeletion(RECEIPTS.taskTitle);
  expect(await dialog().findByText('Please try again in a moment.')).toBeVisible();
  expect(dialog().getByLabelText('Reason')).toHaveValue(REASON);
});

test('searches and filters by status, and offers all tasks when none is found', async () => {
  const app = open([]);
  expect(await screen.findByText('No task available')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('searchbox'), 'receipt');
  await userEvent.click(screen.getByRole('radio', { name: 'On progress' }));
  await waitFor(() => expect(lastQuery(app)).toMatchObject({ q: 'receipt', status: 'onProgress', offset: '0' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show all tasks' }));
  await waitFor(() => expect(app.path()).toBe('/dashboard/manageTask'));
});

test('lists closed tasks, which have a status of their own', async () => {
  const app = open([{ ...RECEIPTS, requiredWorkers: 0, closed: { reason: 'ended', refunded: 30 } }]);
  await userEvent.click(await screen.findByRole('radio', { name: 'Closed' }));
  await waitFor(() => expect(lastQuery(app)).toMatchObject({ closed: '1', offset: '0' }));
  expect(lastQuery(app)).not.toHaveProperty('status');
  expect(await screen.findByRole('cell', { name: 'closed' })).toBeVisible();
});

describe('the actions of a task', () => {
  const choose = async (action: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `More actions for ${RECEIPTS.taskTitle}` }));
    await userEvent.click(screen.getByRole('menuitem', { name: action }));
  };

  test('a pause asks for the reason, which stays after a failure, and can be lifted by an admin', async () => {
    const { success, confirm } = fakeDialogs();
    const app = open([RECEIPTS], { 'PUT /tasks/{id}/pause': problem(409, 'task-closed', 'This task is closed.') });
    await choose('Pause');
    const asked = within(await screen.findByRole('dialog', { name: 'Pause this task?' }));
    await userEvent.type(asked.getByLabelText('Reason'), REASON);
    await userEvent.click(asked.getByRole('button', { name: 'Pause task' }));
    expect(await asked.findByText('This task is closed.')).toBeVisible();
    expect(asked.getByLabelText('Reason')).toHaveValue(REASON);
    const paused = { ...RECEIPTS, paused: true, adminPause: { reason: REASON } };
    app.answer({
      'PUT /tasks/{id}/pause': { modifiedCount: 1 },
      'DELETE /tasks/{id}/pause': { deletedCount: 1 },
      'GET /tasks': [paused],
    });
    await userEvent.click(asked.getByRole('button', { name: 'Pause task' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Paused' })));
    expect(await screen.findByText(`By an admin: ${REASON}`)).toBeVisible();
    await choose('Resume');
    await waitFor(() => expect(confirm).toHaveBeenCalled());
    await waitFor(() => expect(success).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'Resumed' })));
  });

  test('closes after a confirmation that names the refund', async () => {
    const { success, confirm } = fakeDialogs();
    const app = open([RECEIPTS], { 'POST /tasks/{id}/end': { modifiedCount: 1 } });
    await choose('Close now');
    const detail = expect.stringContaining('30 coins are refunded to Bo Buyer');
    await waitFor(() => expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ detail })));
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Closed' })));
    expect(app.calls).toContainEqual(expect.objectContaining({ route: 'POST /tasks/{id}/end' }));
  });
});

test('shows new tasks after one click', async () => {
  const app = open([RECEIPTS]);
  await deletionOf(RECEIPTS.taskTitle);
  app.answer({ 'GET /tasks': [{ ...STREETS, _id: 'new' }, RECEIPTS] });
  act(() => takeNotice('task', { id: 'new', change: 'published' }));
  const button = await screen.findByRole('button', { name: 'Show 1 new task' });
  expect(screen.queryByRole('button', { name: `Delete ${STREETS.taskTitle}` })).not.toBeInTheDocument();
  await userEvent.click(button);
  expect(await deletionOf(STREETS.taskTitle)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Show/ })).not.toBeInTheDocument();
});

test('pages', async () => {
  const app = open([], { 'GET /tasks': { rows: [RECEIPTS], total: 45 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(lastQuery(app)).toMatchObject({ limit: '20', offset: '20' }));
});

describe('the review of a task', () => {
  const review = { since: '2026-11-20T09:00:00.000Z', cause: 'words' as const, words: ['easy money'], version: 2 };
  const WAITING = aTask({ taskTitle: 'Earn easy money', hasForm: true, review });
  const openReview = async (answers: RenderOptions['answers'] = {}) => {
    const app = open(
      [WAITING],
      {
        'GET /tasks/{id}': WAITING,
        'GET /tasks/{id}/form': { fields: [{ kind: 'text', name: 'pin', label: 'Your PIN', required: true }] },
        'PATCH /tasks/{id}/review': { modifiedCount: 1 },
        ...answers,
      },
      '?status=review',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Review Earn easy money' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Earn easy money' }));
    expect(await shown.findByText(/Your PIN/)).toBeVisible();
    return { app, shown };
  };
  const sent = ({ calls }: ReturnType<typeof open>) =>
    calls.filter(({ route }) => route === 'PATCH /tasks/{id}/review').map(({ body }) => body);

  test('lists what waits, with its words, and approves the version that was read', async () => {
    const { success } = fakeDialogs();
    const { app, shown } = await openReview();
    expect(lastQuery(app)).toMatchObject({ review: '1' });
    expect(screen.getByText('in review')).toBeInTheDocument();
    expect(shown.getByText('Held for its words. Words from the list: “easy money”.')).toBeVisible();
    for (const text of [WAITING.taskDetail, WAITING.submissionInfo]) expect(shown.getByText(text)).toBeVisible();
    app.answer({ 'GET /tasks': [] });
    await userEvent.click(shown.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Approved' })));
    expect(sent(app)).toEqual([{ outcome: 'approved', version: 2 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.queryByText('in review')).toBeNull());
  });

  test('rejects with a reason', async () => {
    const { success } = fakeDialogs();
    const { app, shown } = await openReview();
    await userEvent.click(shown.getByRole('radio', { name: /^Reject/ }));
    await userEvent.click(shown.getByRole('button', { name: 'Reject and refund' }));
    expect(await shown.findByText('Reason is required')).toBeVisible();
    await userEvent.type(shown.getByLabelText('Reason'), REASON);
    await userEvent.click(shown.getByRole('button', { name: 'Reject and refund' }));
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Rejected' })));
    expect(sent(app)).toEqual([{ outcome: 'rejected', version: 2, reason: REASON }]);
  });

  test('stays, and reads the task again, when its texts have changed', async () => {
    const { app, shown } = await openReview({
      'PATCH /tasks/{id}/review': problem(409, 'task-changed', 'Please read it again.'),
    });
    app.answer({ 'GET /tasks/{id}': { ...WAITING, taskDetail: 'Send your PIN.' } });
    await userEvent.click(shown.getByRole('button', { name: 'Approve' }));
    expect(await shown.findByText('Please read it again.')).toBeVisible();
    expect(await shown.findByText('Send your PIN.')).toBeVisible();
  });
});
