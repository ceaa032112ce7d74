import type { Role } from '@piecework/contracts/constants';
import '@piecework/ui/global.css';
import { localStore, session, setGateway, useSession } from '@piecework/web-kit';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { preloadArea, warmArea } from './areas';
import { publicRemoteOf, REMOTE_OF_ROLE } from './page-owners';
import { addresses } from './remotes';

const ASK_AGAIN_MS = 3000;

/** Whoever is signed in and reads a public page most likely goes to their dashboard next: it opens at once then. */
const preloadOwnArea = () => {
  const { user } = useSession.getState();
  const idle = window.requestIdleCallback ?? setTimeout;
  if (user) idle(() => void warmArea(REMOTE_OF_ROLE[user.userRole]));
};

/** Who is signed in is asked of the gateway, so its address comes first; without it there is nothing to do but to ask again. */
const connect = async (): Promise<void> => {
  try {
    setGateway((await addresses()).gateway);
  } catch {
    if (!isSignedOut) useSession.setState({ problem: 'The server is not responding. We keep trying.' });
    setTimeout(connect, ASK_AGAIN_MS);
    return;
  }
  if (isSignedOut) return;
  await session.start(window.__early?.user);
  preloadOwnArea();
};

const isSignedOut = localStore.get('access-token') === null;
// Nobody to ask about: the page of a visitor waits for nothing.
if (isSignedOut) void session.start();
void connect();

/** The area that this address most likely shows: its code comes beside the rest, not after it. */
const firstArea = () => {
  if (!/^\/dashboard(\/|$)/.test(location.pathname)) return publicRemoteOf(location.pathname);
  const role = isSignedOut ? null : localStore.get('piecework:role');
  // Only a hint, which may say anything.
  return role && Object.hasOwn(REMOTE_OF_ROLE, role) ? REMOTE_OF_ROLE[role as Role] : undefined;
};
const first = firstArea();
if (first) void preloadArea(first);

createRoot(document.getElementById('root') as HTMLElement).render(<App />);
