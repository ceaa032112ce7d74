import { dialogs } from '@piecework/web-kit';
import { patchRow, refresh } from '@piecework/web-kit/query';
import { aSubmission, aTask, later, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type App = ReturnType<typeof renderApp>;

const LIST = '/dashboard/workerTaskList';
const task = aTask({ _id: 't1', taskTitle: 'Label photos', payableAmount: 12, submissionInfo: 'A link, please' });
const inserted = { insertedId: 's1' };
let success: jest.SpyInstance;
let failure: jest.SpyInstance;

beforeEach(() => {
  localStorage.clear();
  success = jest.spyOn(dialogs, 'success').mockResolvedValue();
  failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

type Options = NonNullable<Parameters<typeof renderApp>[1]>;
const open = ({ answers, ...options }: Options = {}) =>
  renderApp(remote, { path: `${LIST}/t1`, answers: { 'GET /tasks/{id}': task, ...answers }, ...options });
const field = () => screen.findByLabelText('Submission Details');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const sent = ({ calls }: App) => calls.filter(({ route }) => route === 'POST /submissions');
const submitWork = async (details = 'https://example.com/work') => {
  await userEvent.type(await field(), details);
  await press();
};

describe('the task', () => {
  it('shows all fields of the task', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Label photos' })).toBeVisible();
    for (const text of [task.taskDetail, 'A link, please', 'Bo Buyer', '31-1-2027'])
      expect(screen.getByText(text)).toBeVisible();
    const facts = screen.getByRole('region', { name: 'Task summary' });
    expect(facts).toHaveTextContent('bo@example.com');
    // Without a hold or a submission.
    expect(screen.queryByRole('link', { name: 'Message the buyer' })).toBeNull();
    expect(facts).toHaveTextContent(/Payable Amount per Worker\s*12/);
    expect(facts).toHaveTextContent(/Required Workers\s*5/);
  });

  it('shows the photo and the record of the buyer', async () => {
    const buyerStats = { posted: 12, decided: 48, approved: 46, unexplained: 1, overturned: 2, reviewHours: 4 };
    const app = open({
      answers: {
        'GET /tasks/{id}': { ...task, buyerStats },
        'GET /user': { userName: 'Bo Buyer', userPhotoURL: '/images/bo.webp', userRole: 'buyer' },
      },
    });
    expect(
      await screen.findByText('approves 95% of work · usually decides within 4 hours · 12 tasks posted'),
    ).toBeVisible();
    expect(
      screen.getByText('2 of 48 rejected · 2 of 4 rejections overturned on appeal · 1 rejected without a reason'),
    ).toBeVisible();
    await waitFor(() =>
      expect(app.calls.find(({ route }) => route === 'GET /user')?.query).toEqual({ email: 'bo@example.com' }),
    );
  });

  it('says that a buyer is new', async () => {
    const buyerStats = { posted: 1, decided: 4, approved: 0, unexplained: 0, overturned: 0 };
    open({ answers: { 'GET /tasks/{id}': { ...task, buyerStats } } });
    expect(await screen.findByText('New buyer · 1 task posted')).toBeVisible();
  });

  it.each([
    [{ approved: 17, decided: 20 }, 'This task needs a 90% approval rate. Yours is 85%.'],
    [{ approved: 18, decided: 20 }, null],
    [{ approved: 0, decided: 4 }, null],
  ])('tells before whether the approval rate suffices: %j', async (reviewed, text) => {
    const worker = { submissions: 20, pending: 0, approved: 17, earned: 1, reviewed };
    open({ answers: { 'GET /tasks/{id}': { ...task, minApprovalRate: 90 }, 'GET /totals': { worker } } });
    expect(await screen.findByText('90% approval rate')).toBeVisible();
    if (text) expect(await screen.findByText(new RegExp(text))).toBeVisible();
    if (text) await waitFor(() => expect(screen.queryByLabelText('Submission Details')).toBeNull());
    else expect(await field()).toBeVisible();
  });

  it('shows why an admin has deleted the task', async () => {
    const message = 'An admin has deleted this task. The reason: “It asks for passwords.”';
    open({ answers: { 'GET /tasks/{id}': problem(404, 'task-deleted', message) } });
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('shows an unavailable state for a deleted task', async () => {
    open({ answers: { 'GET /tasks/{id}': problem(404, 'not-found', 'There is nothing here.') } });
    expect(await screen.findByText('This task is no longer available')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View open tasks' })).toHaveAttribute('href', LIST);
  });

  it.each<[string, Options, RegExp]>([
    ['full', { answers: { 'GET /tasks/{id}': { ...task, requiredWorkers: 0 } } }, /All places are taken/],
    ['paused', { answers: { 'GET /tasks/{id}': { ...task, paused: true } } }, /This task is paused/],
    [
      'in review',
      { answers: { 'GET /tasks/{id}': { ...task, review: { since: '2026-11-20T09:00:00.000Z' } } } },
      /Piecework is checking this task/,
    ],
    ['their own', { user: { userEmail: 'bo@example.com' } }, /You posted this task/],
    ['already submitted', { answers: { 'GET /submissions': [aSubmission()] } }, /You submitted this on 21-11-2026/],
    ['approved', { answers: { 'GET /submissions': [aSubmission({ status: 'approved' })] } }, /was approved/],
  ])('explains instead of the form that it is %s', async (_what, options, text) => {
    open(options);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByLabelText('Submission Details')).toBeNull();
  });

  it('can be submitted again after a rejection, whose reason it shows', async () => {
    const reason = { code: 'no-proof' as const, text: 'The photo is missing.' };
    open({ answers: { 'GET /submissions': [aSubmission({ status: 'reject', reason })] } });
    expect(await field()).toBeVisible();
    expect(screen.getByText(/was rejected. You can try again/)).toBeVisible();
    expect(screen.getByText('The photo is missing.')).toBeVisible();
  });

  describe('with reservations', () => {
    const reservable = { ...task, reserveMinutes: 30 };
    const reservation = (expiresAt = '2126-11-25T18:30:00.000Z') => ({
      _id: 'r1',
      taskId: 't1',
      taskTitle: 'Label photos',
      payableAmount: 12,
      expiresAt,
    });
    const POST = 'POST /tasks/{id}/reservation';
    const reserve = () => screen.findByRole('button', { name: 'Hold my place for 30 minutes' });

    it('reserves a place, and gives it back', async () => {
      const app = open({
        answers: {
          'GET /tasks/{id}': reservable,
          [POST]: () => {
            app.answer({ 'GET /reservations': [reservation()] });
            return { insertedId: 'r1', expiresAt: reservation().expiresAt };
          },
          'DELETE /tasks/{id}/reservation': () => {
            app.answer({ 'GET /reservations': [] });
            return { deletedCount: 1 };
          },
        },
      });
      await userEvent.click(await reserve());
      expect(await screen.findByText(/Your place is held until/)).toBeVisible();
      expect(screen.queryByRole('button', { name: /Reserve for/ })).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Release my place' }));
      expect(await reserve()).toBeVisible();
    });

    it('does not call the task full while its last place is reserved or filled', async () => {
      const full = { ...reservable, requiredWorkers: 0 };
      let isAnnounced = false;
      const observer = new MutationObserver(() => {
        isAnnounced ||= /All places (are taken|filled up)/.test(document.body.textContent ?? '');
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      const app = open({
        answers: {
          'GET /tasks/{id}': reservable,
          [POST]: async () => {
            await screen.findByRole('button', { name: /^Hold my place/, busy: true });
            await act(() => pause(0));
            // The notice of the taken place is faster than the answer.
            act(() => patchRow('GET /tasks/{id}', 't1', () => full));
            app.answer({ 'GET /tasks/{id}': full, 'GET /reservations': later(50, [reservation()]) });
            return { insertedId: 'r1', expiresAt: reservation().expiresAt };
          },
          'POST /submissions': () => {
            app.answer({ 'GET /reservations': [] });
            refresh('GET /reservations');
            return inserted;
          },
        },
      });
      success.mockImplementation(() => pause(200));
      await userEvent.click(await reserve());
      expect(await screen.findByText(/Your place is held until/)).toBeVisible();
      await submitWork();
      await waitFor(() => expect(app.path()).toBe(LIST));
      observer.disconnect();
      expect(isAnnounced).toBe(false);
    });

    it('explains why there is no place', async () => {
      const message = 'All places in this task are taken. Please choose another one.';
      open({ answers: { 'GET /tasks/{id}': reservable, [POST]: { message } } });
      await userEvent.click(await reserve());
      await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: message }));
    });

    it('keeps the form of a full task for its worker', async () => {
      open({
        answers: {
          'GET /tasks/{id}': { ...reservable, requiredWorkers: 0, reservedPlaces: 1 },
          'GET /reservations': [reservation()],
          'POST /submissions': inserted,
        },
      });
      expect(await screen.findByText('All places taken (1 held)')).toBeVisible();
      await submitWork();
      await waitFor(() => expect(success).toHaveBeenCalled());
    });

    it('takes the work for a deleted task', async () => {
      open({
        answers: {
          'GET /tasks/{id}': problem(404, 'not-found', 'There is nothing here.'),
          'GET /reservations': [reservation()],
          'POST /submissions': inserted,
        },
      });
      expect(await screen.findByText(/The buyer deleted this task/)).toBeVisible();
      await submitWork();
      await waitFor(() => expect(success).toHaveBeenCalled());
    });

    it('warns five minutes before the end', async () => {
      const toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
      const expiresAt = new Date(Date.now() + 4 * 60_000).toISOString();
      open({ answers: { 'GET /tasks/{id}': reservable, 'GET /reservations': [reservation(expiresAt)] } });
      expect(await screen.findByText(/Your place is held until/)).toBeVisible();
      expect(toast).toHaveBeenCalledTimes(1);
      expect(toast.mock.calls[0]?.[0]).toMatchObject({ title: 'Five minutes left' });
    });

    it('offers none where the buyer offers none', async () => {
      open({ answers: { 'GET /tasks/{id}': { ...task, reserveMinutes: 0 } } });
      await field();
      expect(screen.queryByRole('button', { name: /Reserve/ })).toBeNull();
    });
  });

  it('leads into work mode from a batch while it has places', async () => {
    const batch = { rows: 1500, pages: 300, rowsPerPage: 5, overlap: { max: 1 } };
    const ofBatch = { ...task, hasForm: true, taskDetail: 'Copy {{receipt_id}}.', batch };
    const app = open({
      answers: { 'GET /tasks/{id}': ofBatch, 'GET /submissions': [aSubmission({ taskId: 't1', status: 'pending' })] },
    });
    const link = await screen.findByRole('link', { name: 'Continue' });
    expect(link).toHaveAttribute('href', `${LIST}/t1/work`);
    for (const text of ['1,500 rows · 300 pages', 'Copy [receipt_id].']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    app.answer({ 'GET /submissions': [] });
    act(() => refresh('GET /submissions'));
    expect(await screen.findByRole('link', { name: 'Start working' })).toBeVisible();
    app.answer({ 'GET /tasks/{id}': { ...ofBatch, requiredWorkers: 0 } });
    act(() => refresh('GET /tasks/{id}'));
    expect(await screen.findByText(/All places are taken/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Start working' })).toBeNull();
  });

  it('takes no new submission while an appeal is open', async () => {
    const appeal = { text: 'x', filedAt: '2026-11-22T18:30:00.000Z', state: 'open' as const };
    open({ answers: { 'GET /submissions': [aSubmission({ status: 'reject', appeal })] } });
    expect(await screen.findByText(/You appealed this rejection/)).toBeVisible();
    expect(screen.queryByLabelText('Submission Details')).toBeNull();
  });

  it('opens the form for a submission that was sent back', async () => {
    const revision = {
      note: 'More, please.',
      requestedAt: '2026-11-22T18:30:00.000Z',
      dueAt: '2126-11-25T18:30:00.000Z',
    };
    open({ answers: { 'GET /submissions': [aSubmission({ revision })] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Revise submission' }));
    expect(screen.getByText('More, please.')).toBeVisible();
    expect(await field()).toBeVisible();
  });

  it.each([
    [168, 'Within 7 days, or you’re paid automatically'],
    [0, 'No deadline for the buyer’s decision'],
  ])('shows how long the decision may take: %i hours', async (autoApproveHours, text) => {
    open({ answers: { 'GET /tasks/{id}': { ...task, autoApproveHours } } });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('keeps the typed text when the last place is taken meanwhile', async () => {
    const app = open();
    await userEvent.type(await field(), 'half a sentence');
    act(() => patchRow('GET /tasks/{id}', 't1', (row) => ({ ...row, requiredWorkers: 0 })));
    expect(await screen.findByText(/All places filled up while you were writing/)).toBeVisible();
    expect(await field()).toHaveValue('half a sentence');
    await press();
    await userEvent.type(await field(), '{Control>}{Enter}');
    expect(sent(app)).toEqual([]);
    act(() => patchRow('GET /tasks/{id}', 't1', (row) => ({ ...row, requiredWorkers: 1 })));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled'));
  });
});

describe('submitting work', () => {
  it.each(['', '   '])('rejects the details %j', async (details) => {
    const app = open();
    if (details) await userEvent.type(await field(), details);
    else await field();
    await press();
    expect(await screen.findByText('Submission Details URL is required')).toBeVisible();
    expect(await field()).toHaveFocus();
    expect(sent(app)).toEqual([]);
  });

  it('sends the pictures that were added', async () => {
    const app = open({
      answers: { 'POST /submissions': inserted, 'POST /images': { data: { display_url: '/images/1' } } },
    });
    await field();
    await userEvent.upload(screen.getByLabelText('Add pictures'), new File(['x'], 'a.png', { type: 'image/png' }));
    await screen.findByAltText('Added picture 1');
    await submitWork();
    await waitFor(() => expect(sent(app)[0]?.body).toMatchObject({ taskId: 't1', attachments: ['/images/1'] }));
  });

  it('sends task and details, confirms and returns to the list', async () => {
    const app = open({ answers: { 'POST /submissions': inserted } });
    await submitWork();
    await waitFor(() => expect(app.path()).toBe(LIST));
    expect(success).toHaveBeenCalledWith({ title: 'Successfully submitted' });
    expect(sent(app).map(({ body }) => body)).toEqual([
      { taskId: 't1', submissionDetails: 'https://example.com/work' },
    ]);
  });

  it('sends a double click once', async () => {
    const app = open({ answers: { 'POST /submissions': later(30, inserted) } });
    await userEvent.type(await field(), 'done');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(app.path()).toBe(LIST));
    expect(sent(app)).toHaveLength(1);
    expect(sent(app)[0]?.headers['idempotency-key']).toBeTruthy();
  });

  it.each([
    ['an outage', () => problem(503, 'unavailable', 'Part of Piecework isn’t responding.')],
    ['a lost connection', networkFailure],
  ])('keeps the text and the idempotency key through %s', async (_what, fault) => {
    const app = open({ answers: { 'POST /submissions': fault() } });
    await submitWork('long work');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await field()).toHaveValue('long work');
    app.answer({ 'POST /submissions': inserted });
    await press();
    await waitFor(() => expect(app.path()).toBe(LIST));
    const [first, second] = sent(app).map(({ headers }) => headers['idempotency-key']);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  it.each([
    ['a `message`', { message: 'All places in this task are taken.' }],
    ['a deleted task', problem(404, 'not-found', 'All places in this task are taken.')],
    ['their own task', problem(409, 'own-task', 'All places in this task are taken.')],
  ])('shows the refusal of %s as dialog title and returns to the list', async (_what, answer) => {
    const app = open({ answers: { 'POST /submissions': answer } });
    await submitWork();
    await waitFor(() => expect(app.path()).toBe(LIST));
    expect(failure).toHaveBeenCalledWith(expect.objectContaining({ title: 'All places in this task are taken.' }));
    expect(success).not.toHaveBeenCalled();
  });
});

describe('the draft', () => {
  it('is restored after leaving the page, until it is submitted', async () => {
    open();
    await userEvent.type(await field(), 'begun');
    cleanup();
    const app = open({ answers: { 'POST /submissions': inserted } });
    expect(await field()).toHaveValue('begun');
    expect(screen.getByText(/We restored your draft/)).toBeVisible();
    await press();
    await waitFor(() => expect(app.path()).toBe(LIST));
    cleanup();
    open();
    expect(await field()).toHaveValue('');
  });

  it('belongs to one user', async () => {
    open();
    await userEvent.type(await field(), 'mine');
    cleanup();
    open({ user: { userEmail: 'other@example.com' } });
    expect(await field()).toHaveValue('');
    cleanup();
    open();
    expect(await field()).toHaveValue('mine');
  });
});
