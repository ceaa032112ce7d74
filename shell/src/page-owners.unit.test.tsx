import { ROLES } from '@piecework/contracts/constants';
import { aDirectory } from '../testing/fake-directory';
import { pageOwners } from './page-owners';

// A second remote of a role, and a second public one.
const owners = pageOwners(
  aDirectory({
    mf_badges: { role: 'worker', title: 'Badges', pages: ['workerBadges', 'workerBadges/:id'], menu: [] },
    mf_help: { role: null, title: 'Help', pages: ['help', 'help/:topic'], menu: [] },
  }),
);

it.each([
  ['/', 'mf_public'],
  ['/Login/', 'mf_public'],
  ['/nothing/of/the/kind', 'mf_public'],
  ['/help', 'mf_help'],
  ['/Help/coins', 'mf_help'],
  ['/workerHome', 'mf_public'],
])('maps the public path %s to %s', (pathname, remote) => {
  expect(owners.publicRemoteOf(pathname)).toBe(remote);
});

it.each([
  ['/dashboard/workerTaskList/t1', 'mf_worker', 'worker'],
  ['/dashboard/checkout/10', 'mf_buyer', 'buyer'],
  ['/Dashboard/WorkerBadges/1', 'mf_badges', 'worker'],
  ['/dashboard/help', undefined, null],
  ['/dashboard/login', undefined, null],
  ['/dashboard/*', undefined, null],
  ['/dashboard', undefined, null],
])('maps the dashboard path %s to %s for the role %s', (pathname, remote, role) => {
  expect(owners.dashboardRemoteOf(pathname)).toBe(remote);
  expect(owners.roleOf(owners.dashboardRemoteOf(pathname))).toBe(role);
});

it('uses the first remote of a role for its menu and home', () => {
  expect(ROLES.map(owners.remoteOfRole)).toEqual(['mf_worker', 'mf_buyer', 'mf_admin']);
  expect(ROLES.map(owners.homeOf)).toEqual(['/dashboard/workerHome', '/dashboard/buyerHome', '/dashboard/adminHome']);
});

it('knows no home, no owner and no unknown page of a remote that has never answered', () => {
  const partial = pageOwners(aDirectory({ mf_worker: undefined }));
  expect(partial.homeOf('worker')).toBe('/dashboard');
  expect(partial.dashboardRemoteOf('/dashboard/workerHome')).toBeUndefined();
  expect([partial.isComplete, owners.isComplete]).toEqual([false, true]);
});
