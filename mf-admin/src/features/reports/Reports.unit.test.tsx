import type { ReportCase } from '@piecework/contracts';
import { aSubmission, aTask, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const TASK = aTask({ taskTitle: 'Name the birds', taskDetail: 'Send your bank password first.' });
const WANDA = { reporterId: 'w1', reporterEmail: 'wanda@example.com', reporterName: 'Wanda Worker' };
const CASE: ReportCase = {
  _id: 'c1',
  subject: { type: 'task', id: TASK._id },
  taskId: TASK._id,
  title: TASK.taskTitle,
  owner: {
    userId: 'b1',
    userName: 'Bo Buyer',
    userEmail: 'bo@example.com',
    userRole: 'buyer',
    isClosed: false,
    isSuspended: false,
  },
  state: 'open',
  openedAt: '2026-11-22T12:00:00.000Z',
  reporters: 1,
  reports: [
    {
      ...WANDA,
      reasonCode: 'credentials',
      text: 'It asks for my bank password.',
      at: '2026-11-22T12:00:00.000Z',
      record: { upheld: 2, dismissed: 1, false: 0 },
    },
  ],
};

const open = (rows: readonly ReportCase[], more = {}, search = '') =>
  renderApp(remote, {
    user: ADMIN,
    path: `/dashboard/adminReports${search}`,
    answers: { 'GET /reports': rows, 'GET /tasks/{id}': TASK, ...more },
  });
const card = (name = 'Task: Name the birds') => screen.findByRole('article', { name });

afterEach(() => jest.restoreAllMocks());

test('shows the thing, who is responsible, the reasons and the record of the reporter', async () => {
  open([CASE]);
  const shown = await card();
  expect(await within(shown).findByText('Send your bank password first.')).toBeVisible();
  for (const text of [
    'Bo Buyer',
    'Wanda Worker',
    'Passwords, codes or card data are requested',
    'It asks for my bank password.',
    '2 upheld, 1 without a finding, 0 false',
  ])
    expect(shown).toHaveTextContent(text);
});

test('shows the answer that was reported', async () => {
  const submission = aSubmission({ submissionDetails: 'You are a fool.' });
  const subject = { type: 'submission' as const, id: submission._id };
  const app = open([{ ...CASE, subject }], { 'GET /submissions': [submission] });
  expect(await within(await card('Submission for: Name the birds')).findByText('You are a fool.')).toBeVisible();
  expect(app.calls.find(({ route }) => route === 'GET /submissions')?.query).toMatchObject({
    submission: submission._id,
  });
});

test('has an empty and a failure state', async () => {
  open([]);
  expect(await screen.findByText('No open reports')).toBeVisible();
  open([], { 'GET /reports': problem(503, 'unavailable', 'Please try again in a moment.') });
  expect(await screen.findByText('Please try again in a moment.')).toBeVisible();
});

const decideBy = async (outcome: string) => {
  await userEvent.click(within(await card()).getByRole('button', { name: 'Decide: Task: Name the birds' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide the reports' }));
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), outcome);
  return dialog;
};
const PATCH = 'PATCH /reports/{id}';

test('says what an outcome does and what the person reads, and sends it', async () => {
  const { success } = fakeDialogs();
  const app = open([CASE], { [PATCH]: { modifiedCount: 1 } });
  const dialog = await decideBy('Close the task');
  expect(dialog.getByText(/coins of its open places return to the buyer/)).toBeVisible();
  expect(dialog.getByText(/Bo Buyer reads: “People had to give passwords/)).toBeVisible();
  app.answer({ 'GET /reports': [] });
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Updated!' })));
  expect(app.calls.filter(({ route }) => route === PATCH)).toMatchObject([
    { params: { id: 'c1' }, body: { outcome: 'close-task', reasonCode: 'credentials' } },
  ]);
  expect(await screen.findByText('No open reports')).toBeVisible();
});

test('a suspension needs its reason and explanation, which stay after a failure', async () => {
  const app = open([CASE], { [PATCH]: problem(409, 'already-suspended', 'This account is already suspended.') });
  const dialog = await decideBy('Suspend the account');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('Explanation is required')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'scam');
  await userEvent.type(dialog.getByLabelText('Explanation'), 'The task asks for passwords.');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('This account is already suspended.')).toBeVisible();
  expect(dialog.getByLabelText('Explanation')).toHaveValue('The task asks for passwords.');
  expect(app.calls.find(({ route }) => route === PATCH)?.body).toEqual({
    outcome: 'suspend',
    suspension: { reasonCode: 'scam', text: 'The task asks for passwords.' },
  });
});

test('leaves a case to another admin than the one who is part of it, and shows decided ones', async () => {
  open([{ ...CASE, owner: { ...CASE.owner, userId: ADMIN._id } }]);
  expect(await within(await card()).findByText(/another admin decides it/)).toBeVisible();
  expect(within(await card()).queryByRole('button', { name: /^Decide/ })).toBeNull();
});

test('a decided case shows its outcome', async () => {
  const decided = { ...CASE, state: 'decided', outcome: 'warn', reasonCode: 'scam' } as const;
  open([decided], {}, '?state=decided');
  expect(await within(await card()).findByText('Warn the person')).toBeVisible();
});
