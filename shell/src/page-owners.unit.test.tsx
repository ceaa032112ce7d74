import { ROLES } from '@piecework/contracts/constants';
import { dashboardRemoteOf, HOME_OF_ROLE, publicRemoteOf, REMOTE_OF_ROLE, roleOf } from './page-owners';

// A second remote of a role, and a second public one.
jest.mock('@piecework/contracts/remotes', () => {
  const { REMOTES } = jest.requireActual('@piecework/contracts/remotes');
  const more = {
    mf_badges: { port: 98, role: 'worker', title: 'Badges', paths: ['workerBadges', 'workerBadges/:id'] },
    mf_help: { port: 99, role: null, title: 'Help', paths: ['help', 'help/:topic'] },
  };
  return { REMOTES: { ...REMOTES, ...more } };
});

it.each([
  ['/', 'mf_public'],
  ['/Login/', 'mf_public'],
  ['/nothing/of/the/kind', 'mf_public'],
  ['/help', 'mf_help'],
  ['/Help/coins', 'mf_help'],
  ['/workerHome', 'mf_public'],
])('maps the public path %s to %s', (pathname, remote) => {
  expect(publicRemoteOf(pathname)).toBe(remote);
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
  expect(dashboardRemoteOf(pathname)).toBe(remote);
  expect(roleOf(dashboardRemoteOf(pathname))).toBe(role);
});

it('uses the first remote of a role for its menu and home', () => {
  expect(ROLES.map((role) => REMOTE_OF_ROLE[role])).toEqual(['mf_worker', 'mf_buyer', 'mf_admin']);
  expect(ROLES.map((role) => HOME_OF_ROLE[role])).toEqual([
    '/dashboard/workerHome',
    '/dashboard/buyerHome',
    '/dashboard/adminHome',
  ]);
});
