import type { Entry } from '@piecework/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const entry = (kind: Entry['kind'], about?: Entry['about']): Entry => ({
  _id: `${kind}#1`,
  transfer: `${kind}:x`,
  kind,
  amount: 5,
  balance: 15,
  time: '2026-11-22T10:20:00.000Z',
  ...(about && { about }),
});
const ROWS = [
  entry('settle', { type: 'submission', id: 's1', title: 'Name the birds' }),
  entry('payout', { type: 'withdrawal', id: 'w1' }),
  entry('fund', { type: 'task', id: 't1', title: 'A task of my time as a buyer' }),
  entry('grant', { type: 'account', id: 'u1' }),
  entry('role', { type: 'invented', id: 'x' }),
];
const open = (userRole: 'worker' | 'buyer', rows = ROWS, path = '/dashboard/statement') =>
  openApp(path, {
    user: { userRole },
    answers: {
      'GET /statement': { rows, total: rows.length },
      'GET /statement.csv': 'time,kind',
      'GET /statement.xlsx': 'PK',
    },
  });
const links = () =>
  within(screen.getByRole('table'))
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

it('names the cause of each row, and links it to screens of the present role', async () => {
  await open('worker');
  expect(await screen.findByText('Work approved', { selector: 'td *' })).toBeVisible();
  expect(screen.getByText('A task of my time as a buyer')).toBeVisible();
  expect(links()).toEqual([
    ['Name the birds', '/dashboard/workerSubmission?status=approved&open=s1'],
    ['The withdrawal', '/dashboard/workerWithdrawal'],
  ]);
});

it('links the tasks and the payments of a buyer', async () => {
  await open('buyer', [...ROWS, entry('topup', { type: 'payment', id: 'p1' })]);
  await screen.findByText('Coins bought', { selector: 'td *' });
  expect(links()).toEqual([
    ['A task of my time as a buyer', '/dashboard/buyerTask/t1'],
    ['The payment', '/dashboard/buyerPayment'],
  ]);
});

it('tells coins for added places from those of the post', async () => {
  const task = { type: 'task', id: 't1', title: 'Name the birds' };
  await open('buyer', [entry('fund', { ...task, additionId: 'a1' })]);
  expect(await screen.findByText('Set aside for added places')).toBeVisible();
  expect(screen.queryByText('Set aside for a task', { selector: 'td *' })).toBeNull();
  expect(links()).toEqual([['Name the birds', '/dashboard/buyerTask/t1']]);
});

it('prints all rows, of which the page shows twenty', async () => {
  const rows = Array.from({ length: 95 }, (_, at) => ({ ...entry('settle'), _id: `settle#${at}` }));
  const counts: number[] = [];
  const print = jest.spyOn(window, 'print').mockImplementation(() => {
    counts.push(document.querySelectorAll('tbody tr').length);
    window.dispatchEvent(new Event('afterprint'));
  });
  await openApp('/dashboard/statement', {
    user: { userRole: 'worker' },
    answers: {
      'GET /statement': ({ query: { offset = 0, limit = 0 } = {} }) => ({
        // The server may answer with fewer rows than were requested.
        rows: rows.slice(Number(offset), Number(offset) + Math.min(Number(limit), 40)),
        total: 95,
      }),
    },
  });
  expect(await screen.findByText(/^Showing 20 of 95 changes/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(counts).toEqual([95]));
  expect(document.querySelectorAll('tbody tr')).toHaveLength(20);
  print.mockRestore();
});

it('filters by kind in the address, and downloads what it shows', async () => {
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  const app = await open('worker');
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Work approved');
  expect(app.path()).toBe('/dashboard/statement?kind=settle');
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(click.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(/^statement-.*\.csv$/));
  const queries = (wanted: string) => app.calls.filter(({ route }) => route === wanted).map(({ query }) => query?.kind);
  expect(queries('GET /statement').at(-1)).toBe('settle');
  expect(queries('GET /statement.csv')).toEqual(['settle']);
  await userEvent.click(screen.getByRole('button', { name: 'Download for Excel' }));
  expect(click.mock.contexts[1]).toHaveProperty('download', expect.stringMatching(/^statement-.*\.xlsx$/));
  expect(queries('GET /statement.xlsx')).toEqual(['settle']);
  click.mockRestore();
});

it('says that nothing is of the kind, and leads back to all', async () => {
  const app = await open('worker', [], '/dashboard/statement?kind=payout');
  expect(await screen.findByText('No changes of this kind')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all changes' }));
  expect(app.path()).toBe('/dashboard/statement');
  expect(await screen.findByText('No changes yet')).toBeVisible();
});

it.each([
  [undefined, 'Withdrawal'],
  ['due', 'Withdrawal approved'],
  ['paid', 'Withdrawal paid out'],
  ['failed', 'Withdrawal: payout failed'],
] as const)('names a payout that is %s “%s”', async (payout, name) => {
  await open('worker', [entry('payout', { type: 'withdrawal', id: 'w', ...(payout && { payout }) })]);
  expect(await screen.findByText(name, { selector: 'td *' })).toBeVisible();
});

it.each([
  ['worker', 3],
  ['buyer', 0],
] as const)('shows a %s %i figures of their coins', async (userRole, figures) => {
  await openApp('/dashboard/statement', {
    user: { userRole, userAvailableCoin: 240 },
    answers: {
      'GET /totals': {
        worker: {
          submissions: 9,
          pending: 2,
          approved: 7,
          earned: 441,
          pendingCoins: 12,
          askedCoins: 200,
          withdrawnCoins: 201,
        },
      },
    },
  });
  await screen.findByRole('heading', { name: /Coin statement/ });
  const list = screen.queryByRole('list', { name: 'Your coins' });
  const texts = list
    ? within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : [];
  expect(texts).toHaveLength(figures);
  if (figures === 0) return;
  expect(await screen.findByText('200 requested')).toBeVisible();
  expect(list).toHaveTextContent(/Available240.*Pending12.*Withdrawn201/);
});
