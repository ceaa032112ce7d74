import { expiry } from '@piecework/service-runtime';
import { mailLinks, mailRequests, sessions, signInFailures, signInPlaces } from './identity.store';

/** Also runs with Firebase, for leftovers of the embedded identity. */
export const identityTimers = [
  expiry({ name: 'sessions', of: sessions, deadline: 'expiresAt' }),
  expiry({ name: 'sign-in-places', of: signInPlaces, deadline: 'expiresAt' }),
  expiry({ name: 'sign-in-failures', of: signInFailures, deadline: 'expiresAt' }),
  expiry({ name: 'mail-links', of: mailLinks, deadline: 'expiresAt' }),
  expiry({ name: 'mail-requests', of: mailRequests, deadline: 'expiresAt' }),
];
