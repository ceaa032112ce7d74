import {
  BELL_SIZE,
  LONG_PAGE_SIZE,
  type OperationId,
  PAGE_SIZE,
  TASK_PAGE_SIZE,
  TOP_EARNERS,
} from '@piecework/contracts';
import { WORDS } from './growth-seed';

export type Viewer = 'stranger' | 'worker' | 'buyer' | 'admin';

/** A call of a screen, with the parameters that it sends. */
export interface ScreenCall {
  viewer: Viewer;
  screen: string;
  operation: OperationId;
  query?: Readonly<Record<string, string | number>>;
}

type Calls = Readonly<Record<string, Pick<ScreenCall, 'operation' | 'query'>>>;

const callsOf = (viewer: Viewer, calls: Calls): ScreenCall[] =>
  Object.entries(calls).map(([screen, call]) => ({ viewer, screen, ...call }));

const searches = (screen: string, operation: OperationId, query: ScreenCall['query'] = {}): Calls =>
  Object.fromEntries(
    Object.entries(WORDS).map(([kind, q]) => [`${screen}: ${kind} word`, { operation, query: { ...query, q } }]),
  );

const PAGE = { limit: PAGE_SIZE, offset: 0 } as const;
const LONG_PAGE = { limit: LONG_PAGE_SIZE, offset: 0 } as const;
const TASK_PAGE = { limit: TASK_PAGE_SIZE, offset: 0 } as const;

/** The calls of each screen whose answer depends on the number of users, tasks, submissions or transfers. */
export const SCREEN_CALLS: readonly ScreenCall[] = [
  ...callsOf('stranger', {
    'home, newest tasks': { operation: 'listTasks', query: { limit: 5 } },
    'home, best paid': { operation: 'listTasks', query: { open: 1, sort: 'pay', limit: 6 } },
    'home, top earners': { operation: 'listUsers', query: { role: 'worker', sort: 'coins', limit: TOP_EARNERS } },
  }),
  ...callsOf('worker', {
    home: { operation: 'totals' },
    'home, chart': { operation: 'earnings', query: { days: 90 } },
    'home, approved': { operation: 'listSubmissions', query: { status: 'approved', limit: 10 } },
    'tasks, newest': { operation: 'listTasks', query: { open: 1, sort: 'newest', ...TASK_PAGE } },
    'tasks, highest pay': { operation: 'listTasks', query: { open: 1, sort: 'pay', ...TASK_PAGE } },
    'tasks, most time': { operation: 'listTasks', query: { open: 1, sort: 'completion', ...TASK_PAGE } },
    'tasks, not done': { operation: 'listTasks', query: { open: 1, fresh: 1, sort: 'newest', ...TASK_PAGE } },
    'tasks, from 50 coins': { operation: 'listTasks', query: { open: 1, minPay: 50, sort: 'newest', ...TASK_PAGE } },
    'tasks, closing soon': { operation: 'listTasks', query: { open: 1, closing: 1, sort: 'newest', ...TASK_PAGE } },
    ...searches('tasks', 'listTasks', { open: 1, sort: 'newest', ...TASK_PAGE }),
    submissions: { operation: 'listSubmissions', query: { start: 0 } },
    'submissions, pages': { operation: 'countSubmissions' },
    'submissions, pending': { operation: 'listSubmissions', query: { start: 0, status: 'pending' } },
    'submissions by pay': { operation: 'listSubmissions', query: { sort: 'pay', ...PAGE } },
    ...searches('submissions', 'listSubmissions', PAGE),
    'task, own submissions': { operation: 'listSubmissions', query: { taskId: 'none', limit: 10 } },
    withdrawals: { operation: 'listWithdrawals', query: PAGE },
    'withdrawals, pending': { operation: 'listWithdrawals', query: { status: 'pending', limit: 100 } },
    statement: { operation: 'statement', query: LONG_PAGE },
    bell: { operation: 'listNotifications', query: { limit: BELL_SIZE } },
    notifications: { operation: 'listNotifications', query: LONG_PAGE },
    'notifications, unread': { operation: 'listNotifications', query: { unread: 1, ...LONG_PAGE } },
  }),
  ...callsOf('buyer', {
    home: { operation: 'totals' },
    tasks: { operation: 'listTasks', query: { mine: 1, sort: 'completion', ...PAGE } },
    'tasks, with open places': { operation: 'listTasks', query: { mine: 1, sort: 'completion', open: 1, ...PAGE } },
    'tasks, completed': {
      operation: 'listTasks',
      query: { mine: 1, sort: 'completion', status: 'completed', ...PAGE },
    },
    ...searches('tasks', 'listTasks', { mine: 1, sort: 'completion', ...PAGE }),
    'review, pending': { operation: 'listSubmissions', query: { status: 'pending', ...PAGE } },
    'review, queue': { operation: 'listSubmissions', query: { status: 'pending', limit: 100 } },
    payments: { operation: 'listPayments', query: PAGE },
    'payments, credited': { operation: 'listPayments', query: { state: 'credited', ...PAGE } },
    statement: { operation: 'statement', query: LONG_PAGE },
  }),
  ...callsOf('admin', {
    home: { operation: 'totals' },
    'home, chart': { operation: 'dollarFlow', query: { days: 90 } },
    withdrawals: { operation: 'listWithdrawals', query: { status: 'pending', sort: 'oldest', ...LONG_PAGE } },
    'payouts, due': { operation: 'listWithdrawals', query: { payout: 'due', sort: 'oldest', ...LONG_PAGE } },
    'users, newest': { operation: 'listUsers', query: { sort: 'newest', ...LONG_PAGE } },
    'users by name': { operation: 'listUsers', query: { sort: 'name', ...LONG_PAGE } },
    'users by coins': { operation: 'listUsers', query: { sort: 'coins', ...LONG_PAGE } },
    'users by role': { operation: 'listUsers', query: { sort: 'role', ...LONG_PAGE } },
    'buyers, newest': { operation: 'listUsers', query: { role: 'buyer', sort: 'newest', ...LONG_PAGE } },
    'users: a name': { operation: 'listUsers', query: { q: 'kira', ...LONG_PAGE } },
    'users: an email': { operation: 'listUsers', query: { q: 'person-77@', ...LONG_PAGE } },
    'tasks, newest': { operation: 'listTasks', query: LONG_PAGE },
    'tasks, completed': { operation: 'listTasks', query: { status: 'completed', ...LONG_PAGE } },
    'tasks, untouched': { operation: 'listTasks', query: { status: 'pending', ...LONG_PAGE } },
    ...searches('tasks', 'listTasks', LONG_PAGE),
    submissions: { operation: 'listSubmissions', query: { start: 0 } },
    'submissions by pay': { operation: 'listSubmissions', query: { sort: 'pay', ...LONG_PAGE } },
    'submissions, pending': { operation: 'listSubmissions', query: { status: 'pending', ...LONG_PAGE } },
    ...searches('submissions', 'listSubmissions', LONG_PAGE),
    'appeals, open': { operation: 'listAppeals', query: { state: 'open', sort: 'oldest', ...PAGE } },
    'appeals, dismissed': { operation: 'listAppeals', query: { state: 'dismissed', sort: 'newest', ...PAGE } },
    payments: { operation: 'listPayments', query: LONG_PAGE },
    'payments, to credit': { operation: 'listPayments', query: { state: 'recorded', ...LONG_PAGE } },
    'payments: an email': { operation: 'listPayments', query: { q: 'person-70@', ...LONG_PAGE } },
    trail: { operation: 'listAdminTrail', query: LONG_PAGE },
  }),
];
