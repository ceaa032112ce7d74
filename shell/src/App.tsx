import { SkipLink } from '@piecework/ui';
import { loadable, localStore, onNavigate, startTheme } from '@piecework/web-kit';
import { FactorPrompt } from '@piecework/web-kit/factor';
import { BrowserRouter, useLocation, useNavigate, useRoutes } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { useDirectory } from './directory';
import { FullPageLoader } from './FullPageLoader';
import { RouteAnnouncer } from './navigation/RouteAnnouncer';
import { useScrollRestoration } from './navigation/useScrollRestoration';
import { hasNavbar } from './paths';
import { Site } from './site/Site';

startTheme();

/** A chunk of its own, which early.js preloads by its name: the signed-out home loads nothing of the dashboard. */
const Dashboard = loadable(
  () => import(/* webpackChunkName: "dashboard" */ './dashboard/Dashboard'),
  <FullPageLoader />,
);
if (localStore.get('access-token')) void Dashboard.preload();

const OverrideNotice = loadable(() => import('./OverrideNotice'), null);

/** The build that this browser uses instead of everyone's. */
function Override() {
  const state = useDirectory();
  const overridden =
    state.status === 'ready' &&
    Object.entries(state.directory.remotes).find(([, { because }]) => because === 'override');
  return overridden ? <OverrideNotice container={overridden[0]} remote={overridden[1]} /> : null;
}

const ROUTES = [
  { path: '/dashboard/*', element: <Dashboard /> },
  { path: '/*', element: <Site /> },
];

function Pages() {
  const navigate = useNavigate();
  // The session navigates to /login from outside of React.
  useEffect(() => onNavigate((path) => void navigate(path)), [navigate]);
  // A sign-in leads to the dashboard.
  const isSigningIn = !hasNavbar(useLocation().pathname);
  useEffect(() => {
    if (isSigningIn) void Dashboard.preload();
  }, [isSigningIn]);
  useScrollRestoration();
  return (
    <>
      <SkipLink />
      <RouteAnnouncer />
      <Override />
      <FactorPrompt />
      {useRoutes(ROUTES)}
    </>
  );
}

export const App = () => (
  <BrowserRouter>
    <Pages />
  </BrowserRouter>
);
