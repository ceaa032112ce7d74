import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { User } from '@piecework/contracts';
import type { RemoteModule } from '@piecework/web-kit';
import { type Directory, fetchDirectory, fetchJson, readDirectory } from './directory';
import { attempts, loadedEntries } from './mf-resilience';

interface Early {
  directory: Promise<Directory>;
  manifests: Record<string, Promise<unknown>>;
  /** The stored token, unless it is about to expire. */
  token: string | null;
  /** The button of the first view that was pressed last. */
  pressed?: HTMLButtonElement;
  /** Path of the gateway → its response. */
  reads: Record<string, Promise<Response>>;
  /** The record of the token's owner; undefined when the request failed. */
  user?: Promise<User | undefined> | null;
}
declare global {
  interface Window {
    __early?: Early | undefined;
  }
}

const registered = new Set<string>();

/** After a failure or a release, registers again from a fresh directory and drops the cached remote. */
const prepare = async (name: string, isAgain: boolean) => {
  if (!isAgain && registered.has(name)) return;
  if (isAgain) attempts.count += 1;
  const { remotes } = await readDirectory(isAgain);
  if (remotes[name]) registerRemotes([{ name, entry: remotes[name].entry }], { force: isAgain });
  registered.add(name);
};

export class IncompatibleRemoteError extends Error {
  override name = 'IncompatibleRemoteError';
}

const checked = (name: string, module: Partial<RemoteModule> | undefined): RemoteModule => {
  if (!module?.manifest || !module.pages) throw new IncompatibleRemoteError(`${name} exports no pages`);
  return module as RemoteModule;
};

/** The federation runtime refuses a remote that needs a newer version of a shared package than this shell has. */
const isOfVersions = (error: unknown) => /does not satisfy the requirement/.test(String(error));

/**
 * @param isAgain after a failure or a redeploy
 * @throws when it cannot be reached, is broken, or is incompatible with this shell
 */
export const loadRemoteModule = async (name: string, isAgain: boolean): Promise<RemoteModule> => {
  await prepare(name, isAgain);
  try {
    const loaded = await loadRemote<{ default: RemoteModule }>(`${name}/routes`);
    return checked(name, loaded?.default);
  } catch (error) {
    throw isOfVersions(error) ? new IncompatibleRemoteError(String(error)) : error;
  }
};

/** Whether this browser gets another build than the one in use. */
export const isRedeployed = async (name: string): Promise<boolean> => {
  const inUse = loadedEntries.get(name);
  if (!inUse) return false;
  const { entry } = (await fetchDirectory()).remotes[name] ?? {};
  if (!entry) return false;
  const { metaData } = await fetchJson<{ metaData: { remoteEntry: { name: string } } }>(entry);
  return !inUse.startsWith(folderOf(entry)) || !inUse.endsWith(metaData.remoteEntry.name);
};

const folderOf = (url: string) => url.replace(/[^/]*$/, '');

export const remoteOfFile = async (url: string): Promise<string | undefined> => {
  const { remotes } = await readDirectory();
  return Object.keys(remotes).find((name) => url.startsWith(folderOf(remotes[name]?.entry ?? '')));
};
