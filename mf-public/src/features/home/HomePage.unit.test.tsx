import type { PublicUser } from '@piecework/contracts';
import { aTask, networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { topEarners } from './TopEarners';

type Answers = NonNullable<Parameters<typeof renderApp>[1]>['answers'];

const anEarner = (userName: string, userAvailableCoin?: number): PublicUser => ({
  _id: userName,
  userName,
  userPhotoURL: '',
  userRole: 'worker',
  ...(userAvailableCoin !== undefined && { userAvailableCoin }),
});
const TASKS = ['Count oat milk', 'Read a postcard', 'Draw boxes round cats'].map((taskTitle, index) =>
  aTask({ taskTitle, taskDetail: `${taskTitle}, please.`, payableAmount: 10 + index }),
);
const FULL: Answers = {
  'GET /tasks': TASKS,
  'GET /users': [anEarner('Farhana', 656), anEarner('Mateo', 277)],
  'GET /testimonials': [{ _id: 't1', userPhoto: '', quote: 'It bought the good coffee.', userName: 'Elena' }],
};

const open = async (answers: Answers = FULL, user: Parameters<typeof renderApp>[1] = { user: null }) => {
  const app = renderApp(remote, { path: '/', answers, ...user });
  await screen.findByRole('heading', { name: 'VIP Membership' });
  // Flushes pending answers.
  await act(async () => undefined);
  return app;
};
const section = (name: string) => within(screen.getByRole('region', { name }));
const hero = async () => within(await screen.findByRole('region', { name: 'Newest tasks', busy: false }));

describe('the landing intro', () => {
  it('renders the headline and two role links without any request', async () => {
    const { calls } = renderApp(remote, { path: '/', user: null });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Piecework turns big jobs into small tasks, and every task pays.',
    );
    const links = within(screen.getByRole('region', { name: 'What Piecework is' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/register?role=worker', '/register?role=buyer']);
    expect(links[0]).toHaveTextContent('Earn coins');
    expect(links[1]).toHaveTextContent('Get work done');
    expect(calls).toHaveLength(0);
    await screen.findByRole('heading', { name: 'VIP Membership' });
  });

  it.each([
    ['worker', 'Find a task', 'workerTaskList'],
    ['buyer', 'Post a task', 'buyerAddTask'],
    ['admin', 'Manage tasks', 'manageTask'],
  ] as const)('offers a signed-in %s no sign-up, but their work', async (userRole, name, path) => {
    await open(FULL, { user: { userRole } });
    const intro = section('What Piecework is');
    expect(intro.getByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', `/dashboard/${path}`);
    expect(intro.getByRole('link', { name: /Your dashboard/ })).toHaveAttribute('href', '/dashboard');
    expect(intro.getAllByRole('link')).toHaveLength(2);
    expect(intro.queryByText(/You start with/)).toBeNull();
    expect(document.querySelector('a[href*="register"]')).toBeNull();
  });
});

describe('the sections', () => {
  it('have the order of P-10.1', async () => {
    await open();
    await screen.findByText('It bought the good coffee.');
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles.filter((title) => !TASKS.some(({ taskTitle }) => taskTitle === title))).toEqual([
      'Top earned worker',
      'testimonial',
      'Featured Tasks',
      'Q/A',
      'VIP Membership',
    ]);
  });

  it('request each list once', async () => {
    const { calls } = await open();
    await screen.findByText('It bought the good coffee.');
    const requests = calls.map(({ route, query }) => `${route} ${new URLSearchParams(query)}`);
    expect(requests.sort()).toEqual([
      'GET /tasks open=1&limit=3',
      'GET /tasks open=1&sort=pay&limit=6',
      'GET /testimonials ',
      'GET /users role=worker&sort=coins&limit=6',
    ]);
  });
});

describe('the hero', () => {
  it('shows title and detail of the first three tasks', async () => {
    await open({ ...FULL, 'GET /tasks': [...TASKS, aTask({ taskTitle: 'A fourth' })] });
    expect(await (await hero()).findByText('Count oat milk')).toBeInTheDocument();
    expect((await hero()).getByText('Count oat milk, please.')).toBeInTheDocument();
    expect((await hero()).getByText('Draw boxes round cats')).toBeInTheDocument();
    expect((await hero()).queryByText('A fourth')).toBeNull();
  });

  it('has buttons for previous, next and pause', async () => {
    await open();
    expect(await (await hero()).findByRole('button', { name: 'Pause' })).toBeVisible();
    expect((await hero()).getByRole('button', { name: 'Next slide' })).toBeVisible();
    expect((await hero()).getByRole('button', { name: 'Previous slide' })).toBeVisible();
  });

  it('shows an empty state when there are no tasks', async () => {
    await open({ ...FULL, 'GET /tasks': [] });
    expect(await screen.findByText('Be the first to post')).toBeVisible();
    expect(await screen.findByText('No open tasks right now')).toBeVisible();
  });

  it('can be reloaded after a failure', async () => {
    const app = await open({ ...FULL, 'GET /tasks': problem(400, 'broken', 'The tasks are unavailable.') });
    const [retry] = await screen.findAllByRole('button', { name: 'Try again' });
    app.answer({ 'GET /tasks': TASKS });
    if (retry) await userEvent.click(retry);
    expect(await (await hero()).findByText('Count oat milk')).toBeInTheDocument();
  });

  it('renders a title as text, not as HTML', async () => {
    await open({ ...FULL, 'GET /tasks': [aTask({ taskTitle: '<img onerror=alert(1)>' })] });
    expect(await (await hero()).findByText('<img onerror=alert(1)>')).toBeInTheDocument();
  });
});

describe('the top earners', () => {
  it('show name and coins, 0 when the field is missing', async () => {
    await open({ ...FULL, 'GET /users': [anEarner('Farhana', 1656), anEarner('Priya')] });
    const earners = section('Top earned worker');
    expect(await earners.findByText('Farhana')).toBeInTheDocument();
    expect(earners.getByText(/1,656/)).toBeInTheDocument();
    expect(earners.getByText(/^0/)).toBeInTheDocument();
  });

  it('are the six workers with the most coins, also in the answer for an admin', () => {
    const users: PublicUser[] = [
      { ...anEarner('Admin', 9000), userRole: 'admin' },
      ...[10, 70, 30, 50, 20, 60, 40].map((coins) => anEarner(`w${coins}`, coins)),
    ];
    expect(topEarners(users).map(({ userName }) => userName)).toEqual(['w70', 'w60', 'w50', 'w40', 'w30', 'w20']);
  });

  it('have an empty state and a failure state', async () => {
    const app = await open({ ...FULL, 'GET /users': [] });
    expect(await screen.findByText('No top earners yet')).toBeVisible();
    app.unmount();
    await open({ ...FULL, 'GET /users': problem(400, 'x', 'Not now.') });
    expect(await section('Top earned worker').findByText('Not now.')).toBeVisible();
  });
});

describe('the testimonials', () => {
  it('have a title and a subtitle', async () => {
    await open();
    expect(section('testimonial').getByText('---What Our Clients Say---')).toBeVisible();
    expect(await section('testimonial').findByText('Elena')).toBeInTheDocument();
  });

  it('have an empty state and a failure state', async () => {
    const app = await open({ ...FULL, 'GET /testimonials': [] });
    expect(await screen.findByText('No testimonials yet')).toBeVisible();
    app.unmount();
    await open({ ...FULL, 'GET /testimonials': networkFailure() });
    expect(await screen.findByText('The testimonials couldn’t be loaded')).toBeVisible();
  });
});

describe('the featured tasks', () => {
  const cards = () => section('Featured Tasks');

  it('show buyer, date, pay and places, and link to the task', async () => {
    const task = aTask({
      taskTitle: 'Taste soup',
      buyerName: 'Nora',
      completionDate: '2027-03-01',
      payableAmount: 1200,
      requiredWorkers: 7,
    });
    await open({ ...FULL, 'GET /tasks': [task] });
    expect(await cards().findByRole('heading', { name: 'Taste soup' })).toBeVisible();
    const fact = (label: string) => cards().getByText(label).nextElementSibling;
    expect(fact('Buyer Name')).toHaveTextContent('Nora');
    expect(fact('Completion Date')).toHaveTextContent('1-3-2027');
    expect(fact('Payable Amount')).toHaveTextContent('1,200');
    expect(fact('Required Workers')).toHaveTextContent('7');
    const link = cards().getByRole('link', { name: 'View Details: Taste soup' });
    expect(link).toHaveAttribute('href', `/task/${task._id}`);
    expect(link).toHaveTextContent('View Details');
  });

  it('link a worker to the page for workers, other users to the public one', async () => {
    const [task = aTask()] = TASKS;
    const href = async () => (await cards().findAllByRole('link', { name: /^View Details/ }))[0]?.getAttribute('href');
    const app = await open(FULL, {});
    expect(await href()).toBe(`/dashboard/workerTaskList/${task._id}`);
    app.unmount();
    await open(FULL, { user: { userRole: 'buyer' } });
    expect(await href()).toBe(`/task/${task._id}`);
  });

  it('omit tasks without open places', async () => {
    await open({
      ...FULL,
      'GET /tasks': [aTask({ taskTitle: 'Full', requiredWorkers: 0 }), aTask({ taskTitle: 'Open' })],
    });
    expect(await cards().findByRole('heading', { name: 'Open' })).toBeVisible();
    expect(cards().queryByRole('heading', { name: 'Full' })).toBeNull();
  });
});

describe('the VIP cards', () => {
  const card = (name: string) => within(screen.getByRole('heading', { name }).closest('article') as HTMLElement);

  it('show Yearly at 99.99 per Year', async () => {
    await open();
    expect(card('Yearly').getByText(/99\.99/)).toBeVisible();
    expect(card('Yearly').getByText(/per Year/)).toBeVisible();
    expect(card('Yearly').getAllByRole('listitem')).toHaveLength(6);
    expect(card('Yearly').getByText('A 7% bonus on every completed task')).toBeVisible();
  });

  it('label Monthly per Year too (P-10.6)', async () => {
    await open();
    expect(card('Monthly').getByText(/500/)).toBeVisible();
    expect(card('Monthly').getByText(/per Year/)).toBeVisible();
    expect(card('Monthly').queryByText(/per Month/i)).toBeNull();
    expect(card('Monthly').getByText('A 5% bonus on every completed task')).toBeVisible();
  });

  it('link Subscribe Now to the home', async () => {
    await open();
    const links = screen.getAllByRole('link', { name: 'Subscribe Now' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/']);
  });
});
