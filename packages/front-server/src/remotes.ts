import { readFile } from 'node:fs/promises';
import type { Log } from '@piecework/base';
import { z } from 'zod';

export const LOCAL_HOSTS = ['localhost', '127.0.0.1'] as const;

/** The host name in local addresses: the page's own if it is one of {@link LOCAL_HOSTS}. */
export const localHost = (hostHeader: string | undefined) =>
  LOCAL_HOSTS.find((host) => hostHeader?.split(':')[0] === host) ?? 'localhost';

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const origin = address.refine((text) => new URL(text).origin === text, 'must be an origin');
const container = z.string().regex(/^[a-z]\w*$/i, 'is no name of a remote');

/** REMOTES_FILE. What it leaves out has its default (`localAddresses`). */
const fileSchema = z.strictObject({
  gateway: address.transform((text) => new URL(text).origin).optional(),
  /** Container → address of its mf-manifest.json. */
  remotes: z.record(container, address).default({}),
  /** A second build of a remote, for a share of the browsers in percent. */
  rollouts: z.record(container, z.strictObject({ manifest: address, share: z.int().min(0).max(100) })).default({}),
  /** Origins from which one browser may take a build of a remote for itself. */
  overrideOrigins: z.array(origin).default([]),
});
export type RemotesFile = z.output<typeof fileSchema>;

const NO_FILE: RemotesFile = { remotes: {}, rollouts: {}, overrideOrigins: [] };

/** @throws {Error} with one line per fault */
export const parseRemotesFile = (text: string): RemotesFile => {
  const parsed = fileSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
};

/** Read at every call. While the file is invalid, its last valid content applies, and each invalid content is logged once. */
export const createRemotesFile = (file: string, log: Pick<Log, 'error' | 'info'>) => {
  let current = NO_FILE;
  let lastText: string | null = null;

  const apply = (text: string) => {
    try {
      current = parseRemotesFile(text);
      log.info({ file, ...current }, 'the file of remotes is read');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ file, reason }, 'the file of remotes is invalid: the previous remotes stay in use');
    }
  };

  return async (): Promise<RemotesFile> => {
    try {
      const text = await readFile(file, 'utf8');
      if (text !== lastText) apply(text);
      lastText = text;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        current = NO_FILE;
        lastText = null;
      } else if (lastText !== '') {
        log.error({ file, err: error }, 'the file of remotes cannot be read: the previous remotes stay in use');
        lastText = '';
      }
    }
    return current;
  };
};
