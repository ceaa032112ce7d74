import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@piecework/base';
import { type BuildManifest, parseBuildManifest } from './remote-manifest';
import { isViews, type Views } from './views';

/** A page that causes a request to a remote waits no longer for it; it then has what was read last. */
const WAIT_MS = 80;
/** Until then from the first request on, a page waits for the first answer: without the manifest the pages of the remote are unknown. */
const FIRST_WAIT_MS = 2000;
/** A remote's manifest is requested at most this often, once it has answered: a retry in a page asks a remote without an answer again. */
const FRESH_MS = 1000;
const TIMEOUT_MS = 3000;
const MAX_BYTES = 512 * 1024;

export interface RemoteBuild {
  /** The last valid answer; undefined before the first one. */
  manifest?: BuildManifest;
  /** Empty while the build is not reachable: its page could not be loaded either. */
  views: Views;
}

interface Source extends RemoteBuild {
  viewsFile?: string;
  /** The last answer that was invalid. */
  invalid?: string;
  firstAskedAt: number;
  askedAt: number;
  asking?: Promise<void>;
}

const fetchText = async (url: string): Promise<string> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const text = await answer.text();
  if (text.length > MAX_BYTES) throw new Error(`${url} is too large`);
  return text;
};

/** The builds of remotes by the addresses of their manifests, requested in the background and at most once a second. */
export const createManifests = (log: Pick<Log, 'info' | 'error'>) => {
  const sources = new Map<string, Source>();

  const readViews = async (source: Source, url: string, name: string | undefined) => {
    const file = name && new URL(name, url).href;
    if (file === source.viewsFile) return;
    const views: unknown = file ? JSON.parse(await fetchText(file)) : {};
    source.views = isViews(views) ? views : {};
    if (file) source.viewsFile = file;
    else delete source.viewsFile;
  };

  const refresh = async (source: Source, container: string, url: string) => {
    let text: string | undefined;
    try {
      text = await fetchText(url);
      const manifest = parseBuildManifest(JSON.parse(text));
      source.manifest = manifest;
      await readViews(source, url, manifest.firstView);
    } catch (error) {
      if (text === undefined) {
        if (source.viewsFile) log.info({ manifest: url, err: error }, 'the remote is not reachable');
        source.views = {};
        delete source.viewsFile;
      } else if (text !== source.invalid) {
        log.error(
          { container, manifest: url, err: error },
          'the manifest of the remote is invalid: the last valid one stays in use',
        );
        source.invalid = text;
      }
    }
  };

  return async (container: string, url: string): Promise<RemoteBuild> => {
    const key = `${container} ${url}`;
    const now = performance.now();
    const source: Source = sources.get(key) ?? { views: {}, firstAskedAt: now, askedAt: Number.NEGATIVE_INFINITY };
    sources.set(key, source);
    if (!source.asking && (!source.manifest || now - source.askedAt > FRESH_MS)) {
      source.askedAt = now;
      source.asking = refresh(source, container, url).finally(() => {
        delete source.asking;
      });
    }
    const limit = Math.max(WAIT_MS, source.manifest ? 0 : source.firstAskedAt + FIRST_WAIT_MS - now);
    if (source.asking) await Promise.race([source.asking, sleep(limit, undefined, { ref: false })]);
    return source;
  };
};
export type Manifests = ReturnType<typeof createManifests>;
