import type { Role } from '@piecework/contracts/constants';

const HOME = '/dashboard/adminHome';
const USERS = '/dashboard/manageUser';

/** Addresses that the pages link to. */
export const paths = {
  home: HOME,
  payoutsDue: `${HOME}?status=due`,
  usersIn: (role: Role) => `${USERS}?role=${role}`,
  usersByCoins: `${USERS}?sort=coins`,
  tasks: '/dashboard/manageTask',
  paymentsToCredit: '/dashboard/adminPayments?state=recorded',
  appeals: '/dashboard/adminAppeals',
  grants: '/dashboard/adminGrants',
  parked: '/dashboard/adminParked',
};
