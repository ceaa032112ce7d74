import type { Role } from '@piecework/contracts/constants';
import { addressOf, DASHBOARD, pageKeyOf } from '@piecework/federation/page-addresses';
import type { MenuItem } from '@piecework/web-kit';
import { type Directory, useDirectory } from './directory';

/** Which remote shows which page, by the remotes' own manifests. */
export interface PageOwners {
  /** The remote with the menu and the home of the role. */
  remoteOfRole(role: Role): string | undefined;
  menuOf(role: Role): readonly MenuItem[] | undefined;
  /** `/dashboard` while the role has no remote. */
  homeOf(role: Role): string;
  /** Owner of a public path; an unknown one belongs to the remote with the page `*`. */
  publicRemoteOf(pathname: string): string | undefined;
  /** Owner of a path under /dashboard. */
  dashboardRemoteOf(pathname: string): string | undefined;
  /** The role whose dashboard shows the remote. */
  roleOf(remote: string | undefined): Role | null;
  /** The pages of every remote are known. */
  isComplete: boolean;
}

const createPageOwners = ({ remotes }: Directory): PageOwners => {
  const entries = Object.entries(remotes);
  const owners = new Map<string, string>();
  for (const [name, { manifest }] of entries)
    for (const page of manifest?.pages ?? []) {
      const key = pageKeyOf(addressOf(manifest?.role ?? null, page));
      if (!owners.has(key)) owners.set(key, name);
    }
  const firstOf = (role: Role) => entries.find(([, { manifest }]) => manifest?.role === role);
  return {
    remoteOfRole: (role) => firstOf(role)?.[0],
    menuOf: (role) => firstOf(role)?.[1].manifest?.menu,
    homeOf: (role) => {
      const home = firstOf(role)?.[1].manifest?.pages[0];
      return home === undefined ? DASHBOARD : addressOf(role, home);
    },
    publicRemoteOf: (pathname) => owners.get(pageKeyOf(pathname)) ?? owners.get('*'),
    dashboardRemoteOf: (pathname) => owners.get(pageKeyOf(pathname)),
    roleOf: (remote) => (remote && remotes[remote]?.manifest?.role) || null,
    isComplete: entries.every(([, { manifest }]) => manifest !== undefined),
  };
};

const byDirectory = new WeakMap<Directory, PageOwners>();

export const pageOwners = (directory: Directory): PageOwners => {
  const owners = byDirectory.get(directory) ?? createPageOwners(directory);
  byDirectory.set(directory, owners);
  return owners;
};

const NO_DIRECTORY: Directory = { gateway: '', remotes: {} };

/** Empty until the directory is read. */
export const useOwners = (): PageOwners =>
  pageOwners(useDirectory((state) => (state.status === 'ready' ? state.directory : NO_DIRECTORY)));
