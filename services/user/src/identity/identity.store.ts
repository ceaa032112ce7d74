import { collection } from '@piecework/store';
import type { Account, Session, SignInFailures, SignInPlace } from './identity';
import type { MailLink, MailRequests } from './identity.mail-link';

export const accounts = collection<Account>('accounts', [
  { key: { email: 1 }, unique: true },
  { key: { provider: 1, email: 1 } },
]);

export const sessions = collection<Session>('sessions', [{ key: { accountId: 1 } }, { key: { expiresAt: 1 } }]);

export const signInPlaces = collection<SignInPlace>('sign-in-places', [{ key: { expiresAt: 1 } }]);

export const signInFailures = collection<SignInFailures>('sign-in-failures', [
  { key: { email: 1 } },
  { key: { expiresAt: 1 } },
]);

export const mailLinks = collection<MailLink>('mail-links', [
  { key: { uid: 1, purpose: 1 } },
  { key: { expiresAt: 1 } },
]);

export const mailRequests = collection<MailRequests>('mail-requests', [{ key: { expiresAt: 1 } }]);
