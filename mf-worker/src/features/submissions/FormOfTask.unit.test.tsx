import type { FormField } from '@piecework/contracts';
import { dialogs } from '@piecework/web-kit';
import {
  aSubmission,
  aTask,
  later,
  networkFailure,
  problem,
  type RenderOptions,
  renderApp,
} from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const FORM = 'GET /tasks/{id}/form';
const POST = 'POST /submissions';
const fields: FormField[] = [
  { kind: 'text', name: 'shop', label: 'Shop', required: true },
  { kind: 'picture', name: 'receipt', label: 'Receipt', required: false },
  {
    kind: 'choice',
    name: 'currency',
    label: 'Currency',
    required: true,
    options: [
      { value: 'BDT', label: 'Taka' },
      { value: 'USD', label: 'US dollar' },
    ],
  },
];
const task = aTask({ _id: 't1', hasForm: true });
const PICTURE = '/images/1.webp';
const answered = aSubmission({
  taskId: 't1',
  submissionDetails: 'Shop: Corner shop',
  answers: [{ shop: 'Corner shop', currency: 'USD', receipt: [PICTURE] }],
  attachments: [PICTURE],
});

let success: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  success = jest.spyOn(dialogs, 'success').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = (answers: RenderOptions['answers'] = {}) =>
  renderApp(remote, {
    path: '/dashboard/workerTaskList/t1',
    answers: { 'GET /tasks/{id}': task, [FORM]: { fields }, [POST]: { insertedId: 's1' }, ...answers },
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const bodies = ({ calls }: ReturnType<typeof renderApp>, wanted: string) =>
  calls.filter(({ route }) => route === wanted).map(({ body }) => body);
const answer = async () => {
  await userEvent.type(await screen.findByLabelText('Shop'), 'Corner shop');
  await userEvent.click(screen.getByRole('radio', { name: 'US dollar' }));
};

describe('a task with a form', () => {
  it('is answered by its fields instead of a text', async () => {
    const app = open();
    await answer();
    expect(screen.queryByLabelText('Submission Details')).toBeNull();
    await press('Submit');
    await waitFor(() => expect(success).toHaveBeenCalled());
    expect(bodies(app, POST)).toEqual([{ taskId: 't1', answers: [{ shop: 'Corner shop', currency: 'USD' }] }]);
  });

  it('sends pictures as attachments, too', async () => {
    const app = open({ 'POST /images': { data: { display_url: PICTURE } } });
    await answer();
    await userEvent.upload(
      screen.getByLabelText('Receipt (optional)'),
      new File(['x'], 'a.png', { type: 'image/png' }),
    );
    await screen.findByAltText('Added picture 1');
    await press('Submit');
    await waitFor(() => expect(success).toHaveBeenCalled());
    expect(bodies(app, POST)).toEqual([
      { taskId: 't1', answers: [{ shop: 'Corner shop', currency: 'USD', receipt: [PICTURE] }], attachments: [PICTURE] },
    ]);
  });

  it('shows the faults of the server at their fields, and keeps the answers', async () => {
    open({
      [POST]: problem(400, 'validation', 'Please correct the marked fields.', {
        'answers.0.shop': 'This answer must be at most 3 characters',
      }),
    });
    await answer();
    await press('Submit');
    await waitFor(() =>
      expect(screen.getByLabelText('Shop')).toHaveAccessibleDescription('This answer must be at most 3 characters'),
    );
    expect(screen.getByLabelText('Shop')).toHaveValue('Corner shop');
    expect(screen.getByRole('radio', { name: 'US dollar' })).toBeChecked();
  });

  it('waits for its form, and offers to load it again', async () => {
    const app = open({ [FORM]: later(50, problem(400, 'broken', 'It is broken.')) });
    expect(await screen.findByText('The form couldn’t be loaded')).toBeVisible();
    expect(screen.queryByLabelText('Submission Details')).toBeNull();
    app.answer({ [FORM]: { fields } });
    await press('Try again');
    expect(await screen.findByLabelText('Shop')).toBeVisible();
  });

  it('keeps the answers as a draft', async () => {
    const first = open();
    await answer();
    first.unmount();
    open();
    expect(await screen.findByLabelText('Shop')).toHaveValue('Corner shop');
    expect(screen.getByText('We restored your draft.')).toBeVisible();
  });

  it('ignores the draft of a text', async () => {
    localStorage.setItem('piecework:draft:wanda@example.com:submit-work-t1', '{"submissionDetails":"Old"}');
    open();
    expect(await screen.findByLabelText('Shop')).toHaveValue('');
    expect(screen.queryByText('We restored your draft.')).toBeNull();
  });

  it('keeps its form for a held place after it was deleted', async () => {
    const reservation = {
      _id: 'r1',
      taskId: 't1',
      taskTitle: task.taskTitle,
      payableAmount: 12,
      expiresAt: '2126-11-25T18:30:00.000Z',
    };
    open({ 'GET /tasks/{id}': problem(404, 'not-found', 'Gone'), 'GET /reservations': [reservation] });
    expect(await screen.findByText(/The buyer deleted this task/)).toBeVisible();
    await answer();
    await press('Submit');
    await waitFor(() => expect(success).toHaveBeenCalled());
  });
});

const PAGE = 'GET /tasks/{id}/pages/{page}';
const page = {
  number: 3,
  pages: 60,
  columns: [
    { name: 'id', label: 'ID', kind: 'key' as const },
    { name: 'photo', label: 'Photo', kind: 'picture' as const },
    { name: 'city', label: 'City', kind: 'text' as const },
  ],
  rows: ['R-1041', 'R-1042'].map((id, at) => ({
    number: 41 + at,
    values: { id, photo: `https://pictures.example/${id}.webp`, city: 'Khulna' },
    text: `Copy ${id}.`,
  })),
};
const inRows: FormField[] = [{ kind: 'text', name: 'shop', label: 'Shop of {{id}}', required: true }];
const ofPage = aSubmission({
  taskId: 't1',
  page: 3,
  submissionDetails: 'Shop: Corner shop',
  answers: [{ shop: 'Corner shop' }, { shop: 'Mill' }],
});

describe('a submission to a page of a batch', () => {
  const answers = { 'GET /submissions': [ofPage], [FORM]: { fields: inRows }, [PAGE]: page };

  it('shows each answer under its row', async () => {
    const app = open(answers);
    const second = await screen.findByRole('listitem', { name: 'Row 2 of 2: R-1042' });
    expect(within(second).getByText('Shop of R-1042').nextElementSibling).toHaveTextContent('Mill');
    expect(within(second).getByText('City').nextElementSibling).toHaveTextContent('Khulna');
    await userEvent.click(within(second).getByRole('button', { name: 'Enlarge the picture of R-1042: Photo' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(app.calls.find(({ route }) => route === PAGE)?.params).toEqual({ id: 't1', page: '3' });
  });

  it('shows them without the values of rows that couldn’t be loaded', async () => {
    open({ ...answers, [PAGE]: problem(404, 'not-found', 'Gone') });
    expect(await screen.findByRole('listitem', { name: 'Row 2 of 2' })).toBeVisible();
    expect(screen.getByText('Mill')).toBeVisible();
  });

  it('is revised row by row', async () => {
    const RESUBMIT = 'POST /submissions/{id}/resubmission';
    const revision = { note: 'Which?', requestedAt: '2026-11-21T10:00:00.000Z', dueAt: '2126-11-21T10:00:00.000Z' };
    const fault = { 'answers.1.shop': 'This answer must be at most 9 characters' };
    const app = open({
      ...answers,
      'GET /submissions': [{ ...ofPage, revision }],
      [RESUBMIT]: problem(400, 'validation', 'Please correct the marked fields.', fault),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Revise submission' }));
    const row = within(await screen.findByRole('region', { name: 'Row 2 of 2: R-1042' }));
    await userEvent.type(row.getByLabelText('Shop of R-1042'), ' house');
    await press('Submit revision');
    await waitFor(() =>
      expect(row.getByLabelText('Shop of R-1042')).toHaveAccessibleDescription(fault['answers.1.shop']),
    );
    expect(bodies(app, RESUBMIT)).toEqual([{ answers: [{ shop: 'Corner shop' }, { shop: 'Mill house' }] }]);
  });
});

describe('a submission with answers', () => {
  it('shows them by the labels of the form', async () => {
    open({ 'GET /submissions': [answered] });
    expect(await screen.findByText('US dollar')).toBeVisible();
    expect(screen.getByText('Shop').nextElementSibling).toHaveTextContent('Corner shop');
    expect(screen.getByRole('list', { name: 'Receipt' })).toBeVisible();
    expect(screen.queryByText('Shop: Corner shop')).toBeNull();
  });

  it('shows their text without the form', async () => {
    open({ 'GET /submissions': [answered], [FORM]: networkFailure() });
    expect(await screen.findByText('Shop: Corner shop')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Pictures' })).toBeVisible();
  });

  it('begins its revision with them', async () => {
    const RESUBMIT = 'POST /submissions/{id}/resubmission';
    const revision = {
      note: 'Which shop?',
      requestedAt: '2026-11-21T10:00:00.000Z',
      dueAt: '2126-11-21T10:00:00.000Z',
    };
    const row = { ...answered, revision };
    const app = open({ 'GET /submissions': [row], [RESUBMIT]: { modifiedCount: 1 } });
    await userEvent.click(await screen.findByRole('button', { name: 'Revise submission' }));
    const dialog = within(screen.getByRole('dialog'));
    const shop = await dialog.findByLabelText('Shop');
    expect(shop).toHaveValue('Corner shop');
    expect(dialog.getByRole('radio', { name: 'US dollar' })).toBeChecked();
    expect(dialog.getByAltText('Added picture 1')).toBeVisible();
    await userEvent.type(shop, ' in Khulna');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit revision' }));
    await waitFor(() => expect(success).toHaveBeenCalled());
    expect(bodies(app, RESUBMIT)).toEqual([
      { answers: [{ shop: 'Corner shop in Khulna', currency: 'USD', receipt: [PICTURE] }], attachments: [PICTURE] },
    ]);
  });
});
