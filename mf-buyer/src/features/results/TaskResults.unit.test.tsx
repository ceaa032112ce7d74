import { dialogs } from '@piecework/web-kit';
import { aSubmission, aTask, type FakeRequest, problem, renderApp, takeNotice } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;
type Row = ReturnType<typeof aSubmission>;

const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer' } as const;
const TASK = aTask({
  _id: 't1',
  taskTitle: 'Type receipts',
  taskDetail: 'See https://example.com/brief first.',
  requiredWorkers: 3,
  payableAmount: 12,
  totalPayableAmount: 72,
  autoApproveHours: 48,
});
const of = (changes: Partial<Row>) => aSubmission({ taskId: 't1', taskTitle: 'Type receipts', ...changes });
const ROWS = [
  of({ _id: 'p1', workerName: 'Mia', status: 'pending' }),
  of({
    _id: 'a1',
    workerName: 'Noa',
    status: 'approved',
    submissionDetails: 'https://example.com/noa',
    attachments: ['/images/00000000000000000000000001.webp', '/images/00000000000000000000000002.webp'],
    decidedBy: 'buyer',
    decidedAt: '2026-11-20T10:30:00.000Z',
    workerStats: { approved: 19, decided: 20 },
  }),
  of({ _id: 'a2', workerName: 'Ole', status: 'approved', decidedBy: 'deadline' }),
  of({
    _id: 'r1',
    workerName: 'Pia',
    status: 'reject',
    decidedBy: 'buyer',
    decidedAt: '2026-11-21T10:30:00.000Z',
    reason: { code: 'other', text: 'The totals are missing.' },
  }),
];

/** The rows that the request asks for, like the server. */
const list =
  (rows: readonly Row[]) =>
  ({ query: { status, taskId, limit, offset = '0' } }: FakeRequest) => {
    const found = rows.filter((row) => row.status === status && row.taskId === taskId);
    return { rows: found.slice(Number(offset), Number(offset) + Number(limit)), total: found.length };
  };

const open = (answers: Answers = {}, path = '/dashboard/buyerTask/t1') =>
  renderApp(remote, {
    path,
    user: BUYER,
    answers: { 'GET /tasks/{id}': TASK, 'GET /submissions': list(ROWS), ...answers },
  });
const article = (worker: string) => screen.findByRole('article', { name: `Submission by ${worker}` });
const tab = (name: RegExp) => screen.findByRole('radio', { name });

it('shows the task, its places and the work to review first', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Type receipts' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'https://example.com/brief' })).toBeVisible();
  expect(screen.getByText('After 2 days')).toBeVisible();
  const places = await screen.findByRole('list', { name: 'Places' });
  await waitFor(() =>
    expect(
      within(places)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['2 approved', '1 to review', '3 open', '1 rejected']),
  );
  expect(await tab(/^Pending 1$/)).toBeChecked();
  expect(await article('Mia')).toHaveTextContent('pending');
  expect(screen.getByRole('link', { name: 'Review 1' })).toHaveAttribute('href', '/dashboard/buyerReview?task=t1');
});

it('keeps approved work readable, with its links, pictures, and who decided when', async () => {
  const app = open();
  await userEvent.click(await tab(/^Approved 2$/));
  expect(app.path()).toBe('/dashboard/buyerTask/t1?show=approved');
  const work = within(await article('Noa'));
  expect(work.getByRole('link', { name: 'https://example.com/noa' })).toHaveAttribute('target', '_blank');
  expect(work.getAllByRole('button', { name: /Enlarge picture \d of 2/ })).toHaveLength(2);
  expect(work.getByText(/^Approved by you/).parentElement).toContainElement(work.getByTitle('20-11-2026, 10:30 UTC'));
  expect(work.getByText('95% of 20 submissions approved')).toBeVisible();
  expect(await article('Ole')).toHaveTextContent('Approved automatically because your review time ran out');
});

