import { aPayment } from '@piecework/web-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const PAID = { 'GET /payments': [aPayment({ coins: 500 }), aPayment({ coins: 150 })] };
const button = { name: '+650 coins on their way' };

it("stands beside a buyer's balance, and leads to the payments", async () => {
  await openApp('/dashboard/statement', { user: { userRole: 'buyer' }, answers: PAID });
  const trigger = await screen.findByRole('button', button);
  expect(trigger).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(trigger);
  expect(screen.getByText(/An admin will check the payment/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See your payments' })).toHaveAttribute(
    'href',
    '/dashboard/buyerPayment?state=recorded',
  );
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText(/An admin will check the payment/)).toBeNull();
  expect(trigger).toHaveFocus();
});

it.each([
  ['a buyer without such payments', 'buyer', {}],
  ['a worker', 'worker', PAID],
] as const)('is not shown to %s', async (_, userRole, answers) => {
  const { calls } = await openApp('/dashboard/statement', { user: { userRole }, answers });
  await screen.findByRole('heading', { name: /Coin statement/ });
  expect(screen.queryByRole('button', button)).toBeNull();
  expect(calls.some(({ route }) => route === 'GET /payments')).toBe(userRole === 'buyer');
});
