import { dialogs } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { aSubmission, aTask, type FakeRequest, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, configure, screen, within } from '@testing-library/react';
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

// By default user-event leaves the environment of act, in which the desk updates after an `await` of its own, and has an act per
// event, which ends the outer one where React removes a field that was typed into.
configure({ asyncWrapper: async (run) => act(run), eventWrapper: (dispatch) => dispatch() });
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
  for (const key of keys) await user.keyboard(key);
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
    await user.keyboard('Please add the totals.{Control>}{Enter}{/Control}');
    await wait(100);
    expect(app.calls.find(({ route }) => route === SEND_BACK)).toMatchObject({
      params: { id: 'C' },
      body: { note: 'Please add the totals.' },
    });
    expect(workBy('D')).toBeVisible();

    await press('r', '7');
    await user.keyboard('Only half of it is here.{Control>}{Enter}{/Control}');
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
    await user.keyboard('a');
    expect(workBy('Noa')).toBeVisible();
    await wait(HOLD_MS);
    expect(sent(app)).toEqual([[{ id: 'Mia', status: 'approved' }]]);
  });

  it('are letters in a field', async () => {
    const app = await open();
    await press('r', '7');
    await user.keyboard('a r u x 1');
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
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose a reason');
    await user.click(dialog.getByRole('radio', { name: /Other/ }));
    await user.type(dialog.getByLabelText('Your reason'), 'Too short');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByText('Explain why, in at least 10 characters')).toBeVisible();
    await user.type(dialog.getByLabelText('Your reason'), ', sorry');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
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
    await user.keyboard('Too short');
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    expect(dialog.getByText('Note must be at least 10 characters')).toBeVisible();
    await user.type(dialog.getByLabelText('What should change?'), ', add the totals.');
    expect(dialog.queryByText('Note must be at least 10 characters')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
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
    expect(document.activeElement).toHaveTextContent('Nothing to review');
    expect(document.body).not.toHaveFocus();
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

describe('a page of a batch', () => {
  const fields = [
    { kind: 'number', name: 'total', label: 'Total of {{shop}}', required: true },
    { kind: 'text', name: 'note', label: 'Note', required: false },
  ];
  const columns = [
    { name: 'id', label: 'ID', kind: 'key' },
    { name: 'image', label: 'Receipt', kind: 'picture' },
    { name: 'shop', label: 'Shop', kind: 'text' },
  ];
  const WORKERS = ['Mia', 'Noa', 'Lea'];
  const TOTALS = ['41.50', '41.5', '7'];
  const answersTo = (page: number) =>
    WORKERS.map((worker) => work(`${worker}-${page}`, { page, workerName: worker, payableAmount: 2 }));
  const rowOf = (page: number, totals = TOTALS) => ({
    number: page,
    page,
    values: { id: `R-${page}`, image: `https://p.example/${page}`, shop: `Shop ${page}` },
    state: 'disputed',
    consensus: { total: { value: '41.5', share: 2 / 3 }, note: { share: 1 } },
    answers: WORKERS.slice(0, totals.length).map((workerName, at) => ({
      submissionId: `${workerName}-${page}`,
      workerName,
      status: 'pending',
      submittedAt: '2026-11-22T12:00:00.000Z',
      version: 1,
      answer: { total: totals[at] },
    })),
  });
  const batch: Answers = {
    'GET /tasks/{id}/form': { fields } as never,
    'GET /tasks/{id}/pages/{page}': { number: 1, pages: 60, columns, rows: [] } as never,
    'GET /tasks/{id}/rows': (({ query }: FakeRequest) => [rowOf(Number(query.page))]) as never,
  };
  const QUEUE = [...answersTo(1), ...answersTo(2)];
  const openPages = (answers: Answers = {}, path = '/dashboard/buyerReview?task=t1', rows = QUEUE) =>
    open(rows, { ...batch, ...answers }, path);
  const page = (number: number) => screen.getByRole('article', { name: new RegExp(`^Row ${number}: R-${number}`) });
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  const button = (name: RegExp) => screen.getByRole('button', { name });

  it('compares its answers beside its picture, in words and numbers, and loads the next one ahead', async () => {
    const loaded: string[] = [];
    jest.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation((src) => void loaded.push(src));
    const app = await openPages();
    expect(page(1)).toHaveAccessibleName('Row 1: R-1, disputed, 3 answers');
    expect(within(page(1)).getByRole('button', { name: 'Enlarge the picture of R-1: Receipt' })).toBeVisible();
    const total = screen.getByText('Total of Shop 1').closest('div') as HTMLElement;
    expect(total).toHaveTextContent(/2 of 3 agree41\.50Answers 1, 2.*7DiffersAnswer 3/);
    const answers = within(screen.getByRole('list', { name: 'Answers' })).getAllByRole('button');
    expect(answers.map(({ textContent }) => textContent)).toEqual([
      '1MiaAgrees',
      '2NoaAgrees',
      '3LeaDiffers in Total of Shop 1',
    ]);
    expect(screen.getByText('1 of 2')).toBeVisible();
    expect(app.calls.filter(({ route }) => route === 'GET /tasks/{id}/rows').map(({ query }) => query.page)).toEqual([
      '1',
      '2',
    ]);
    expect(loaded).toContain('https://p.example/2');
  });

  it('is decided by A, which approves the answers that agree, and then R for the one that is left', async () => {
    const app = await openPages();
    await press('a');
    expect(said()).toContain('Left: answer 3, Lea: Differs in Total of Shop 1');
    // A double press does not decide the last one, too.
    await user.keyboard('a');
    expect(page(1)).toBeVisible();
    await press('r', '2');
    expect(page(2)).toHaveFocus();
    expect(screen.getByText('2 of 2')).toBeVisible();
    await wait(HOLD_MS + 100);
    expect(sent(app)).toEqual([
      [
        { id: 'Mia-1', status: 'approved' },
        { id: 'Noa-1', status: 'approved' },
        { id: 'Lea-1', status: 'reject', reasonCode: 'wrong' },
      ],
    ]);
  });

  it('has one answer chosen by its number, whose decision can be undone', async () => {
    await openPages();
    expect(button(/^Reject/)).toHaveAttribute('aria-disabled', 'true');
    await press('3');
    expect(said()).toContain('Answer 3, Lea: Differs in Total of Shop 1');
    expect(button(/^Approve #3/)).toBeVisible();
    await press('a');
    expect(within(page(1)).getByRole('list', { name: 'Answers' })).toHaveTextContent(/3Lea.*approved$/);
    await press('u', '3', '3');
    expect(button(/^Approve 2 that agree/)).toBeVisible();
    await press('{Shift>}x{/Shift}');
    expect(button(/^Reject 3 answers/)).toBeVisible();
    await press('{Escape}');
    expect(button(/^Approve 2 that agree/)).toBeVisible();
  });

  it('begins with the chosen answer of the address, and sends it back', async () => {
    const app = await openPages({}, '/dashboard/buyerReview?task=t1&submission=Noa-2');
    expect(page(2)).toBeVisible();
    expect(button(/^2 ?Noa/)).toHaveAttribute('aria-pressed', 'true');
    await press('s');
    await user.keyboard('Please look at the total again.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    const [call] = app.calls.filter(({ route }) => route === SEND_BACK);
    expect(call?.params).toEqual({ id: 'Noa-2' });
  });

  it('asks for a choice where no answers agree', async () => {
    const row = {
      ...rowOf(1),
      consensus: { total: { value: '24.25', share: 0.5, isMedian: true }, note: { share: 1 } },
    };
    const app = await openPages({ 'GET /tasks/{id}/rows': [row] as never });
    expect(said()).toContain('No answers agree in every field. Choose one by its number.');
    await press('a');
    await wait(HOLD_MS + 100);
    expect(sent(app)).toEqual([]);
  });

  it('enlarges its picture by Z, and names the keys', async () => {
    await openPages();
    await press('z');
    expect(screen.getByRole('dialog')).toHaveAccessibleName(/R-1: Receipt/);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await press('?');
    expect(screen.getByText('Enlarge the picture')).toBeVisible();
  });

  it('stands among the submissions of other tasks, and offers a retry where it can’t be loaded', async () => {
    const app = await openPages({ 'GET /tasks/{id}/rows': problem(400, 'bad', 'Not now.') }, '/dashboard/buyerReview', [
      work('Ole'),
      ...answersTo(1),
    ]);
    await press('j');
    await wait(100);
    expect(screen.getByRole('article', { name: 'Page 1' })).toHaveTextContent('Not now.');
    app.answer({ 'GET /tasks/{id}/rows': batch['GET /tasks/{id}/rows'] } as never);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await wait(100);
    expect(page(1)).toBeVisible();
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
    await user.click(screen.getByRole('button', { name: /Undo/ }));
    expect(workBy('Mia')).toBeVisible();
    await press('a');
    await user.click(screen.getByRole('button', { name: 'Send now' }));
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
    await user.keyboard('Only half of it.{Control>}{Enter}{/Control}');
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
    await user.click(screen.getByRole('button', { name: /Mia.*Please check again/ }));
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
    expect(request?.query).toEqual({ status: 'pending', limit: '200', taskId: 't1', sort: 'page' });
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
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await wait(100);
    expect(workBy('Mia')).toBeVisible();
  });
});
