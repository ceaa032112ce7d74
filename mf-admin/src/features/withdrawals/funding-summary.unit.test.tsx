import type { Withdrawal, WithdrawalFunding } from '@piecework/contracts';
import { aWithdrawal, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const FUNDING: WithdrawalFunding = {
  covered: true,
  settles: 8,
  coins: 200,
  buyers: 4,
  largestShare: 0.25,
  paidIn: 7,
  loss: 3,
  granted: 0,
  appealed: 0,
  purchases: [{ price: 35, coins: 200 }],
  newBuyersShare: 0,
  total: { requested: 10, paidIn: 7, granted: 0 },
  newBuyers: 0,
  newWorker: false,
  onlyWorkerBuyers: 0,
  truncated: false,
  reasons: [],
};
const funded = (funding: Partial<WithdrawalFunding>, changes: Partial<Withdrawal> = {}) =>
  aWithdrawal({ unearnedCoin: 0, ...changes, funding: { ...FUNDING, ...funding } });

const HONEST = funded({});
/** Five free buyers who each paid their 49 coins to one worker. */
const FREE = funded(
  {
    settles: 5,
    coins: 245,
    buyers: 5,
    largestShare: 0.2,
    paidIn: 0,
    loss: 12.7,
    newBuyers: 5,
    ...{ granted: 254, purchases: [], newBuyersShare: 1, total: { requested: 12.7, paidIn: 0, granted: 254 } },
    newWorker: true,
    onlyWorkerBuyers: 5,
    reasons: ['unpaid-coins', 'only-worker'],
  },
  { workerName: 'Colin Collector', withdrawalCoin: 254, withdrawalAmount: 12.7, unearnedCoin: 9 },
);

const open = (rows: readonly Withdrawal[], path?: string) =>
  renderApp(remote, { user: ADMIN, ...(path && { path }), answers: { 'GET /withdrawals': rows } });
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));
const confirmationFor = async (row: Withdrawal) => {
  const { confirm } = fakeDialogs({ confirms: false });
  open([row]);
  await userEvent.click(await screen.findByRole('button', { name: /Approve the withdrawal/ }));
  return confirm.mock.calls[0]?.[0];
};

afterEach(() => jest.restoreAllMocks());

test('a row summarizes the amounts requested, paid in and lost, and flags what needs a look', async () => {
  open([HONEST, FREE]);
  const honest = '$10.00 requested; 4 buyers, $7.00 paid in; Piecework would lose $3.00';
  const free =
    'Needs a look: $12.70 requested; 5 buyers, $0.00 paid in; 100% never paid for; Piecework would lose $12.70';
  expect((await rowOf(HONEST.workerName)).getByText(honest)).toBeInTheDocument();
  const row = await rowOf('Colin Collector');
  expect(row.getByText(free)).toBeInTheDocument();
  expect(row.getByText('9 of 254 coins weren’t earned from submissions')).toBeInTheDocument();
});

test.each([
  [
    funded({ buyers: 1, loss: 0, paidIn: 20 }),
    '$10.00 requested; 1 buyer, $20.00 paid in; Piecework would lose nothing',
  ],
  [
    funded({ truncated: true, reasons: ['truncated'] }),
    'Needs a look: $10.00 requested; 4 buyers, $7.00 paid in; Piecework would lose at least $3.00',
  ],
  [funded({ covered: false, loss: 0 }), 'The balance doesn’t cover this. Approving will cancel it'],
])('a row summarizes special cases: %#', async (row, sentence) => {
  open([row]);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('the confirmation of an approval shows all facts', async () => {
  expect(await confirmationFor(FREE)).toMatchObject({
    detail: 'Approve the request: $12.70 by bkash to Colin Collector (254 coins)',
    warning:
      'Needs a look. Coins of this worker’s requests were never paid for. At least half of these coins come from buyers who have paid no other worker.',
    facts: [
      { label: 'Requested', value: '$12.70' },
      { label: 'Paid in for these coins', value: '$0.00' },
      { label: 'Piecework would lose', value: '$12.70' },
      { label: 'Coins never paid for', value: '254 (100%)' },
      { label: 'Coins bought', value: '0' },
      { label: 'Coins paid by Piecework after appeals', value: '0' },
      { label: 'All requests of this worker', value: '$12.70, $0.00 paid in for them' },
      { label: 'Approved submissions and bonuses', value: '5' },
      { label: 'Coins earned from them', value: '245' },
      { label: 'Coins not earned from submissions', value: '9' },
      { label: 'Buyers', value: '5' },
      { label: 'Largest buyer’s share', value: '20%' },
      { label: 'Buyers who paid only this worker', value: '5' },
      { label: 'Buyers under 72 h old', value: '5' },
      { label: 'Worker under 72 h old', value: 'yes' },
    ],
  });
});

test('the confirmation of an inconspicuous request has no warning', async () => {
  expect((await confirmationFor(HONEST))?.warning).toBeUndefined();
});

test('the confirmation of a cancellation has no facts', async () => {
  open([FREE]);
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel the withdrawal/ }));
  expect(screen.getByRole('dialog')).not.toHaveTextContent('Paid in for these coins');
});

test('the filter requests what needs a look, largest first, and is kept in the URL', async () => {
  const app = open([FREE]);
  await userEvent.click(await screen.findByRole('radio', { name: 'Needs a look' }));
  await waitFor(() =>
    expect(app.calls.filter(({ route }) => route === 'GET /withdrawals').at(-1)?.query).toEqual({
      status: 'pending',
      look: '1',
      sort: 'coins',
      limit: '20',
      offset: '0',
    }),
  );
  expect(app.path()).toBe('/dashboard/adminHome?status=look');
  expect(await screen.findByText('Total: 1 flagged request')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /Approve the withdrawal/ })).toBeInTheDocument();
});

test('the filter has an empty state', async () => {
  open([], '/dashboard/adminHome?status=look');
  expect(await screen.findByText('Nothing needs a look')).toBeInTheDocument();
});
