import { call } from '../api/api';
import { patchRow, queryClient, refresh, removeRow } from '../queries/queries';
import { applyBalance, loadUser } from '../session/current-user';
import { useSession } from '../session/session-state';
import { type LiveData, type LiveKind, notifyListeners } from './live-notices';
import { useLive } from './live-status';
import { applyUnread } from './notifications';

type NoticeHandlers = { [K in LiveKind]: (data: LiveData[K]) => boolean };

/** Task → latest known version of its places; notices may arrive out of order. */
const placesKnown = new Map<string, number>();

/** Latest known version of the person's notifications. */
let notificationsKnown = -1;

const changePlaces = ({ id, open, status, version }: Extract<LiveData['task'], { change: 'places' }>) => {
  if (version <= (placesKnown.get(id) ?? -1)) return false;
  placesKnown.set(id, version);
  const change = <T extends object>(task: T): T => ({ ...task, requiredWorkers: open, taskStatus: status });
  patchRow('GET /tasks', id, change);
  patchRow('GET /tasks/{id}', id, change);
  return true;
};

type Key = readonly [route: unknown, input?: { query?: { mine?: unknown } }];

const isOwnList = ({ queryKey }: { queryKey: unknown }) => {
  const [route, input] = queryKey as Key;
  return route === 'GET /tasks' && Boolean(input?.query?.mine);
};

/** The user's own lists show a new task at once; the public list only counts it, so that no card moves. */
const countNewTask = () => {
  void queryClient.invalidateQueries({ predicate: isOwnList });
  useLive.setState(({ newTasks }) => ({ newTasks: newTasks + 1 }));
};

const isCached = (id: string): boolean =>
  queryClient
    .getQueriesData<{ rows?: { _id: string }[]; _id?: string }>({
      predicate: ({ queryKey: [route] }) => route === 'GET /tasks' || route === 'GET /tasks/{id}',
    })
    .some(([, data]) => data?._id === id || data?.rows?.some((row) => row._id === id));

/** Milliseconds over which browsers spread their requests after an edit. */
const SPREAD_MS = 1000;

/** One request at a time per task; `outdated`: a notice came while it was under way. */
const refetches = new Map<string, 'waiting' | 'underway' | 'outdated'>();

const refetchTask = (id: string) => {
  if (!isCached(id) || refetches.get(id) === 'waiting') return;
  if (refetches.has(id)) return void refetches.set(id, 'outdated');
  refetches.set(id, 'waiting');
  setTimeout(async () => {
    refetches.set(id, 'underway');
    const task = await call('GET /tasks/{id}', { params: { id } }).catch(() => null);
    const isOutdated = refetches.get(id) === 'outdated';
    refetches.delete(id);
    if (task) {
      patchRow('GET /tasks', id, () => task);
      patchRow('GET /tasks/{id}', id, () => task);
    }
    if (isOutdated) refetchTask(id);
  }, Math.random() * SPREAD_MS);
};

/** Lists of the reader's own work. */
const WORK_LISTS = ['GET /submissions', 'GET /reservations'] as const;

/** Its pay is that of the task. */
const refetchWorkOn = (taskId: string) => {
  for (const route of WORK_LISTS) {
    const isShown = queryClient
      .getQueriesData<{ rows?: { taskId: string }[] }>({ queryKey: [route] })
      .some(([, data]) => data?.rows?.some((row) => row.taskId === taskId));
    if (isShown) setTimeout(() => refresh(route), Math.random() * SPREAD_MS);
  }
};

/** A closed task stays in the lists of its owner and of admins. */
const closeTask = (id: string) => {
  const isKeptIn = (query: { queryKey: readonly unknown[] }) =>
    isOwnList(query) || (query.queryKey[0] === 'GET /tasks' && useSession.getState().user?.userRole === 'admin');
  removeRow('GET /tasks', id, isKeptIn);
  void queryClient.invalidateQueries({ predicate: isKeptIn });
  refresh('GET /tasks/{id}');
};

const changeTask = (data: LiveData['task']): boolean => {
  if (data.change === 'places') return changePlaces(data);
  if (data.change === 'published') countNewTask();
  else if (data.change === 'edited') {
    refetchTask(data.id);
    if (data.raised) refetchWorkOn(data.id);
  } else if (data.change === 'closed') closeTask(data.id);
  else {
    removeRow('GET /tasks', data.id);
    refresh('GET /tasks/{id}');
  }
  return true;
};

const refreshing =
  (...routes: Parameters<typeof refresh>) =>
  (): boolean => {
    refresh(...routes);
    return true;
  };

const HANDLERS: NoticeHandlers = {
  balance: ({ balance, version }) => {
    if (!applyBalance(version, balance)) return false;
    refresh('GET /totals', 'GET /statement', 'GET /earnings');
    return true;
  },
  submission: refreshing(
    'GET /submissions',
    'GET /submissions/{id}/bonuses',
    'GET /submissions/{id}/reversal',
    'GET /tasks/{id}/rows',
    'GET /tasks/{id}/progress',
    'GET /tasks/{id}/workers',
    'GET /appeals',
    'GET /getAllData',
    'GET /totals',
    'GET /reservations',
  ),
  decisions: refreshing('GET /tasks/{id}/decisions'),
  task: changeTask,
  reservation: refreshing('GET /reservations'),
  withdrawal: refreshing('GET /withdrawals', 'GET /admin/signals', 'GET /totals', 'GET /statement'),
  payment: refreshing('GET /payments', 'GET /totals'),
  notification: ({ unread, version }) => {
    if (version <= notificationsKnown) return false;
    notificationsKnown = version;
    applyUnread(unread);
    return true;
  },
  message: refreshing('GET /threads', 'GET /threads/{id}', 'GET /threads/{id}/messages'),
  role: ({ role }) => {
    const isNew = useSession.getState().user?.userRole !== role;
    void loadUser()
      .then(dropUnreadable)
      .catch(() => undefined);
    return isNew;
  },
  suspension: () => {
    void loadUser()
      .then(dropUnreadable)
      .catch(() => undefined);
    return true;
  },
  profile: () => {
    void loadUser().catch(() => undefined);
    return true;
  },
};

/** The same routes answer another role, and a suspended admin, differently, so older data is dropped once its pages have closed. */
const dropUnreadable = () => {
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

let isRefreshDue = false;
const refetchAll = () => {
  isRefreshDue = false;
  useLive.setState({ newTasks: 0 });
  void queryClient.invalidateQueries();
  void loadUser().catch(() => undefined);
};
/** Refetches everything shown; a hidden tab does so when it becomes visible. */
export const refreshAll = (): void => {
  if (document.hidden) isRefreshDue = true;
  else refetchAll();
};

/** Runs a hidden tab's pending refresh when it becomes visible. Returns how to stop. */
export const watchPage = (): (() => void) => {
  const onVisible = () => {
    if (isRefreshDue && !document.hidden) refetchAll();
  };
  document.addEventListener('visibilitychange', onVisible);
  const stopCounting = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (event.query.queryKey[0] === 'GET /tasks') useLive.setState({ newTasks: 0 });
  });
  return () => {
    isRefreshDue = false;
    placesKnown.clear();
    notificationsKnown = -1;
    useLive.setState({ newTasks: 0 });
    document.removeEventListener('visibilitychange', onVisible);
    stopCounting();
  };
};
