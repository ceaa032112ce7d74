import type { Submission } from '@piecework/contracts';
import { dialogs } from '@piecework/web-kit';
import { aSubmission, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const HOUR_MS = 3_600_000;
const from = (ms: number) => new Date(Date.now() + ms).toISOString();

const NOTE = 'Please add the last three names.';
const revision = { note: NOTE, requestedAt: '2026-11-21T10:00:00.000Z', dueAt: from(50 * HOUR_MS + 60_000) };

let success: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  success = jest.spyOn(dialogs, 'success').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (changes: Partial<Submission>, answers: RenderOptions['answers'] = {}) => {
  const row = aSubmission(changes);
  const app = renderApp(remote, {
    path: '/dashboard/workerSubmission',
    answers: { 'GET /submissions': [row], 'GET /getAllData': { count: 1 }, ...answers },
  });
  await userEvent.click(await screen.findByRole('button', { name: row.taskTitle }));
  return { app, row, dialog: within(screen.getByRole('dialog')) };
};
const sent = ({ calls }: ReturnType<typeof renderApp>, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body);

describe('the decision', () => {
  it('of a pending submission counts down to the automatic approval', async () => {
    const { dialog } = await open({ autoApproveAt: from(30 * HOUR_MS + 60_000) });
    expect(dialog.getByText(/Paid by/).parentElement).toHaveTextContent(/, in 30 hours at the latest/);
  });

  it('shows who approved, and when', async () => {
    const { dialog } = await open({ status: 'approved', decidedBy: 'deadline', decidedAt: '2025-11-22T10:31:00.000Z' });
    expect(dialog.getByText(/^Your submission was approved/).parentElement).toHaveTextContent(
      'on 22 Nov 2025, 16:31 because the time to decide ran out.',
    );
  });

  it('shows the reason of a rejection', async () => {
    const { dialog } = await open({
      status: 'reject',
      decidedBy: 'buyer',
      decidedAt: '2025-11-22T10:31:00.000Z',
      reason: { code: 'incomplete', text: 'See https://example.com/three' },
    });
    expect(dialog.getByText(/^Your submission was rejected/).parentElement).toHaveTextContent(
      'rejected on 22 Nov 2025, 16:31 by the buyer.',
    );
    expect(dialog.getByText(/Something is missing/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'https://example.com/three' })).toBeVisible();
  });

  it('says when a rejection has no reason', async () => {
    const { dialog } = await open({ status: 'reject' });
    expect(dialog.getByText(/No reason was given/)).toBeVisible();
  });
});

it('shows that the buyer took the rejection back, also with an appeal', async () => {
  const at = '2025-11-22T10:31:00.000Z';
  const { dialog } = await open({
    status: 'approved',
    decidedBy: 'buyer',
    decidedAt: at,
    reversal: { state: 'made', at, paidBy: 'balance' },
    appeal: { text: 'Look again, please.', filedAt: at, state: 'upheld', decidedAt: at },
  });
  expect(dialog.getByText(/^The buyer took the rejection back and approved/).parentElement).toHaveTextContent(
    'approved your submission on 22 Nov 2025, 16:31.',
  );
  expect(dialog.getByText(/so no admin had to decide/)).toBeVisible();
  expect(screen.getByText('Approved after all')).toBeVisible();
});

