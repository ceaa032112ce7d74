import { dialogs } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { aSubmission, aTask, type FakeRequest, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { READ_MS } from '../submissions/useIsRead';
import { HOLD_MS } from './decision-buffer';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;
type Row = ReturnType<typeof aSubmission>;

const DECIDE = 'POST /submissions/decisions';
const SEND_BACK = 'POST /submissions/{id}/revision';
const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer' } as const;
const TASK = aTask({ _id: 't1', taskDetail: 'Type shop and total.', submissionInfo: 'A link' });

const work = (worker: string, changes: Partial<Row> = {}) =>
  aSubmission({
    _id: worker,
    taskId: 't1',
    taskTitle: 'Type receipts',
    workerName: worker,
    workerEmail: `${worker}@example.com`,
    submissionDetails: `Answer of ${worker}: https://example.com/${worker}`,
    ...changes,
  });
const asWished = ({ body }: FakeRequest) => ({
  results: (body as { decisions: { id: string }[] }).decisions.map(({ id }) => ({ id, modifiedCount: 1 })),
});

/** Elements that are in view; undefined: all are. */
let seen: ((element: Element) => boolean) | undefined;
const observers = new Set<() => void>();
beforeEach(() => {
  seen = undefined;
  jest.useFakeTimers();
  Object.assign(globalThis, {
    IntersectionObserver: class {
      private look = () => {};
      constructor(private tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe(element: Element) {
        this.look = () => this.tell([{ isIntersecting: seen?.(element) ?? true }]);
        observers.add(this.look);
        this.look();
      }
      disconnect() {
        observers.delete(this.look);
      }
    },
  });
  jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(async () => {
  // A refresh that is due with the clock of the next test would never come.
  await wait(100);
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const user = userEvent.setup({ delay: null, advanceTimers: jest.advanceTimersByTime });
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const THREE = [work('Mia'), work('Noa'), work('Ole')];

const open = async (rows: readonly Row[] = THREE, answers: Answers = {}, path = '/dashboard/buyerReview') => {
  const app = renderApp(remote, {
    path,
    user: BUYER,
    answers: {
      'GET /submissions': rows,
      'GET /tasks/{id}': TASK,
      [DECIDE]: asWished,
      [SEND_BACK]: { modifiedCount: 1 },
      ...answers,
    },
  });
  await wait(100);
  return app;
};
type App = Awaited<ReturnType<typeof open>>;
const sent = ({ calls }: App) =>
  calls
    .filter(({ route }) => route === DECIDE)
    .map(({ body }) => (body as { decisions: Record<string, unknown>[] }).decisions);
const workBy = (worker: string) => screen.getByRole('article', { name: `Submission by ${worker}` });
/** Presses a key after the answer has been in view long enough. */
const press = async (...keys: string[]) => {
  await wait(READ_MS + 50);
  for (const key of keys) await act(() => user.keyboard(key));
};

describe('the open submission', () => {
  it('has the answer before the brief, with links, pictures, and who sent it', async () => {
    await open(
      [
        work('Mia', {
          attachments: ['/images/00000000000000000000000001.webp'],
          workerStats: { approved: 47, decided: 50 },
        }),
      ],
      { 'GET /users': [{ userName: 'Mia', userEmail: 'Mia@example.com', userPhotoURL: 'https://p.example/mia' }] },
    );
    const mia = workBy('Mia');
    const link = within(mia).getByRole('link', { name: 'https://example.com/Mia' });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    expect(within(mia).getByRole('button', { name: 'Enlarge picture 1 of 1' })).toBeVisible();
    expect(mia).toHaveTextContent('94% of 50 submissions approved');
    expect(mia.querySelector('img[src="https://p.example/mia"]')).not.toBeNull();
    const brief = screen.getByText('Type shop and total.');
    expect(mia.compareDocumentPosition(brief)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText('1 of 1')).toBeVisible();
  });

  it('counts down to the automatic approval on the clock of the server', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await open([
      work('Late', { autoApproveAt: at(6 * 86_400_000) }),
      work('Soon', { autoApproveAt: at(5.5 * 3_600_000) }),
    ]);
    const countdown = within(workBy('Soon')).getByText(/Approved automatically by/).parentElement;
    expect(countdown).toHaveTextContent(/, in 5 hours$/);
    expect(countdown?.parentElement).toHaveAttribute('data-urgent', 'true');
    const [later] = screen.getAllByText(/, in 6 days$/);
    expect(later?.closest('[data-urgent]')).toHaveAttribute('data-urgent', 'false');
  });

  it('stays in place when it is decided elsewhere', async () => {
    const app = await open();
    app.answer({ 'GET /submissions': [work('Noa'), work('Ole')] });
    refresh('GET /submissions');
    await wait(200);
    expect(workBy('Mia')).toHaveTextContent('This submission was decided in another tab');
    await press('a');
    expect(screen.queryByText(/Approved: Mia/)).toBeNull();
    await press('j');
    expect(workBy('Noa')).toBeVisible();
    await wait(HOLD_MS);
    expect(sent(app)).toEqual([]);
  });
});

describe('the keys', () => {
  it('review several submissions, with two reasons, a revision and an undo', async () => {
    const rows = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => work(name));
    const app = await open(rows);
    expect(screen.getByText('1 of 6')).toBeVisible();
    await press('a');
    expect(workBy('B')).toHaveFocus();
    expect(screen.getByText('2 of 6')).toBeVisible();

    await press('r', '2');
    expect(workBy('C')).toBeVisible();

    await press('s');
    expect(screen.getByLabelText('What should change?')).toHaveFocus();
    await act(() => user.keyboard('Please add the totals.{Control>}{Enter}{/Control}'));
    await wait(100);
    expect(app.calls.find(({ route }) => route === SEND_BACK)).toMatchObject({
      params: { id: 'C' },
      body: { note: 'Please add the totals.' },
    });
    expect(workBy('D')).toBeVisible();

    await press('r', '7');
    await act(() => user.keyboard('Only half of it is here.{Control>}{Enter}{/Control}'));
    expect(workBy('E')).toBeVisible();

    await press('a');
    expect(workBy('F')).toBeVisible();
    await press('u');
    expect(workBy('E')).toBeVisible();
    await press('j', 'k', 'j');
    expect(workBy('F')).toBeVisible();
    await press('a');

    expect(sent(app)).toEqual([]);
    await wait(HOLD_MS);
    expect(sent(app)).toEqual([
      [
        { id: 'A', status: 'approved' },
        { id: 'B', status: 'reject', reasonCode: 'wrong' },
        { id: 'D', status: 'reject', reasonCode: 'other', reasonText: 'Only half of it is here.' },
        { id: 'F', status: 'approved' },
      ],
    ]);
  });

  it('decide only when the end of the answer has been in view', async () => {
    seen = () => false;
    const app = await open();
    await press('a', 'r');
    expect(workBy('Mia')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    seen = undefined;
    for (const look of observers) look();
    await press('a');
    expect(workBy('Noa')).toBeVisible();
    // A second press on the same key comes too early for the next answer.
    await act(() => user.keyboard('a'));
    expect(workBy('Noa')).toBeVisible();
    await wait(HOLD_MS);
    expect(sent(app)).toEqual([[{ id: 'Mia', status: 'approved' }]]);
  });

  it('are letters in a field', async () => {
    const app = await open();
    await press('r', '7');
    await act(() => user.keyboard('a r u x 1'));
    expect(screen.getByLabelText('Your reason')).toHaveValue('a r u x 1');
    await wait(HOLD_MS);
    expect(sent(app)).toEqual([]);
  });

  it('have a help', async () => {
    await open();
    await press('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Undo the last decision');
  });
});

describe('rejecting', () => {
  it('asks for a reason, and for a text where the reason is other', async () => {
    const app = await open();
    await press('r');
    const dialog = within(screen.getByRole('dialog', { name: 'Why are you rejecting Mia’s submission?' }));
    await act(() => user.click(dialog.getByRole('button', { name: 'Reject' })));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose a reason');
    await act(() => user.click(dialog.getByRole('radio', { name: /Other/ })));
    await act(() => user.type(dialog.getByLabelText('Your reason'), 'Too short'));
    await act(() => user.click(dialog.getByRole('button', { name: 'Reject' })));
    expect(dialog.getByText('Explain why, in at least 10 characters')).toBeVisible();
    await act(() => user.type(dialog.getByLabelText('Your reason'), ', sorry'));
    await act(() => user.click(dialog.getByRole('button', { name: 'Reject' })));
    await wait(HOLD_MS);
    expect(sent(app)).toEqual([[{ id: 'Mia', status: 'reject', reasonCode: 'other', reasonText: 'Too short, sorry' }]]);
  });

  it('is not possible while a new version is awaited; approving is', async () => {
    const revision = {
      note: 'Please add the totals.',
      requestedAt: new Date().toISOString(),
      dueAt: new Date(Date.now() + 71.5 * 3_600_000).toISOString(),
    };
    const app = await open([work('Mia', { revision }), work('Noa')]);
    expect(workBy('Noa')).toBeVisible();
    await press('j');
    expect(workBy('Mia')).toHaveTextContent(/Sent back: revision due by .+, in 2 days 23 hours/);
    await press('r', 's');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('a');
    await wait(HOLD_MS);
    expect(sent(app)).toEqual([[{ id: 'Mia', status: 'approved' }]]);
  });
});

describe('sending back', () => {
  it('keeps the note when it fails', async () => {
    await open(THREE, { [SEND_BACK]: problem(409, 'revision-used', 'You already requested a revision.') });
    await press('s');
    const dialog = within(screen.getByRole('dialog', { name: 'Send back to Mia' }));
    await act(() => user.keyboard('Too short'));
    await act(() => user.click(dialog.getByRole('button', { name: 'Send back' })));
    expect(dialog.getByText('Note must be at least 10 characters')).toBeVisible();
    await act(() => user.type(dialog.getByLabelText('What should change?'), ', add the totals.'));
    expect(dialog.queryByText('Note must be at least 10 characters')).toBeNull();
    await act(() => user.click(dialog.getByRole('button', { name: 'Send back' })));
    await wait(100);
    expect(dialog.getByText('You already requested a revision.')).toBeVisible();
    expect(dialog.getByLabelText('What should change?')).toHaveValue('Too short, add the totals.');
  });
});

describe('the selection', () => {
  it('is decided together, after a question when some of it is unread', async () => {
    const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValue(true);
    const app = await open();
    await press('{Shift>}x{/Shift}');
    expect(screen.getByRole('button', { name: /Approve 3/ })).toBeVisible();
    await press('a');
    await wait(10);
    expect(confirm).toHaveBeenCalledWith(
      expect.objectContaining({
        title: 'Approve 3 submissions?',
        text: 'You haven’t opened 2 of them.',
        detail: 'Approving pays 30 coins right away.',
      }),
    );
    expect(screen.getByText('Approved: 3 submissions')).toBeVisible();
    expect(screen.getByText('Nothing to review')).toBeVisible();
    await wait(HOLD_MS);
    expect(sent(app).map((rows) => rows.length)).toEqual([3]);
  });

  it.each([
    ['x', 'Approve 1 submission?', 'You haven’t opened it.', 'Approving pays 1 coin right away.'],
    [
      '{Shift>}x{/Shift}',
      'Approve 3 submissions?',
      'You haven’t opened any of them.',
      'Approving pays 21 coins right away.',
    ],
  ])('is asked about when none of it is read (%s)', async (key, title, text, detail) => {
    seen = () => false;
    const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValue(false);
    await open([work('Mia', { payableAmount: 1 }), ...THREE.slice(1)]);
    await press(key, 'a');
    await wait(10);
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ title, text, detail }));
  });

  it('is undone together, and nothing is sent', async () => {
    const app = await open();
    await press('x', 'j', 'x');
    await press('r', '1');
    expect(workBy('Ole')).toBeVisible();
    await press('u');
    expect(workBy('Mia')).toBeVisible();
    expect(screen.getByText('1 of 3')).toBeVisible();
    await wait(10 * HOLD_MS);
    expect(sent(app)).toEqual([]);
  });
});

describe('an answer to a form', () => {
  const fields = [
    { kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2 },
    {
      kind: 'choice',
      name: 'currency',
      label: 'Currency',
      required: false,
      options: [
        { value: 'BDT', label: 'Taka' },
        { value: 'EUR', label: 'Euro' },
      ],
    },
  ];
  const answered = work('Mia', { submissionDetails: 'Total: 41.50', answers: [{ total: '41.50', currency: 'BDT' }] });
  const withForm = { 'GET /tasks/{id}': { ...TASK, hasForm: true }, 'GET /tasks/{id}/form': { fields } };

  it('is shown by its labels, and the brief has the fields', async () => {
    await open([answered], withForm);
    const mia = within(workBy('Mia'));
    expect(mia.getByText('Currency').nextElementSibling).toHaveTextContent('Taka');
    expect(mia.getByText('Total').nextElementSibling).toHaveTextContent('41.50');
    expect(mia.queryByText('Total: 41.50')).toBeNull();
    const brief = within(screen.getByRole('region', { name: 'Task' }));
    expect(brief.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Total', 'Currency (optional)']);
  });

  it('is its text while the form can’t be loaded', async () => {
    await open([answered], { ...withForm, 'GET /tasks/{id}/form': problem(400, 'bad', 'Not now.') });
    expect(within(workBy('Mia')).getByText('Total: 41.50')).toBeVisible();
    expect(screen.getByText('The form couldn’t be loaded.')).toBeInTheDocument();
  });

  it('is read once for all submissions of a task, and not for a task without a form', async () => {
    const app = await open([answered, work('Noa', { answers: [{ total: '7' }] })], withForm);
    await press('j');
    expect(within(workBy('Noa')).getByText('7')).toBeVisible();
    const reads = ({ calls }: typeof app) => calls.filter(({ route }) => route === 'GET /tasks/{id}/form');
    expect(reads(app)).toHaveLength(1);
    app.unmount();
    expect(reads(await open())).toHaveLength(0);
  });
});

describe('the answers to a page of a batch', () => {
  const fields = [{ kind: 'number', name: 'total', label: 'Total of {{shop}}', required: true }];
  const pageOf = ({ params: { page } }: FakeRequest) => ({
    number: Number(page),
    pages: 60,
    columns: [
      { name: 'id', label: 'ID', kind: 'key' },
      { name: 'image', label: 'Receipt', kind: 'picture' },
      { name: 'shop', label: 'Shop', kind: 'text' },
    ],
    rows: [1, 2].map((at) => ({
      number: Number(page) * 2 + at,
      values: { id: `R-${at}`, image: `https://p.example/${page}-${at}`, shop: `Shop ${at}` },
      text: '',
    })),
  });
  const batch = { 'GET /tasks/{id}/form': { fields }, 'GET /tasks/{id}/pages/{page}': pageOf };

  it('stand each beside the values and the picture of its row, and the next page is loaded ahead', async () => {
    const answers = [{ total: '41.50' }, { total: '7' }];
    const loaded: string[] = [];
    jest.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation((src) => void loaded.push(src));
    const app = await open([work('Mia', { page: 3, answers }), work('Noa', { page: 4, answers })], batch);
    const mia = workBy('Mia');
    expect(mia).toHaveTextContent('Page 3');
    const [first, second] = within(mia).getAllByRole('listitem');
    expect(first).toHaveTextContent('R-1');
    expect(within(first as HTMLElement).getByRole('button', { name: /^Enlarge the picture of R-1/ })).toBeVisible();
    expect(first).toHaveTextContent(/Shop 1.*Total of Shop 141\.50/);
    expect(second).toHaveTextContent(/Shop 2.*Total of Shop 27/);
    expect(screen.getByText('Page 4 · Type receipts')).toBeVisible();
    const pages = app.calls.filter(({ route }) => route === 'GET /tasks/{id}/pages/{page}');
    expect(pages.map(({ params }) => params.page).sort()).toEqual(['3', '4']);
    expect(loaded).toEqual(expect.arrayContaining(['https://p.example/4-1', 'https://p.example/4-2']));
  });
});

describe('what is held', () => {
  it('is sent when the page closes, and outlives it', async () => {
    const app = await open();
    const fetched = jest.spyOn(globalThis, 'fetch');
    await press('a');
    act(() => void dispatchEvent(new Event('pagehide')));
    await wait(0);
    expect(sent(app)).toEqual([[{ id: 'Mia', status: 'approved' }]]);
    const [, init] = fetched.mock.calls.find(([url]) => String(url).endsWith('/submissions/decisions')) ?? [];
    expect(init?.keepalive).toBe(true);
  });

  it('is sent when the desk is left', async () => {
    const app = await open();
    await press('a');
    app.unmount();
    await wait(0);
    expect(sent(app)).toEqual([[{ id: 'Mia', status: 'approved' }]]);
  });

  it('can be sent now, and undone by its button', async () => {
    const app = await open();
    await press('a', 'u');
    await press('a');
    await act(() => user.click(screen.getByRole('button', { name: /Undo/ })));
    expect(workBy('Mia')).toBeVisible();
    await press('a');
    await act(() => user.click(screen.getByRole('button', { name: 'Send now' })));
    await wait(10);
    expect(sent(app)).toEqual([[{ id: 'Mia', status: 'approved' }]]);
  });

  it('returns where the server refuses it, with what was typed', async () => {
    const app = await open(THREE, {
      [DECIDE]: {
        results: [
          { id: 'Mia', modifiedCount: 0, code: 'awaiting-revision' },
          { id: 'Noa', modifiedCount: 0, code: 'already-decided' },
          { id: 'Ole', modifiedCount: 1 },
        ],
      },
    });
    await press('r', '7');
    await act(() => user.keyboard('Only half of it.{Control>}{Enter}{/Control}'));
    await press('r', '1');
    await press('r', '1');
    app.answer({ 'GET /submissions': [work('Mia')] });
    await wait(HOLD_MS + 200);
    expect(screen.getByText(/1 decision wasn’t saved. The submission is back in the list/)).toBeVisible();
    expect(screen.getByText(/already decided elsewhere/)).toBeVisible();
    expect(within(workBy('Mia')).getByRole('alert')).toHaveTextContent('You sent this submission back.');
    await press('r');
    expect(screen.getByRole('radio', { name: /Other/ })).toBeChecked();
    expect(screen.getByLabelText('Your reason')).toHaveValue('Only half of it.');
  });

  it('returns when the server cannot be reached', async () => {
    const app = await open(THREE, { [DECIDE]: networkFailure() });
    await press('a');
    await wait(HOLD_MS + 200);
    expect(screen.getByText(/couldn’t reach Piecework/)).toBeVisible();
    await act(() => user.click(screen.getByRole('button', { name: /Mia.*Please check again/ })));
    app.answer({ [DECIDE]: asWished });
    await press('a');
    await wait(HOLD_MS);
    expect(sent(app)).toHaveLength(2);
  });
});

describe('the queue', () => {
  it('is that of one task where the address names it', async () => {
    const app = await open(THREE, {}, '/dashboard/buyerReview?task=t1');
    const request = app.calls.find(({ route }) => route === 'GET /submissions');
    expect(request?.query).toEqual({ status: 'pending', limit: '200', taskId: 't1' });
  });

  it('begins with the submission that the address names, and says when it is no longer there', async () => {
    const app = await open(THREE, {}, '/dashboard/buyerReview?task=t1&submission=Ole');
    expect(workBy('Ole')).toBeVisible();
    app.unmount();
    await open([work('Mia')], {}, '/dashboard/buyerReview?task=t1&submission=Ole');
    expect(workBy('Mia')).toBeVisible();
    expect(screen.getByText('The submission that you chose has already been decided.')).toBeVisible();
  });

  it('begins with what would be approved soonest, and adds new work at its end', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const rows = [work('Mia'), work('Noa', { autoApproveAt: at(9) }), work('Ole', { autoApproveAt: at(2) })];
    const app = await open(rows);
    const names = () =>
      screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label')?.replace('Select ', ''));
    expect(names()).toEqual(['Ole', 'Noa', 'Mia']);
    app.answer({ 'GET /submissions': [work('Pia', { autoApproveAt: at(1) }), ...rows] });
    refresh('GET /submissions');
    await wait(200);
    expect(names()).toEqual(['Ole', 'Noa', 'Mia', 'Pia']);
  });

  it('has an empty and a failure state', async () => {
    const app = await open([]);
    expect(screen.getByText('Nothing to review')).toBeVisible();
    app.unmount();
    const failed = await open([], { 'GET /submissions': problem(400, 'bad', 'Not now.') });
    expect(screen.getByRole('alert')).toHaveTextContent('Not now.');
    failed.answer({ 'GET /submissions': THREE });
    await act(() => user.click(screen.getByRole('button', { name: 'Try again' })));
    await wait(100);
    expect(workBy('Mia')).toBeVisible();
  });
});
