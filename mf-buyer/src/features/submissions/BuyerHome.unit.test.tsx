import { dialogs } from '@piecework/web-kit';
import { HOLD_MS } from '@piecework/web-kit/list';
import { refresh } from '@piecework/web-kit/query';
import { aSubmission, aTask, later, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Options = NonNullable<Parameters<typeof renderApp>[1]>;
type Answers = NonNullable<Options['answers']>;

const DECIDE = 'PATCH /submissions/{id}';
const BUYER = {
  userName: 'Bo Buyer',
  userEmail: 'bo@example.com',
  userRole: 'buyer',
  userAvailableCoin: 50,
} as const;
const MIA = aSubmission({
  _id: 's1',
  taskId: 't1',
  taskTitle: 'Type receipts',
  workerName: 'Mia',
  payableAmount: 12,
});
const NOA = aSubmission({
  _id: 's2',
  taskId: 't1',
  taskTitle: 'Type receipts',
  workerName: 'Noa',
  payableAmount: 12,
});

let toast: jest.SpyInstance;
beforeEach(() => {
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const open = (answers: Answers = {}, path = '/dashboard/buyerHome') =>
  renderApp(remote, {
    path,
    user: BUYER,
    answers: {
      'GET /totals': { buyer: { tasks: 3, openPlaces: 17, committed: 1250, pendingSubmissions: 2 } },
      'GET /submissions': [MIA, NOA],
      'GET /tasks/{id}': aTask({ _id: 't1', taskDetail: 'Type shop and total.', submissionInfo: 'A link' }),
      [DECIDE]: { modifiedCount: 1 },
      ...answers,
    },
  });
type App = ReturnType<typeof open>;
const decisions = ({ calls }: App) => calls.filter(({ route }) => route === DECIDE);
const rowOf = async (worker: string) =>
  (await screen.findByRole('cell', { name: worker })).closest('tr') as HTMLElement;
const button = (row: HTMLElement, name: RegExp) => within(row).getByRole('button', { name });
const openReview = async (worker: string) => {
  await userEvent.click(button(await rowOf(worker), /View Submission/));
  return screen.findByRole('dialog', { name: 'Type receipts' });
};

describe('the totals', () => {
  it('are three figures, each linked to its list', async () => {
    open();
    const figure = async (name: RegExp) => screen.findByRole('link', { name });
    expect(await figure(/Total Submission Task.*3/)).toHaveAttribute('href', '/dashboard/buyerTask');
    expect(await figure(/Pending Task.*17/)).toHaveAttribute('href', '/dashboard/buyerTask?show=open');
    expect(await figure(/Total Payment.*1,250/)).toBeVisible();
  });

  it('show a failure and retry', async () => {
    const { calls } = open({ 'GET /totals': problem(404, 'not-found', 'Not now.') });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Your totals could not be loaded');
    const requests = () => calls.filter(({ route }) => route === 'GET /totals').length;
    const before = requests();
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(requests()).toBeGreaterThan(before));
  });
});

describe('the table of submissions to review', () => {
  it('requests a page of pending submissions', async () => {
    const app = open();
    await rowOf('Mia');
    const request = app.calls.find(({ route }) => route === 'GET /submissions');
    expect(request?.query).toEqual({ status: 'pending', limit: '10', offset: '0' });
  });

  it('has an empty state', async () => {
    open({ 'GET /submissions': [] });
    expect(await screen.findByText('No pending data available')).toBeVisible();
  });

  it('pages', async () => {
    const app = open({ 'GET /submissions': { rows: [MIA], total: 21 } });
    await rowOf('Mia');
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(app.calls.at(-1)?.query).toMatchObject({ offset: '20' }));
    expect(app.path()).toBe('/dashboard/buyerHome?page=3');
  });

  it('opens the last page when the page of the URL is out of range', async () => {
    const app = open({ 'GET /submissions': { rows: [MIA], total: 11 } }, '/dashboard/buyerHome?page=9');
    await waitFor(() => expect(app.path()).toBe('/dashboard/buyerHome?page=2'));
  });

  it.each([
    [/Approve/, 'approved', 'Status Update Successful'],
    [/Reject/, 'reject', 'Successfully Rejected The Task'],
  ])('decides once by %s, also on a double click', async (name, status, title) => {
    const app = open({ [DECIDE]: later(20, { modifiedCount: 1 }) });
    await userEvent.dblClick(button(await rowOf('Mia'), name));
    await waitFor(() => expect(toast).toHaveBeenCalledWith({ icon: 'success', title, ms: 1500 }));
    expect(decisions(app)).toMatchObject([{ params: { id: 's1' }, body: { status } }]);
  });

  it('ignores a second decision while the first is being sent', async () => {
    const app = open({ [DECIDE]: later(200, { modifiedCount: 1 }) });
    const row = await rowOf('Mia');
    const reject = button(row, /Reject/);
    await userEvent.click(button(row, /Approve/));
    await userEvent.click(reject);
    await waitFor(() => expect(toast).toHaveBeenCalled());
    expect(decisions(app)).toHaveLength(1);
  });

  it('keeps a decided row in place without buttons until the list is no longer touched', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const app = open();
    const row = await rowOf('Mia');
    app.answer({ 'GET /submissions': [NOA] });
    await act(() => user.click(button(row, /Approve/)));
    await within(row).findByText('approved');
    await act(() => jest.advanceTimersByTimeAsync(HOLD_MS / 2));
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(within(row).queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(HOLD_MS));
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect(screen.queryByRole('cell', { name: 'Mia' })).toBeNull();
  });

  it('focuses the next submission after a decision', async () => {
    open();
    await userEvent.click(button(await rowOf('Mia'), /Approve/));
    const next = button(await rowOf('Noa'), /View Submission/);
    await waitFor(() => expect(next).toHaveFocus());
  });

  it('shows a toast when the submission was already decided', async () => {
    open({ [DECIDE]: problem(409, 'already-decided', 'This submission has been decided already.') });
    const row = await rowOf('Mia');
    await userEvent.click(button(row, /Reject/));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith(
        expect.objectContaining({ title: 'Already decided', icon: 'error' }),
      ),
    );
    expect(within(row).queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
  });

  it('shows a decision from another tab in place while the list is touched', async () => {
    const app = open();
    const row = await rowOf('Mia');
    await userEvent.hover(row);
    app.answer({ 'GET /submissions': [NOA] });
    refresh('GET /submissions');
    expect(await within(row).findByText('Decided elsewhere')).toBeVisible();
    expect(within(row).queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
  });

  it('allows a retry after a failed decision', async () => {
    const app = open({ [DECIDE]: networkFailure() });
    const row = await rowOf('Mia');
    await userEvent.click(button(row, /Approve/));
    expect(await screen.findByText(/could not be reached/)).toBeVisible();
    app.answer({ [DECIDE]: { modifiedCount: 1 } });
    await userEvent.click(button(row, /Approve/));
    expect(await within(row).findByText('approved')).toBeVisible();
    expect(screen.queryByText(/could not be reached/)).toBeNull();
  });
});

describe('the review dialog', () => {
  it('shows the worker, the task and the submitted work', async () => {
    open();
    const dialog = await openReview('Mia');
    expect(dialog).toHaveTextContent('Mia');
    expect(dialog).toHaveTextContent('wanda@example.com');
    expect(await within(dialog).findByText('Type shop and total.')).toBeVisible();
    expect(within(dialog).getByText('A link')).toBeVisible();
    expect(within(dialog).getByText('https://example.com/sheet')).toBeVisible();
  });

  it('renders submitted text as text, not as HTML', async () => {
    open({ 'GET /submissions': [{ ...MIA, submissionDetails: '<img src=x onerror=alert(1)>' }] });
    const dialog = await openReview('Mia');
    expect(within(dialog).getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(dialog.querySelector('img')).toBeNull();
  });

  it('shows when the task has been deleted', async () => {
    open({ 'GET /tasks/{id}': problem(404, 'not-found', 'There is nothing here.') });
    const dialog = await openReview('Mia');
    expect(await within(dialog).findByText('The task has since been deleted.')).toBeVisible();
  });

  it.each([
    ['a', 'approved', 'Status Update Successful'],
    ['r', 'reject', 'Successfully Rejected The Task'],
  ])('decides once by the key %s, and closes', async (key, status, title) => {
    const app = open({ [DECIDE]: later(20, { modifiedCount: 1 }) });
    await openReview('Mia');
    await userEvent.keyboard(`${key}${key}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(decisions(app)).toMatchObject([{ params: { id: 's1' }, body: { status } }]);
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title, ms: 1500 });
  });

  it('decides by its buttons', async () => {
    const app = open();
    const dialog = await openReview('Noa');
    await userEvent.click(within(dialog).getByRole('button', { name: /Approve/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(decisions(app)).toMatchObject([{ params: { id: 's2' } }]);
  });

  it('stays open with the reason when the decision fails', async () => {
    open({ [DECIDE]: networkFailure() });
    const dialog = await openReview('Mia');
    await userEvent.keyboard('a');
    expect(await within(dialog).findByText(/could not be reached/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: /Approve/ })).toBeVisible();
  });

  it('ignores the keys when it is closed', async () => {
    const app = open();
    await userEvent.click(within(await openReview('Mia')).getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('a');
    expect(decisions(app)).toHaveLength(0);
  });
});
