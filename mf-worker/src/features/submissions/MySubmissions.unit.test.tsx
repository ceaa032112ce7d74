import { aSubmission, problem, renderApp, takeNotice } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const PATH = '/dashboard/workerSubmission';

/** 23 submissions, paged as by the gateway. */
const ALL = Array.from({ length: 23 }, (_, n) => aSubmission({ taskTitle: `Task ${n + 1}` }));
const paged = ({ query }: { query: Record<string, string> }) => {
  const start = Number(query.start ?? 0);
  return { rows: ALL.slice(start, start + 10), total: ALL.length };
};
const many = { 'GET /submissions': paged, 'GET /getAllData': { count: ALL.length } };
const one = (changes: Parameters<typeof aSubmission>[0]) => {
  const row = aSubmission(changes);
  return { row, answers: { 'GET /submissions': [row], 'GET /getAllData': { count: 1 } } };
};

describe('My Submissions', () => {
  it('shows until when pending work is paid without a decision', async () => {
    const { answers } = one({ autoApproveAt: new Date(Date.now() + 30 * 3_600_000 + 60_000).toISOString() });
    renderApp(remote, { path: PATH, answers });
    expect((await screen.findByText('Paid by')).parentElement).toHaveTextContent(/, in 30 hours$/);
  });

  it('shows the count and the columns of P-11.4', async () => {
    const { answers } = one({ taskTitle: 'Label photos', payableAmount: 12 });
    renderApp(remote, { path: PATH, answers });
    const row = (await screen.findByText('Label photos')).closest('tr') as HTMLElement;
    for (const text of ['Bo Buyer', 'bo@example.com', '12', 'pending']) expect(row).toHaveTextContent(text);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Task Name',
      'Buyer Name',
      'Buyer Email',
      'Submitted',
      'Payment Amount',
      'Status',
    ]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/My Submissions.*1/);
  });

  it('pages by ten with `start` and the count, and keeps the page in the URL', async () => {
    const app = renderApp(remote, { path: PATH, answers: many });
    const pager = await screen.findByRole('navigation', { name: /Submissions/ });
    expect(within(pager).getAllByRole('button', { name: /^Page/ })).toHaveLength(3);
    await userEvent.click(within(pager).getByRole('button', { name: 'Page 3' }));
    expect(await screen.findByText('Task 23')).toBeVisible();
    expect(app.path()).toBe(`${PATH}?page=3`);
    expect(screen.getByText('21–23 of 23')).toBeVisible();
    const starts = app.calls.filter(({ route }) => route === 'GET /submissions').map(({ query }) => query.start);
    expect(starts).toEqual(['0', '20']);
  });

  it('opens the page of the URL, or the last page when it is out of range', async () => {
    const app = renderApp(remote, { path: `${PATH}?page=9`, answers: many });
    expect(await screen.findByText('Task 21')).toBeVisible();
    expect(app.path()).toBe(`${PATH}?page=3`);
  });

  it('filters by status', async () => {
    const app = renderApp(remote, { path: PATH, answers: many });
    await screen.findByText('Task 1');
    await userEvent.click(screen.getByRole('radio', { name: 'Approved' }));
    await waitFor(() => expect(app.calls.at(-1)?.query).toEqual({ start: '0', status: 'approved' }));
    expect(app.path()).toBe(`${PATH}?status=approved`);
  });

  it('shows the submitted work as plain text and updates with the decision', async () => {
    const { row, answers } = one({ submissionDetails: '<img src=x onerror=alert(1)>\nline two' });
    const app = renderApp(remote, { path: PATH, answers });
    await userEvent.click(await screen.findByRole('button', { name: row.taskTitle }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText(/<img src=x onerror/)).toBeVisible();
    expect(within(dialog).getByText('pending')).toBeVisible();
    app.answer({ 'GET /submissions': [{ ...row, status: 'approved' }] });
    const { _id: id, taskId, taskTitle, payableAmount: payable } = row;
    act(() => takeNotice('submission', { id, taskId, taskTitle, payable, status: 'approved' }));
    expect(await within(dialog).findByText('approved')).toBeVisible();
    expect(screen.getByText(`“${taskTitle}” was approved: 10 coins.`)).toHaveAttribute('role', 'status');
    act(() => takeNotice('submission', { id, taskId, taskTitle, payable, status: 'approved', bonus: 3 }));
    expect(screen.getByText(`You got a bonus for “${taskTitle}”.`)).toHaveAttribute('role', 'status');
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: row.taskTitle })).toHaveFocus();
  });

  it('has an empty state with a link to the task list', async () => {
    renderApp(remote, { path: PATH, answers: { 'GET /getAllData': { count: 0 } } });
    expect(await screen.findByText('No submissions yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Find a task' })).toHaveAttribute('href', '/dashboard/workerTaskList');
  });

  it('shows the reason of a failure and retries', async () => {
    const { row, answers } = one({});
    const app = renderApp(remote, {
      path: PATH,
      answers: { ...answers, 'GET /submissions': problem(400, 'x', 'It went wrong.') },
    });
    expect(await screen.findByText('It went wrong.')).toBeVisible();
    app.answer(answers);
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByText(row.taskTitle)).toBeVisible();
  });
});
