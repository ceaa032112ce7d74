import type { Role } from '@piecework/contracts';

/** A measured screen and the role that sees it. */
export interface Screen {
  name: string;
  path: string;
  role?: Role;
}

/** Address of the list whose first link leads to the results of a task. */
export const OWN_TASKS = '/dashboard/buyerTask';
/** Stands for that link in a path. */
export const RESULTS = `${OWN_TASKS}/:ownTask`;

export const HOME: Screen = { name: 'Home', path: '/' };

const of = (role: Role, screens: Record<string, string>): Screen[] =>
  Object.entries(screens).map(([name, path]) => ({ name, path: `/dashboard/${path}`, role }));

export const DASHBOARD_HOMES: readonly Screen[] = [
  ...of('worker', { 'Worker home': 'workerHome' }),
  ...of('buyer', { 'Buyer home': 'buyerHome' }),
  ...of('admin', { 'Admin home': 'adminHome' }),
];

export const SCREENS: readonly Screen[] = [
  HOME,
  { name: 'Login', path: '/login' },
  { name: 'Register', path: '/register' },
  { name: 'Forgot password', path: '/forgotPassword' },
  { name: 'Reset password', path: '/resetPassword#request.secret' },
  { name: 'Confirm email', path: '/confirmEmail#request.secret' },
  { name: 'Q/A', path: '/qa' },
  ...DASHBOARD_HOMES,
  ...of('worker', {
    'Task list': 'workerTaskList',
    'My submissions': 'workerSubmission',
    Withdrawals: 'workerWithdrawal',
    Messages: 'messages',
    'Hidden buyers': 'hiddenBuyers',
    Security: 'security',
    Notifications: 'notifications',
    'Notifications by mail': 'notifications?show=email',
  }),
  ...of('buyer', {
    'Add task': 'buyerAddTask',
    'Import tasks': 'buyerImport',
    Batches: 'batches',
    'My tasks': 'buyerTask',
    Results: 'buyerTask/:ownTask',
    'Review desk': 'buyerReview',
    'Purchase coin': 'buyerPurchaseCoin',
    Checkout: 'checkout/10',
    'Payment history': 'buyerPayment',
    'Blocked workers': 'blockedWorkers',
  }),
  ...of('admin', {
    Payouts: 'adminHome?status=due',
    Search: 'adminSearch?q=worker',
    Person: 'person/find?email=worker@piecework.demo',
    'Manage users': 'manageUser',
    'Manage tasks': 'manageTask',
    Payments: 'adminPayments',
    'Starting coins': 'adminGrants',
    Adjustments: 'adminAdjustments',
    Appeals: 'adminAppeals',
    Reports: 'adminReports',
    'Admin trail': 'adminTrail',
    Integrity: 'adminIntegrity',
    Mail: 'adminMail',
    'Parked events': 'adminParked',
  }),
];
