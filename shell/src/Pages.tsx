import { SkipLink } from '@piecework/ui';
import { loadable, localStore, onNavigate } from '@piecework/web-kit';
import { useLocation, useNavigate, useRoutes } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { FullPageLoader } from './FullPageLoader';
import { RouteAnnouncer } from './navigation/RouteAnnouncer';
import { useScrollRestoration } from './navigation/useScrollRestoration';
import { hasNavbar } from './paths';
import { Site } from './site/Site';

/** Its own chunk: who is signed out on the home page gets nothing of the dashboard. early.js fetches ahead what has its name. */
const Dashboard = loadable(
  () => import(/* webpackChunkName: "dashboard" */ './dashboard/Dashboard'),
  <FullPageLoader />,
);
if (localStore.get('access-token')) void Dashboard.preload();

const ROUTES = [
  { path: '/dashboard/*', element: <Dashboard /> },
  { path: '/*', element: <Site /> },
];

/** Everything inside the router. */
export function Pages() {
  const navigate = useNavigate();
  // The session leads to /login from outside of React.
  useEffect(() => onNavigate((path) => void navigate(path)), [navigate]);
  // Whoever is about to sign in is about to need it.
  const isSigningIn = !hasNavbar(useLocation().pathname);
  useEffect(() => {
    if (isSigningIn) void Dashboard.preload();
  }, [isSigningIn]);
  useScrollRestoration();
  return (
    <>
      <SkipLink />
      <RouteAnnouncer />
      {useRoutes(ROUTES)}
    </>
  );
}
