import { dialogs } from '@piecework/web-kit';
import { aTask, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const DELETE = 'DELETE /tasks/{id}';
const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 } as const;
const RECEIPTS = aTask({ _id: 't1', taskTitle: 'Type receipts', requiredWorkers: 3, payableAmount: 12 });

let confirm: jest.SpyInstance;
let success: jest.SpyInstance;
let failure: jest.SpyInstance;
beforeEach(() => {
  confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValue(true);
  success = jest.spyOn(dialogs, 'success').mockResolvedValue();
  failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = (answers: Answers = {}, path = '/dashboard/buyerTask') =>
  renderApp(remote, {
    path,
    user: BUYER,
    answers: { 'GET /tasks': [RECEIPTS], [DELETE]: { deletedCount: 1 }, ...answers },
  });
type App = ReturnType<typeof open>;
const lists = ({ calls }: App) => calls.filter(({ route }) => route === 'GET /tasks');
const deletions = ({ calls }: App) => calls.filter(({ route }) => route === DELETE);
const pressDelete = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete Type receipts' }));

describe('the list', () => {
  it("requests the buyer's tasks by completion date and shows them as rows", async () => {
    const app = open();
    const row = (await screen.findByText('Type receipts')).closest('tr') as HTMLElement;
    expect(lists(app)[0]?.query).toEqual({ mine: '1', sort: 'completion', limit: '10', offset: '0' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("My Task's1");
    expect(within(row).getByText('31-1-2027')).toHaveAttribute('datetime', '2027-01-31');
    expect(row).toHaveTextContent('pending');
    expect(within(row).getByRole('link', { name: 'Type receipts' })).toHaveAttribute('href', '/dashboard/buyerTask/t1');
    expect(within(row).getByRole('link', { name: 'Edit Type receipts' })).toHaveAttribute(
      'href',
      '/dashboard/buyerUpdateTask/t1',
    );
  });

  it('shows a pause in place of the progress', async () => {
    open({ 'GET /tasks': [{ ...RECEIPTS, paused: true }] });
    const row = (await screen.findByText('Type receipts')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent('paused');
    expect(row).not.toHaveTextContent('pending');
  });

  it.each([
    [
      'a review',
      { review: { since: '2026-11-20T09:00:00.000Z', cause: 'new-buyer' } },
      'in review',
      'Only you see it until it’s approved',
    ],
    ['a rejection', { closed: { reason: 'ended', refunded: 0, rejection: 'Spam' } }, 'closed', 'Not approved'],
  ] as const)('shows %s in place of the progress', async (_what, facts, status, detail) => {
    open({ 'GET /tasks': [{ ...RECEIPTS, ...facts }] });
    const row = (await screen.findByText('Type receipts')).closest('tr') as HTMLElement;
    for (const text of [status, detail]) expect(within(row).getByText(text)).toBeVisible();
    expect(row).not.toHaveTextContent('pending');
  });

  it('marks a batch, whose places are those of its rows', async () => {
    open({ 'GET /tasks': [{ ...RECEIPTS, batch: { rows: 300, pages: 60, rowsPerPage: 5, overlap: { max: 1 } } }] });
    expect(await screen.findByText('Batch · 300 rows')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'More actions for Type receipts' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Add rows',
      'Raise the pay',
      'Move the date',
      'Pause',
      'Close now',
    ]);
  });

  it('searches after a pause in typing, and keeps the search in the URL', async () => {
    const app = open();
    await userEvent.type(await screen.findByLabelText('Search your tasks'), 'shop');
    await waitFor(() => expect(lists(app).at(-1)?.query).toMatchObject({ q: 'shop' }));
    expect(app.path()).toBe('/dashboard/buyerTask?q=shop');
    expect(lists(app)).toHaveLength(2);
  });

  it.each([
    ['onProgress', { status: 'onProgress' }],
    ['With open places', { open: '1' }],
  ])('filters by %s', async (label, query) => {
    const app = open();
    await userEvent.selectOptions(await screen.findByLabelText('Show'), label);
    await waitFor(() => expect(lists(app).at(-1)?.query).toMatchObject(query));
  });

  it('shows the tasks of one import, and all again', async () => {
    const app = open({}, '/dashboard/buyerTask?import=5f1c');
    expect(await screen.findByText('Only tasks of one import are shown.')).toBeVisible();
    expect(lists(app)[0]?.query).toMatchObject({ mine: '1', importId: '5f1c' });
    await userEvent.click(screen.getByRole('button', { name: 'Show all tasks' }));
    await waitFor(() => expect(lists(app).at(-1)?.query).not.toHaveProperty('importId'));
    expect(screen.queryByText('Only tasks of one import are shown.')).toBeNull();
  });

  it('has an empty state with and without a filter', async () => {
    const app = open({ 'GET /tasks': [] }, '/dashboard/buyerTask?q=zzz');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('You have no tasks yet')).toBeVisible();
    expect(app.path()).toBe('/dashboard/buyerTask');
    expect(screen.getByLabelText('Search your tasks')).toHaveValue('');
  });

  it('offers a retry when it fails to load', async () => {
    const app = open({ 'GET /tasks': problem(503, 'unavailable', 'Part of Piecework isn’t responding.') });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.answer({ 'GET /tasks': [RECEIPTS] });
    await userEvent.click(retry);
    expect(await screen.findByText('Type receipts')).toBeVisible();
  });
});

describe('deleting a task', () => {
  it('asks with the title and the refund, then shows the success (P-14.6)', async () => {
    const app = open();
    await pressDelete();
    expect(confirm).toHaveBeenCalledWith({
      title: 'Are you sure?',
      text: "You won't be able to revert this!",
      detail: '“Type receipts” — You get back 36 coins for 3 open places.',
      confirmText: 'Yes, delete it!',
      danger: true,
    });
    await waitFor(() =>
      expect(success).toHaveBeenCalledWith({ title: 'Deleted!', text: 'Your file has been deleted.' }),
    );
    expect(deletions(app)).toMatchObject([{ params: { id: 't1' } }]);
  });

  it('shows when no coins are refunded', async () => {
    open({ 'GET /tasks': [{ ...RECEIPTS, requiredWorkers: 0, taskStatus: 'completed' }] });
    await pressDelete();
    expect(confirm.mock.calls[0]?.[0].detail).toContain('nothing to refund');
  });

  it('does nothing on cancel', async () => {
    confirm.mockResolvedValue(false);
    const app = open();
    await pressDelete();
    expect(deletions(app)).toHaveLength(0);
    expect(success).not.toHaveBeenCalled();
  });

  it('shows the reason of a failure, and the task stays', async () => {
    open({ [DELETE]: problem(503, 'unavailable', 'Part of Piecework isn’t responding.') });
    await pressDelete();
    await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: 'Part of Piecework isn’t responding.' }));
    expect(screen.getByText('Type receipts')).toBeVisible();
  });

  it('shows that a slow deletion is in progress', async () => {
    open({ [DELETE]: problem(503, 'still-underway', 'It is safely underway.') });
    await pressDelete();
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Almost there' })));
    expect(failure).not.toHaveBeenCalled();
  });
});

