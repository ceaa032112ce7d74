import type { Role } from '@piecework/contracts';
import type { IconName } from '@piecework/ui';
import type { RouteObject } from 'react-router-dom';

/**
 * What the shell asks of a remote. A change of this file that old remotes do not meet counts `REMOTE_CONTRACT` up, here and in
 * packages/mf-config/src/shared.mjs (a test holds the two together).
 */
export const REMOTE_CONTRACT = 1;

/** The paths of each remote (P-9.1), relative to the area's base. The shell loads only the remote that owns the path. */
export const AREA_PATHS = {
  mf_public: ['/', 'login', 'register', 'selectRole', 'qa', '*'],
  mf_worker: ['workerHome', 'workerTaskList', 'workerTaskList/:id', 'workerSubmission', 'workerWithdrawal'],
  mf_buyer: [
    'buyerHome',
    'buyerAddTask',
    'buyerUpdateTask/:id',
    'buyerTask',
    'buyerPurchaseCoin',
    'buyerPayment',
    'checkout/:id',
  ],
  mf_admin: ['adminHome', 'manageUser', 'manageTask', 'adminPayments', 'adminParked'],
} as const;

export type RemoteName = keyof typeof AREA_PATHS;
export const REMOTE_NAMES = Object.keys(AREA_PATHS) as RemoteName[];
export const REMOTE_OF_ROLE = {
  worker: 'mf_worker',
  buyer: 'mf_buyer',
  admin: 'mf_admin',
} as const satisfies Record<Role, RemoteName>;

type AreaPath<N extends RemoteName> = (typeof AREA_PATHS)[N][number];

/** An entry of the role's menu. */
export interface MenuItem<N extends RemoteName = RemoteName> {
  label: string;
  /** Relative to /dashboard. */
  to: AreaPath<N>;
  icon: IconName;
  /** For the bottom bar of a phone, where the label is too long. */
  short?: string;
}

export type AreaRoute<N extends RemoteName = RemoteName> = Omit<
  RouteObject,
  'path' | 'index' | 'children'
> & {
  path: AreaPath<N>;
};

/** What `./routes` of every remote exports as its default. */
export interface RemoteModule<N extends RemoteName = RemoteName> {
  contract: number;
  name: N;
  /** `version+sources` of the build. */
  version: string;
  menu: readonly MenuItem<N>[];
  routes: readonly AreaRoute<N>[];
}

/** @param remote `version` is `process.env.BUILD_VERSION`, which only the remote's own build can fill in: this module is the shell's */
export const defineRemote = <const N extends RemoteName>(
  remote: Pick<RemoteModule<N>, 'name' | 'menu' | 'routes'> & { version: string | undefined },
): RemoteModule<N> => ({
  ...remote,
  contract: REMOTE_CONTRACT,
  version: remote.version ?? 'development',
});

/** The base under which an area's paths lie. */
export const baseOf = (name: RemoteName): string => (name === 'mf_public' ? '/' : '/dashboard');
