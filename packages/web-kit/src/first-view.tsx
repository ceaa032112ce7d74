import { addressOf } from '@piecework/federation/page-addresses';
import { isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { ServerStyleSheet } from 'styled-components';
import { type AnyInput, toCall } from './api/api';
import type { Route } from './api/contract';
import { QueryClientProvider, queryClient } from './query';
import type { RemoteModule } from './remote';
import { useSession } from './session/session-state';

/** Runs in a build (packages/mf-config/src/first-view/plugin.mjs), never in a browser. */
export interface FirstView {
  html: string;
  /** The rules that the HTML uses, except global.css. */
  css: string;
}

interface PageView extends FirstView {
  /** Paths of the gateway that the page reads first. */
  reads: readonly string[];
}

/** Path of a page, relative to the remote's base → its first view. */
type FirstViews = Readonly<Record<string, PageView>>;

/** The inline script of the shell puts the stored name in here. */
export const NAME_MARKS = { first: '{first}', rest: '{rest}' } as const;

const STAND_IN = {
  _id: 'stand-in',
  userName: `${NAME_MARKS.first} ${NAME_MARKS.rest}`,
  userEmail: '',
  userPhotoURL: '',
  userAvailableCoin: 0,
} as const;

/** Class name → its name in the first views of this build. */
const names = new Map<string, string>();

/** styled-components numbers components in the order in which they load: in another build the same name is another component. */
const withOwnNames = (html: string, css: string, prefix: string): FirstView => {
  const nameOf = (name: string) => {
    const viewName = names.get(name) ?? `${prefix}-${names.size.toString(36)}`;
    names.set(name, viewName);
    return viewName;
  };
  const renamed = html.replace(
    / class="([^"]*)"/g,
    (_, list: string) => ` class="${list.split(' ').filter(Boolean).map(nameOf).join(' ')}"`,
  );
  return {
    html: renamed,
    css: css.replace(/\.([a-z][\w-]*)/gi, (whole, name: string) => (names.has(name) ? `.${nameOf(name)}` : whole)),
  };
};

/** Marks of styled-components, by which a client would adopt the rules. */
const MARKS = /\/\*!sc\*\/\s*|data-styled\.\w+\[id="[^"]*"\]\{content:"[^"]*"\}/g;

/** A form would be submitted by the browser, with its fields in the address, before a script can handle it. */
const withoutForms = (html: string) =>
  html
    .replace(/<form(?=[ >])/g, '<div')
    .replaceAll('</form>', '</div>')
    .replaceAll(' noValidate=""', '');

/** @param prefix of the class names, unique among the builds of a page */
export const renderFirstView = (view: ReactNode, path: string, prefix: string): FirstView => {
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToStaticMarkup(
      sheet.collectStyles(
        <QueryClientProvider client={queryClient}>
          <StaticRouter location={path}>{view}</StaticRouter>
        </QueryClientProvider>,
      ),
    );
    return withOwnNames(withoutForms(html), sheet.instance.toString().replace(MARKS, ''), prefix);
  } finally {
    sheet.seal();
  }
};

/** A page that is a `loadable` renders its placeholder until it is loaded. */
const load = async (page: ReactNode): Promise<void> => {
  if (!isValidElement(page)) return;
  const { preload } = page.type as { preload?(): Promise<void> };
  await preload?.();
};

/** The queries that the last view has made. */
const takeReads = (): string[] => {
  const cache = queryClient.getQueryCache();
  const queries = cache.getAll().filter(({ options }) => (options as { enabled?: boolean }).enabled !== false);
  const paths = queries.map(({ queryKey: [route, input] }) => toCall(route as Route, input as AnyInput).path);
  cache.clear();
  return paths;
};

/**
 * Pages of the remote as they are before their data arrives.
 *
 * @param prefix of the class names, unique among the builds of a page
 */
export const renderFirstViews = async ({ manifest, pages }: RemoteModule, prefix: string): Promise<FirstViews> => {
  const { role, firstViews = [] } = manifest;
  if (role) useSession.setState({ status: 'signed-in', user: { ...STAND_IN, userRole: role } as never });
  const views: [string, PageView][] = [];
  for (const page of firstViews) {
    await load(pages[page]);
    const view = renderFirstView(pages[page], addressOf(role, page), prefix);
    views.push([page, { ...view, reads: takeReads() }]);
  }
  return Object.fromEntries(views);
};