describe('a bonus', () => {
  const bonus = { coins: 7, count: 2 };

  it('is shown with its notes, beside the pay', async () => {
    const given = [
      { _id: 's:1', coins: 4, note: 'Thank you for\nthe nest.', time: '2025-11-22T10:31:00.000Z' },
      { _id: 's:2', coins: 3, note: 'And for the owl.', time: '2025-11-23T10:31:00.000Z' },
    ];
    const { dialog } = await open({ status: 'approved', bonus }, { 'GET /submissions/{id}/bonuses': given });
    expect(await dialog.findByText(/Thank you for/)).toBeVisible();
    expect(dialog.getByText('And for the owl.').closest('li')).toHaveTextContent('+3 coins on 23 Nov 2025, 16:31');
    expect(dialog.getByText('Bonus').nextElementSibling).toHaveTextContent('7 coins');
    expect(screen.getByRole('cell', { name: /\+7 coins bonus/ })).toBeVisible();
  });

  it('says when its notes do not load, and loads them again', async () => {
    const down = problem(503, 'unavailable', 'The notes are on their way.');
    const { app, dialog } = await open({ status: 'approved', bonus }, { 'GET /submissions/{id}/bonuses': down });
    expect(await dialog.findByText('The notes are on their way.')).toBeVisible();
    const [note] = [{ _id: 's:1', coins: 7, note: 'Thanks!', time: '2025-11-22T10:31:00.000Z' }];
    app.answer({ 'GET /submissions/{id}/bonuses': [note] });
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Thanks!')).toBeVisible();
  });
});

describe('a revision', () => {
  const SEND = 'Submit revision';

  it('shows what the buyer asks for, and sends the improved text', async () => {
    const { app, row, dialog } = await open(
      { revision },
      { 'POST /submissions/{id}/resubmission': { modifiedCount: 1 } },
    );
    expect(dialog.getByText(NOTE)).toBeVisible();
    expect(dialog.getByText(/Send it by/).parentElement).toHaveTextContent(/, in 2 days 2 hours\./);
    const field = dialog.getByLabelText('Submission Details');
    expect(field).toHaveValue(row.submissionDetails);
    await userEvent.type(field, ' and three more');
    app.answer({
      'GET /submissions': [
        {
          ...row,
          submissionDetails: 'new text',
          revision: { ...revision, resubmittedAt: from(0) },
          earlier: [{ submissionDetails: 'the first text', submittedAt: '2025-11-20T10:00:00.000Z' }],
        },
      ],
    });
    await userEvent.click(dialog.getByRole('button', { name: SEND }));
    await waitFor(() => expect(success).toHaveBeenCalledWith({ title: 'Successfully submitted' }));
    expect(sent(app, 'POST /submissions/{id}/resubmission')).toEqual([
      { submissionDetails: 'https://example.com/sheet and three more' },
    ]);
    expect(await dialog.findByText(/You submitted your revision on/)).toBeVisible();
    expect(dialog.getByText('Version from').parentElement).toHaveTextContent('Version from 20 Nov 2025, 16:00');
    expect(dialog.getByText('the first text')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: SEND })).toBeNull();
  });

  it('keeps a draft, and rejects an empty text', async () => {
    const { row, dialog } = await open({ revision });
    await userEvent.clear(dialog.getByLabelText('Submission Details'));
    await userEvent.click(dialog.getByRole('button', { name: SEND }));
    expect(await dialog.findByText('Submission Details URL is required')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Submission Details'), 'half');
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await userEvent.click(screen.getByRole('button', { name: row.taskTitle }));
    expect(screen.getByLabelText('Submission Details')).toHaveValue('half');
    expect(screen.getByText(/restored your draft/)).toBeVisible();
  });

  it('keeps the text after a refusal', async () => {
    const { dialog } = await open(
      { revision },
      { 'POST /submissions/{id}/resubmission': problem(409, 'not-awaited', 'Too late.') },
    );
    await userEvent.type(dialog.getByLabelText('Submission Details'), '!');
    await userEvent.click(dialog.getByRole('button', { name: SEND }));
    expect(await dialog.findByText('Too late.')).toBeVisible();
    expect(dialog.getByLabelText('Submission Details')).toHaveValue('https://example.com/sheet!');
  });
});

