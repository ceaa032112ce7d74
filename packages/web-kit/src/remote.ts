import { REMOTES } from '@piecework/contracts/remotes';
import type { Catalogues } from '@piecework/i18n';
import type { IconName } from '@piecework/ui';
import type { RouteObject } from 'react-router-dom';
import type { ListRoute } from './contract';

export type RemoteName = keyof typeof REMOTES;
export const REMOTE_NAMES = Object.keys(REMOTES) as RemoteName[];

type AreaPath<N extends RemoteName> = (typeof REMOTES)[N]['paths'][number];
type RoleKey<N extends RemoteName> = `${(typeof REMOTES)[N]['role']}`;
type PathsOfRole = { [N in RemoteName as RoleKey<N>]: AreaPath<N> };
/** The menu of a role may lead to every remote of the role. */
type MenuPath<N extends RemoteName> = PathsOfRole[RoleKey<N>];

interface MenuItem<N extends RemoteName = RemoteName> {
  label: string;
  /** Relative to /dashboard. */
  to: MenuPath<N>;
  icon: IconName;
  /** For the bottom bar of a phone, where the label is too long. */
  short?: string;
  /** First segments of pages below this item, which mark it too. */
  also?: readonly string[];
  /** Shown only while this list has rows. At most one item of a menu has it. */
  whileAny?: ListRoute;
  /** Shown only in an installation that sends mail. */
  withMail?: true;
}

type AreaRoute<N extends RemoteName = RemoteName> = Omit<RouteObject, 'path' | 'index' | 'children'> & {
  path: AreaPath<N>;
};

/** Default export of `./routes` of every remote. */
export interface RemoteModule<N extends RemoteName = RemoteName> {
  name: N;
  /** `version+sources` of the build. */
  version: string;
  menu: readonly MenuItem<N>[];
  routes: readonly AreaRoute<N>[];
  /** Of its texts; English is inline. */
  catalogues?: Catalogues;
}

/** @param remote `version` is `process.env.BUILD_VERSION` of the remote's build; here it would be the shell's */
export const defineRemote = <const N extends RemoteName>(
  remote: Pick<RemoteModule<N>, 'name' | 'menu' | 'routes' | 'catalogues'> & { version: string | undefined },
): RemoteModule<N> => ({
  ...remote,
  version: remote.version ?? 'development',
});

export const baseOf = (name: RemoteName): string => (REMOTES[name].role ? '/dashboard' : '/');
