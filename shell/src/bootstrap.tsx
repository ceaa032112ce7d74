import type { Role } from '@piecework/contracts/constants';
import { loadTranslation, msg } from '@piecework/i18n';
import '@piecework/ui/global.css';
import { localStore, session, setEarlyReads, setGateway, useSession } from '@piecework/web-kit';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { preloadArea, warmArea } from './areas';
import { type Directory, readDirectory } from './directory';
import { takeOverFirstView } from './first-view-takeover';
import { pageOwners } from './page-owners';

const RETRY_MS = 3000;

/** A signed-in user on a public page is likely to open their dashboard next. */
const preloadOwnArea = (directory: Directory) => {
  const { user } = useSession.getState();
  const idle = window.requestIdleCallback ?? setTimeout;
  const remote = user && pageOwners(directory).remoteOfRole(user.userRole);
  if (remote) idle(() => void warmArea(remote));
};

/** The session needs the gateway's address; retries until it is known. */
const connect = async (): Promise<void> => {
  let directory: Directory;
  try {
    directory = await readDirectory();
  } catch {
    if (!isSignedOut) useSession.setState({ problem: msg('The server isn’t responding. We’ll keep trying.') });
    setTimeout(connect, RETRY_MS);
    return;
  }
  setGateway(directory.gateway);
  if (isSignedOut) return;
  await session.start(window.__early?.user);
  preloadOwnArea(directory);
  const requested = new URLSearchParams(location.search).get('remote');
  if (requested) void import('./remote-override').then(({ askForOverride }) => askForOverride(requested));
};

setEarlyReads(window.__early);

const isSignedOut = localStore.get('access-token') === null;
// A visitor's page does not wait for the gateway.
if (isSignedOut) void session.start();
void connect();

/** The area that the URL most likely shows, loaded in parallel with the rest. */
const preloadFirstArea = async () => {
  const owners = pageOwners(await readDirectory());
  // Only a hint: the storage may hold anything.
  const role = isSignedOut ? null : localStore.get('piecework:role');
  const first = /^\/dashboard(\/|$)/.test(location.pathname)
    ? role && owners.remoteOfRole(role as Role)
    : owners.publicRemoteOf(location.pathname);
  if (first) await preloadArea(first);
};
// The page shows the failure.
preloadFirstArea().catch(() => {});

const root = document.getElementById('root') as HTMLElement;
const start = () => {
  takeOverFirstView(root);
  createRoot(root).render(<App />);
};
// English is inline, so nothing is awaited. The one chunk of another language has the texts of the shell and of the packages.
if (document.documentElement.lang === 'en') start();
else void loadTranslation({ bn: () => import('./all-bn') }).then(start);
