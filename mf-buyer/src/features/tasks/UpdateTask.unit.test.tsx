import { dialogs } from '@piecework/web-kit';
import { aTask, later, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const PATCH = 'PATCH /tasks/{id}';
const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 } as const;
const TASK = aTask({ _id: 't1', taskTitle: 'Type receipts', buyerEmail: 'bo@example.com' });

let confirm: jest.SpyInstance;
let success: jest.SpyInstance;
let failure: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValue(true);
  success = jest.spyOn(dialogs, 'success').mockResolvedValue();
  failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = (answers: Answers = {}) =>
  renderApp(remote, {
    path: '/dashboard/buyerUpdateTask/t1',
    user: BUYER,
    answers: { 'GET /tasks/{id}': TASK, 'GET /tasks': [TASK], [PATCH]: { modifiedCount: 1 }, ...answers },
  });
type App = ReturnType<typeof open>;
const patches = ({ calls }: App) => calls.filter(({ route }) => route === PATCH);
const retitle = async (title: string) => {
  const field = await screen.findByLabelText('Task Title');
  await userEvent.clear(field);
  if (title) await userEvent.type(field, title);
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Update Task' }));

it('has fields for title, detail and info, and shows the rest read-only', async () => {
  open();
  expect(await screen.findByLabelText('Task Title')).toHaveValue('Type receipts');
  expect(screen.getByLabelText('Task Detail')).toHaveValue(TASK.taskDetail);
  expect(screen.getByLabelText('Submission Info')).toHaveValue(TASK.submissionInfo);
  expect(screen.getAllByRole('textbox')).toHaveLength(3);
  for (const label of ['Required Workers', 'Payable Amount', 'Completion Date', 'Task Image URL'])
    expect(screen.getByText(label)).toBeVisible();
  expect(screen.getByText('31-1-2027')).toBeVisible();
});

it('shows the form among what can’t be changed', async () => {
  const fields = [
    { kind: 'text', name: 'shop', label: 'Shop', required: true },
    { kind: 'date', name: 'day', label: 'Day', required: false },
  ];
  open({ 'GET /tasks/{id}': { ...TASK, hasForm: true }, 'GET /tasks/{id}/form': { fields } });
  const fixed = within(await screen.findByRole('region', { name: 'Fixed details' }));
  expect(await fixed.findByText('Day (optional)')).toBeVisible();
  expect(fixed.getByText('Shop')).toBeVisible();
  expect(fixed.getByText('These can’t be changed after posting.')).toBeVisible();
});

it('asks for confirmation, sends only the texts and returns to the list', async () => {
  const app = open();
  await retitle('Type the receipts');
  await press();
  expect(confirm).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Are you sure?', detail: '“Type the receipts”', confirmText: 'Yes, update it!' }),
  );
  await waitFor(() => expect(success).toHaveBeenCalledWith({ title: 'Update Successful' }));
  expect(patches(app)).toMatchObject([
    {
      params: { id: 't1' },
      body: { taskTitle: 'Type the receipts', taskDetail: TASK.taskDetail, submissionInfo: TASK.submissionInfo },
    },
  ]);
  await waitFor(() => expect(app.path()).toBe('/dashboard/buyerTask'));
});

it('sends a double click once', async () => {
  const app = open({ [PATCH]: later(20, { modifiedCount: 1 }) });
  await retitle('Another');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Update Task' }));
  await waitFor(() => expect(success).toHaveBeenCalled());
  expect(patches(app)).toHaveLength(1);
});

it('requires a title', async () => {
  const app = open();
  await retitle('');
  await press();
  expect(await screen.findByText('Task Title is required')).toBeVisible();
  expect(patches(app)).toHaveLength(0);
});

it('sends nothing on cancel', async () => {
  confirm.mockResolvedValue(false);
  const app = open();
  await retitle('Another');
  await press();
  expect(patches(app)).toHaveLength(0);
  expect(screen.getByLabelText('Task Title')).toHaveValue('Another');
});

it('shows a failure, and keeps the input through it and a reload', async () => {
  const first = open({ [PATCH]: problem(503, 'unavailable', 'Part of Piecework isn’t responding.') });
  await retitle('Another');
  await press();
  await waitFor(() =>
    expect(failure).toHaveBeenCalledWith({ title: 'Update Unsuccessful', text: 'Part of Piecework isn’t responding.' }),
  );
  expect(screen.getByLabelText('Task Title')).toHaveValue('Another');
  first.unmount();
  open();
  await waitFor(() => expect(screen.getByLabelText('Task Title')).toHaveValue('Another'));
});

it.each([
  ['another buyer’s task', { ...TASK, buyerEmail: 'eve@example.com' }],
  ['a deleted task', problem(404, 'not-found', 'There is nothing here.')],
])('does not offer to update %s', async (_, answer) => {
  open({ 'GET /tasks/{id}': answer });
  expect(await screen.findByText('This task can’t be updated')).toBeVisible();
  expect(screen.queryByLabelText('Task Title')).toBeNull();
});
