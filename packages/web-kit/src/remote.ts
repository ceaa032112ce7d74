import type { Role } from '@piecework/contracts/constants';
import type { Catalogue, Catalogues } from '@piecework/i18n';
import type { IconName } from '@piecework/ui';
import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { ListRoute } from './api/contract';

export interface MenuItem {
  label: string;
  /** Page of a remote of the same role, relative to /dashboard. */
  to: string;
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

/**
 * What the shell knows of a remote before it loads it: `src/manifest.mjs`, which the remote's build puts into its
 * `mf-manifest.json`. The shell's server reads it there at run time, so that a new page needs no release of the shell.
 */
export interface RemoteManifest {
  /** Whose dashboard shows the pages; null for public ones. The first remote of a role has the role's menu, and its first page is the home. */
  role: Role | null;
  /** Name in the about box. */
  title: string;
  /**
   * Paths: public ones relative to `/`, a role's relative to `/dashboard`. The remote owns everything below the first
   * segment. `*` is shown for every public address that no remote owns.
   */
  pages: readonly string[];
  menu: readonly MenuItem[];
  /** Pages that people often open first: the build renders them to HTML (docs/adr/0049). */
  firstViews?: readonly string[];
  /** Translations of the title and the menu, by language; English is inline. */
  texts?: Readonly<Record<string, Catalogue>>;
}

/** Default export of `./routes` of every remote. */
export interface RemoteModule {
  manifest: RemoteManifest;
  /** `version+sources` of the build. */
  version: string;
  /** By the paths of the manifest. */
  pages: Readonly<Record<string, ReactNode>>;
  /** Translations of its texts; English is inline. */
  catalogues?: Catalogues;
}

/** @param parts `version` is `process.env.BUILD_VERSION` of the remote's build; here it would be the shell's */
export const defineRemote = <const M extends RemoteManifest>(
  manifest: M,
  parts: {
    version: string | undefined;
    pages: Readonly<Record<M['pages'][number], ReactNode>>;
    catalogues?: Catalogues;
  },
): RemoteModule => ({ ...parts, manifest, version: parts.version ?? 'development' });

/** Routes of the pages, relative to the remote's base. */
export const routesOf = ({ pages }: RemoteModule): RouteObject[] =>
  Object.entries(pages).map(([path, element]) => ({ path, element }));
