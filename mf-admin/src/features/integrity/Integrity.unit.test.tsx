import { aWithdrawal, networkFailure, renderApp } from '@piecework/web-kit/testing';
import { screen } from '@testing-library/react';
import remote from '../../routes';
import { ADMIN } from '../../testing';

const funding = {
  ...{ covered: true, settles: 1, coins: 200, buyers: 1, largestShare: 1, paidIn: 7, loss: 3 },
  ...{ newBuyers: 0, newWorker: false, onlyWorkerBuyers: 1, truncated: false, reasons: [] },
};
const suspect = (changes: object = {}) => ({
  ...aWithdrawal({ funding }),
  signals: ['one-buyer', 'few-workers'],
  ...changes,
});
const open = (signals: unknown) =>
  renderApp(remote, {
    user: ADMIN,
    path: '/dashboard/adminIntegrity',
    answers: { 'GET /admin/signals': signals },
  });

test('lists pending requests with their signals, and what Piecework would lose', async () => {
  const app = open([suspect()]);
  expect(await screen.findByText('Nearly all of the coins come from one buyer.')).toBeVisible();
  expect(screen.getByText('A buyer of these coins has paid at most two workers.')).toBeVisible();
  expect(screen.getByText('If paid, Piecework loses $3.00')).toBeVisible();
  expect(screen.getByText('Total: 1 request')).toBeVisible();
  expect(app.calls.find(({ route }) => route === 'GET /admin/signals')?.query).toEqual({
    ...{ limit: '20', offset: '0' },
  });
  expect(screen.getByRole('link', { name: 'Withdrawal requests' })).toHaveAttribute(
    'href',
    '/dashboard/adminHome',
  );
});

test.each([
  [{ ...funding, loss: 0 }, 'If paid, Piecework loses nothing'],
  [{ ...funding, truncated: true }, 'If paid, Piecework loses at least $3.00'],
  [{ ...funding, covered: false }, 'The balance does not cover it: approving cancels it'],
])('names the loss of %j', async (changed, text) => {
  open([suspect({ funding: changed })]);
  expect(await screen.findByText(text)).toBeVisible();
});

test('shows that a request is held, and a signal of a newer server by its code', async () => {
  const until = new Date(Date.now() + 3.5 * 86_400_000).toISOString();
  open([suspect({ signals: ['moon'], hold: { reasonCode: 'one-buyer', at: until, until } })]);
  expect(await screen.findByText('moon')).toBeVisible();
  expect(screen.getByText(/3 days left/)).toBeVisible();
});

test('says when nothing stands out', async () => {
  open([]);
  expect(await screen.findByText('Nothing stands out')).toBeVisible();
});

test('offers to retry after a failure', async () => {
  open(networkFailure());
  expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeVisible();
});
