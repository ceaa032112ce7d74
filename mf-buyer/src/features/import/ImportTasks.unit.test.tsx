import { type FakeRequest, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { RETRY_MS } from './post-tasks';
import { csvFile } from './task-file.fixtures';

const POST = 'POST /tasks';
const CHECK = 'POST /images/check';
const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 10_000 } as const;
const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => ({ taskTitle: `Task ${i + 1}` }));

const saved: Blob[] = [];
beforeEach(() => {
  localStorage.clear();
  saved.length = 0;
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:csv';
    },
    revokeObjectURL: () => {},
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
  RETRY_MS.fill(1);
});
afterEach(() => jest.restoreAllMocks());

const NONE = { rows: [], total: 0 };
const open = async (
  answer: unknown = { insertedId: 't' },
  coins = 10_000,
  tasks: unknown = NONE,
  checked: unknown = { unreachable: [] },
) => {
  const app = renderApp(remote, {
    path: '/dashboard/buyerImport',
    user: { ...BUYER, userAvailableCoin: coins },
    answers: { [POST]: answer, 'GET /tasks': tasks, [CHECK]: checked },
  });
  await screen.findByLabelText('CSV file');
  return app;
};
type App = Awaited<ReturnType<typeof open>>;
const choose = (file: File) => userEvent.upload(screen.getByLabelText('CSV file'), file);
const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }));
const posts = ({ calls }: App) => calls.filter(({ route }) => route === POST);
const keys = (app: App) => posts(app).map(({ headers }) => String(headers['idempotency-key']));
const titles = (app: App) => posts(app).map(({ body }) => (body as { taskTitle: string }).taskTitle);
const textOf = (blob: Blob | undefined) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blob as Blob);
  });
const progress = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeVisible());

