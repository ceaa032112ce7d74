import type { Log } from '@piecework/base';
import { localAddresses } from '@piecework/federation/fronts';
import type { Request, Response } from 'express';
import { type ChosenBuild, chooseBuilds } from './browser-remotes';
import type { BuiltFiles } from './files';
import { createManifests, type RemoteBuild } from './manifests';
import { type BuildManifest, pageKeysOf, type RemoteManifest } from './remote-manifest';
import { localHost, type RemotesFile } from './remotes';
import type { Views } from './views';

/** A build of a remote as one browser gets it. */
export interface DirectoryEntry {
  /** Address of its mf-manifest.json. */
  entry: string;
  because?: ChosenBuild['because'];
  /** Absent until the build has answered once: its pages are unknown. */
  version?: string;
  manifest?: RemoteManifest;
  views: Views;
}

/** What `/remotes.json` answers, and what the page and its policy derive from. */
export interface RemoteDirectory {
  /** Address of the gateway for browsers. */
  gateway: string;
  /** By container, in the order that decides which remote of a role has its menu. */
  remotes: Readonly<Record<string, DirectoryEntry>>;
}

export interface DirectoryOptions {
  readFile: () => Promise<RemotesFile>;
  /** Build of the shell, with the pages that no remote can take. */
  files: BuiltFiles;
  basePort: number;
  /** Where this server reads manifests whose addresses for browsers it cannot reach. */
  internalRemotes: Readonly<Record<string, string>>;
  /** The page is served over HTTPS, by a proxy in front. */
  isSecure: boolean;
  log: Pick<Log, 'info' | 'error'>;
}

/** Addresses of the shell's own pages (shell/public/own-pages.json). */
const OWN_PAGES = '/own-pages.json';

export const createRemoteDirectory = ({
  readFile,
  files,
  basePort,
  internalRemotes,
  isSecure,
  log,
}: DirectoryOptions) => {
  const readBuild = createManifests(log);
  /** Container → manifest of its build for all browsers: it owns its pages, and stays in use while a newer one is refused. */
  const inUse = new Map<string, BuildManifest>();
  const refused = new Set<string>();
  const versions = new Map<string, Set<string>>();

  const ownKeys = async (): Promise<ReadonlySet<string>> => {
    const file = await files.find(OWN_PAGES);
    const pages: string[] = file ? JSON.parse(file.text()) : [];
    return pageKeysOf({ role: null, pages });
  };

  /** A page of the manifest that the shell or another remote owns. */
  const takenPage = (container: string, { remote }: BuildManifest, ownPageKeys: ReadonlySet<string>) => {
    const others = [...inUse].filter(([name]) => name !== container);
    return [...pageKeysOf(remote)].find(
      (key) => ownPageKeys.has(key) || others.some(([, other]) => pageKeysOf(other.remote).has(key)),
    );
  };

  /** The manifest, unless it takes a page of another owner. */
  const accepted = (container: string, manifest: BuildManifest | undefined, ownPageKeys: ReadonlySet<string>) => {
    const page = manifest && takenPage(container, manifest, ownPageKeys);
    if (manifest === undefined || page === undefined) return manifest;
    const name = `${container} ${manifest.version}`;
    if (!refused.has(name))
      log.error({ container, version: manifest.version, page }, 'the remote takes a page of another: refused');
    refused.add(name);
    return undefined;
  };

  /** The entry of a build; undefined when it takes a page of another owner, and is not the one for all browsers. */
  const entryOf = (
    container: string,
    { manifest: entry, because }: ChosenBuild,
    { manifest: latest, views }: RemoteBuild,
    ownPageKeys: ReadonlySet<string>,
  ): DirectoryEntry | undefined => {
    const manifest = accepted(container, latest, ownPageKeys);
    if (because && latest && !manifest) return undefined;
    if (!because && manifest) inUse.set(container, manifest);
    const used = manifest ?? inUse.get(container);
    const base = { entry, ...(because && { because }) };
    if (!used) return { ...base, views: {} };
    versions.set(container, (versions.get(container) ?? new Set()).add(used.version));
    return { ...base, version: used.version, manifest: used.remote, views: manifest ? views : {} };
  };

  return {
    /** Whether a build of that version has been served. */
    isKnown: (container: string, version: string): boolean => versions.get(container)?.has(version) ?? false,

    /** May set the browser's cookie of roll-outs. */
    directoryFor: async (request: Request, response: Response): Promise<RemoteDirectory> => {
      const file = await readFile();
      const { gateway, remotes: local } = localAddresses(localHost(request.headers.host), basePort);
      const forAll: Readonly<Record<string, string>> = { ...local, ...file.remotes };
      const reached: Readonly<Record<string, string>> = { ...forAll, ...internalRemotes, ...file.remotes };
      const read = (container: string, { manifest, because }: ChosenBuild) =>
        readBuild(container, because ? manifest : (reached[container] ?? manifest));
      for (const container of inUse.keys()) if (!Object.hasOwn(forAll, container)) inUse.delete(container);

      const ownPageKeys = await ownKeys();
      const chosen = Object.entries(chooseBuilds(request, response, file, forAll, isSecure));
      const builds = await Promise.all(chosen.map(([container, build]) => read(container, build)));
      const remotes: Record<string, DirectoryEntry> = {};
      // In order: the first owner of a page keeps it.
      for (const [index, [container, build]] of chosen.entries()) {
        const entry = entryOf(container, build, builds[index] as RemoteBuild, ownPageKeys);
        if (entry) {
          remotes[container] = entry;
          continue;
        }
        const shared = { manifest: forAll[container] ?? build.manifest };
        remotes[container] = entryOf(container, shared, await read(container, shared), ownPageKeys) as DirectoryEntry;
      }
      return { gateway: file.gateway ?? gateway, remotes };
    },
  };
};
