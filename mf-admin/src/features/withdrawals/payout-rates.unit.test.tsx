import { renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const SET = { paymentSystem: 'bkash', currency: 'BDT', perDollar: '122.50', setAt: '2026-11-22T12:00:00.000Z' };
const UNSET = { paymentSystem: 'nagad', currency: 'BDT' };
const open = async (rates: unknown[] = [SET, UNSET]) => {
  const app = renderApp(remote, {
    path: '/dashboard/adminHome',
    user: { userRole: 'admin' },
    answers: { 'GET /payout-rates': rates, 'PUT /payout-rates/{system}': { modifiedCount: 1 } },
  });
  await screen.findByRole('heading', { name: 'Withdrawal requests' });
  return app;
};
const change = async (name: RegExp, typed: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByLabelText('BDT per dollar');
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
};

it('are shown with their currencies, and changed', async () => {
  const app = await open();
  expect(await screen.findByText(/\$1 = 122.50 BDT/)).toBeVisible();
  expect(screen.getByText('No rate of BDT')).toBeVisible();
  await change(/Set the rate of nagad/, '121,000.5');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = app.calls.find(({ route }) => route === 'PUT /payout-rates/{system}');
  expect(sent?.body).toEqual({ perDollar: '121,000.5' });
});

it('keep a faulty one in the dialog, with its fault', async () => {
  const app = await open();
  await change(/Change the rate of bkash/, 'lots');
  expect(await screen.findByText('Rate must be a number like 122.50')).toBeVisible();
  expect(screen.getByLabelText('BDT per dollar')).toHaveValue('lots');
  expect(app.calls.some(({ route }) => route === 'PUT /payout-rates/{system}')).toBe(false);
});

it('are absent where all payment systems pay dollars', async () => {
  await open([]);
  expect(screen.queryByRole('heading', { name: 'Payout rates' })).toBeNull();
});
