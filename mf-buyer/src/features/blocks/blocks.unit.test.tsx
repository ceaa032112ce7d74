import { dialogs } from '@piecework/web-kit';
import { aSubmission, aTask, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const BLOCK = { _id: 'b1', name: 'Mia', taskTitle: 'Type receipts', blockedAt: '2026-11-20T10:30:00.000Z' };
const open = (path: string, answers: Answers = {}) =>
  renderApp(remote, { path: `/dashboard/${path}`, user: { userRole: 'buyer', userEmail: 'bo@example.com' }, answers });

afterEach(() => jest.restoreAllMocks());

it('a worker is blocked beside their submission after a confirmation, and unblocked by the same button', async () => {
  const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValue(false);
  const app = open('buyerTask/t1', {
    'GET /tasks/{id}': aTask({ _id: 't1' }),
    'GET /submissions': [aSubmission({ _id: 's1', taskId: 't1', workerName: 'Mia' })],
    'POST /blocks': { insertedId: 'b1' },
    'DELETE /blocks/{id}': { deletedCount: 1 },
  });
  const sent = (route: string) => app.calls.filter((one) => one.route === route);
  await userEvent.click(await screen.findByRole('button', { name: 'Block Mia' }));
  expect(confirm.mock.lastCall?.[0].text).toMatch(/They aren’t notified/);
  expect(sent('POST /blocks')).toEqual([]);
  confirm.mockResolvedValue(true);
  await userEvent.click(screen.getByRole('button', { name: 'Block Mia' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock Mia' }));
  expect(await screen.findByRole('button', { name: 'Block Mia' })).toHaveFocus();
  expect(sent('POST /blocks')[0]?.body).toEqual({ submissionId: 's1' });
  expect(sent('DELETE /blocks/{id}')[0]?.params).toEqual({ id: 'b1' });
});

it('blocked workers are listed with the task where they were met, and can be unblocked', async () => {
  const app = open('blockedWorkers', { 'GET /blocks': [BLOCK], 'DELETE /blocks/{id}': { deletedCount: 1 } });
  const row = (await screen.findByText('Mia')).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('Type receipts');
  app.answer({ 'GET /blocks': [] });
  await userEvent.click(within(row).getByRole('button', { name: 'Unblock Mia' }));
  await waitFor(() => expect(screen.getByText('No blocked workers')).toBeVisible());
});
