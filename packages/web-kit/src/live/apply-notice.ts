import { call } from '../api';
import { type LiveData, type LiveKind, notifyListeners } from '../live-notices';
import { useLive } from '../live-status';
import { patchRow, queryClient, refresh, removeRow } from '../queries';
import { loadUser, noteBalance } from '../session/current-user';
import { useSession } from '../session/session-state';

type NoticeHandlers = { [K in LiveKind]: (data: LiveData[K]) => boolean };

/** Task → the newest state of its places that was told: notices may overtake each other. */
const placesKnown = new Map<string, number>();

const changePlaces = ({ id, open, status, version }: Extract<LiveData['task'], { change: 'places' }>) => {
  if (version <= (placesKnown.get(id) ?? -1)) return false;
  placesKnown.set(id, version);
  const change = <T extends object>(task: T): T => ({ ...task, requiredWorkers: open, taskStatus: status });
  patchRow('GET /tasks', id, change);
  patchRow('GET /tasks/{id}', id, change);
  return true;
};

type Key = readonly [route: unknown, input?: { query?: { mine?: unknown } }];

/** One's own lists show a new task at once; in everybody's list it waits to be asked for, so that nothing jumps under a thumb. */
const announce = () => {
  const isOwnList = (key: unknown) => {
    const [route, input] = key as Key;
    return route === 'GET /tasks' && Boolean(input?.query?.mine);
  };
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOwnList(queryKey) });
  useLive.setState(({ newTasks }) => ({ newTasks: newTasks + 1 }));
};

const isHeld = (id: string): boolean =>
  queryClient
    .getQueriesData<{ rows?: { _id: string }[]; _id?: string }>({
      predicate: ({ queryKey: [route] }) => route === 'GET /tasks' || route === 'GET /tasks/{id}',
    })
    .some(([, data]) => data?._id === id || data?.rows?.some((row) => row._id === id));

/** All who look at a task hear of its edit in the same moment; they need not all ask in it. */
const SPREAD_MS = 1000;

const reread = (id: string) => {
  if (!isHeld(id)) return;
  setTimeout(async () => {
    const task = await call('GET /tasks/{id}', { params: { id } }).catch(() => null);
    if (!task) return;
    patchRow('GET /tasks', id, () => task);
    patchRow('GET /tasks/{id}', id, () => task);
  }, Math.random() * SPREAD_MS);
};

const changeTask = (data: LiveData['task']): boolean => {
  if (data.change === 'places') return changePlaces(data);
  if (data.change === 'published') announce();
  else if (data.change === 'edited') reread(data.id);
  else {
    removeRow('GET /tasks', data.id);
    refresh('GET /tasks/{id}');
  }
  return true;
};

/** What each notice does to what is shown. Answers false for one that is old news, and nobody else is told of it. */
const HANDLERS: NoticeHandlers = {
  balance: ({ balance, version }) => {
    if (!noteBalance(version, balance)) return false;
    refresh('GET /totals', 'GET /statement');
    return true;
  },
  submission: () => {
    refresh('GET /submissions', 'GET /getAllData', 'GET /totals');
    return true;
  },
  task: changeTask,
  withdrawal: () => {
    refresh('GET /withdrawals', 'GET /totals');
    return true;
  },
  payment: () => {
    refresh('GET /payments', 'GET /totals');
    return true;
  },
  role: ({ role }) => {
    const isNew = useSession.getState().user?.userRole !== role;
    void loadUser()
      .then(forgetArea)
      .catch(() => undefined);
    return isNew;
  },
};

/** Once the pages of the old role have closed, nothing of them is kept: the same routes answer another role differently. */
const forgetArea = () => {
  setTimeout(() => {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.invalidateQueries();
  }, 500);
};

const isKind = (kind: string): kind is LiveKind => kind in HANDLERS;

export const takeNotice = (kind: string, data: unknown): void => {
  if (!isKind(kind)) return;
  const act = HANDLERS[kind] as (data: unknown) => boolean;
  if (act(data)) notifyListeners(kind, data as never);
};

let isDue = false;
const readAll = () => {
  isDue = false;
  useLive.setState({ newTasks: 0 });
  void queryClient.invalidateQueries();
  void loadUser().catch(() => undefined);
};
/** Everything shown is read afresh; in a tab that nobody looks at, when somebody does. */
export const refreshAll = (): void => {
  if (document.hidden) isDue = true;
  else readAll();
};

/** Keeps the counter of new tasks and the hidden tab's debts. Answers how to stop. */
export const watchPage = (): (() => void) => {
  const onVisible = () => {
    if (isDue && !document.hidden) readAll();
  };
  document.addEventListener('visibilitychange', onVisible);
  const stopCounting = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (event.query.queryKey[0] === 'GET /tasks') useLive.setState({ newTasks: 0 });
  });
  return () => {
    isDue = false;
    placesKnown.clear();
    useLive.setState({ newTasks: 0 });
    document.removeEventListener('visibilitychange', onVisible);
    stopCounting();
  };
};
