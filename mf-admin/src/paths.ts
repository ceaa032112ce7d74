import type { Role } from '@piecework/contracts/constants';

const HOME = '/dashboard/adminHome';
const USERS = '/dashboard/manageUser';

/** In place of an id: the page looks for the email of its query. In a path, the dot of an address would look like that of a file. */
export const BY_EMAIL = 'find';

const personOf = (idOrEmail: string, view: Readonly<Record<string, string>> = {}) => {
  const isEmail = idOrEmail.includes('@');
  const query = new URLSearchParams({ ...(isEmail && { email: idOrEmail }), ...view }).toString();
  return `/dashboard/person/${isEmail ? BY_EMAIL : encodeURIComponent(idOrEmail)}${query && `?${query}`}`;
};

/** Addresses that the pages link to. */
export const paths = {
  home: HOME,
  search: '/dashboard/adminSearch',
  person: personOf,
  /** For visitors and every role. */
  task: (id: string) => `/task/${encodeURIComponent(id)}`,
  withdrawalsOf: (email: string) => `${HOME}?q=${encodeURIComponent(email)}`,
  payoutsDue: `${HOME}?status=due`,
  usersIn: (role: Role) => `${USERS}?role=${role}`,
  usersByCoins: `${USERS}?sort=coins`,
  tasks: '/dashboard/manageTask',
  tasksInReview: '/dashboard/manageTask?status=review',
  paymentsToCredit: '/dashboard/adminPayments?state=recorded',
  appeals: '/dashboard/adminAppeals',
  suspensionAppeals: '/dashboard/adminAppeals?state=suspensions',
  reports: '/dashboard/adminReports',
  grants: '/dashboard/adminGrants',
  adjustmentsToDecide: '/dashboard/adminAdjustments?state=waiting',
  parked: '/dashboard/adminParked',
};