describe('an appeal', () => {
  const rejected = { status: 'reject', appealUntil: from(50 * HOUR_MS + 60_000) } as const;
  const TEXT = 'All ten names are there, on page two.';

  it('is filed with a text of at least 20 characters', async () => {
    const { app, row, dialog } = await open(rejected, { 'POST /submissions/{id}/appeal': { insertedId: 's1' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Appeal (2 days 2 hours left)' }));
    await userEvent.type(dialog.getByLabelText('Why should you be paid for this?'), 'Unfair');
    await userEvent.click(dialog.getByRole('button', { name: 'Send appeal' }));
    expect(await dialog.findByText('Appeal must be at least 20 characters')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Why should you be paid for this?'));
    await userEvent.type(dialog.getByLabelText('Why should you be paid for this?'), TEXT);
    const appeal = { text: TEXT, filedAt: '2026-11-22T18:30:00.000Z', state: 'open' };
    app.answer({ 'GET /submissions': [{ ...row, appeal }] });
    await userEvent.click(dialog.getByRole('button', { name: 'Send appeal' }));
    await waitFor(() => expect(success).toHaveBeenCalled());
    expect(sent(app, 'POST /submissions/{id}/appeal')).toEqual([{ text: TEXT }]);
    expect(await dialog.findByText(/An admin will decide/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Appeal \(/ })).toBeNull();
  });

  it('keeps the text after a refusal', async () => {
    const { dialog } = await open(rejected, {
      'POST /submissions/{id}/appeal': problem(409, 'submitted-again', 'You have submitted again.'),
    });
    await userEvent.click(dialog.getByRole('button', { name: /^Appeal \(/ }));
    await userEvent.type(dialog.getByLabelText('Why should you be paid for this?'), TEXT);
    await userEvent.click(dialog.getByRole('button', { name: 'Send appeal' }));
    expect(await dialog.findByText('You have submitted again.')).toBeVisible();
    expect(dialog.getByLabelText('Why should you be paid for this?')).toHaveValue(TEXT);
  });

  it.each([
    ['upheld', { paidBy: 'platform' as const }, /Piecework paid you 10 coins/],
    ['dismissed', {}, /The rejection stands/],
  ] as const)('that was %s shows the note of the admin', async (state, more, text) => {
    const { dialog } = await open({
      status: state === 'upheld' ? 'approved' : 'reject',
      appeal: {
        text: TEXT,
        filedAt: '2026-11-22T18:30:00.000Z',
        state,
        note: 'I counted the names.',
        decidedAt: '2026-11-23T08:00:00.000Z',
        ...more,
      },
    });
    expect(dialog.getByText(text).parentElement).toHaveTextContent(/ your appeal on .+, \d+:00\. /);
    expect(dialog.getByText('I counted the names.')).toBeVisible();
  });

  it('is not offered after its time, nor without one', async () => {
    const { dialog } = await open({ status: 'reject', appealUntil: from(-1000) });
    expect(dialog.queryByRole('button', { name: /^Appeal/ })).toBeNull();
  });
});

it('keeps the button of a form in the foot of the dialog, where it is in view', async () => {
  const { dialog } = await open({ revision });
  const send = dialog.getByRole('button', { name: 'Submit revision' });
  expect(send.closest('form')).toBeNull();
  expect(send).toHaveAttribute('form', dialog.getByRole('form', { name: 'Revised submission' }).id);
  expect(send.parentElement?.parentElement).toContainElement(
    dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement,
  );
});

it('shows the pictures of the work', async () => {
  const { dialog } = await open({ attachments: ['/images/a.webp', '/images/b.webp'] });
  expect(dialog.getAllByRole('button', { name: /^Enlarge picture/ })).toHaveLength(2);
});

it('opens the submission that the address names', async () => {
  const row = aSubmission({ revision });
  renderApp(remote, {
    path: `/dashboard/workerSubmission?status=pending&page=1&open=${row._id}`,
    answers: { 'GET /submissions': [row] },
  });
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(screen.getByText('Revise by').parentElement).toHaveTextContent(/, in 2 days 2 hours$/);
});
