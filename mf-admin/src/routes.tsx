import type { Elements } from '@piecework/ui';
import { defineRemote, loadable } from '@piecework/web-kit';
import { AdminHome } from './features/home/AdminHome';
import { SearchShortcut } from './features/search/SearchShortcut';
import { manifest } from './manifest.mjs';

const AdminSearch = loadable(() => import('./features/search/AdminSearch'));
const PersonPage = loadable(() => import('./features/people/PersonPage'));
const ManageUsers = loadable(() => import('./features/users/ManageUsers'));
const ManageTasks = loadable(() => import('./features/tasks/ManageTasks'));
const Payments = loadable(() => import('./features/payments/Payments'));
const Grants = loadable(() => import('./features/grants/Grants'));
const Adjustments = loadable(() => import('./features/adjustments/Adjustments'));
const Appeals = loadable(() => import('./features/appeals/Appeals'));
const Reports = loadable(() => import('./features/reports/Reports'));
const AdminTrail = loadable(() => import('./features/trail/AdminTrail'));
const Integrity = loadable(() => import('./features/integrity/Integrity'));
const Mails = loadable(() => import('./features/mail/Mails'));
const ParkedEvents = loadable(() => import('./features/parked/ParkedEvents'));

/** The shortcut works on each page of the area. */
const withSearch = (page: Elements) => (
  <>
    <SearchShortcut />
    {page}
  </>
);

export default defineRemote(manifest, {
  version: process.env.BUILD_VERSION,
  pages: {
    adminHome: withSearch(<AdminHome />),
    adminSearch: withSearch(<AdminSearch />),
    'person/:id': withSearch(<PersonPage />),
    manageUser: withSearch(<ManageUsers />),
    manageTask: withSearch(<ManageTasks />),
    adminPayments: withSearch(<Payments />),
    adminGrants: withSearch(<Grants />),
    adminAdjustments: withSearch(<Adjustments />),
    adminAppeals: withSearch(<Appeals />),
    adminReports: withSearch(<Reports />),
    adminTrail: withSearch(<AdminTrail />),
    adminIntegrity: withSearch(<Integrity />),
    adminMail: withSearch(<Mails />),
    adminParked: withSearch(<ParkedEvents />),
  },
});
