import { expiry } from '@piecework/service-runtime';
import { sessions, signInFailures } from './identity.store';

/** Also with Firebase, for what the embedded identity left behind. */
export const identityTimers = [
  expiry({ name: 'sessions', of: sessions, deadline: 'expiresAt' }),
  expiry({ name: 'sign-in-failures', of: signInFailures, deadline: 'expiresAt' }),
];
