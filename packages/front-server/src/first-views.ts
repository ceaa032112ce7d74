import type { Role } from '@piecework/contracts/constants';
import { addressOf, DASHBOARD, pageKeyOf } from '@piecework/federation/page-addresses';
import { type BuiltFile, type BuiltFiles, createPages } from './files';
import type { RemoteDirectory } from './remote-directory';
import type { FirstView, PageView } from './views';

interface Frame extends FirstView {
  viewer: string;
}

/** What the shell's build emits (shell/src/first-view.tsx): what surrounds the pages of the remotes. */
interface Frames {
  /** By the first segment of the address; `*` for all other addresses. */
  site: Readonly<Record<string, readonly Frame[]>>;
  /** By role. */
  dashboard: Readonly<Record<string, Frame>>;
}

const SLOT = '<div id="first-view"></div>';
/** The place of the remote's page in a frame. */
const PAGE = '{page}';

/** Hides a view from every other viewer. Without a script the page is that of a visitor. */
const selection = (viewer: string) => {
  const others =
    viewer === 'visitor' ? 'html[data-viewer]:not([data-viewer~="visitor"])' : `html:not([data-viewer~="${viewer}"])`;
  return `${others} [data-for="${viewer}"]{display:none}`;
};

interface FramedView {
  frame: Frame;
  view: PageView;
}

const withViews = (page: string, views: readonly FramedView[]): string => {
  const css = new Set(views.flatMap(({ frame, view }) => [selection(frame.viewer), frame.css, view.css]));
  const divs = views.map(({ frame, view: { html, reads } }) => {
    const paths = JSON.stringify(reads).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
    return `<div data-for="${frame.viewer}" data-reads='${paths}'>${frame.html.replace(PAGE, () => html)}</div>`;
  });
  return page.replace(SLOT, () => `<div id="first-view"><style>${[...css].join('')}</style>${divs.join('')}</div>`);
};

const normalized = (path: string) => path.toLowerCase().replace(/(.)\/+$/, '$1');

/** The views of an address, of each viewer that has one. */
const viewsAt = (path: string, { site, dashboard }: Frames, { remotes }: RemoteDirectory): FramedView[] => {
  const address = normalized(path);
  const roles = new Set<Role>();
  return Object.values(remotes).flatMap(({ manifest, views }) => {
    if (!manifest) return [];
    const { role, pages, firstViews } = manifest;
    const isHome = role !== null && address === DASHBOARD && !roles.has(role);
    if (role) roles.add(role);
    const page = isHome ? pages[0] : firstViews.find((one) => normalized(addressOf(role, one)) === address);
    const view = page === undefined ? undefined : views[page];
    if (!view) return [];
    const frames = role ? [dashboard[role]] : (site[pageKeyOf(path)] ?? site['*'] ?? []);
    return frames.flatMap((frame) => (frame ? [{ frame, view }] : []));
  });
};

/** Puts the first views of an address into the page. */
export const createFirstViews = (files: BuiltFiles) => {
  // Addresses with views are few; a deployment replaces their pages.
  const pageOf = createPages(50);

  return async (page: BuiltFile, path: string, directory: RemoteDirectory): Promise<BuiltFile> => {
    const file = await files.find('/first-view.json');
    const views = file ? viewsAt(path, JSON.parse(file.text()), directory) : [];
    if (views.length === 0) return page;
    return pageOf(withViews(page.text(), views));
  };
};
