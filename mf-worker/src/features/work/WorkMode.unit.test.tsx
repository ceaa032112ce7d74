import type { Accuracy, FormField, Page } from '@piecework/contracts';
import { dialogs } from '@piecework/web-kit';
import { aTask, later, networkFailure, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const RESERVE = 'POST /tasks/{id}/reservation';
const POST = 'POST /submissions';
const RELEASE = 'DELETE /tasks/{id}/reservation';
const FORM = 'GET /tasks/{id}/form';
const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();

const fields: FormField[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind of {{id}}',
    required: true,
    options: ['Bird', 'Bat'].map((label) => ({ value: label.toLowerCase(), label })),
  },
  {
    kind: 'choices',
    name: 'seen',
    label: 'Seen',
    required: true,
    options: ['Wing', 'Beak', 'Ear'].map((label) => ({ value: label.toLowerCase(), label })),
  },
  { kind: 'longText', name: 'note', label: 'Note', required: false },
];
const rowsPerPage = 2;
const task = aTask({
  _id: 't1',
  taskTitle: 'Name the animals',
  taskDetail: 'Look at {{id}}.',
  payableAmount: 3,
  hasForm: true,
  batch: { rows: 8, pages: 4, rowsPerPage, overlap: { max: 1 } },
});
const rowsOf = (number: number): Page['rows'] =>
  Array.from({ length: rowsPerPage }, (_, at) => {
    const row = (number - 1) * rowsPerPage + at + 1;
    return {
      number: row,
      values: { id: `P-${row}`, photo: `https://pictures.example/${row}.jpg` },
      text: `Look at P-${row}.`,
    };
  });
const reserved = (number: number, version = 1) => ({
  insertedId: `r${number}`,
  expiresAt: IN_AN_HOUR,
  page: {
    number,
    pages: 4,
    version,
    columns: [
      { name: 'id', label: 'ID', kind: 'key' },
      { name: 'photo', label: 'Photo', kind: 'picture' },
    ],
    rows: rowsOf(number),
  },
});
const NO_PAGE = { message: 'You’ve answered all pages that are open to you.' };

/** Hands out the lowest page that is neither known nor taken. */
const batch = (last = 4, accuracies: Accuracy[] = []) => {
  const taken = new Set<number>();
  return {
    taken,
    [RESERVE]: ({ query }: { query: Record<string, string> }) => {
      const besides = (query.besides ?? '').split(',').map(Number);
      for (let number = 1; number <= last; number++)
        if (!besides.includes(number) && !taken.has(number)) {
          const accuracy = accuracies.shift();
          return { ...reserved(number), ...(accuracy && { accuracy }) };
        }
      return NO_PAGE;
    },
  };
};
type Fixture = ReturnType<typeof batch>;

const open = ({ taken, ...pages }: Fixture, answers: RenderOptions['answers'] = {}) =>
  renderApp(remote, {
    path: '/dashboard/workerTaskList/t1/work',
    answers: {
      'GET /tasks/{id}': task,
      [FORM]: { fields },
      [POST]: ({ body }: { body: unknown }) => {
        taken.add((body as { page: number }).page);
        return { insertedId: 's1' };
      },
      [RELEASE]: { deletedCount: 1 },
      ...pages,
      ...answers,
    },
  });
type App = ReturnType<typeof renderApp>;
const sent = ({ calls }: App) => calls.filter(({ route }) => route === POST).map(({ body }) => body);
const asked = ({ calls }: App) => calls.filter(({ route }) => route === RESERVE).map(({ query }) => query);
const row = (at: number, name: string) => screen.findByRole('region', { name: `Row ${at} of 2: ${name}` });
const within2 = async (name: string) => within(await row(2, name));
const keys = (...pressed: string[]) => userEvent.keyboard(pressed.join(''));
/** Bird with wing and beak; bat with an ear. */
const ANSWERS = [
  { kind: 'bird', seen: ['wing', 'beak'] },
  { kind: 'bat', seen: ['ear'] },
];
const answerPage = () => keys('1', '12', '{Enter}', '2', '3');

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

