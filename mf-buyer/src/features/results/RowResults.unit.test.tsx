import type { Form, Page, Row } from '@piecework/contracts';
import { aSubmission, aTask, type FakeRequest, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer' } as const;
const TASK = aTask({
  _id: 't1',
  taskTitle: 'Type receipts',
  requiredWorkers: 1495,
  hasForm: true,
  batch: { rows: 30, pages: 30, rowsPerPage: 1, overlap: { max: 3 } },
});
const FORM: Form = {
  fields: [
    { kind: 'number', name: 'total', label: 'Total of {{shop}}', required: true, decimals: 2 },
    { kind: 'choice', name: 'kind', label: 'Kind', required: false, options: [{ value: 'f', label: 'Food' }] },
  ],
};
const COLUMNS: Page['columns'] = [
  { name: 'receipt_id', label: 'Receipt ID', kind: 'key' },
  { name: 'image', label: 'Picture', kind: 'picture' },
  { name: 'shop', label: 'Shop', kind: 'text' },
  { name: 'map', label: 'Map', kind: 'link' },
];
const PROGRESS = { rows: { disputed: 1, open: 29, answered: 0, agreed: 0 } };
const answer = (submissionId: string, workerName: string, total: string, status: 'pending' | 'reject' = 'pending') => ({
  submissionId,
  workerName,
  status,
  submittedAt: '2026-11-22T12:00:00.000Z',
  answer: { total, kind: 'f' },
});
const aRow = (at: number): Row => ({
  number: at + 1,
  page: at + 1,
  values: {
    receipt_id: `R-${at + 1}`,
    image: 'https://pictures.example/r.jpg',
    shop: `Shop ${at + 1}`,
    map: 'https://maps.example/1',
  },
  state: 'open' as const,
  answers: at === 0 ? [answer('s1', 'Mia', '41.50'), answer('s2', 'Noa', '14.50', 'reject')] : [],
});

/** So many rows, those of them that the request asks for, like the server. */
const rowsOf =
  (count: number) =>
  ({ query: { q = '', limit, offset } }: FakeRequest) => {
    const found = Array.from({ length: count }, (_, at) => aRow(at)).filter(({ values }) =>
      values.receipt_id?.includes(q),
    );
    return { rows: found.slice(Number(offset), Number(offset) + Number(limit)), total: found.length };
  };

const open = (answers: Answers = {}, path = '/dashboard/buyerTask/t1') =>
  renderApp(remote, {
    path,
    user: BUYER,
    answers: {
      'GET /tasks/{id}': TASK,
      'GET /tasks/{id}/form': FORM,
      'GET /tasks/{id}/pages/{page}': { number: 1, pages: 30, columns: COLUMNS, rows: [] },
      'GET /tasks/{id}/rows': rowsOf(2),
      'GET /tasks/{id}/progress': PROGRESS,
      'GET /submissions': ({ query: { status } }: FakeRequest) =>
        status === 'pending' ? [aSubmission({ _id: 's1', taskId: 't1', page: 1, workerName: 'Mia' })] : [],
      ...answers,
    },
  });
const opener = (name: string) => screen.findByRole('button', { name });

it('shows the progress of a batch and its rows beside all their answers, and offers no places to add', async () => {
  open();
  const row = (await opener('Row 1: R-1')).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('1 of 3 answersopen');
  expect(row).toHaveTextContent('Shop 1');
  expect(within(row).getByRole('link', { name: 'https://maps.example/1' })).toBeVisible();
  expect(within(row).getByRole('button', { name: 'Enlarge picture 1 of 1' })).toBeVisible();
  const [mia, noa] = within(within(row).getByRole('list', { name: 'Answers to row 1' })).getAllByRole('listitem');
  expect(mia).toHaveTextContent(/^Miapending.*Total of Shop 141\.50KindFood$/);
  expect(noa).toHaveTextContent(/^Noareject/);
  expect(screen.getByText('of 90 answers submitted')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add places' })).toBeNull();
});

/** Three answers, of which one has another total and one no kind. */
const DISPUTED: Row = {
  ...aRow(0),
  state: 'disputed',
  consensus: {
    total: { value: '41.50', share: 2 / 3 },
    kind: { value: 'f', share: 2 / 3, probability: 0.913 },
    note: { share: 1 / 3, isUndecided: true },
    count: { value: '3', share: 1 / 3, isMedian: true },
  },
  answers: [
    { ...answer('s1', 'Mia', '41.50'), answer: { total: '41.50', kind: 'f', note: 'a', count: '3' } },
    { ...answer('s2', 'Noa', '41.5'), answer: { total: '41.5', kind: 'f', note: 'b', count: '4' } },
    { ...answer('s3', 'Lea', '7.00'), answer: { total: '7.00', note: 'c', count: '2' } },
  ],
};
const DISPUTED_FORM: Form = {
  fields: [
    ...FORM.fields,
    { kind: 'text', name: 'note', label: 'Note', required: false },
    { kind: 'number', name: 'count', label: 'Count', required: false },
  ],
};

it('marks what the answers to a row give together, and which differ, also in words', async () => {
  const app = open({ 'GET /tasks/{id}/rows': [DISPUTED], 'GET /tasks/{id}/form': DISPUTED_FORM });
  const row = (await opener('Row 1: R-1')).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('3 of 3 answersdisputed');
  const [, together] = within(row).getAllByText('Together', { selector: 'span' })[0]?.closest('td')?.children ?? [];
  expect(together).toHaveTextContent(
    /^Total of Shop 141\.502 of 3 agreeKindFood2 of 3 agree · 91% likelyNoteUndecided1 of 3 agreeCount31 of 3 agree · median$/,
  );
  const answers = within(row).getByRole('list', { name: 'Answers to row 1' });
  const differences = within(answers).getAllByText('Different:');
  expect(differences.map((mark) => mark.closest('div')?.textContent)).toEqual([
    'CountDifferent: 4',
    'Total of Shop 1Different: 7.00',
    'CountDifferent: 2',
  ]);
  await userEvent.click(await opener('Row 1: R-1'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Row 1: R-1' }));
  expect(dialog.getByRole('region', { name: 'Together' })).toHaveTextContent(/^Togetherdisputed.*Undecided/);
  expect(dialog.getAllByText(/^Differs in/).map(({ textContent }) => textContent)).toEqual([
    'Differs in Count',
    'Differs in Total of Shop 1, Kind, Count',
  ]);
  expect(app.path()).toBe('/dashboard/buyerTask/t1?row=1');
});

it('filters by state, disputed first, and says how many rows have all their answers', async () => {
  const asked: unknown[] = [];
  const app = open({
    'GET /tasks/{id}/rows': ({ query }: FakeRequest) => {
      asked.push(query.state);
      return query.state === 'open' ? [] : [aRow(0)];
    },
  });
  expect(await screen.findByText('1 disputed, 29 open')).toBeInTheDocument();
  expect(screen.getByText('of 30 rows have all their answers')).toBeVisible();
  const options = within(await screen.findByRole('group', { name: 'State' })).getAllByRole('radio');
  expect(options.map((option) => option.closest('label')?.textContent)).toEqual(['All 30', 'Disputed 1', 'Open 29']);
  await userEvent.click(screen.getByRole('radio', { name: 'Disputed 1' }));
  await waitFor(() => expect(asked).toEqual([undefined, 'disputed']));
  expect(app.path()).toBe('/dashboard/buyerTask/t1?state=disputed');
  await userEvent.click(screen.getByRole('radio', { name: 'Open 29' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(await opener('Row 1: R-1')).toBeVisible();
  expect(app.path()).toBe('/dashboard/buyerTask/t1');
});

it('searches the rows', async () => {
  const app = open();
  await userEvent.type(await screen.findByLabelText('Search rows'), 'R-2');
  expect(await opener('Row 2: R-2')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Row 1: R-1')).toBeNull());
  expect(app.path()).toBe('/dashboard/buyerTask/t1?q=R-2');
  await userEvent.type(screen.getByLabelText('Search rows'), 'x');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(await opener('Row 1: R-1')).toBeVisible();
});

it('opens a row with its picture, its answers and what is to review', async () => {
  const app = open();
  await userEvent.click(await opener('Row 1: R-1'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Row 1: R-1' }));
  expect(dialog.getByRole('button', { name: 'Enlarge the picture of R-1: Picture' })).toBeVisible();
  expect(dialog.getByText('41.50')).toBeVisible();
  expect(dialog.getAllByRole('link', { name: /^Review/ })).toHaveLength(1);
  expect(dialog.getByRole('link', { name: 'Review: Mia' })).toHaveAttribute(
    'href',
    '/dashboard/buyerReview?task=t1&submission=s1',
  );
  await userEvent.keyboard('k');
  expect(app.path()).toBe('/dashboard/buyerTask/t1?row=1');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(app.path()).toBe('/dashboard/buyerTask/t1');
});

it('leads to the next row by keyboard, also to the next page of the list', async () => {
  const app = open({ 'GET /tasks/{id}/rows': rowsOf(26) }, '/dashboard/buyerTask/t1?row=25');
  await screen.findByRole('dialog', { name: 'Row 25: R-25' });
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByRole('dialog', { name: 'Row 26: R-26' })).toHaveTextContent('26 of 26');
  await userEvent.keyboard('j');
  expect(app.path()).toBe('/dashboard/buyerTask/t1?row=26&page=2');
  await userEvent.keyboard('k');
  expect(await screen.findByRole('dialog', { name: 'Row 25: R-25' })).toBeVisible();
});

it('has the submissions in their other view, and all files in one menu', async () => {
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
  open({ 'GET /tasks/{id}/answers.jsonl': '{}' });
  await userEvent.click(await screen.findByRole('radio', { name: 'By submission' }));
  expect(await screen.findByRole('article', { name: 'Submission by Mia' })).toHaveTextContent('Page 1');
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(screen.getAllByRole('menuitem')).toHaveLength(6);
  await userEvent.click(screen.getByRole('menuitem', { name: 'One answer per line, JSON Lines' }));
  await waitFor(() => expect(clicked.mock.contexts[0]).toHaveProperty('download', 'answers-t1.jsonl'));
  clicked.mockRestore();
});

it.each([
  'GET /tasks/{id}/rows',
  'GET /tasks/{id}/pages/{page}',
  'GET /tasks/{id}/form',
  'GET /tasks/{id}/progress',
] as const)('offers a retry when %s fails', async (route) => {
  const app = open({ [route]: problem(400, 'bad', 'Not now.') });
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
  app.answer({
    'GET /tasks/{id}/rows': rowsOf(2),
    'GET /tasks/{id}/pages/{page}': { number: 1, pages: 30, columns: COLUMNS, rows: [] },
    'GET /tasks/{id}/form': FORM,
    'GET /tasks/{id}/progress': PROGRESS,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await opener('Row 1: R-1')).toBeVisible();
});

it('lists the workers of a batch with accuracy and time, and finds one by name', async () => {
  const worker = { workerId: 'w1', workerName: 'Mia', answers: 12, approved: 8, rejected: 1, fast: 2 };
  const { calls } = open({
    'GET /tasks/{id}/workers': ({ query: { q } }: FakeRequest) =>
      q ? [] : [{ ...worker, accuracy: { right: 2, met: 6 }, medianSeconds: 41.5, isStopped: true }],
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'Workers' }));
  const row = (await screen.findByText('Mia')).closest('tr') as HTMLElement;
  for (const text of ['Stopped', '12', '8 approved, 1 rejected', '33%', '2 of 6 checks right', '42 s', '2 too fast'])
    expect(row).toHaveTextContent(text);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search workers' }), 'Zoe');
  expect(await screen.findByText('No workers match')).toBeVisible();
  expect(calls.at(-1)?.query).toMatchObject({ q: 'Zoe' });
});
