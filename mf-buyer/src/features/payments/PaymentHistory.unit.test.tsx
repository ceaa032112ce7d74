import { refresh } from '@piecework/web-kit/query';

import { aPayment, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const PAYMENT = aPayment({ _id: 'pi_1' });
const open = (answers: Answers = {}) =>
  renderApp(remote, {
    path: '/dashboard/buyerPayment',
    user: { userRole: 'buyer', userName: 'Bo Buyer' },
    answers: { 'GET /payments': [PAYMENT], ...answers },
  });
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

it('shows amount, coins, card, time and state of each payment', async () => {
  open();
  const row = await rowOf('$10.00');
  expect(row).toHaveTextContent('150');
  expect(row).toHaveTextContent('•••• 4242');
  expect(row.querySelector('time')).toHaveAttribute('datetime', '2026-11-21T03:35:00.000Z');
  expect(row).toHaveTextContent('recorded');
});

it('updates the state live', async () => {
  const app = open();
  await rowOf('$10.00');
  app.answer({ 'GET /payments': [{ ...PAYMENT, state: 'credited' }] });
  refresh('GET /payments');
  expect(await within(await rowOf('$10.00')).findByText('credited')).toBeVisible();
});

it('filters by state', async () => {
  const app = open();
  await rowOf('$10.00');
  await userEvent.click(screen.getByLabelText('Recorded'));
  await waitFor(() => expect(app.calls.at(-1)?.query).toMatchObject({ state: 'recorded' }));
});

it('shows a partial refund in the list and on the receipt', async () => {
  open({ 'GET /payments': [{ ...PAYMENT, state: 'credited', refunded: 4 }] });
  const row = await rowOf('$10.00');
  expect(row).toHaveTextContent('$4.00 refunded');
  await userEvent.click(within(row).getByRole('button', { name: /View receipt/ }));
  expect(await screen.findByRole('dialog', { name: 'Receipt' })).toHaveTextContent('$4.00 refunded');
});

it('shows a full refund as reversed, without an amount', async () => {
  open({ 'GET /payments': [{ ...PAYMENT, state: 'reversed', refunded: 10 }] });
  const row = await rowOf('$10.00');
  expect(row).toHaveTextContent('reversed');
  expect(row).not.toHaveTextContent('refunded');
});

it('prints a receipt', async () => {
  const print = jest.fn();
  Object.assign(window, { print });
  open();
  await userEvent.click(within(await rowOf('$10.00')).getByRole('button', { name: /View receipt/ }));
  const receipt = await screen.findByRole('dialog', { name: 'Receipt' });
  expect(receipt).toHaveTextContent('Bo Buyer');
  for (const fact of ['$10.00', '150', '•••• 4242', 'recorded', 'pi_1']) expect(receipt).toHaveTextContent(fact);
  expect(receipt.querySelector('time')).toHaveAttribute('datetime', '2026-11-21T03:35:00.000Z');
  await userEvent.click(within(receipt).getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

it('has an empty state', async () => {
  open({ 'GET /payments': [] });
  expect(await screen.findByText('No payments yet')).toBeVisible();
});