describe('pausing', () => {
  const PATCH = 'PATCH /tasks/{id}';
  const press = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Type receipts' }));
    await userEvent.click(screen.getByRole('menuitem', { name }));
  };

  it.each([
    ['Pause', undefined, true, 'Paused'],
    ['Resume', true, false, 'Resumed'],
  ] as const)('%s: tells the server and the buyer', async (name, paused, wanted, title) => {
    const toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
    const app = open({ 'GET /tasks': [{ ...RECEIPTS, ...(paused && { paused }) }], [PATCH]: { modifiedCount: 1 } });
    await press(name);
    await waitFor(() => expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title })));
    expect(app.calls.filter(({ route }) => route === PATCH)).toMatchObject([
      { params: { id: 't1' }, body: { paused: wanted } },
    ]);
  });
});

test('a pause by an admin shows its reason, and can only be lifted by an admin', async () => {
  open({ 'GET /tasks': [{ ...RECEIPTS, paused: true, adminPause: { reason: 'It asks for passwords.' } }] });
  expect(await screen.findByText('By an admin: It asks for passwords.')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Type receipts' }));
  expect(screen.getByRole('menuitem', { name: 'Close now' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Resume' })).toBeNull();
});

describe('closing', () => {
  const END = 'POST /tasks/{id}/end';
  const closed = { ...RECEIPTS, requiredWorkers: 0, closed: { reason: 'ended' as const, refunded: 36 } };
  const pressClose = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Type receipts' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Close now' }));
  };

  it('names the coins that come back, and closes', async () => {
    const app = open({ [END]: { modifiedCount: 1 } });
    await pressClose();
    expect(confirm.mock.calls[0]?.[0].detail).toContain('36 coins for 3 open places');
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Closed' })));
    expect(app.calls.filter(({ route }) => route === END)).toMatchObject([{ params: { id: 't1' } }]);
  });

  it('does nothing on cancel, and shows a slow one as in progress', async () => {
    confirm.mockResolvedValueOnce(false);
    const app = open({ [END]: problem(503, 'still-underway', 'It is safely underway.') });
    await pressClose();
    expect(app.calls.filter(({ route }) => route === END)).toEqual([]);
    await pressClose();
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Almost there' })));
  });

  it('says that coins may stay for appeals, before and after', async () => {
    const kept = { coins: 12, until: '2999-01-02T03:04:00.000Z' };
    const busy = { ...RECEIPTS, taskStatus: 'onProgress' as const };
    const reserved = { ...closed, _id: 't9', taskTitle: 'Sort birds', closed: { ...closed.closed, kept } };
    open({ 'GET /tasks': [busy, reserved] });
    await pressClose();
    expect(confirm.mock.calls[0]?.[0].detail).toContain('the coins for its place come back later');
    expect(screen.getByRole('cell', { name: /12 coins set aside for appeals until .*2999/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Delete Sort birds' }));
    expect(confirm.mock.calls[1]?.[0].detail).toContain('set aside for appeals');
  });

  it('leaves a closed task to be read, posted again and deleted', async () => {
    const app = open({ 'GET /tasks': [closed] }, '/dashboard/buyerTask?show=closed');
    expect(await screen.findByText('36 coins refunded')).toBeVisible();
    expect(screen.getByRole('cell', { name: /^closed/ })).toBeVisible();
    expect(lists(app)[0]?.query).toMatchObject({ mine: '1', closed: '1' });
    expect(screen.queryByRole('link', { name: 'Edit Type receipts' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More actions for Type receipts' }));
    expect(screen.getByRole('menuitem', { name: 'Post again' })).toHaveAttribute(
      'href',
      '/dashboard/buyerAddTask?copy=t1',
    );
    expect(screen.queryByRole('menuitem', { name: 'Close now' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await pressDelete();
    expect(confirm.mock.calls[0]?.[0].detail).toContain('refunded when it closed');
  });
});
