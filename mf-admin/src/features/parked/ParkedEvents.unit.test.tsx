import type { ParkedEvent } from '@piecework/contracts';
import { later, problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const PARKED: ParkedEvent = {
  id: 'wallet:submission:7',
  service: 'wallet',
  type: 'submission.approved',
  aggregateId: 'task-7',
  reason: 'Escrow of task-7 does not cover it',
  attempts: 5,
  parkedAt: '2026-11-21T03:35:00.000Z',
  correlationId: '5c1f0e9a7b3d2c48',
  waiting: 2,
};
const RETRY = 'POST /admin/parked/{id}/retry';

const open = (rows: readonly ParkedEvent[], answers: RenderOptions['answers'] = {}) =>
  renderApp(remote, {
    user: ADMIN,
    path: '/dashboard/adminParked',
    answers: { 'GET /admin/parked': rows, ...answers },
  });
const retry = () => screen.findByRole('button', { name: 'Retry submission.approved task-7' });

afterEach(() => jest.restoreAllMocks());

test('shows the event, its impact, the reason and the waiting events', async () => {
  open([PARKED]);
  await retry();
  for (const text of [
    'submission.approved',
    'task-7',
    'After 5 tries',
    'Coins that are due haven’t moved yet.',
    '2 later events wait',
    PARKED.reason,
    'Total: 1 parked event',
  ])
    expect(screen.getByText(text)).toBeInTheDocument();
});

test('has an empty state', async () => {
  open([]);
  expect(await screen.findByText('No parked events')).toBeInTheDocument();
});

test('retries an event once and shows the success', async () => {
  const { success } = fakeDialogs();
  const app = open([PARKED], { [RETRY]: later(50, { modifiedCount: 1 }) });
  const button = await retry();
  app.answer({ 'GET /admin/parked': [] });
  await userEvent.dblClick(button);
  await waitFor(() => expect(success).toHaveBeenCalled());
  expect(app.calls.filter(({ route }) => route === RETRY).map(({ params }) => params)).toEqual([{ id: PARKED.id }]);
  expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Processed' }));
  expect(await screen.findByText('No parked events')).toBeInTheDocument();
});

test('shows why a retry failed', async () => {
  const { failure } = fakeDialogs();
  open([PARKED], { [RETRY]: problem(409, 'conflict', 'Processing failed: still broken') });
  await userEvent.click(await retry());
  await waitFor(() =>
    expect(failure).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Still parked', text: 'Processing failed: still broken' }),
    ),
  );
});

test('shows when another admin has already retried it', async () => {
  const { success } = fakeDialogs();
  open([PARKED], { [RETRY]: problem(404, 'not-found', 'There is nothing here.') });
  await userEvent.click(await retry());
  expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Already processed' }));
});
