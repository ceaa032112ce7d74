import { QueryClientProvider } from '@piecework/web-kit/query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { aTask, aUser, createFakeGateway, fakeFetch } from '../../testing';
import { tokenOf } from '../../testing/identity-server';
import { setGateway } from '../api/gateway';
import { queryClient, queryKey } from '../queries/queries';
import { useSession } from '../session/session-state';
import { refreshAll, takeNotice, watchPage } from './apply-notice';
import { onLive } from './live-notices';
import { useNewTasks } from './new-tasks';

const gateway = createFakeGateway({});
let stop: () => void;
const task = aTask({ _id: 't1', requiredWorkers: 5, taskStatus: 'pending' });
const LIST = queryKey('GET /tasks', { query: { limit: 12 } });
const ONE = queryKey('GET /tasks/{id}', { params: { id: 't1' } });

beforeEach(() => {
  jest.useFakeTimers();
  setGateway('http://gateway.test');
  Object.assign(globalThis, { fetch: fakeFetch(gateway) });
  gateway.calls.length = 0;
  localStorage.setItem('access-token', tokenOf('wanda@example.com'));
  queryClient.clear();
  queryClient.setQueryData(LIST, { rows: [task, aTask({ _id: 't2' })], total: 30 });
  queryClient.setQueryData(ONE, task);
  useSession.setState({ status: 'signed-in', user: aUser({ userAvailableCoin: 100 }) });
  stop = watchPage();
});
afterEach(() => {
  stop();
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

interface List {
  rows: (typeof task)[];
  total: number;
}
const list = () => queryClient.getQueryData<List>(LIST) as List;
const coins = () => useSession.getState().user?.userAvailableCoin;
const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
const places = (open: number, version: number) =>
  takeNotice('task', { id: 't1', change: 'places', open, status: 'onProgress', version });

describe('places', () => {
  it('change in place, in the list and in the single task', () => {
    places(4, 1);
    expect(list().rows[0]).toMatchObject({ _id: 't1', requiredWorkers: 4, taskStatus: 'onProgress' });
    expect(queryClient.getQueryData(ONE)).toMatchObject({ requiredWorkers: 4 });
    expect(list().rows.map(({ _id }) => _id)).toEqual(['t1', 't2']);
    expect(gateway.calls).toEqual([]);
  });

  it('leave a refetch that is due at the next mount', () => {
    void queryClient.invalidateQueries({ queryKey: LIST, refetchType: 'none' });
    places(4, 1);
    expect(list().rows[0]?.requiredWorkers).toBe(4);
    expect([isStale(LIST), isStale(ONE)]).toEqual([true, false]);
  });

  it('ignore an older version', () => {
    places(2, 7);
    places(4, 6);
    places(9, 7);
    expect(list().rows[0]?.requiredWorkers).toBe(2);
  });
});

describe('a notification notice', () => {
  const KEY = queryKey('GET /notifications', { query: { limit: 8 } });
  const unread = () => queryClient.getQueryData<{ unread: number }>(KEY)?.unread;

  it('sets the number at once, refetches the list, and ignores an older version', async () => {
    queryClient.setQueryData(KEY, { rows: [], total: 0, unread: 0 });
    const heard: number[] = [];
    const stopListening = onLive('notification', (data) => heard.push(data.unread));
    takeNotice('notification', { unread: 3, version: 4 });
    expect([unread(), heard]).toEqual([3, [3]]);
    takeNotice('notification', { unread: 1, version: 3 });
    expect([unread(), heard]).toEqual([3, [3]]);
    await jest.advanceTimersByTimeAsync(100);
    expect(isStale(KEY)).toBe(true);
    stopListening();
  });
});

describe('a task notice', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );

  it('counts a new task, and shows it on request', async () => {
    const { result } = renderHook(useNewTasks, { wrapper });
    act(() => {
      takeNotice('task', { id: 't9', change: 'published' });
      takeNotice('task', { id: 't8', change: 'published' });
    });
    expect(result.current.count).toBe(2);
    expect(isStale(LIST)).toBe(false);
    act(() => result.current.show());
    expect(result.current.count).toBe(0);
    await jest.advanceTimersByTimeAsync(100);
    expect(isStale(LIST)).toBe(true);
  });

  it("refetches the user's own list at once", () => {
    const own = queryKey('GET /tasks', { query: { mine: '1' } });
    queryClient.setQueryData(own, { rows: [], total: 0 });
    takeNotice('task', { id: 't9', change: 'published' });
    expect(isStale(own)).toBe(true);
    expect(isStale(LIST)).toBe(false);
  });

  it('refetches an edited task if it is cached', async () => {
    gateway.answer({ 'GET /tasks/{id}': { ...task, taskTitle: 'Another title' } });
    takeNotice('task', { id: 'unseen', change: 'edited' });
    takeNotice('task', { id: 't1', change: 'edited' });
    await jest.advanceTimersByTimeAsync(1100);
    expect(gateway.calls.map(({ params }) => params.id)).toEqual(['t1']);
    expect(list().rows[0]?.taskTitle).toBe('Another title');
  });

  it('refetches the lists with work on a raised task, and no others', async () => {
    gateway.answer({ 'GET /tasks/{id}': task });
    const [submissions, reservations] = [queryKey('GET /submissions'), queryKey('GET /reservations')];
    queryClient.setQueryData(submissions, { rows: [{ _id: 's1', taskId: 't1' }], total: 1 });
    queryClient.setQueryData(reservations, { rows: [{ _id: 'r1', taskId: 'other' }], total: 1 });
    takeNotice('task', { id: 't1', change: 'edited' });
    await jest.advanceTimersByTimeAsync(1100);
    expect(isStale(submissions)).toBe(false);
    takeNotice('task', { id: 't1', change: 'edited', raised: true });
    await jest.advanceTimersByTimeAsync(1100);
    expect([isStale(submissions), isStale(reservations)]).toEqual([true, false]);
  });

  it('is followed by one request at a time for a task, and by one more after notices during it', async () => {
    const fetchOne = jest.spyOn(globalThis, 'fetch');
    let answer = () => {};
    fetchOne.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(new Response(JSON.stringify(task)));
        }),
    );
    const edits = () => {
      for (let edit = 0; edit < 300; edit++) takeNotice('task', { id: 't1', change: 'edited' });
    };
    edits();
    await jest.advanceTimersByTimeAsync(1100);
    expect(fetchOne).toHaveBeenCalledTimes(1);
    edits();
    await jest.advanceTimersByTimeAsync(5000);
    expect(fetchOne).toHaveBeenCalledTimes(1);
    answer();
    await jest.advanceTimersByTimeAsync(1100);
    expect(fetchOne).toHaveBeenCalledTimes(2);
    answer();
    await jest.advanceTimersByTimeAsync(5000);
    expect(fetchOne).toHaveBeenCalledTimes(2);
  });

  it('removes a deleted task from the list', () => {
    takeNotice('task', { id: 't1', change: 'deleted' });
    expect(list()).toMatchObject({ total: 29, rows: [{ _id: 't2' }] });
  });

  it.each([
    ['worker', undefined, 29, false],
    ['buyer', { mine: '1' }, 30, true],
    ['admin', undefined, 30, true],
  ] as const)('on a closed task is followed by the list of a %s', (userRole, query, total, isReadAgain) => {
    const key = query ? queryKey('GET /tasks', { query }) : LIST;
    queryClient.setQueryData(key, list());
    useSession.setState({ user: aUser({ userRole }) });
    takeNotice('task', { id: 't1', change: 'closed' });
    expect(queryClient.getQueryData<List>(key)?.total).toBe(total);
    expect(isStale(key)).toBe(isReadAgain);
  });
});

