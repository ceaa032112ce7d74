import { refresh } from '@piecework/web-kit/query';
import { aSubmission, aWithdrawal, networkFailure, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS + 60_000).toISOString();

const totals = (sentBack = 1) => ({ worker: { submissions: 31, pending: 13, approved: 5, earned: 1, sentBack } });
const failed = aWithdrawal({ status: 'approved', payout: 'failed', withdrawalAmount: 11, accountMask: '678' });
const place = { _id: 'r1', taskId: 't1', taskTitle: 'Name the birds', payableAmount: 5, expiresAt: inHours(14) };
const sentBack = aSubmission({
  _id: 's9',
  revision: { note: 'More, please.', requestedAt: inHours(-9), dueAt: inHours(45) },
});
const pending = [...Array.from({ length: 12 }, () => aSubmission()), sentBack];
const rejected = [
  aSubmission({ status: 'reject', appealUntil: inHours(100) }),
  aSubmission({ _id: 's2', taskTitle: 'Label photos', status: 'reject', appealUntil: inHours(5) }),
];

type Answers = RenderOptions['answers'];
const ALL: Answers = {
  'GET /totals': totals(),
  'GET /withdrawals': ({ query }: { query: Record<string, string> }) => (query.payout === 'failed' ? [failed] : []),
  'GET /reservations': [place],
  'GET /submissions': ({ query }: { query: Record<string, string> }) =>
    ({ pending, reject: rejected })[query.status ?? ''] ?? [],
};
const open = (answers: Answers = {}) => renderApp(remote, { answers: { ...ALL, ...answers } });
const section = async () => within(await screen.findByRole('region', { name: 'Needs you' }));
const texts = async () => (await section()).getAllByRole('listitem').map(({ textContent }) => textContent);

const PAYOUT = /^We couldn’t pay \$11\.00 to bkash •••678\. .*still yours\.Correct account number$/;
const APPEAL = /^Last day to appeal the rejection of Label photos: by .*, in 5 hours\.See the rejection$/;
const PLACE = /^Your place in Name the birds is held for 14 more hours\.Submit your work$/;
const REVISION = /^Revise 1 submission by .*, in 45 hours\.See what to improve$/;

test('the home lists all that needs the worker, the most urgent first', async () => {
  const app = open();
  expect(await texts()).toEqual([PAYOUT, APPEAL, PLACE, REVISION].map((text) => expect.stringMatching(text)));
  expect((await section()).getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/workerSubmission?status=reject&page=1&open=s2',
    '/dashboard/workerTaskList/t1',
    '/dashboard/workerSubmission?status=pending&page=2&open=s9',
  ]);
  const read = app.calls.filter(({ route }) => /withdrawals|submissions|reservations/.test(route));
  expect(read.map(({ query }) => new URLSearchParams(query).toString()).sort()).toEqual([
    '',
    'payout=failed',
    'status=approved&limit=5',
    'status=pending',
    'status=reject&limit=100',
  ]);
});

test('held pages of a batch are one row, which leads to work mode', async () => {
  const pages = [3, 2].map((hours) => ({ ...place, _id: `r${hours}`, page: hours, expiresAt: inHours(hours) }));
  open({ 'GET /reservations': pages, 'GET /withdrawals': [], 'GET /submissions': [] });
  expect(await texts()).toEqual(['Your place in Name the birds is held for 2 more hours.Continue']);
  expect((await section()).getByRole('link')).toHaveAttribute('href', '/dashboard/workerTaskList/t1/work');
});

test('the links are described by their sentences', async () => {
  open();
  expect((await section()).getByRole('link', { name: 'Submit your work' })).toHaveAccessibleDescription(
    'Your place in Name the birds is held for 14 more hours.',
  );
});

test('the account number of a failed payout is corrected in place', async () => {
  const app = open({ 'PATCH /withdrawals/{id}/account': { modifiedCount: 1 } });
  await userEvent.click((await section()).getByRole('button', { name: 'Correct account number' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Account Number'), '01799 999999');
  app.answer({ 'GET /withdrawals': [] });
  await userEvent.click(dialog.getByRole('button', { name: 'Save and retry payment' }));
  await waitFor(() => expect(screen.queryByText(/We couldn’t pay/)).toBeNull());
  expect(app.calls.find(({ route }) => route === 'PATCH /withdrawals/{id}/account')).toMatchObject({
    params: { id: failed._id },
    body: { accountNumber: '01799999999' },
  });
});

test('several submissions with the same next step are one row', async () => {
  open({
    'GET /submissions': ({ query }: { query: Record<string, string> }) =>
      query.status === 'reject'
        ? [rejected[1], aSubmission({ status: 'reject', appealUntil: inHours(20) })]
        : [sentBack, { ...sentBack, _id: 's10' }],
  });
  expect(await texts()).toEqual([
    expect.stringMatching(PAYOUT),
    expect.stringMatching(/^Last day to appeal 2 rejections: the first by .*, in 5 hours\./),
    expect.stringMatching(PLACE),
    expect.stringMatching(/^Revise 2 submissions by .*, in 45 hours\./),
  ]);
});

test.each([
  ['GET /withdrawals', [APPEAL, PLACE, REVISION]],
  ['GET /reservations', [PAYOUT, APPEAL, REVISION]],
  ['GET /submissions', [PAYOUT, PLACE]],
  ['GET /totals', [PAYOUT, APPEAL, PLACE]],
] as const)('a failure of %s hides nothing else', async (route, shown) => {
  open({ [route]: networkFailure() });
  expect(await texts()).toEqual(shown.map((text) => expect.stringMatching(text)));
  await screen.findByText(route === 'GET /totals' ? 'Your totals couldn’t be loaded' : '31');
});

test('nothing is shown where nothing waits', async () => {
  open({ 'GET /totals': totals(0), 'GET /withdrawals': [], 'GET /reservations': [], 'GET /submissions': [] });
  expect(await screen.findByText('31')).toBeVisible();
  expect(screen.queryByText('Needs you')).toBeNull();
});

test('a place that a new worker holds is shown above the first steps', async () => {
  open({ 'GET /totals': { worker: { submissions: 0, pending: 0, approved: 0, earned: 0 } } });
  expect(await screen.findByText('Choose a task')).toBeVisible();
  expect((await section()).getByText('Name the birds')).toBeVisible();
});

test('the totals wait for the needs, so that they do not move', async () => {
  let answer = (_: unknown[]) => {};
  const app = open({
    'GET /reservations': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await waitFor(() => expect(app.calls.some(({ query }) => query.status === 'pending')).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText('31')).toBeNull();
  answer([place]);
  expect(await screen.findByText('31')).toBeVisible();
  expect(await texts()).toHaveLength(4);
});

test('a list that failed and is read again hides nothing', async () => {
  const app = open({ 'GET /reservations': networkFailure() });
  expect(await texts()).toHaveLength(3);
  const reads = () => app.calls.filter(({ route }) => route === 'GET /reservations').length;
  await waitFor(() => expect(reads()).toBe(3));
  app.answer({ 'GET /reservations': () => new Promise(() => {}) });
  refresh('GET /reservations');
  await waitFor(() => expect(reads()).toBe(4));
  expect(screen.getByText('31')).toBeVisible();
  expect(await texts()).toHaveLength(3);
});

test('what is done leaves the list', async () => {
  const app = open();
  expect(await texts()).toHaveLength(4);
  app.answer({ 'GET /totals': totals(0), 'GET /reservations': [] });
  refresh('GET /totals', 'GET /reservations');
  await waitFor(async () => expect(await texts()).toHaveLength(2));
});
