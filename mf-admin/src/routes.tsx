import { defineRemote, loadable } from '@piecework/web-kit';
import { AdminHome } from './features/home/AdminHome';
import { manifest } from './manifest.mjs';

const ManageUsers = loadable(() => import('./features/users/ManageUsers'));
const ManageTasks = loadable(() => import('./features/tasks/ManageTasks'));
const Payments = loadable(() => import('./features/payments/Payments'));
const Grants = loadable(() => import('./features/grants/Grants'));
const Appeals = loadable(() => import('./features/appeals/Appeals'));
const AdminTrail = loadable(() => import('./features/trail/AdminTrail'));
const Integrity = loadable(() => import('./features/integrity/Integrity'));
const Mails = loadable(() => import('./features/mail/Mails'));
const ParkedEvents = loadable(() => import('./features/parked/ParkedEvents'));

export default defineRemote(manifest, {
  version: process.env.BUILD_VERSION,
  pages: {
    adminHome: <AdminHome />,
    manageUser: <ManageUsers />,
    manageTask: <ManageTasks />,
    adminPayments: <Payments />,
    adminGrants: <Grants />,
    adminAppeals: <Appeals />,
    adminTrail: <AdminTrail />,
    adminIntegrity: <Integrity />,
    adminMail: <Mails />,
    adminParked: <ParkedEvents />,
  },
});
