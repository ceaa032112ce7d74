import type { Role } from '@piecework/contracts/constants';
import { loadTranslation, msg } from '@piecework/i18n';
import '@piecework/ui/global.css';
import { localStore, session, setEarlyReads, setGateway, useSession } from '@piecework/web-kit';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { preloadArea, warmArea } from './areas';
import { takeOverFirstView } from './first-view-takeover';
import { publicRemoteOf, REMOTE_OF_ROLE } from './page-owners';
import { addresses } from './remotes';

const RETRY_MS = 3000;

/** A signed-in user on a public page is likely to open their dashboard next. */
const preloadOwnArea = () => {
  const { user } = useSession.getState();
  const idle = window.requestIdleCallback ?? setTimeout;
  if (user) idle(() => void warmArea(REMOTE_OF_ROLE[user.userRole]));
};

/** The session needs the gateway's address; retries until it is known. */
const connect = async (): Promise<void> => {
  try {
    setGateway((await addresses()).gateway);
  } catch {
    if (!isSignedOut)
      useSession.setState({ problem: msg('The server isn’t responding. We’ll keep trying.') });
    setTimeout(connect, RETRY_MS);
    return;
  }
  if (isSignedOut) return;
  await session.start(window.__early?.user);
  preloadOwnArea();
};

setEarlyReads(window.__early);

const isSignedOut = localStore.get('access-token') === null;
// A visitor's page does not wait for the gateway.
if (isSignedOut) void session.start();
void connect();

/** The area that the URL most likely shows, loaded in parallel with the rest. */
const firstArea = () => {
  if (!/^\/dashboard(\/|$)/.test(location.pathname)) return publicRemoteOf(location.pathname);
  const role = isSignedOut ? null : localStore.get('piecework:role');
  // Only a hint: the storage may hold anything.
  return role && Object.hasOwn(REMOTE_OF_ROLE, role) ? REMOTE_OF_ROLE[role as Role] : undefined;
};
const first = firstArea();
if (first) void preloadArea(first);

const root = document.getElementById('root') as HTMLElement;
const start = () => {
  takeOverFirstView(root);
  createRoot(root).render(<App />);
};
// English is inline, so nothing is awaited. The one chunk of another language has the texts of the shell and of the packages.
if (document.documentElement.lang === 'en') start();
else void loadTranslation({ bn: () => import('./all-bn') }).then(start);
