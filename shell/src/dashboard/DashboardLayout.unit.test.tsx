import type { RemoteModule } from '@piecework/web-kit';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fake } from '../testing/fake-areas';
import { openApp } from '../testing/open-app';

jest.mock('../areas', () => require('../testing/fake-areas'));
jest.mock('../remotes', () => require('../testing/fake-remotes'));

const bar = () => within(screen.getByRole('navigation', { name: 'Pages' }));
/** jsdom does not apply media queries: both menus are rendered. */
const side = () => within(screen.getByLabelText('Worker menu'));
const HIDDEN = { hidden: true } as const;

it("lists the pages of the role's remote: full labels in the side menu, short ones in the bottom bar", async () => {
  await openApp('/dashboard/workerTaskList/t1');
  await screen.findByText('Area mf_worker');
  const names = side()
    .getAllByRole('listitem', HIDDEN)
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Home', 'TaskList', 'My Submissions', 'Withdrawals']);
  expect(bar().getByText('Tasks')).toBeInTheDocument();
  const current = bar().getByRole('link', { current: 'page' });
  expect(current).toHaveAttribute('href', '/dashboard/workerTaskList');
});

it('limits the bottom bar to five items', async () => {
  const many = Array.from(
    { length: 7 },
    (_, i) => ({ label: `Page ${i}`, to: 'workerHome', icon: 'home' }) as const,
  );
  const module: RemoteModule<'mf_worker'> = {
    contract: 1,
    name: 'mf_worker',
    version: '1',
    menu: many.map((item, i) => ({
      ...item,
      to: (['workerHome', 'workerTaskList'] as const)[i % 2] ?? 'workerHome',
    })),
    routes: [],
  };
  jest.spyOn(console, 'error').mockImplementation();
  fake.states.set('mf_worker', { status: 'ready', module });
  await openApp('/dashboard/workerHome');
  await screen.findByText('Area mf_worker');
  expect(bar().getAllByRole('link')).toHaveLength(5);
  jest.restoreAllMocks();
});

it('shows a skeleton of the menu while the remote loads', async () => {
  fake.states.set('mf_worker', { status: 'loading' });
  await openApp('/dashboard/statement');
  expect(await screen.findByRole('heading', { name: /Coin statement/ })).toBeInTheDocument();
  expect(side().getByText('Loading')).toBeInTheDocument();
});

it('keeps the shell usable and offers a retry when the remote fails to load', async () => {
  fake.states.set('mf_worker', { status: 'failed' });
  await openApp('/dashboard/statement');
  expect(await screen.findByRole('heading', { name: /Coin statement/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Wanda Worker.*account$/ })).toBeInTheDocument();
  await userEvent.click(side().getByRole('button', { name: 'Try loading the menu again', ...HIDDEN }));
  expect(fake.retry).toHaveBeenCalled();
});

it('lists the coin statement page by page', async () => {
  const rows = [
    { _id: '1', transfer: 't1', kind: 'settle', amount: 70, balance: 956, time: '2026-11-21T03:35:00.000Z' },
    {
      _id: '2',
      transfer: 't2',
      kind: 'payout',
      amount: -300,
      balance: 886,
      time: '2026-11-20T03:35:00.000Z',
    },
  ];
  const { calls } = await openApp('/dashboard/statement', {
    answers: { 'GET /statement': { rows, total: 41 } },
  });
  const settled = await screen.findByRole('row', { name: /Work approved/ });
  expect(settled).toHaveTextContent('21-11-2026');
  expect(settled).toHaveTextContent('+70');
  expect(screen.getByRole('row', { name: /Withdrawal paid out/ })).toHaveTextContent('−300');
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(location.search).toBe('?page=3');
  const asked = calls.filter(({ route }) => route === 'GET /statement').map(({ query }) => query.offset);
  expect(asked).toEqual(['0', '40']);
  await act(async () => {});
});
