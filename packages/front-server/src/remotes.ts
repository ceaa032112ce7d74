import { readFile } from 'node:fs/promises';
import type { Log } from '@piecework/base';

export interface RemotesFile {
  gateway: string;
  /** Name of the federated container → address of its manifest. */
  remotes: Record<string, string>;
}

export const LOCAL_HOSTS = ['localhost', '127.0.0.1'] as const;
type LocalHost = (typeof LOCAL_HOSTS)[number];

/** The host name in local addresses: the page's own if it is one of {@link LOCAL_HOSTS}. */
export const localHost = (hostHeader: string | undefined): LocalHost =>
  LOCAL_HOSTS.find((host) => hostHeader?.split(':')[0] === host) ?? 'localhost';

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseOverrides = (text: string): Partial<RemotesFile> => {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error('it must be an object');
  const { gateway, remotes = {} } = value;
  if (gateway !== undefined && !isAddress(gateway)) throw new Error('"gateway" must be an http(s) address');
  if (!isRecord(remotes)) throw new Error('"remotes" must be an object of names and addresses');
  for (const [name, address] of Object.entries(remotes)) {
    if (!/^[a-z]\w*$/i.test(name)) throw new Error(`"${name}" is no name of a remote`);
    if (!isAddress(address)) throw new Error(`"remotes.${name}" must be an http(s) address`);
  }
  return {
    ...(gateway !== undefined && { gateway: new URL(gateway).origin }),
    remotes: remotes as Record<string, string>,
  };
};

/** Read at every call. While the file is invalid, its last valid content applies, and each invalid content is logged once. */
export const createOverrides = (file: string, log: Pick<Log, 'error' | 'info'>) => {
  let current: Partial<RemotesFile> = {};
  let lastText: string | null = null;

  const applyOverrides = (text: string) => {
    try {
      current = parseOverrides(text);
      log.info({ file, ...current }, 'the file of remotes is read');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ file, reason }, 'the file of remotes is invalid: the previous remotes stay in use');
    }
  };

  return async (): Promise<Partial<RemotesFile>> => {
    try {
      const text = await readFile(file, 'utf8');
      if (text !== lastText) applyOverrides(text);
      lastText = text;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        current = {};
        lastText = null;
      } else if (lastText !== '') {
        log.error(
          { file, err: error },
          'the file of remotes cannot be read: the previous remotes stay in use',
        );
        lastText = '';
      }
    }
    return current;
  };
};

export const withOverrides = (base: RemotesFile, overrides: Partial<RemotesFile>): RemotesFile => ({
  gateway: overrides.gateway ?? base.gateway,
  remotes: { ...base.remotes, ...overrides.remotes },
});