describe('the balance', () => {
  it('follows the newest version', () => {
    takeNotice('balance', { balance: 90, version: 3, change: -10 });
    takeNotice('balance', { balance: 100, version: 2, change: 10 });
    expect(coins()).toBe(90);
  });

  it('notifies listeners once per version', () => {
    const received: number[] = [];
    const off = onLive('balance', ({ balance }) => received.push(balance));
    takeNotice('balance', { balance: 80, version: 5, change: -10 });
    takeNotice('balance', { balance: 80, version: 5, change: -10 });
    off();
    takeNotice('balance', { balance: 70, version: 6, change: -10 });
    expect(received).toEqual([80]);
  });

  it('refetches the totals once for several notices', async () => {
    const totals = queryKey('GET /totals');
    queryClient.setQueryData(totals, {});
    const invalidate = jest.spyOn(queryClient, 'invalidateQueries');
    takeNotice('balance', { balance: 60, version: 7, change: -10 });
    takeNotice('submission', { id: 's', taskId: 't1', taskTitle: '', payable: 1, status: 'approved' });
    await jest.advanceTimersByTimeAsync(100);
    expect(invalidate).toHaveBeenCalledTimes(1);
    expect(isStale(totals)).toBe(true);
  });
});

it.each(['GET /withdrawals', 'GET /admin/signals', 'GET /totals'] as const)(
  'a withdrawal that changed refetches %s',
  async (route) => {
    const key = queryKey(route, { query: { limit: 20 } });
    queryClient.setQueryData(key, { rows: [], total: 0 });
    takeNotice('withdrawal', { id: 'w', coins: 200, status: 'pending' });
    await jest.advanceTimersByTimeAsync(100);
    expect(isStale(key)).toBe(true);
  },
);

it('ignores an unknown kind of notice', () => {
  expect(() => takeNotice('weather', { rain: true })).not.toThrow();
});

it('a hidden tab refetches when it becomes visible', () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  refreshAll();
  expect(isStale(LIST)).toBe(false);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(isStale(LIST)).toBe(true);
});
