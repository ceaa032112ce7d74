import { dialogs } from '@piecework/web-kit';
import { aTask, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const BLOCK = { _id: 'b1', name: 'Bo Buyer', taskTitle: 'Type receipts', blockedAt: '2026-11-20T10:30:00.000Z' };
const open = (path: string, answers: Answers = {}, userEmail = 'sam@example.com') =>
  renderApp(remote, {
    path: `/dashboard/${path}`,
    user: { userEmail },
    answers: { 'POST /blocks': { insertedId: 'b1' }, 'DELETE /blocks/{id}': { deletedCount: 1 }, ...answers },
  });
const button = (name: string) => screen.findByRole('button', { name });

afterEach(() => jest.restoreAllMocks());

it('a buyer is hidden on the page of a task after a confirmation, and shown again there', async () => {
  const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValue(false);
  const app = open('workerTaskList/t1', { 'GET /tasks/{id}': aTask({ _id: 't1' }) });
  const sent = (route: string) => app.calls.filter((one) => one.route === route);
  await userEvent.click(await button('Hide this buyer'));
  expect(confirm.mock.lastCall?.[0].text).toMatch(/the tasks of Bo Buyer in your lists/);
  expect(sent('POST /blocks')).toEqual([]);
  confirm.mockResolvedValue(true);
  await userEvent.click(await button('Hide this buyer'));
  expect(await screen.findByText('Hidden from your lists')).toHaveAttribute('href', '/dashboard/hiddenBuyers');
  expect(sent('POST /blocks')[0]?.body).toEqual({ taskId: 't1' });
  await userEvent.click(await button('Show this buyer again'));
  expect(await button('Hide this buyer')).toHaveFocus();
  expect(screen.queryByText('Hidden from your lists')).toBeNull();
  expect(sent('DELETE /blocks/{id}')[0]?.params).toEqual({ id: 'b1' });
});

it('the page of a task says that its buyer is hidden', async () => {
  open('workerTaskList/t1', { 'GET /tasks/{id}': aTask({ _id: 't1', buyerBlock: 'b1' }) });
  expect(await button('Show this buyer again')).toBeVisible();
});

it('an own task hides nothing', async () => {
  open('workerTaskList/t1', { 'GET /tasks/{id}': aTask({ _id: 't1' }) }, 'bo@example.com');
  await screen.findByText(/You posted this task/);
  expect(screen.queryByRole('button', { name: 'Hide this buyer' })).toBeNull();
});

it('hidden buyers are listed and can be shown again', async () => {
  const app = open('hiddenBuyers', { 'GET /blocks': [BLOCK] });
  const row = (await screen.findByText('Bo Buyer')).closest('tr') as HTMLElement;
  expect(row).toHaveTextContent('Type receipts');
  app.answer({ 'GET /blocks': [] });
  await userEvent.click(within(row).getByRole('button', { name: 'Show again: Bo Buyer' }));
  await waitFor(() => expect(screen.getByText('No hidden buyers')).toBeVisible());
});
