import type { Integrity as IntegrityAnswer } from '@piecework/contracts';
import { aWithdrawal, networkFailure, renderApp } from '@piecework/web-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN } from '../../../testing';
import remote from '../../routes';

const funding = {
  covered: true,
  settles: 1,
  coins: 200,
  buyers: 1,
  largestShare: 1,
  paidIn: 7,
  loss: 3,
  granted: 0,
  appealed: 0,
  purchases: [{ price: 35, coins: 200 }],
  newBuyersShare: 0,
  total: { requested: 10, paidIn: 7, granted: 0 },
  newBuyers: 0,
  newWorker: false,
  onlyWorkerBuyers: 1,
  truncated: false,
  reasons: [],
};
const suspect = (changes: object = {}) => ({
  ...aWithdrawal({ funding }),
  signals: ['one-buyer', 'few-workers'],
  ...changes,
});
const open = (signals: unknown, integrity?: unknown) =>
  renderApp(remote, {
    user: ADMIN,
    path: '/dashboard/adminIntegrity',
    answers: { 'GET /admin/signals': signals, ...(integrity !== undefined && { 'GET /admin/integrity': integrity }) },
  });

test('lists pending requests with their signals, and what Piecework would lose', async () => {
  const app = open([suspect()]);
  expect(await screen.findByText('Nearly all of these coins come from one buyer.')).toBeVisible();
  expect(screen.getByText('A buyer behind these coins has paid two workers at most.')).toBeVisible();
  expect(screen.getByText('If paid, Piecework loses $3.00')).toBeVisible();
  expect(screen.getByText('Coins: 200 in the $35 package')).toBeVisible();
  expect(screen.queryByText(/All requests of this worker/)).toBeNull();
  expect(screen.getByText('Total: 1 request')).toBeVisible();
  expect(app.calls.find(({ route }) => route === 'GET /admin/signals')?.query).toEqual({ limit: '20', offset: '0' });
  expect(screen.getByRole('link', { name: 'Withdrawal requests' })).toHaveAttribute('href', '/dashboard/adminHome');
});

test.each([
  [{ ...funding, loss: 0 }, 'Piecework loses nothing if this is paid'],
  [{ ...funding, truncated: true }, 'If paid, Piecework loses at least $3.00'],
  [{ ...funding, covered: false }, 'The balance doesn’t cover it. Approving will cancel it.'],
])('names the loss of %j', async (changed, text) => {
  open([suspect({ funding: changed })]);
  expect(await screen.findByText(text)).toBeVisible();
});

test('names the sources of the coins, and what all requests of the worker come to', async () => {
  const mixed = {
    ...funding,
    granted: 50,
    appealed: 10,
    total: { requested: 22, paidIn: 9.5, granted: 90 },
    purchases: [
      { price: 10, coins: 100 },
      { price: 35, coins: 40 },
    ],
  };
  open([suspect({ signals: ['granted'], funding: mixed })]);
  expect(await screen.findByText('Some of the coins were never paid for.')).toBeVisible();
  const coins =
    'Coins: 50 (25%) never paid for, 100 in the $10 package, 40 in the $35 package, 10 paid by Piecework after appeals';
  expect(screen.getByText(coins)).toBeVisible();
  expect(screen.getByText('All requests of this worker: $22.00, $9.50 paid in for them')).toBeVisible();
});

test('shows that a request is held, and a signal of a newer server by its code', async () => {
  const until = new Date(Date.now() + 3.5 * 86_400_000).toISOString();
  open([suspect({ signals: ['moon'], hold: { reasonCode: 'one-buyer', at: until, until } })]);
  expect(await screen.findByText('moon')).toBeVisible();
  expect(screen.getByText(/; released/).parentElement).toHaveTextContent(/, in 3 days \d+ hours$/);
});

test('says when nothing stands out', async () => {
  open([]);
  expect(await screen.findByText('Nothing needs attention')).toBeVisible();
});

test('offers to retry after a failure', async () => {
  open(networkFailure());
  expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeVisible();
});

const DAY = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const SOUND: IntegrityAnswer = {
  checks: [
    { name: 'ledger-balanced', service: 'wallet', state: 'holds', since: '2026-11-22T10:30:00.000Z' },
    { name: 'escrow-covered', service: 'gateway', state: 'unknown' },
  ],
  overdue: [],
  parked: [],
  coins: { users: 940, escrow: 60, places: 60, grants: 500, topUps: 700, appeals: 10, adjustments: -10, payouts: 200 },
  dollars: { paidIn: 49, paidOut: 10, requested: 22, owed: 47 },
  payouts: { due: 0 },
  appeals: { open: 0 },
};

