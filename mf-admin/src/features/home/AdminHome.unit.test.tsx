import { aPayment, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { ADMIN } from '../../../testing';
import remote from '../../routes';

const TOTALS = {
  admin: {
    workers: 31,
    buyers: 8,
    coins: 12_345,
    committed: 40_000,
    pendingWithdrawals: 2,
    dollarsIn: 1234.5,
    dollarsOut: 1000,
    dollarsOwed: 617.25,
  },
};

test('shows four totals, each linked to its list', async () => {
  renderApp(remote, { user: ADMIN, answers: { 'GET /totals': TOTALS } });
  for (const [label, number, to] of [
    ['Workers', '31', '/dashboard/manageUser?role=worker'],
    ['Buyers', '8', '/dashboard/manageUser?role=buyer'],
    ['Total Coin', '12,345', '/dashboard/manageUser?sort=coins'],
    ['Total Payment', '40,000', '/dashboard/manageTask'],
  ] as const) {
    const figure = await screen.findByRole('link', { name: new RegExp(`^${label}`) });
    await waitFor(() => expect(figure).toHaveTextContent(number));
    expect(figure).toHaveAttribute('href', to);
  }
});

test('shows dollars in, out and owed, and the difference', async () => {
  renderApp(remote, { user: ADMIN, answers: { 'GET /totals': TOTALS } });
  const line = within((await screen.findByText('$617.25')).closest('dl') as HTMLElement);
  for (const dollars of ['$1,234.50', '$1,000.00', '$617.25']) expect(line.getByText(dollars)).toBeInTheDocument();
  expect(screen.getByText(/Out and owed are \$382.75 more than dollars in/)).toBeInTheDocument();
});

test('shows the dollars of eight weeks, and what was owed at the end of each', async () => {
  const flow = [
    { day: '2026-11-14', dollarsIn: 35, dollarsOut: 0, dollarsOwed: 20 },
    { day: '2026-11-15', dollarsIn: 10.5, dollarsOut: 10.05, dollarsOwed: 61.5 },
    { day: '2026-11-16', dollarsIn: 0, dollarsOut: 12, dollarsOwed: 49.5 },
  ];
  renderApp(remote, { user: ADMIN, answers: { 'GET /totals': TOTALS, 'GET /admin/flow': flow } });
  const chart = within(await screen.findByRole('table', { name: /^Dollars in and out/ }));
  expect(chart.getAllByRole('row')).toHaveLength(9);
  for (const row of ['Week of 9-11-2026 $45.50 $10.05', 'Week of 16-11-2026 $0.00 $12.00'])
    expect(chart.getByRole('row', { name: row })).toBeInTheDocument();
  const owed = within(screen.getByRole('table', { name: /^Dollars owed at the end/ }));
  for (const row of ['Week of 9-11-2026 $61.50', 'Week of 16-11-2026 $49.50'])
    expect(owed.getByRole('row', { name: row })).toBeInTheDocument();
});

test('shows the withdrawal requests when the totals fail to load', async () => {
  renderApp(remote, { user: ADMIN, answers: { 'GET /totals': problem(503, 'unavailable', 'Down.') } });
  expect(await screen.findByText('The totals couldn’t be loaded.')).toBeInTheDocument();
  expect(await screen.findByText('No Withdrawal Request')).toBeInTheDocument();
});

test('counts what needs an admin, each with a link to its list', async () => {
  renderApp(remote, {
    user: ADMIN,
    answers: {
      'GET /totals': { admin: { ...TOTALS.admin, duePayouts: 3, openAppeals: 4, tasksInReview: 8 } },
      'GET /payments': { rows: [aPayment()], total: 5 },
      'GET /admin/parked': { rows: [], total: 6 },
      'GET /admin/grants': { rows: [], total: 7 },
    },
  });
  const strip = within(screen.getByRole('region', { name: 'Needs you' }));
  for (const [name, to] of [
    ['Withdrawals 2', '/dashboard/adminHome'],
    ['Payments to credit 5', '/dashboard/adminPayments?state=recorded'],
    ['Payouts due 3', '/dashboard/adminHome?status=due'],
    ['Tasks to review 8', '/dashboard/manageTask?status=review'],
    ['Appeals 4', '/dashboard/adminAppeals'],
    ['Starting coins 7', '/dashboard/adminGrants'],
    ['Parked events 6', '/dashboard/adminParked'],
  ] as const)
    expect(await strip.findByRole('link', { name })).toHaveAttribute('href', to);
});
