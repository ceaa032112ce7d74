import { addTexts } from '@piecework/i18n';
import type { RemoteManifest } from '@piecework/web-kit';
import { create } from 'zustand';

/** A build of a remote, as the shell's server chose it for this browser. */
export interface RemoteEntry {
  /** Address of its mf-manifest.json. */
  entry: string;
  /** Why this browser has another build than the others. */
  because?: 'rollout' | 'override';
  /** Absent until the build has answered the server once: its pages are unknown. */
  version?: string;
  manifest?: RemoteManifest;
}

/** `/remotes.json`: the gateway and the remotes of this installation, which change without a build of the shell. */
export interface Directory {
  gateway: string;
  /** By container, in the order of precedence. */
  remotes: Readonly<Record<string, RemoteEntry>>;
}

type DirectoryState = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; directory: Directory };

export const useDirectory = create<DirectoryState>(() => ({ status: 'loading' }));

const TIMEOUT_MS = 8000;

export const fetchJson = async <T>(url: string): Promise<T> => {
  const answer = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
};

export const fetchDirectory = () => fetchJson<Directory>('/remotes.json');

const read = async (): Promise<Directory> => {
  const directory = await (window.__early?.directory ?? Promise.reject()).catch(fetchDirectory);
  await Promise.all(Object.values(directory.remotes).map(({ manifest }) => addTexts(manifest?.texts)));
  return directory;
};

let reading: Promise<Directory> | undefined;

/**
 * Read once; a failure is not cached.
 *
 * @param isAgain reads it again, after a failure or a release of a remote
 */
export const readDirectory = (isAgain = false): Promise<Directory> => {
  if (isAgain) {
    reading = undefined;
    window.__early = undefined;
    if (useDirectory.getState().status === 'failed') useDirectory.setState({ status: 'loading' }, true);
  }
  reading ??= read().then(
    (directory) => {
      useDirectory.setState({ status: 'ready', directory }, true);
      return directory;
    },
    (error) => {
      reading = undefined;
      // A directory that was read before stays in use.
      if (useDirectory.getState().status === 'loading') useDirectory.setState({ status: 'failed' }, true);
      throw error;
    },
  );
  return reading;
};

/** Shows its own failure. */
export const retryDirectory = (): void => {
  readDirectory(true).catch(() => {});
};