describe('the console', () => {
  test('lists the checks with their service, state and time', async () => {
    open([], SOUND);
    const row = await screen.findByRole('row', { name: /Every coin has a source/ });
    for (const text of ['wallet', 'OK']) expect(row).toHaveTextContent(text);
    expect(within(row).getByTitle('22-11-2026, 10:30 UTC')).toBeVisible();
    expect(screen.getByRole('row', { name: /Escrow covers the pay/ })).toHaveTextContent(
      /gateway.*unknown.*not checked yet/,
    );
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test.each([
    ['user', 'Account totals match the records'],
    ['submission', 'Submission and place totals match the records'],
    ['later', 'All totals match the records'],
  ])('names what the %s service counts', async (service, text) => {
    open([], { ...SOUND, checks: [{ name: 'counters-exact', service, state: 'unknown' }] });
    expect(await screen.findByRole('row', { name: new RegExp(text) })).toBeVisible();
  });

  test('shows a broken check first, with a warning', async () => {
    const broken = { name: 'moon-full', service: 'task', state: 'broken', since: ago(60_000) } as const;
    open([], { ...SOUND, checks: [...SOUND.checks, broken] });
    expect(await screen.findByRole('alert')).toHaveTextContent('1 check found a problem.');
    const [, first] = within(screen.getByRole('table', { name: 'Running checks' })).getAllByRole('row');
    expect(first).toHaveTextContent(/moon-full.*broken/);
  });

  test('shows the coins by cause beside the dollars', async () => {
    open([], SOUND);
    const fact = async (label: string) => (await screen.findByText(label)).parentElement;
    expect(await fact('In user balances')).toHaveTextContent(/940 coins would pay out \$47\.00/);
    expect(await fact('Bought')).toHaveTextContent(/700 coins for \$49\.00/);
    expect(await fact('Withdrawn')).toHaveTextContent(/200 coins for \$10\.00/);
    expect(await fact('All withdrawal requests, pending and approved')).toHaveTextContent(
      /\$22\.00 against \$49\.00 paid in$/,
    );
    expect(await fact('Added or removed by role changes and account closures')).toHaveTextContent('−10 coins');
  });

  test('says that nothing waits', async () => {
    open([], SOUND);
    for (const text of ['No payouts', 'No appeals', 'No parked events', 'No overdue timers'])
      expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText('late')).not.toBeInTheDocument();
  });

  test.each([
    [8 * DAY, 10 * DAY, 2],
    [6 * DAY, 8 * DAY, 0],
  ])('marks what has waited too long: payouts %d ms, appeals %d ms', async (payout, appeal, late) => {
    const waiting = { payouts: { due: 2, oldest: ago(payout) }, appeals: { open: 1, oldest: ago(appeal) } };
    open([], { ...SOUND, ...waiting });
    expect(await screen.findByRole('link', { name: '2 payouts' })).toHaveAttribute(
      'href',
      '/dashboard/adminHome?status=due',
    );
    expect(screen.getByRole('link', { name: '1 appeal' })).toHaveAttribute('href', '/dashboard/adminAppeals');
    expect(screen.queryAllByText('late')).toHaveLength(late);
  });

  test('names overdue timers and parked events', async () => {
    open([], {
      ...SOUND,
      overdue: [{ service: 'wallet', timer: 'holds-to-end', since: ago(5 * 60_000) }],
      parked: [
        { service: 'task', events: 1, waiting: 0 },
        { service: 'wallet', events: 2, waiting: 1 },
      ],
    });
    expect(await screen.findByText('in the wallet service, for 5 minutes')).toBeVisible();
    expect(screen.getByRole('link', { name: '3 parked events' })).toHaveAttribute('href', '/dashboard/adminParked');
    expect(screen.getByText('in task, wallet, and 1 event behind')).toBeVisible();
  });

  test('says that the sums are being counted after an upgrade', async () => {
    open([], { checks: SOUND.checks, overdue: [], parked: [] });
    expect(await screen.findByText(/still counting existing records after an upgrade/)).toBeVisible();
  });

  test('offers to retry after a failure, beside the signals', async () => {
    const app = open([suspect()], networkFailure());
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(await screen.findByText('If paid, Piecework loses $3.00')).toBeVisible();
    app.answer({ 'GET /admin/integrity': SOUND });
    await userEvent.click(again);
    expect(await screen.findByText(/Every coin has a source/)).toBeVisible();
  });
});
