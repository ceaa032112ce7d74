import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { User } from '@piecework/contracts';
import { REMOTE_NAMES, type RemoteModule, type RemoteName } from '@piecework/web-kit';
import { attempts, loadedEntries } from './mf-resilience';

/** `/remotes.json`: operators edit it without a build. */
export interface Addresses {
  gateway: string;
  remotes: Record<RemoteName, string>;
}

interface Early {
  addresses: Promise<Addresses>;
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
    __early?: Early;
  }
}

const TIMEOUT_MS = 8000;

const fetchJson = async <T>(url: string): Promise<T> => {
  const answer = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
};
const fetchAddresses = () => fetchJson<Addresses>('/remotes.json');

let known: Promise<Addresses> | undefined;

/** Read once; a failure is not cached. */
export const addresses = (): Promise<Addresses> => {
  known ??= (window.__early?.addresses ?? Promise.reject()).catch(fetchAddresses).catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
};

const register = ({ remotes }: Addresses, names: readonly RemoteName[], force = false) =>
  registerRemotes(
    names.filter((name) => remotes[name]).map((name) => ({ name, entry: remotes[name] })),
    { force },
  );

const registered = new Set<RemoteName>();

/** After a failure or a redeploy, registers again from a fresh address book and drops the cached remote. */
const prepare = async (name: RemoteName, isAgain: boolean) => {
  if (!isAgain && registered.has(name)) return;
  if (isAgain) {
    known = undefined;
    window.__early = undefined;
    attempts.count += 1;
  }
  register(await addresses(), [name], isAgain);
  registered.add(name);
};

export class IncompatibleRemoteError extends Error {
  override name = 'IncompatibleRemoteError';
}

/** The federation runtime's message for a remote that requires another version of a shared package. */
const VERSION_FAULT = /does not satisfy the requirement/;

const checkCompatibility = (name: RemoteName, module: RemoteModule | undefined): RemoteModule => {
  if (!module || module.name !== name || !Array.isArray(module.routes))
    throw new IncompatibleRemoteError(`${name} exports no routes`);
  return module;
};

/**
 * @param isAgain after a failure or a redeploy
 * @throws when it cannot be reached, is broken, or is incompatible with this shell
 */
export const loadRemoteModule = async (name: RemoteName, isAgain: boolean): Promise<RemoteModule> => {
  await prepare(name, isAgain);
  const loaded = await loadRemote<{ default: RemoteModule }>(`${name}/routes`).catch((error: unknown) => {
    throw VERSION_FAULT.test(String(error)) ? new IncompatibleRemoteError(String(error)) : error;
  });
  return checkCompatibility(name, loaded?.default);
};

interface Manifest {
  metaData: { remoteEntry: { name: string } };
}

/** Whether a newer build than the one in use is deployed. */
export const isRedeployed = async (name: RemoteName): Promise<boolean> => {
  const inUse = loadedEntries.get(name);
  if (!inUse) return false;
  const { metaData } = await fetchJson<Manifest>((await addresses()).remotes[name]);
  return !inUse.endsWith(metaData.remoteEntry.name);
};

export const remoteOfFile = async (url: string): Promise<RemoteName | undefined> => {
  const { remotes } = await addresses();
  return REMOTE_NAMES.find((name) => remotes[name] && url.startsWith(remotes[name].replace(/[^/]*$/, '')));
};
