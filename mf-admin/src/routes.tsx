import { defineRemote, loadable } from '@piecework/web-kit';
import { AdminHome } from './features/home/AdminHome';

const ManageUsers = loadable(() => import('./features/users/ManageUsers'));
const ManageTasks = loadable(() => import('./features/tasks/ManageTasks'));
const Payments = loadable(() => import('./features/payments/Payments'));
const Grants = loadable(() => import('./features/grants/Grants'));
const Appeals = loadable(() => import('./features/appeals/Appeals'));
const AdminTrail = loadable(() => import('./features/trail/AdminTrail'));
const Integrity = loadable(() => import('./features/integrity/Integrity'));
const Mails = loadable(() => import('./features/mail/Mails'));
const ParkedEvents = loadable(() => import('./features/parked/ParkedEvents'));

export default defineRemote({
  name: 'mf_admin',
  version: process.env.BUILD_VERSION,
  menu: [
    { label: 'Home', to: 'adminHome', icon: 'home' },
    { label: 'Manage Users', short: 'Users', to: 'manageUser', icon: 'users' },
    { label: 'Manage Task', short: 'Tasks', to: 'manageTask', icon: 'tasks' },
    { label: 'Payments', to: 'adminPayments', icon: 'payments' },
    { label: 'Appeals', to: 'adminAppeals', icon: 'appeals' },
    { label: 'Admin trail', short: 'Trail', to: 'adminTrail', icon: 'trail' },
    { label: 'Integrity', to: 'adminIntegrity', icon: 'lock' },
    { label: 'Emails', to: 'adminMail', icon: 'email', withMail: true },
    {
      ...{ label: 'Parked events', short: 'Parked', to: 'adminParked', icon: 'parked' },
      whileAny: 'GET /admin/parked',
    },
  ],
  routes: [
    { path: 'adminHome', element: <AdminHome /> },
    { path: 'manageUser', element: <ManageUsers /> },
    { path: 'manageTask', element: <ManageTasks /> },
    { path: 'adminPayments', element: <Payments /> },
    { path: 'adminGrants', element: <Grants /> },
    { path: 'adminAppeals', element: <Appeals /> },
    { path: 'adminTrail', element: <AdminTrail /> },
    { path: 'adminIntegrity', element: <Integrity /> },
    { path: 'adminMail', element: <Mails /> },
    { path: 'adminParked', element: <ParkedEvents /> },
  ],
});
