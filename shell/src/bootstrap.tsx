import '@piecework/ui/global.css';
import { REMOTE_OF_ROLE, session, setGateway } from '@piecework/web-kit';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { preloadArea } from './areas';
import { addresses } from './remotes';

// The address book may come late or never: what needs the gateway waits, and is told.
addresses().then(({ gateway }) => setGateway(gateway), setGateway.failed);
void session.start();
if (!/^\/dashboard(\/|$)/.test(location.pathname)) void preloadArea('mf_public');
else {
  const role = localStorage.getItem('access-token') && localStorage.getItem('piecework:role');
  if (role && Object.hasOwn(REMOTE_OF_ROLE, role))
    void preloadArea(REMOTE_OF_ROLE[role as keyof typeof REMOTE_OF_ROLE]);
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />);
