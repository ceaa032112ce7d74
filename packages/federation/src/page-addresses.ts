import type { Role } from '@piecework/contracts/constants';

/** Address below which the pages of a role are; public pages are below `/`. */
export const DASHBOARD = '/dashboard';

/** Where the pages of a remote begin. @param role null for public pages */
export const baseOf = (role: Role | null): string => (role ? DASHBOARD : '/');

/** `/Login/` → `login`: routes ignore case and trailing slashes. */
export const segmentsOf = (pathname: string): string[] => pathname.toLowerCase().split('/').filter(Boolean);

/** What a page owns of its address: the first segment, under /dashboard the first two. */
export const pageKeyOf = (pathname: string): string => {
  const [first = '', second = ''] = segmentsOf(pathname);
  return `/${first}` === DASHBOARD ? `${first}/${second}` : first;
};

/** Address of a remote's page. */
export const addressOf = (role: Role | null, page: string): string =>
  `${baseOf(role)}/${page}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
