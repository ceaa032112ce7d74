import { returnPath } from '@piecework/web-kit';
import { aTask, later, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Options = NonNullable<Parameters<typeof renderApp>[1]>;

const { buyerEmail: _, ...TASK } = aTask({
  _id: 't1',
  taskTitle: 'Label photos',
  taskDetail: 'See https://example.com/photos',
  payableAmount: 15,
  requiredWorkers: 4,
});
const WORK = '/dashboard/workerTaskList/t1';

const open = async (changes: Options & { task?: unknown } = {}) => {
  const { task = TASK, ...options } = changes;
  const app = renderApp(remote, {
    path: '/task/t1',
    pattern: '/task/:id',
    user: null,
    answers: { 'GET /tasks/{id}': task },
    ...options,
  });
  await screen.findByRole('heading', { level: 1 });
  return app;
};
const link = (name: string) => screen.findByRole('link', { name });

beforeEach(() => sessionStorage.clear());

it('shows a task to a visitor, who registers to do it', async () => {
  const app = await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Label photos' })).toBeVisible();
  expect(document.title).toBe('Label photos · Piecework');
  const summary = screen.getByRole('region', { name: 'Task summary' });
  for (const text of ['15', '$0.75', '4', '31-1-2027', 'Bo Buyer']) expect(summary).toHaveTextContent(text);
  expect(summary.textContent).not.toContain('@');
  expect(screen.getByRole('link', { name: /example\.com\/photos/ })).toBeVisible();
  await userEvent.click(await link('Register to do this task'));
  expect(app.path()).toBe('/register?role=worker');
  expect(returnPath()).toBe(WORK);
});

it('leads a member to the login, and then to the task', async () => {
  const app = await open();
  await userEvent.click(await link('Login'));
  expect(app.path()).toBe('/login');
  expect(returnPath()).toBe(WORK);
});

it('says that all places are taken', async () => {
  await open({ task: { ...TASK, requiredWorkers: 0 } });
  expect(await screen.findByText('All places taken')).toBeVisible();
  expect(await link('Register to do tasks like this')).toBeVisible();
});

it('leads a worker to the page for workers', async () => {
  await open({ user: {} });
  expect(await link('Do this task')).toHaveAttribute('href', WORK);
  expect(screen.queryByText(/Register/)).toBeNull();
});

it('leads its buyer to its results, and tells others who does tasks', async () => {
  const task = { ...TASK, buyerEmail: 'bo@example.com' };
  const app = await open({ task, user: { userRole: 'buyer', userEmail: 'bo@example.com' } });
  expect(await link('View results')).toHaveAttribute('href', '/dashboard/buyerTask/t1');
  app.unmount();
  await open({ task, user: { userRole: 'admin' } });
  expect(await screen.findByText('Only workers can do tasks. You’re signed in as an admin.')).toBeVisible();
});

it('has a loading, a gone and a failure state', async () => {
  const loading = await open({ task: later(60_000, TASK) });
  expect(screen.getAllByText('Loading')[0]).toBeInTheDocument();
  loading.unmount();
  const gone = await open({ task: problem(404, 'not-found', 'No such task.') });
  expect(await screen.findByText('This task is no longer available')).toBeVisible();
  gone.unmount();
  const app = await open({ task: networkFailure() });
  expect(await screen.findByText('The task couldn’t be loaded')).toBeVisible();
  app.answer({ 'GET /tasks/{id}': TASK });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Label photos' })).toBeVisible();
});
