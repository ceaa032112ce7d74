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
const BUYER = { userName: 'Bo Buyer', userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 } as const;
const MIA = aSubmission({ _id: 's1', taskId: 't1', taskTitle: 'Type receipts', workerName: 'Mia', payableAmount: 12 });
const NOA = aSubmission({ _id: 's2', taskId: 't1', taskTitle: 'Type receipts', workerName: 'Noa', payableAmount: 12 });

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
const rowOf = async (worker: string | RegExp) =>
  (await screen.findByRole('cell', { name: worker })).closest('tr') as HTMLElement;
const button = (row: HTMLElement, name: RegExp) => within(row).getByRole('button', { name });
const reasonDialog = () => screen.getByRole('dialog', { name: 'Why are you rejecting Mia’s submission?' });
const openReview = async (worker: string) => {
  await userEvent.click(button(await rowOf(worker), /View Submission/));
  return screen.findByRole('dialog', { name: 'Type receipts' });
};

/** Opened, and its end in view for long enough. */
const readReview = async (worker: string) => {
  const dialog = await openReview(worker);
  await waitFor(() => expect(dialog.querySelector('[data-read="true"]')).not.toBeNull());
  return dialog;
};

describe('the home of a new buyer', () => {
  const none = { buyer: { tasks: 0, openPlaces: 0, committed: 0, pendingSubmissions: 0 } };

  it('has three steps and templates instead of zeros', async () => {
    open({ 'GET /totals': none, 'GET /submissions': [] });
    const steps = within(await screen.findByRole('list', { name: 'Your first steps' }));
    expect(steps.getAllByRole('listitem')).toHaveLength(3);
    const templates = screen.getAllByRole('link', { name: /^Use this template/ });
    expect(templates.map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/buyerAddTask?template=survey',
      '/dashboard/buyerAddTask?template=photos',
      '/dashboard/buyerAddTask?template=app',
    ]);
    expect(screen.queryByText('Total Payment')).toBeNull();
    expect(await screen.findByText('No pending data available')).toBeVisible();
  });

  it('has the totals after the first task', async () => {
    const app = open({ 'GET /totals': none });
    expect(await screen.findByRole('list', { name: 'Your first steps' })).toBeVisible();
    app.answer({ 'GET /totals': { buyer: { ...none.buyer, tasks: 1 } } });
    refresh('GET /totals');
    expect(await screen.findByText('Total Payment')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Your first steps' })).toBeNull();
  });
});

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
    expect(alert).toHaveTextContent('Your totals couldn’t be loaded');
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

  it('names the page of a batch', async () => {
    open({ 'GET /submissions': [{ ...MIA, page: 7 }] });
    const row = (await screen.findByText('Page 7')).closest('tr') as HTMLElement;
    expect(within(row).getByRole('button', { name: 'Approve: Type receipts, page 7, by Mia' })).toBeVisible();
  });

  it('leads to the review desk', async () => {
    open();
    await rowOf('Mia');
    expect(screen.getByRole('link', { name: 'Review one by one' })).toHaveAttribute('href', '/dashboard/buyerReview');
  });

  it('approves once, also on a double click', async () => {
    const app = open({ [DECIDE]: later(20, { modifiedCount: 1 }) });
    await userEvent.dblClick(button(await rowOf('Mia'), /Approve/));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Status Update Successful', ms: 1500 }),
    );
    expect(decisions(app)).toMatchObject([{ params: { id: 's1' }, body: { status: 'approved' } }]);
  });

  it('rejects with a reason, at once', async () => {
    const app = open({ [DECIDE]: later(20, { modifiedCount: 1 }) });
    await userEvent.click(button(await rowOf('Mia'), /Reject/));
    expect(decisions(app)).toHaveLength(0);
    const dialog = within(reasonDialog());
    await userEvent.click(dialog.getByRole('radio', { name: /Incomplete/ }));
    await userEvent.type(dialog.getByLabelText(/Note to the worker/), 'Page two is missing.');
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Successfully Rejected The Task', ms: 1500 }),
    );
    expect(decisions(app).map(({ body }) => body)).toEqual([
      { status: 'reject', reasonCode: 'incomplete', reasonText: 'Page two is missing.' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps reason and text when the rejection fails', async () => {
    const app = open({ [DECIDE]: networkFailure() });
    await userEvent.click(button(await rowOf('Mia'), /Reject/));
    const dialog = within(reasonDialog());
    await userEvent.click(dialog.getByRole('radio', { name: /Other/ }));
    await userEvent.type(dialog.getByLabelText('Your reason'), 'Not what I asked for');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await dialog.findByText(/couldn’t reach Piecework/)).toBeVisible();
    expect(dialog.getByLabelText('Your reason')).toHaveValue('Not what I asked for');
    app.answer({ [DECIDE]: { modifiedCount: 1 } });
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not offer to reject work whose new version is awaited', async () => {
    const revision = {
      note: 'Add the totals.',
      requestedAt: new Date().toISOString(),
      dueAt: new Date(Date.now() + 86_400_000).toISOString(),
    };
    open({ 'GET /submissions': [{ ...MIA, revision }] });
    const row = await rowOf(/^Mia/);
    expect(row).toHaveTextContent(/Sent back: revision due by .+, in 24 hours/);
    expect(button(row, /Reject/)).toHaveAttribute('aria-disabled', 'true');
    expect(button(row, /Approve/)).not.toHaveAttribute('aria-disabled');
  });

  it('ignores a second decision while the first is being sent', async () => {
    const app = open({ [DECIDE]: later(200, { modifiedCount: 1 }) });
    const row = await rowOf('Mia');
    const reject = button(row, /Reject/);
    await userEvent.click(button(row, /Approve/));
    await userEvent.click(reject);
    expect(screen.queryByRole('dialog')).toBeNull();
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
    open({ [DECIDE]: problem(409, 'already-decided', 'This submission has already been decided.') });
    const row = await rowOf('Mia');
    await userEvent.click(button(row, /Approve/));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already decided', icon: 'error' })),
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
    expect(await screen.findByText(/couldn’t reach Piecework/)).toBeVisible();
    app.answer({ [DECIDE]: { modifiedCount: 1 } });
    await userEvent.click(button(row, /Approve/));
    expect(await within(row).findByText('approved')).toBeVisible();
    expect(screen.queryByText(/couldn’t reach Piecework/)).toBeNull();
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
    expect(dialog.querySelector('img[src="x"]')).toBeNull();
  });

  it('shows when the task has been deleted', async () => {
    open({ 'GET /tasks/{id}': problem(404, 'not-found', 'There is nothing here.') });
    const dialog = await openReview('Mia');
    expect(await within(dialog).findByText('This task has been deleted.')).toBeVisible();
  });

  it('shows the answer before the brief', async () => {
    open();
    const dialog = await openReview('Mia');
    const brief = await within(dialog).findByText('Type shop and total.');
    const answer = within(dialog).getByText('https://example.com/sheet');
    expect(answer.compareDocumentPosition(brief)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ['aa', { status: 'approved' }, 'Status Update Successful'],
    ['r2', { status: 'reject', reasonCode: 'wrong' }, 'Successfully Rejected The Task'],
  ])('decides once by the keys %s, and closes', async (keys, body, title) => {
    const app = open({ [DECIDE]: later(20, { modifiedCount: 1 }) });
    await readReview('Mia');
    for (const key of keys) await userEvent.keyboard(key);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(decisions(app).map((call) => call.body)).toEqual([body]);
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title, ms: 1500 });
  });

  it('ignores the keys until the answer has been in view', async () => {
    const app = open();
    await openReview('Mia');
    await userEvent.keyboard('ar');
    expect(decisions(app)).toHaveLength(0);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
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
    const dialog = await readReview('Mia');
    await userEvent.keyboard('a');
    expect(await within(dialog).findByText(/couldn’t reach Piecework/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: /Approve/ })).toBeVisible();
  });

  it('ignores the keys when it is closed', async () => {
    const app = open();
    await userEvent.click(within(await openReview('Mia')).getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('a');
    expect(decisions(app)).toHaveLength(0);
  });
});
