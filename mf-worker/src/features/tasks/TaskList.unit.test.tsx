import { aTask, later, renderApp, takeNotice } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const PATH = '/dashboard/workerTaskList';
const title = () => screen.getByRole('heading', { level: 1 });
const lists = ({ calls }: ReturnType<typeof renderApp>) => calls.filter(({ route }) => route === 'GET /tasks');
const card = (name: string) => screen.getByRole('article', { name });

describe('the task list', () => {
  beforeEach(() => localStorage.clear());

  it('shows the open tasks as cards', async () => {
    const tasks = [aTask({ _id: 't1', taskTitle: 'Label photos', payableAmount: 12 }), aTask()];
    const app = renderApp(remote, { path: PATH, answers: { 'GET /tasks': tasks } });
    expect(await screen.findByRole('heading', { name: 'Total Available Task: 2' })).toBeVisible();
    const text = await screen.findByRole('article', { name: 'Label photos' });
    for (const part of ['Buyer Name', 'Bo Buyer', 'Completion Date', '31-1-2027', 'Payable Amount'])
      expect(text).toHaveTextContent(part);
    expect(text).toHaveTextContent('12 coins · $0.60');
    expect(text).toHaveTextContent(/Required Workers\s*5/);
    expect(within(text).getByRole('link', { name: 'View Details' })).toHaveAttribute('href', `${PATH}/t1`);
    const list = app.calls.find(({ route }) => route === 'GET /tasks');
    expect(list?.query).toMatchObject({ open: '1', sort: 'newest', limit: '12', offset: '0' });
  });

  it.each([
    [1, 'Batch · 3 coins a row · 1,204 left'],
    [5, 'Batch · 3 coins for 5 rows · 1,204 left'],
  ])('says what a page of %i rows of a batch pays, and how many are left', async (rowsPerPage, pay) => {
    const pace = { medianSeconds: 40, coinsPerHour: 270 };
    const batch = { rows: 6020, pages: 1204, rowsPerPage, overlap: { max: 1 }, pace };
    const buyerStats = {
      posted: 3,
      decided: 10,
      approved: 9,
      unexplained: 0,
      overturned: 1,
      checkedWorkers: 31,
      stoppedWorkers: 2,
    };
    const task = aTask({
      taskTitle: 'Label',
      payableAmount: 3,
      requiredWorkers: 1204,
      submitted: true,
      batch,
      buyerStats,
    });
    renderApp(remote, { path: PATH, answers: { 'GET /tasks': [task] } });
    expect(await screen.findByRole('article', { name: 'Label' })).toHaveTextContent(pay);
    expect(card('Label')).not.toHaveTextContent('Already submitted');
    expect(card('Label')).toHaveTextContent('about 40 s a page · $13.50 an hour');
    expect(card('Label')).toHaveTextContent(
      '1 of 10 rejected · 1 of 2 rejections overturned on appeal · checks stopped 2 of 31 workers',
    );
  });

  it('tells before who may not submit, and how the buyer decides', async () => {
    const buyerStats = { posted: 3, decided: 10, approved: 9, unexplained: 0, overturned: 0, reviewHours: 168 };
    const tasks = [aTask({ taskTitle: 'Hard', minApprovalRate: 95, buyerStats }), aTask({ taskTitle: 'Easy' })];
    const worker = { submissions: 9, pending: 0, approved: 9, earned: 9, reviewed: { approved: 9, decided: 10 } };
    renderApp(remote, { path: PATH, answers: { 'GET /tasks': tasks, 'GET /totals': { worker } } });
    await screen.findByRole('article', { name: 'Hard' });
    await waitFor(() => expect(card('Hard')).toHaveTextContent('This task needs a 95% approval rate. Yours is 90%.'));
    expect(card('Hard')).toHaveTextContent('approves 90% of work · usually decides within 7 days · 3 tasks posted');
    expect(card('Easy')).not.toHaveTextContent('You need');
  });

  it('says how many days are left, and what is handed in', async () => {
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const tasks = [
      aTask({ taskTitle: 'Past', completionDate: dayIn(-1) }),
      aTask({ taskTitle: 'Today', completionDate: dayIn(0), submitted: true, requiredWorkers: 0 }),
      aTask({ taskTitle: 'Tomorrow', completionDate: dayIn(1) }),
      aTask({ taskTitle: 'Later', completionDate: dayIn(20) }),
    ];
    renderApp(remote, { path: PATH, answers: { 'GET /tasks': tasks } });
    await screen.findByRole('article', { name: 'Past' });
    expect(card('Past')).toHaveTextContent('past due');
    expect(card('Today')).toHaveTextContent('last day');
    expect(card('Today')).toHaveTextContent('Already submitted');
    expect(card('Today')).not.toHaveTextContent('All places taken');
    expect(card('Tomorrow')).toHaveTextContent('1 day left');
    expect(card('Later')).toHaveTextContent('20 days left');
  });

  it('filters by pay, done and closing, and offers all tasks when none match', async () => {
    const answers = {
      'GET /tasks': ({ query }: { query: Record<string, string> }) => (query.closing ? [] : [aTask()]),
    };
    const app = renderApp(remote, { path: `${PATH}?page=2`, answers });
    await screen.findByRole('article');
    await userEvent.selectOptions(screen.getByLabelText('Minimum pay'), 'From 50 coins');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Hide submitted' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'At least $3 an hour' }));
    const filters = { minPay: '50', minHourly: '60', fresh: '1', offset: '0' };
    await waitFor(() => expect(lists(app).at(-1)?.query).toMatchObject(filters));
    expect(app.path()).toBe(`${PATH}?pay=50&fresh=1&hourly=1`);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Closing soon' }));
    expect(await screen.findByText('No open tasks match')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all tasks' }));
    expect(await screen.findByRole('article')).toBeVisible();
    expect(app.path()).toBe(PATH);
    expect(screen.getByRole('checkbox', { name: 'Closing soon' })).not.toBeChecked();
  });

  it('ignores filters that the address makes up', async () => {
    const app = renderApp(remote, { path: `${PATH}?pay=7&fresh=x`, answers: { 'GET /tasks': [aTask()] } });
    await screen.findByRole('article');
    for (const name of ['minPay', 'fresh']) expect(lists(app)[0]?.query).not.toHaveProperty(name);
  });

  it('shows rows when they are chosen, and remembers it', async () => {
    const buyerStats = { posted: 3, decided: 10, approved: 9, unexplained: 0, overturned: 0, reviewHours: 24 };
    const tasks = [aTask({ _id: 't1', taskTitle: 'Label photos', payableAmount: 12, buyerStats, submitted: true })];
    const app = renderApp(remote, { path: PATH, answers: { 'GET /tasks': tasks } });
    await screen.findByRole('article');
    await userEvent.click(screen.getByRole('radio', { name: 'Rows' }));
    app.unmount();
    renderApp(remote, { path: PATH, answers: { 'GET /tasks': tasks } });
    await screen.findByRole('article');
    expect(screen.getByRole('radio', { name: 'Rows' })).toBeChecked();
    for (const part of ['12 coins · $0.60', '5 places', 'Already submitted', 'Bo Buyer · approves 90% of work'])
      expect(card('Label photos')).toHaveTextContent(part);
    expect(card('Label photos')).not.toHaveTextContent('Payable Amount');
    expect(within(card('Label photos')).getByRole('link', { name: 'View Details' })).toHaveAttribute(
      'href',
      `${PATH}/t1`,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Cards' }));
    expect(card('Label photos')).toHaveTextContent('Payable Amount');
  });

  it('shows only rows on a phone', async () => {
    const list = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
    window.matchMedia = jest.fn().mockReturnValue(list);
    renderApp(remote, { path: PATH, answers: { 'GET /tasks': [aTask()] } });
    expect(await screen.findByRole('article')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'Rows' })).toBeNull();
    expect(screen.getByRole('article')).not.toHaveTextContent('Payable Amount');
    Reflect.deleteProperty(window, 'matchMedia');
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
    await userEvent.click(screen.getByRole('radio', { name: 'Latest due date' }));
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
    const scroll = jest.spyOn(window, 'scrollTo').mockReturnValue();
    const app = renderApp(remote, { path: `${PATH}?page=2`, answers });
    expect(await screen.findByRole('article', { name: 'From 12' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(await screen.findByRole('article', { name: 'From 24' })).toBeVisible();
    expect(scroll).toHaveBeenLastCalledWith(0, 0);
    expect(title()).toHaveFocus();
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

  it('marks a task of which a place is kept for the worker, and names it above the list, both at once', async () => {
    const expiresAt = new Date(Date.now() + 3 * 3_600_000 + 60_000).toISOString();
    const reservation = { _id: 'r1', taskId: 't1', taskTitle: 'Label photos', payableAmount: 5, expiresAt };
    const answers = {
      'GET /tasks': [aTask({ _id: 't1', taskTitle: 'Label photos' }), aTask({ _id: 't2' })],
      'GET /reservations': later(100, [reservation]),
    };
    renderApp(remote, { path: PATH, answers });
    await screen.findByRole('article', { name: 'Label photos' });
    expect(card('Label photos')).toHaveTextContent('Place held');
    const link = screen.getByRole('link', { name: 'Submit your work' });
    expect(link).toHaveAttribute('href', '/dashboard/workerTaskList/t1');
    expect(link).toHaveAccessibleDescription('Your place in Label photos is held for 3 more hours.');
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
    const answers = { 'GET /tasks': ({ query }: { query: Record<string, string> }) => (query.q ? [] : [aTask()]) };
    renderApp(remote, { path: `${PATH}?q=nothing`, answers });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all tasks' }));
    expect(await screen.findByRole('article')).toBeVisible();
    expect(screen.getByLabelText('Search tasks')).toHaveValue('');
  });
});