it('shows why work was rejected, and what became of an appeal', async () => {
  const appeal = {
    text: 'They are in the second sheet.',
    filedAt: '2026-11-22T10:30:00.000Z',
    state: 'dismissed',
    note: 'It was not linked.',
  } as const;
  open({ 'GET /submissions': list([of({ ...ROWS[3], appeal })]) }, '/dashboard/buyerTask/t1?show=reject');
  const work = await article('Pia');
  expect(within(work).getByText(/^Rejected by you/).parentElement).toContainElement(
    within(work).getByTitle('21-11-2026, 10:30 UTC'),
  );
  expect(work).toHaveTextContent('Reason: Other — The totals are missing.');
  expect(work).toHaveTextContent('The rejection stands. “They are in the second sheet.”');
  expect(work).toHaveTextContent('Admin’s note: “It was not linked.”');
});

it('shows the text of a reason that a newer server knows', async () => {
  const reason = { code: 'of-tomorrow' as 'other', text: 'The totals are missing.' };
  open({ 'GET /submissions': list([of({ ...ROWS[3], reason })]) }, '/dashboard/buyerTask/t1?show=reject');
  expect(await article('Pia')).toHaveTextContent('Reason: Other — The totals are missing.');
});

it('shows the note and the earlier version of work that was sent back', async () => {
  const revision = {
    note: 'Please add the totals.',
    requestedAt: '2025-11-20T08:00:00.000Z',
    dueAt: '2025-11-23T08:00:00.000Z',
    resubmittedAt: '2025-11-21T09:00:00.000Z',
  };
  const earlier = [{ submissionDetails: 'Without totals', submittedAt: '2025-11-19T08:00:00.000Z' }];
  open({ 'GET /submissions': list([of({ ...ROWS[0], revision, earlier })]) });
  const work = await article('Mia');
  expect(work).toHaveTextContent('You sent it back on 20 Nov 2025, 14:00: “Please add the totals.”');
  expect(work).toHaveTextContent('The revision was submitted on 21 Nov 2025, 15:00');
  expect(work).toHaveTextContent(/Version from .*19 Nov 2025, 14:00/);
  expect(within(work).getByText('Without totals')).toBeInTheDocument();
});

it('pages', async () => {
  const many = Array.from({ length: 11 }, (_, at) => of({ workerName: `Worker ${at}`, status: 'approved' }));
  const app = open({ 'GET /submissions': list(many) });
  await article('Worker 0');
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await article('Worker 10')).toBeVisible();
  expect(app.path()).toBe('/dashboard/buyerTask/t1?page=2');
});

it('follows decisions live', async () => {
  const app = open();
  await article('Mia');
  app.answer({ 'GET /submissions': list(ROWS.map((row) => ({ ...row, status: 'approved' as const }))) });
  takeNotice('submission', { id: 'p1', taskId: 't1', taskTitle: '', payable: 12, status: 'approved' });
  expect(await tab(/^Approved 4$/)).toBeInTheDocument();
});

it('says what will appear on an empty tab', async () => {
  open({ 'GET /submissions': [] });
  expect(await screen.findByText('No pending submissions')).toBeVisible();
  await userEvent.click(await tab(/^Approved/));
  expect(await screen.findByText('No approved submissions yet')).toBeVisible();
});