it('answers pages by keys, and shows the next one before the server has answered', async () => {
  const app = open(batch(), { [POST]: () => new Promise(() => {}) });
  await row(1, 'P-1');
  await waitFor(() => expect(asked(app)).toEqual([{}, { besides: '1' }]));
  await answerPage();
  await keys('{Enter}');
  const next = await row(1, 'P-3');
  expect(sent(app)).toEqual([{ taskId: 't1', page: 1, answers: ANSWERS }]);
  expect(within(next).getByRole('radio', { name: 'Bird' })).toHaveFocus();
  expect(screen.getByText('Next page: Row 1 of 2: P-3')).toBeInTheDocument();
  await waitFor(() => expect(asked(app)).toHaveLength(3));
  expect(asked(app)[2]).toEqual({ besides: '1,2' });
  await answerPage();
  await keys('{Enter}');
  await row(1, 'P-5');
  expect(sent(app)).toHaveLength(2);
});

it('leads a task without rows to its page, and requests neither its form nor a place', async () => {
  const { batch: _, ...plain } = task;
  const app = open(batch(), { 'GET /tasks/{id}': { ...plain, hasForm: false } });
  await waitFor(() => expect(app.path()).toBe('/dashboard/workerTaskList/t1'));
  expect(app.calls.map(({ route }) => route)).not.toContain(FORM);
  expect(asked(app)).toEqual([]);
});

it('counts what was answered, and releases the pages that are left', async () => {
  const success = jest.spyOn(dialogs, 'success').mockResolvedValue();
  const pages = batch();
  const app = open(pages);
  await row(1, 'P-1');
  await answerPage();
  await keys('{Enter}');
  await row(1, 'P-3');
  const bar = within(screen.getByRole('region', { name: 'This session' }));
  await waitFor(() => expect(bar.getByText('Pages answered').nextElementSibling).toHaveTextContent('1'));
  expect(bar.getByText('Coins in review').nextElementSibling).toHaveTextContent('3');
  await userEvent.click(screen.getByRole('button', { name: 'Enough for today' }));
  await waitFor(() => expect(app.path()).toBe('/dashboard/workerTaskList/t1'));
  expect(app.calls.some(({ route }) => route === RELEASE)).toBe(true);
  expect(success.mock.calls[0]?.[0]).toMatchObject({ text: 'You answered 1 page. In review: 3 coins.' });
});

it('leads back to a page with a fault, with its answers and those of the page after it', async () => {
  const fault = 'Choose at most 1';
  const failing = problem(400, 'validation', 'Please correct the marked fields.', { 'answers.1.seen': fault });
  let refuse = (_: unknown) => {};
  const refused = new Promise<unknown>((resolve) => {
    refuse = resolve;
  });
  const app = open(batch(), { [POST]: () => refused });
  await row(1, 'P-1');
  await answerPage();
  await keys('{Enter}');
  await row(1, 'P-3');
  await keys('2');
  refuse(failing);
  const back = await within2('P-2');
  await waitFor(() =>
    expect(back.getByRole('group', { name: 'Seen' })).toHaveAccessibleDescription(/Choose at most 1/),
  );
  expect(back.getByRole('radio', { name: 'Bat' })).toBeChecked();
  expect(back.getByRole('checkbox', { name: 'Ear' })).toBeChecked();
  app.answer({ [POST]: { insertedId: 's1' } });
  await userEvent.click(screen.getByRole('button', { name: 'Submit page' }));
  expect(within(await row(1, 'P-3')).getByRole('radio', { name: 'Bat' })).toBeChecked();
});

