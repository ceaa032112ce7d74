import type { User } from '@piecework/contracts';
import { addressOf } from '@piecework/federation/page-addresses';
import { forgetPersonData, type RemoteModule, routesOf, setGateway, useSession } from '@piecework/web-kit';
import { QueryClientProvider, queryClient } from '@piecework/web-kit/query';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { fakeFetch, fakeXhr, fillBrowserGaps } from './fake-fetch';
import { type Answers, createFakeGateway, type FakeGateway } from './fake-gateway';
import { aUser } from './fixtures';

export interface RenderOptions {
  path?: string;
  /** The route pattern of a single page, for its parameters: `/dashboard/checkout/:id`. */
  pattern?: string;
  /** The signed-in user (default: a worker); null: signed out. */
  user?: Partial<User> | null;
  answers?: Answers;
}

export type App = RenderResult & {
  calls: FakeGateway['calls'];
  answer: FakeGateway['answer'];
  path(): string;
  user: User | null;
};

const aToken = ({ userEmail }: User) => {
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { email: userEmail, iat: seconds, exp: seconds + 3600 };
  return `e30.${btoa(JSON.stringify(claims))}.signature`;
};

const signIn = (user: User | null) => {
  if (!user) {
    localStorage.removeItem('access-token');
    useSession.setState({ status: 'signed-out', user: null, identity: null, problem: null, notice: null });
    return;
  }
  localStorage.setItem('access-token', aToken(user));
  const { userEmail: email, userName: displayName, userPhotoURL: photoURL } = user;
  const identity = { email, displayName, photoURL };
  useSession.setState({ status: 'signed-in', user, identity, problem: null, notice: null });
};

const isRemote = (ui: ReactElement | RemoteModule): ui is RemoteModule => 'manifest' in ui;

const addressedRoutes = (ui: ReactElement | RemoteModule, pattern: string): RouteObject[] =>
  isRemote(ui)
    ? routesOf(ui).map(({ path = '', element }) => ({ path: addressOf(ui.manifest.role, path), element }))
    : [{ path: pattern, element: ui }];

/** Renders a page or a whole area as the shell does, against a fake gateway. */
export const renderApp = (ui: ReactElement | RemoteModule, options: RenderOptions = {}): App => {
  const user = options.user === null ? null : aUser(options.user);
  const gateway = createFakeGateway({ ...(user && { 'GET /user': user }), ...options.answers });
  fillBrowserGaps();
  setGateway('http://gateway.test');
  Object.assign(globalThis, { fetch: fakeFetch(gateway), XMLHttpRequest: fakeXhr(gateway) });
  forgetPersonData();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  signIn(user);

  const first = isRemote(ui) ? addressOf(ui.manifest.role, ui.manifest.pages[0] ?? '') : '/';
  const path = options.path ?? first;
  const elsewhere: RouteObject = { path: '*', element: <p>Another page</p> };
  const hasElsewhere = isRemote(ui) && ui.manifest.pages.includes('*');
  const routes = addressedRoutes(ui, options.pattern ?? path.split('?')[0] ?? '/');
  const router = createMemoryRouter(hasElsewhere ? routes : [...routes, elsewhere], { initialEntries: [path] });
  const result = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const { calls, answer } = gateway;
  const current = () => router.state.location.pathname + router.state.location.search;
  return { ...result, calls, answer, path: current, user };
};