it('posts a file of 200 tasks, in order and each once', async () => {
  const app = await open();
  await choose(csvFile(rowsOf(200), { bom: true, separator: ';' }));
  const summary = await screen.findByRole('region', { name: 'Summary' });
  expect(summary).toHaveTextContent(/Tasks in the file200.*Cost of remaining tasks1,200/);
  await press('Post 200 tasks');
  expect(await screen.findByText(/All tasks in this file are posted/)).toBeVisible();
  await progress('200 of 200 tasks posted.');
  expect(titles(app)).toEqual(rowsOf(200).map(({ taskTitle }) => taskTitle));
  expect(posts(app)[0]?.body).toEqual({
    taskTitle: 'Task 1',
    taskDetail: 'Type shop and total.',
    submissionInfo: 'A link',
    requiredWorkers: 2,
    payableAmount: 3,
    completionDate: '2099-12-31',
    taskImageURL: 'https://example.com/a.png',
    autoApproveHours: 48,
    reserveMinutes: 30,
    minApprovalRate: 0,
    closeAtCompletion: false,
    importId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(keys(app)[0]).toMatch(/^import:[0-9a-f]{16}:2$/);
  expect(new Set(keys(app)).size).toBe(200);
});

it('lists all faults before anything is posted, and saves them', async () => {
  const app = await open();
  await choose(csvFile([{ payableAmount: 'five' }, {}, { taskTitle: '', completionDate: '=2020' }]));
  expect(await screen.findByText(/^3 problems found. Fix the file and upload it again\.$/)).toBeVisible();
  const faults = within(screen.getByRole('region', { name: 'Problems' }));
  expect(faults.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Reason'),
    expect.stringMatching(/2.*Payable Amount must be a whole number/),
    expect.stringMatching(/4.*Task Title is required/),
    expect.stringMatching(/4.*Completion Date must be a date/),
  ]);
  expect(screen.queryByRole('button', { name: /^Post/ })).toBeNull();
  await press('Download problems');
  expect(await textOf(saved[0])).toContain('2,Payable Amount,Payable Amount must be a whole number');
  expect(posts(app)).toEqual([]);
});

it('saves a column of the file as text, not as a formula', async () => {
  await open();
  await choose(new File(['=HYPERLINK(1),Task Title\n1,2'], 'tasks.csv'));
  await press('Download problems');
  expect(await textOf(saved[0])).toMatch(/^1,'=HYPERLINK\(1\),Unknown column/m);
});

it('does not begin while the total is not less than the balance', async () => {
  const app = await open(undefined, 12);
  await choose(csvFile(rowsOf(2)));
  expect(await screen.findByText(/You need 1 more coin/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Post 2 tasks' })).toBeDisabled();
  expect(posts(app)).toEqual([]);
});

it('stops where the coins do not suffice, and continues there with a new key', async () => {
  let isPoor = true;
  const answer = ({ body }: FakeRequest) =>
    isPoor && (body as { taskTitle: string }).taskTitle === 'Task 3'
      ? problem(409, 'insufficient-coins', 'Please Purchase coin')
      : { insertedId: 't' };
  const app = await open(answer);
  const file = csvFile(rowsOf(4));
  await choose(file);
  await press('Post 4 tasks');
  expect(await screen.findByText(/Stopped at row 4: you don’t have enough coins/)).toBeVisible();
  await progress('2 of 4 tasks posted.');
  isPoor = false;
  app.unmount();
  const again = await open(answer);
  await choose(file);
  await press('Post 2 tasks');
  await progress('4 of 4 tasks posted.');
  expect(titles(again)).toEqual(['Task 3', 'Task 4']);
  expect(keys(again)[0]).toBe(`${keys(app)[2]}:2`);
});

it('posts nothing twice after a reload, nor without its record', async () => {
  const file = csvFile(rowsOf(3));
  const app = await open();
  await choose(file);
  await press('Post 3 tasks');
  await progress('3 of 3 tasks posted.');
  app.unmount();

  const reloaded = await open();
  await choose(file);
  expect(await screen.findByText(/All tasks in this file are posted/)).toBeVisible();
  expect(posts(reloaded)).toEqual([]);
  reloaded.unmount();

  localStorage.clear();
  const elsewhere = await open();
  await choose(file);
  await press('Post 3 tasks');
  await progress('3 of 3 tasks posted.');
  expect(keys(elsewhere)).toEqual(keys(app));
});

it.each([
  problem(503, 'still-underway', 'Still in progress.'),
  problem(429, 'too-many-requests', 'Too many.'),
  problem(0, 'network', 'unreachable'),
])('retries after $status with the same key', async (temporary) => {
  let count = 0;
  const app = await open(() => (++count === 2 || count === 3 ? temporary : { insertedId: 't' }));
  await choose(csvFile(rowsOf(2)));
  await press('Post 2 tasks');
  await progress('2 of 2 tasks posted.');
  const [, second, third, fourth] = keys(app);
  expect([third, fourth]).toEqual([second, second]);
});

it('stops at a failure that lasts, and says where and why', async () => {
  const app = await open(problem(503, 'unavailable', 'A part is down.'));
  await choose(csvFile(rowsOf(2)));
  await press('Post 2 tasks');
  expect(await screen.findByText(/Stopped at row 2: A part is down/)).toBeVisible();
  expect(new Set(keys(app)).size).toBe(1);
  app.answer({ [POST]: { insertedId: 't' } });
  await press('Post 2 tasks');
  await progress('2 of 2 tasks posted.');
});

it('continues behind a task that the server refuses, and saves it for a correction', async () => {
  const refusal = problem(400, 'validation', 'Invalid', { taskTitle: 'Task Title is spam' });
  await open(({ body }: FakeRequest) =>
    (body as { taskTitle: string }).taskTitle === 'Task 1' ? refusal : { insertedId: 't' },
  );
  await choose(csvFile(rowsOf(3)));
  await press('Post 3 tasks');
  expect(await screen.findByText('Task Title is spam')).toBeVisible();
  await progress('2 of 3 tasks posted.');
  await press('Download remaining tasks');
  expect(await textOf(saved[0])).toMatch(/^\ufeff?Task Title,.*\r\nTask 1,[^\n]*$/);
});

it('can be canceled, and continued', async () => {
  let release = () => {};
  const app = await open(() => new Promise((resolve) => (release = () => resolve({ insertedId: 't' }))));
  await choose(csvFile(rowsOf(3)));
  await press('Post 3 tasks');
  expect(await screen.findByRole('meter', { name: 'Posted tasks' })).toBeVisible();
  await press('Cancel');
  release();
  expect(await screen.findByText(/^Canceled/)).toBeVisible();
  await progress('1 of 3 tasks posted.');
  app.answer({ [POST]: { insertedId: 't' } });
  await press('Post 2 tasks');
  await progress('3 of 3 tasks posted.');
  expect(titles(app)).toEqual(['Task 1', 'Task 2', 'Task 3']);
});

it('saves a template', async () => {
  await open();
  await press('Download template');
  expect(await textOf(saved[0])).toMatch(/Task Title,Task Detail,Required Workers/);
});

it('names rows that another browser has posted, and leaves them out', async () => {
  const [first, second] = rowsOf(2);
  const file = csvFile([first ?? {}, second ?? {}, second ?? {}]);
  const own = (taskTitle: string, changes = {}) => ({
    taskTitle,
    taskDetail: 'Type shop and total.',
    submissionInfo: 'A link',
    payableAmount: 3,
    completionDate: '2099-12-31',
    ...changes,
  });
  const posted = [own('Task 2'), own('Task 1', { payableAmount: 4 })];
  const app = await open(undefined, 10_000, ({ query }: FakeRequest) => ({
    rows: query?.closed ? [] : posted,
    total: posted.length,
  }));
  await choose(file);
  expect(await screen.findByText(/^Row 3 is already posted, so we skip it/)).toBeVisible();
  expect(screen.getByText(/^Rows 3 and 4 describe the same task/)).toBeVisible();
  await press('Post 2 tasks');
  await progress('3 of 3 tasks posted.');
  expect(titles(app)).toEqual(['Task 1', 'Task 2']);
});

it('says when it could not look for posted tasks', async () => {
  await open(undefined, 10_000, problem(503, 'unavailable', 'A part is down.'));
  await choose(csvFile(rowsOf(1)));
  expect(await screen.findByText(/^We couldn’t check your tasks/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Post 1 task' })).toBeEnabled();
});

it('names the rows whose pictures cannot be loaded, before anything is posted', async () => {
  const gone = 'https://example.com/gone.png';
  const rows = rowsOf(24).map((row, at) => ({ ...row, taskImageURL: at % 10 ? `${gone}?${at}` : gone }));
  const { calls } = await open(undefined, 10_000, NONE, ({ body }: FakeRequest) => ({
    unreachable: (body as { urls: string[] }).urls.filter((url) => url === gone),
  }));
  await choose(csvFile(rows));
  expect(
    await screen.findByText(
      'The pictures of rows 2, 12 and 22 couldn’t be loaded. Workers will see a pattern instead.',
    ),
  ).toBeVisible();
  const checks = calls.filter(({ route }) => route === CHECK);
  // 22 addresses.
  expect(checks).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Post 24 tasks' })).toBeEnabled();
});

it('says that pictures could not be checked, and posts all the same', async () => {
  const app = await open(undefined, 10_000, NONE, problem(503, 'unavailable', 'Try again.'));
  await choose(csvFile(rowsOf(1)));
  expect(await screen.findByText(/^We couldn’t check all pictures\./)).toBeVisible();
  await press('Post 1 task');
  await progress('1 of 1 task posted.');
  expect(posts(app)).toHaveLength(1);
});