it('keeps the answers of a page that the server did not get, and sends them with the same key', async () => {
  const app = open(batch(), { [POST]: later(20, networkFailure()) });
  await row(1, 'P-1');
  await answerPage();
  await keys('{Enter}');
  expect(await screen.findByText(/We couldn’t reach Piecework/)).toBeVisible();
  const pages = batch();
  app.answer({ [POST]: { insertedId: 's1' }, [RESERVE]: pages[RESERVE] });
  await userEvent.click(screen.getByRole('button', { name: 'Submit page' }));
  await row(1, 'P-3');
  expect(sent(app)).toEqual([1, 1].map((page) => ({ taskId: 't1', page, answers: ANSWERS })));
  const used = app.calls.filter(({ route }) => route === POST).map(({ headers }) => headers['idempotency-key']);
  expect(used[0]).toBe(used[1]);
});

it('shows why a page is refused for good, and goes on', async () => {
  const message = 'Other workers have answered this page.';
  open(batch(), { [POST]: later(20, { message }) });
  await row(1, 'P-1');
  await answerPage();
  await keys('{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Go to the next page' }));
  expect(await row(1, 'P-3')).toBeVisible();
});

it('shows each page in the version of its texts, and reads that of the next one ahead', async () => {
  const [kind, ...others] = fields;
  const app = open(batch(), {
    [RESERVE]: ({ query: { besides } }: { query: Record<string, string> }) => (besides ? reserved(2, 2) : reserved(1)),
    [FORM]: ({ query: { version } }: { query: Record<string, string> }) => ({
      fields: version === '2' ? [{ ...kind, label: 'Animal {{id}}' }, ...others] : fields,
    }),
  });
  expect(within(await row(1, 'P-1')).getByRole('group', { name: 'Kind of P-1' })).toBeVisible();
  await waitFor(() => expect(app.calls.filter(({ route }) => route === FORM)).toHaveLength(2));
  await answerPage();
  await keys('{Enter}');
  expect(within(await row(1, 'P-3')).getByRole('group', { name: 'Animal P-3' })).toBeVisible();
  expect(app.calls.filter(({ route }) => route === FORM).map(({ query }) => query)).toEqual([
    { version: '1' },
    { version: '2' },
  ]);
});

it('restores a draft after a reload', async () => {
  const first = open(batch());
  await row(1, 'P-1');
  await keys('2', '1');
  first.unmount();
  open(batch());
  const restored = within(await row(1, 'P-1'));
  expect(restored.getByRole('radio', { name: 'Bat' })).toBeChecked();
  expect(restored.getByRole('checkbox', { name: 'Wing' })).toBeChecked();
  expect(screen.getByText('We restored your draft.')).toBeVisible();
});

it('shows the message of the server when no page is left', async () => {
  open(batch(1));
  await row(1, 'P-1');
  await answerPage();
  await keys('{Enter}');
  expect(await screen.findByText(NO_PAGE.message)).toBeVisible();
  expect(screen.getByText('You answered 1 page. In review: 3 coins.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View open tasks' })).toHaveAttribute('href', '/dashboard/workerTaskList');
});

it('ends a row only without faults, leaves Enter to a long text, and no key acts under a picture', async () => {
  const app = open(batch());
  const first = within(await row(1, 'P-1'));
  await keys('1', '{Enter}');
  await waitFor(() => expect(first.getByRole('group', { name: 'Seen' })).toHaveAccessibleDescription(/required/));
  await userEvent.type(first.getByLabelText('Note (optional)'), 'Two{Enter}3');
  expect(first.getByLabelText('Note (optional)')).toHaveValue('Two\n3');
  await userEvent.click(first.getByRole('checkbox', { name: 'Wing' }));
  await keys('z');
  const viewer = await screen.findByRole('dialog');
  fireEvent.keyDown(viewer, { key: '2' });
  expect(first.getByRole('checkbox', { name: 'Beak' })).not.toBeChecked();
  expect(sent(app)).toEqual([]);
});

it('shows how many hidden checks were right, once the server tells', async () => {
  const accuracies = [
    { right: 0, met: 0 },
    { right: 3, met: 4 },
  ];
  open(batch(4, accuracies));
  await row(1, 'P-1');
  const fact = screen.getByText('Hidden checks right').closest('div');
  await waitFor(() => expect(fact).toHaveTextContent('3 of 4'));
});
