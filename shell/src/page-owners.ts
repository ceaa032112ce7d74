import { ROLES, type Role } from '@piecework/contracts/constants';
import { REMOTES } from '@piecework/contracts/remotes';
import { baseOf, REMOTE_NAMES, type RemoteName } from '@piecework/web-kit';
import { segmentsOf } from './paths';

const DASHBOARD = 'dashboard';

const ofRoles = <Value>(derive: (remote: RemoteName) => Value): Record<Role, Value> =>
  Object.fromEntries(
    ROLES.map((role) => [
      role,
      derive(REMOTE_NAMES.find((name) => REMOTES[name].role === role) as RemoteName),
    ]),
  ) as Record<Role, Value>;

/** The remote with the menu and the home of the role. */
export const REMOTE_OF_ROLE = ofRoles((remote) => remote);
export const HOME_OF_ROLE = ofRoles((remote) => `/${DASHBOARD}/${REMOTES[remote].paths[0]}`);

/** Lookup key of a path: its first segment, under /dashboard the first two. */
export const keyOf = (pathname: string): string => {
  const [first = '', second = ''] = segmentsOf(pathname);
  return first === DASHBOARD ? `${first}/${second}` : first;
};

/** {@link keyOf} → remote. */
const OWNERS: ReadonlyMap<string, RemoteName> = new Map(
  REMOTE_NAMES.flatMap((name) => REMOTES[name].paths.map((path) => [keyOf(`${baseOf(name)}/${path}`), name])),
);

/** The remote of a public path; unknown paths belong to the remote with the path `*`. */
export const publicRemoteOf = (pathname: string): RemoteName =>
  OWNERS.get(keyOf(pathname)) ?? (OWNERS.get('*') as RemoteName);

/** The remote of a path under /dashboard; undefined when no remote owns it. */
export const dashboardRemoteOf = (pathname: string): RemoteName | undefined => OWNERS.get(keyOf(pathname));

/** The role whose dashboard shows the remote. */
export const roleOf = (remote: RemoteName | undefined): Role | null => (remote ? REMOTES[remote].role : null);
