import { aTask, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const TASK = aTask({ _id: 't1', taskTitle: 'Label photos' });
const open = (rows: unknown = [TASK], path = '/tasks', user: 'worker' | null = null) =>
  renderApp(remote, { path, user: user && ({ userRole: user } as never), answers: { 'GET /tasks': rows as never } });
const lastQuery = ({ calls }: ReturnType<typeof open>) =>
  calls.filter(({ route }) => route === 'GET /tasks').at(-1)?.query;

it('lists the open tasks for a visitor, each with a link to its public page', async () => {
  const app = open();
  const link = await screen.findByRole('link', { name: 'View Details: Label photos' });
  expect(link).toHaveAttribute('href', '/task/t1');
  expect(screen.getByText('1 task is open right now.')).toBeVisible();
  expect(lastQuery(app)).toEqual({ open: '1', sort: 'newest', limit: '12', offset: '0' });
});

it('leads a worker to the task in the dashboard', async () => {
  open([TASK], '/tasks', 'worker');
  expect(await screen.findByRole('link', { name: 'View Details: Label photos' })).toHaveAttribute(
    'href',
    '/dashboard/workerTaskList/t1',
  );
});

it('searches, sorts and filters by its address', async () => {
  const app = open();
  await userEvent.type(await screen.findByLabelText('Search tasks'), 'photo');
  await userEvent.click(screen.getByLabelText('Highest pay'));
  await userEvent.selectOptions(screen.getByLabelText('Minimum pay'), '25');
  await userEvent.click(screen.getByLabelText('Closing soon'));
  await waitFor(() =>
    expect(lastQuery(app)).toEqual({
      open: '1',
      sort: 'pay',
      limit: '12',
      offset: '0',
      q: 'photo',
      minPay: '25',
      closing: '1',
    }),
  );
  expect(screen.getByText('1 task found.')).toBeVisible();
  expect(screen.queryByLabelText('Hide submitted')).toBeNull();
});

it('shows all tasks again when none matches', async () => {
  const app = open([], '/tasks?q=zebra&page=1');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all tasks' }));
  await waitFor(() => expect(lastQuery(app)).not.toHaveProperty('q'));
  expect(await screen.findByText('No open tasks right now')).toBeVisible();
});

it('can be retried after a failure', async () => {
  const app = open(problem(404, 'gone', 'A part is not responding.'));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  app.answer({ 'GET /tasks': [TASK] });
  await userEvent.click(retry);
  expect(await screen.findByText('Label photos')).toBeVisible();
});
