import type { Role } from '@piecework/contracts/constants';
import { AREA_PATHS, REMOTE_OF_ROLE } from '@piecework/web-kit';

/** `/Login/` → `login`: routes are matched without regard to case and closing slashes, and so is what depends on them. */
export const segmentsOf = (pathname: string): string[] => pathname.toLowerCase().split('/').filter(Boolean);

/** What SPEC section 2 hides, by the page's first segment. */
const WITHOUT_NAVBAR = new Set(['register', 'login', 'selectrole']);
const WITHOUT_FOOTER = new Set(['register', 'login']);

export const hasNavbar = (pathname: string): boolean => !WITHOUT_NAVBAR.has(segmentsOf(pathname)[0] ?? '');
export const hasFooter = (pathname: string): boolean => !WITHOUT_FOOTER.has(segmentsOf(pathname)[0] ?? '');

export const HOME_OF_ROLE = {
  worker: '/dashboard/workerHome',
  buyer: '/dashboard/buyerHome',
  admin: '/dashboard/adminHome',
} as const satisfies Record<Role, string>;

const ROLES = Object.keys(REMOTE_OF_ROLE) as Role[];

/** First segment under /dashboard → whose page it is. */
const OWNERS: Readonly<Record<string, Role>> = Object.fromEntries(
  ROLES.flatMap((role) =>
    AREA_PATHS[REMOTE_OF_ROLE[role]].map((path) => [segmentsOf(path)[0] as string, role]),
  ),
);

/** Whose page a dashboard address is; undefined when it is no role's. */
export const ownerOf = (pathname: string): Role | undefined => {
  const [, page = ''] = segmentsOf(pathname);
  return Object.hasOwn(OWNERS, page) ? OWNERS[page] : undefined;
};
