import { aTask, renderApp, takeNotice } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const PATH = '/dashboard/workerTaskList';
const title = () => screen.getByRole('heading', { level: 1 });
const card = (name: string) => screen.getByRole('article', { name });

describe('the task list', () => {
  it('shows the open tasks as cards', async () => {
    const tasks = [aTask({ _id: 't1', taskTitle: 'Label photos', payableAmount: 12 }), aTask()];
    const app = renderApp(remote, { path: PATH, answers: { 'GET /tasks': tasks } });
    expect(await screen.findByRole('heading', { name: 'Total Available Task: 2' })).toBeVisible();
    const text = card('Label photos');
    for (const part of ['Buyer Name', 'Bo Buyer', 'Completion Date', '31-1-2027', 'Payable Amount', '12'])
      expect(text).toHaveTextContent(part);
    expect(text).toHaveTextContent(/Required Workers\s*5/);
    expect(within(text).getByRole('link', { name: 'View Details' })).toHaveAttribute('href', `${PATH}/t1`);
    expect(app.calls[0]?.query).toMatchObject({ open: '1', sort: 'newest', limit: '12', offset: '0' });
  });

  it('searches after a pause in typing, and keeps the search in the URL', async () => {
    const app = renderApp(remote, { path: PATH, answers: { 'GET /tasks': [aTask()] } });
    await userEvent.type(await screen.findByLabelText('Search tasks'), 'receipt');
    await waitFor(() => expect(app.path()).toBe(`${PATH}?q=receipt`));
    await waitFor(() => expect(app.calls.at(-1)?.query.q).toBe('receipt'));
    const searches = app.calls.filter(({ query }) => query.q !== undefined);
    expect(searches).toHaveLength(1);
  });

  it('sorts by pay and by completion', async () => {
    const app = renderApp(remote, { path: PATH, answers: { 'GET /tasks': [aTask()] } });
    await screen.findByRole('article');
    await userEvent.click(screen.getByRole('radio', { name: 'Highest pay' }));
    await waitFor(() => expect(app.calls.at(-1)?.query.sort).toBe('pay'));
    await userEvent.click(screen.getByRole('radio', { name: 'Most time' }));
    await waitFor(() => expect(app.calls.at(-1)?.query.sort).toBe('completion'));
    expect(app.path()).toBe(`${PATH}?sort=completion`);
  });

  it('pages, and opens the page of the URL', async () => {
    const answers = {
      'GET /tasks': ({ query }: { query: Record<string, string> }) => ({
        rows: [aTask({ taskTitle: `From ${query.offset}` })],
        total: 25,
      }),
    };
    const app = renderApp(remote, { path: `${PATH}?page=2`, answers });
    expect(await screen.findByRole('article', { name: 'From 12' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(await screen.findByRole('article', { name: 'From 24' })).toBeVisible();
    expect(app.path()).toBe(`${PATH}?page=3`);
  });

  it('marks a task that fills up in place, and no longer counts it', async () => {
    const tasks = [aTask({ _id: 't1', taskTitle: 'Label photos' }), aTask({ _id: 't2' })];
    renderApp(remote, { path: PATH, answers: { 'GET /tasks': tasks } });
    await screen.findByRole('article', { name: 'Label photos' });
    const sendPlaces = (open: number, version: number) =>
      act(() => takeNotice('task', { id: 't1', change: 'places', open, status: 'onProgress', version }));
    sendPlaces(4, 1);
    await waitFor(() => expect(card('Label photos')).toHaveTextContent(/Required Workers\s*4/));
    sendPlaces(0, 2);
    await waitFor(() => expect(card('Label photos')).toHaveTextContent('All places taken'));
    expect(title()).toHaveTextContent('Total Available Task: 1');
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('marks a closed task in place, and moves no other card', async () => {
    const tasks = ['one', 'two', 'three'].map((name) => aTask({ _id: name, taskTitle: name }));
    renderApp(remote, { path: PATH, answers: { 'GET /tasks': tasks } });
    await screen.findByRole('article', { name: 'two' });
    act(() => takeNotice('task', { id: 'two', change: 'deleted' }));
    await waitFor(() => expect(card('two')).toHaveTextContent('Closed by the buyer'));
    expect(title()).toHaveTextContent('Total Available Task: 2');
    const names = screen.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
    expect(names).toEqual(['one', 'two', 'three']);
  });

  it('shows new tasks only after a click', async () => {
    const app = renderApp(remote, { path: PATH, answers: { 'GET /tasks': [aTask({ taskTitle: 'old' })] } });
    await screen.findByRole('article', { name: 'old' });
    app.answer({ 'GET /tasks': [aTask({ taskTitle: 'new' }), aTask({ taskTitle: 'old' })] });
    act(() => takeNotice('task', { id: 'new', change: 'published' }));
    const button = await screen.findByRole('button', { name: '1 new task' });
    expect(screen.queryByRole('article', { name: 'new' })).toBeNull();
    await userEvent.click(button);
    expect(await screen.findByRole('article', { name: 'new' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 new task' })).toBeNull());
  });

  it('offers all tasks when the search finds none', async () => {
    const answers = {
      'GET /tasks': ({ query }: { query: Record<string, string> }) => (query.q ? [] : [aTask()]),
    };
    renderApp(remote, { path: `${PATH}?q=nothing`, answers });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all tasks' }));
    expect(await screen.findByRole('article')).toBeVisible();
    expect(screen.getByLabelText('Search tasks')).toHaveValue('');
  });
});