it.each([
  [{ reason: 'ended', refunded: 36 }, 'This task was closed. 36 coins refunded.'],
  [{ reason: 'expired', refunded: 1 }, 'This task closed at its completion date. 1 coin refunded.'],
  [{ reason: 'expired', refunded: 0 }, 'This task closed at its completion date. No coins to refund.'],
  [
    { reason: 'ended', refunded: 0, kept: { coins: 24, until: '2999-01-02T03:04:00.000Z' } },
    'This task was closed. No coins refunded yet.',
  ],
] as const)('says why a task was closed, and how many coins came back: %j', async (closed, text) => {
  open({ 'GET /tasks/{id}': { ...TASK, requiredWorkers: 0, closeAtCompletion: true, closed } });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('closed')).toBeVisible();
  expect(screen.queryByText(/then closes/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add places' })).toBeNull();
});

it.each([
  ['2999-01-02T03:04:00.000Z', /^24 coins set aside for appeals until .*2999.*, or until an open appeal is decided$/],
  ['2020-01-02T03:04:00.000Z', /^24 coins set aside until an open appeal is decided$/],
])('says when the coins come back that appeals may need: %s', async (until, text) => {
  const closed = { reason: 'ended' as const, refunded: 12, kept: { coins: 24, until } };
  open({ 'GET /tasks/{id}': { ...TASK, requiredWorkers: 0, closed } });
  await screen.findByText('This task was closed. 12 coins refunded.');
  expect(screen.getByText((_, element) => element?.tagName === 'SPAN' && text.test(element.textContent))).toBeVisible();
});

it('says why an admin paused the task', async () => {
  open({ 'GET /tasks/{id}': { ...TASK, paused: true, adminPause: { reason: 'It asks for passwords.' } } });
  expect(await screen.findByText(/An admin paused this task.*“It asks for passwords\.”/)).toBeVisible();
  expect(screen.queryByText(/You paused this task/)).toBeNull();
});

it('says that a task closes at its completion date, and that it is paused', async () => {
  open({ 'GET /tasks/{id}': { ...TASK, closeAtCompletion: true, paused: true } });
  expect(await screen.findByText(/You paused this task/)).toBeVisible();
  expect(screen.getByText('paused')).toBeVisible();
  expect(screen.getByText(/then closes/)).toBeVisible();
});

it.each([
  ['new-buyer', /waiting for review. We look at the first tasks of a buyer\./],
  ['words', /waiting for review. We look at tasks with some words/],
] as const)('says that it waits for review, and by which rule: %s', async (cause, text) => {
  open({ 'GET /tasks/{id}': { ...TASK, review: { since: '2026-11-20T09:00:00.000Z', cause } } });
  expect(await screen.findByText(text)).toBeVisible();
});

it('shows why an admin has not approved it', async () => {
  const closed = { reason: 'ended' as const, refunded: 12, rejection: 'It asks for passwords.' };
  open({ 'GET /tasks/{id}': { ...TASK, requiredWorkers: 0, closed } });
  expect(
    await screen.findByText(/didn’t approve this task.*“It asks for passwords.” 12 coins refunded\./),
  ).toBeVisible();
});

const GONE = problem(404, 'not-found', 'There is nothing here.');
it('keeps the work of a deleted task', async () => {
  open({ 'GET /tasks/{id}': GONE });
  expect(await screen.findByText(/This task has been deleted/)).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Type receipts' })).toBeVisible();
  expect(await article('Mia')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

it('shows why an admin has deleted the task, also before its first submission', async () => {
  const message = 'An admin has deleted this task. The reason: “It asks for passwords.” 30 coins came back.';
  const deleted = problem(404, 'task-deleted', message);
  const app = open({ 'GET /tasks/{id}': deleted });
  expect(await screen.findByText(/The reason: “It asks for passwords.” 30 coins came back/)).toBeVisible();
  expect(await article('Mia')).toBeVisible();
  app.unmount();
  open({ 'GET /tasks/{id}': deleted, 'GET /submissions': [] });
  expect(await screen.findByText(/The reason: “It asks for passwords.”/)).toBeVisible();
});

it.each([
  ['an unknown task', { 'GET /tasks/{id}': GONE, 'GET /submissions': [] }],
  ['the task of another buyer', { 'GET /tasks/{id}': { ...TASK, buyerEmail: 'eve@example.com' } }],
])('shows that there is nothing to see of %s', async (_, answers) => {
  open(answers);
  expect(await screen.findByText('Task not found')).toBeVisible();
});

it.each(['GET /tasks/{id}', 'GET /submissions'] as const)('offers a retry when %s fails', async (route) => {
  const app = open({ [route]: problem(400, 'bad', 'Not now.') });
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
  app.answer({ 'GET /tasks/{id}': TASK, 'GET /submissions': list(ROWS) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await article('Mia')).toBeVisible();
});

it('draws a bar instead of patches above 24 places', async () => {
  const { container } = open({ 'GET /tasks/{id}': { ...TASK, requiredWorkers: 24, totalPayableAmount: 336 } });
  const places = await screen.findByRole('list', { name: 'Places' });
  await waitFor(() => expect(places).toHaveTextContent('24 open'));
  expect(container.querySelectorAll('svg[width="36"]')).toHaveLength(0);
});

describe('Release holds', () => {
  const RELEASE = 'DELETE /tasks/{id}/reservations';
  const release = async (answers: Answers) => {
    const app = open({ 'GET /tasks/{id}': { ...TASK, reservedPlaces: 2 }, ...answers });
    await userEvent.click(await screen.findByRole('button', { name: 'Release holds' }));
    return app;
  };
  let confirm: jest.SpyInstance;
  beforeEach(() => {
    confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValue(true);
  });
  afterEach(() => void jest.restoreAllMocks());

  it('releases the old ones after a confirmation', async () => {
    const toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
    const app = await release({ [RELEASE]: { deletedCount: 2 } });
    await waitFor(() => expect(toast).toHaveBeenCalledWith(expect.objectContaining({ text: '2 places open again.' })));
    expect(app.calls.filter(({ route }) => route === RELEASE)).toMatchObject([{ params: { id: 't1' } }]);
  });

  it('does nothing on cancel, and says when they are too new', async () => {
    const failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
    confirm.mockResolvedValueOnce(false);
    const app = await release({ [RELEASE]: problem(409, 'holds-too-new', 'These holds are too new.') });
    expect(app.calls.filter(({ route }) => route === RELEASE)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Release holds' }));
    await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: 'These holds are too new.' }));
  });

  it('is not there without a hold', async () => {
    open();
    expect(await screen.findByRole('list', { name: 'Places' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Release holds' })).toBeNull();
  });
});

describe('Download CSV', () => {
  const CSV = 'GET /tasks/{id}/submissions.csv';
  const click = () => jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['Download CSV', 'csv'],
    ['Download for Excel', 'xlsx'],
  ])('saves the work of the task: %s', async (name, format) => {
    const clicked = click();
    const path = `GET /tasks/{id}/submissions.${format}`;
    const app = open({ [path]: 'submission,worker' });
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
    expect(clicked.mock.contexts[0]).toHaveProperty('download', `submissions-t1.${format}`);
    expect(app.calls.filter(({ route }) => route === path)).toMatchObject([{ params: { id: 't1' } }]);
  });

  it('is there for closed and deleted tasks, and says when the server refuses', async () => {
    const failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
    const clicked = click();
    const deleted = problem(404, 'task-deleted', 'You have deleted this task.');
    open({ 'GET /tasks/{id}': deleted, [CSV]: problem(503, 'unavailable', 'Try again in a moment.') });
    await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: 'Try again in a moment.' }));
    expect(clicked).not.toHaveBeenCalled();
  });

  it('is not there while nothing was submitted', async () => {
    open({ 'GET /submissions': list([]) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Type receipts' })).toBeVisible();
    expect(await screen.findByText('No pending submissions')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
  });
});

describe('a bonus', () => {
  const GIVE = 'POST /submissions/{id}/bonus';
  const openDialog = async (answers: Answers = {}, balance = 100) => {
    const app = renderApp(remote, {
      path: '/dashboard/buyerTask/t1?show=approved',
      user: { ...BUYER, userAvailableCoin: balance },
      answers: { 'GET /tasks/{id}': TASK, 'GET /submissions': list(ROWS), ...answers },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Give a bonus to Noa' }));
    return { app, dialog: within(await screen.findByRole('dialog', { name: 'Give Noa a bonus' })) };
  };

  it('shows its cost and the balance after it, and sends coins and note once', async () => {
    const toast = jest.spyOn(dialogs, 'toast');
    const { app, dialog } = await openDialog({ [GIVE]: { insertedId: 'a1:1' } });
    await userEvent.type(dialog.getByLabelText('Coins'), '30');
    expect(dialog.getByText('Balance after').nextElementSibling).toHaveTextContent('70');
    await userEvent.type(dialog.getByLabelText('Note to the worker'), 'Thank you for the nest.');
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Give the bonus' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const sent = app.calls.filter(({ route }) => route === GIVE);
    expect(sent).toMatchObject([{ params: { id: 'a1' }, body: { coins: 30, note: 'Thank you for the nest.' } }]);
    expect(sent[0]?.headers).toHaveProperty('idempotency-key');
    expect(toast).toHaveBeenCalledWith(expect.objectContaining({ text: 'Noa got 30 coins and your note.' }));
  });

  it('names what is missing, and what is no bonus', async () => {
    const { app, dialog } = await openDialog({}, 20);
    await userEvent.type(dialog.getByLabelText('Coins'), '20');
    expect(dialog.getByText(/You need 1 more coin/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Give the bonus' })).toBeDisabled();
    await userEvent.clear(dialog.getByLabelText('Coins'));
    await userEvent.type(dialog.getByLabelText('Coins'), '1001');
    await userEvent.click(dialog.getByRole('button', { name: 'Give the bonus' }));
    expect(await dialog.findByText('Coins must be at most 1000')).toBeVisible();
    expect(dialog.getByText('Note is required')).toBeVisible();
    expect(app.calls.filter(({ route }) => route === GIVE)).toEqual([]);
  });

  it('stays open with the reason of a refusal', async () => {
    const left = 'This worker is no longer on Piecework as a worker.';
    const { dialog } = await openDialog({ [GIVE]: problem(409, 'worker-left', left) });
    await userEvent.type(dialog.getByLabelText('Coins'), '3');
    await userEvent.type(dialog.getByLabelText('Note to the worker'), 'Thank you');
    await userEvent.click(dialog.getByRole('button', { name: 'Give the bonus' }));
    expect(await dialog.findByText(left)).toBeVisible();
  });

  it('is shown with its note, and not offered for work that Piecework has paid', async () => {
    const appeal = { text: 'Look again.', filedAt: '2026-11-20T10:30:00.000Z', state: 'upheld' } as const;
    const rows = [
      of({ _id: 'a1', workerName: 'Noa', status: 'approved', bonus: { coins: 4, count: 1 } }),
      of({ _id: 'a2', workerName: 'Ole', status: 'approved', appeal: { ...appeal, paidBy: 'platform' } }),
    ];
    const given = [{ _id: 'a1:1', coins: 4, note: 'For the nest.', time: '2026-11-22T10:30:00.000Z' }];
    const answers = { 'GET /submissions': list(rows), 'GET /submissions/{id}/bonuses': given };
    open(answers, '/dashboard/buyerTask/t1?show=approved');
    expect(await within(await article('Noa')).findByText('For the nest.')).toBeVisible();
    expect(within(await article('Noa')).getByText(/Bonus of 4 coins on/)).toBeVisible();
    expect(within(await article('Ole')).queryByRole('button', { name: /bonus/ })).not.toBeInTheDocument();
  });
});

describe('a rejection that was a mistake', () => {
  const REVERSE = 'POST /submissions/{id}/reversal';
  const PREVIEW = 'GET /submissions/{id}/reversal';
  const NAME = 'Approve Pia’s submission after all';
  const rejected = (changes: Partial<Row> = {}) =>
    of({
      _id: 'r1',
      workerName: 'Pia',
      status: 'reject',
      decidedBy: 'buyer',
      appealUntil: '2099-01-01T00:00:00.000Z',
      ...changes,
    });
  const show = (row: Row, answers: Answers = {}, balance = 100) =>
    renderApp(remote, {
      path: '/dashboard/buyerTask/t1?show=reject',
      user: { ...BUYER, userAvailableCoin: balance },
      answers: { 'GET /tasks/{id}': TASK, 'GET /submissions': list([row]), ...answers },
    });
  const openDialog = async (app: ReturnType<typeof show>) => {
    await userEvent.click(await screen.findByRole('button', { name: NAME }));
    return { app, dialog: within(await screen.findByRole('dialog')) };
  };
  const sentTo = ({ calls }: ReturnType<typeof show>) => calls.filter(({ route }) => route === REVERSE);

  it('is approved from a place of the task', async () => {
    jest.spyOn(dialogs, 'toast').mockReturnValue();
    const escrow = { [PREVIEW]: { coins: 12, paidBy: 'escrow' }, [REVERSE]: { modifiedCount: 1, paidBy: 'escrow' } };
    const { app, dialog } = await openDialog(show(rejected(), escrow));
    expect(await dialog.findByText(/whose 12 coins are already set aside/)).toBeVisible();
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Approve and pay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sentTo(app)).toMatchObject([{ params: { id: 'r1' } }]);
  });

  it('is approved from the balance, which has to cover it', async () => {
    const appealed = { text: 'Look again.', filedAt: '2026-11-20T10:30:00.000Z', state: 'open' } as const;
    const balance = { [PREVIEW]: { coins: 12, paidBy: 'balance' } };
    const { dialog } = await openDialog(show(rejected({ appeal: appealed, appealUntil: undefined }), balance, 12));
    expect(await dialog.findByText(/so your balance pays/)).toBeVisible();
    expect(dialog.getByText(/The worker’s appeal ends/)).toBeVisible();
    expect(dialog.getByText(/You need 1 more coin/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Approve and pay' })).toBeDisabled();
  });

  it('stays a rejection when the server refuses, and says why', async () => {
    const answers = {
      [PREVIEW]: { coins: 12, paidBy: 'balance' },
      [REVERSE]: problem(409, 'worker-left', 'They left.'),
    };
    const { dialog } = await openDialog(show(rejected(), answers));
    await userEvent.click(await dialog.findByRole('button', { name: 'Approve and pay' }));
    expect(await dialog.findByText('They left.')).toBeVisible();
  });

  it('says when its cost does not load', async () => {
    const answers = { [PREVIEW]: problem(503, 'unavailable', 'Not now.') };
    const { dialog } = await openDialog(show(rejected(), answers));
    expect(await dialog.findByText('Not now.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Approve and pay' })).toBeDisabled();
  });

  it.each([
    ['after its time', rejected({ appealUntil: '2020-01-01T00:00:00.000Z' })],
    [
      'while the wallet decides',
      rejected({ reversal: { state: 'underway', at: '2026-11-20T10:30:00.000Z', paidBy: 'balance' } }),
    ],
    ['of a departure', rejected({ appealUntil: undefined, decidedBy: 'departure' })],
  ])('is not reversible %s', async (_, row) => {
    show(row);
    await article('Pia');
    expect(screen.queryByRole('button', { name: NAME })).not.toBeInTheDocument();
  });

  it('says why an earlier try was declined', async () => {
    const at = '2026-11-20T10:30:00.000Z';
    show(rejected({ reversal: { state: 'declined', at, paidBy: 'balance', reason: 'insufficient-coins' } }));
    expect(await screen.findByText(/because you don’t have enough coins for it/)).toBeVisible();
    expect(screen.getByRole('button', { name: NAME })).toBeVisible();
  });
});
