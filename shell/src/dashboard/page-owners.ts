import type { Role } from '@piecework/contracts/constants';
import { AREA_PATHS, REMOTE_OF_ROLE } from '@piecework/web-kit';
import { segmentsOf } from '../paths';

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
