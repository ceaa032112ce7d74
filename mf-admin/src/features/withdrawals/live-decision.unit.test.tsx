import type { LiveData } from '@piecework/web-kit';
import { aWithdrawal, renderApp } from '@piecework/web-kit/testing';
import { act, screen, within } from '@testing-library/react';
import { ADMIN } from '../../../testing';
import remote from '../../routes';

let notify: (data: LiveData['withdrawal']) => void = () => {};
jest.mock('@piecework/web-kit', () => ({
  ...jest.requireActual('@piecework/web-kit'),
  onLive: (_kind: string, listener: typeof notify) => {
    notify = listener;
    return () => {};
  },
}));

test('a request decided by another admin stays in place, with its status and without buttons', async () => {
  const [hers, his] = [aWithdrawal(), aWithdrawal({ workerName: 'Will Weaver' })];
  renderApp(remote, { user: ADMIN, answers: { 'GET /withdrawals': [hers, his] } });
  await screen.findByText('Will Weaver');
  act(() => notify({ id: hers._id, coins: 200, status: 'canceled' }));
  const row = within(screen.getByRole('row', { name: /Wanda Worker/ }));
  expect(row.getByText('canceled')).toBeInTheDocument();
  expect(row.getByText('just now')).toBeInTheDocument();
  expect(row.queryByRole('button')).not.toBeInTheDocument();
  expect(within(screen.getByRole('row', { name: /Will Weaver/ })).getAllByRole('button')).toHaveLength(3);
});
