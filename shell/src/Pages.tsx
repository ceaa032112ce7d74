import { SkipLink } from '@piecework/ui';
import { loadable, localStore, onNavigate } from '@piecework/web-kit';
import { useLocation, useNavigate, useRoutes } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { Announcer } from './navigation/Announcer';
import { useScrollMemory } from './navigation/useScrollMemory';
import { hasNavbar } from './paths';
import { Site } from './site/Site';
import { Waiting } from './Waiting';

/** Its own chunk: who is signed out on the home page gets nothing of the dashboard. early.js fetches ahead what has its name. */
const Dashboard = loadable(
  () => import(/* webpackChunkName: "dashboard" */ './dashboard/Dashboard'),
  <Waiting />,
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
  useScrollMemory();
  return (
    <>
      <SkipLink />
      <Announcer />
      {useRoutes(ROUTES)}
    </>
  );
}
