import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@piecework/base';
import { type BuiltFile, type BuiltFiles, builtFileOf } from './files';
import type { RemotesFile } from './remotes';

/** First views: prerendered HTML of the shell and its remotes, put into the page that the shell serves (docs/adr/0049). */
interface FirstView {
  html: string;
  css: string;
}

interface Frame extends FirstView {
  viewer: string;
  remote: string;
  page: string;
}

/** What the shell's build emits (shell/src/first-view.tsx): address → frames. */
type Frames = Readonly<Record<string, readonly Frame[]>>;

interface PageView extends FirstView {
  /** Paths of the gateway. */
  reads: readonly string[];
}

/** What a remote's build emits (packages/web-kit/src/first-view.tsx): page → view. */
type Views = Readonly<Record<string, PageView>>;

/** A page that causes a request to a remote waits no longer for it; it then has the last known view, or none. */
const WAIT_MS = 80;
/** A remote's manifest is requested at most this often. */
const FRESH_MS = 1000;
const TIMEOUT_MS = 3000;
const MAX_BYTES = 512 * 1024;

const SLOT = '<div id="first-view"></div>';
/** The place of the remote's page in a frame. */
const PAGE = '{page}';

const fetchJson = async (url: string): Promise<unknown> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const text = await answer.text();
  if (text.length > MAX_BYTES) throw new Error(`${url} is too large`);
  return JSON.parse(text);
};

const isView = (value: unknown): value is PageView => {
  const { html, css, reads } = (value ?? {}) as Partial<PageView>;
  return typeof html === 'string' && typeof css === 'string' && Array.isArray(reads);
};

const viewsOf = (value: unknown): Views =>
  Object.fromEntries(Object.entries((value ?? {}) as object).filter(([, view]) => isView(view)));

interface Source {
  views: Views;
  /** Address of the file of views in use. */
  file?: string;
  askedAt: number;
  isAsking: boolean;
}

/** The views of remotes by the addresses of their manifests. Requested in the background; an unreachable remote has none. */
const createSources = (log: Pick<Log, 'info'>) => {
  const sources = new Map<string, Source>();

  const refresh = async (source: Source, manifestUrl: string) => {
    try {
      const manifest = (await fetchJson(manifestUrl)) as { metaData?: { firstView?: string } };
      const name = manifest.metaData?.firstView;
      const file = name && new URL(name, manifestUrl).href;
      if (file !== source.file) source.views = file ? viewsOf(await fetchJson(file)) : {};
      if (file) source.file = file;
      else delete source.file;
    } catch (error) {
      if (source.file) log.info({ manifest: manifestUrl, err: error }, 'the first views are not reachable');
      source.views = {};
      delete source.file;
    }
  };

  return async (manifestUrl: string): Promise<Views> => {
    const source = sources.get(manifestUrl) ?? {
      views: {},
      askedAt: Number.NEGATIVE_INFINITY,
      isAsking: false,
    };
    sources.set(manifestUrl, source);
    if (!source.isAsking && performance.now() - source.askedAt > FRESH_MS) {
      source.askedAt = performance.now();
      source.isAsking = true;
      const asking = refresh(source, manifestUrl).finally(() => {
        source.isAsking = false;
      });
      await Promise.race([asking, sleep(WAIT_MS, undefined, { ref: false })]);
    }
    return source.views;
  };
};

/** Hides a view from every other viewer. Without a script the page is that of a visitor. */
const selection = (viewer: string) => {
  const others =
    viewer === 'visitor'
      ? 'html[data-viewer]:not([data-viewer~="visitor"])'
      : `html:not([data-viewer~="${viewer}"])`;
  return `${others} [data-for="${viewer}"]{display:none}`;
};

const withViews = (page: string, frames: readonly Frame[], viewOf: (frame: Frame) => PageView): string => {
  const css = new Set(frames.flatMap((frame) => [selection(frame.viewer), frame.css, viewOf(frame).css]));
  const divs = frames.map((frame) => {
    const { html, reads } = viewOf(frame);
    const paths = JSON.stringify(reads).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
    return `<div data-for="${frame.viewer}" data-reads='${paths}'>${frame.html.replace(PAGE, () => html)}</div>`;
  });
  return page.replace(
    SLOT,
    () => `<div id="first-view"><style>${[...css].join('')}</style>${divs.join('')}</div>`,
  );
};

const addressOf = (path: string) => path.toLowerCase().replace(/(.)\/+$/, '$1');

/** Puts the first views of an address into the page. */
export const createFirstViews = (files: BuiltFiles, log: Pick<Log, 'info'>) => {
  const sources = createSources(log);
  /** Page with views → the file that is served: its compressed forms are made once. */
  const made = new Map<string, BuiltFile>();

  const framesOf = async (path: string): Promise<readonly Frame[]> => {
    const file = await files.find('/first-view.json');
    const frames = file ? (JSON.parse(file.text()) as Frames) : {};
    return Object.hasOwn(frames, addressOf(path)) ? (frames[addressOf(path)] ?? []) : [];
  };

  return async (page: BuiltFile, path: string, manifests: RemotesFile['remotes']): Promise<BuiltFile> => {
    const frames = await framesOf(path);
    const found = new Map<string, Views>();
    await Promise.all(
      [...new Set(frames.map(({ remote }) => remote))].map(async (remote) => {
        const manifest = manifests[remote];
        if (manifest) found.set(remote, await sources(manifest));
      }),
    );
    const viewOf = ({ remote, page }: Frame) => found.get(remote)?.[page];
    const complete = frames.filter((frame) => viewOf(frame));
    if (complete.length === 0) return page;
    const text = withViews(page.text(), complete, (frame) => viewOf(frame) as PageView);
    const key = createHash('sha256').update(text).digest('hex');
    const file = made.get(key) ?? builtFileOf('index.html', Buffer.from(text));
    // Addresses with views are few; a deployment replaces their pages.
    if (made.size > 50) made.clear();
    made.set(key, file);
    return file;
  };
};
