import { PASSWORD_MESSAGE } from '@piecework/contracts/constants';
import { msg, t, translated } from '@piecework/i18n';
import { ApiError, dialogs, MESSAGE_MS, UserNotSaved } from '@piecework/web-kit';

const WRONG_CREDENTIALS = msg('The email or password is incorrect. Please check both and try again.');
const EMAIL_TAKEN = msg('This email already has an account. Please sign in instead.');
const POPUP_BLOCKED = msg('Your browser blocked the sign-in window. Allow pop-ups for this page and try again.');
const POPUP_CLOSED = msg(
  'The sign-in window was closed before sign-in finished. Nothing has changed; you can try again at any time.',
);
const ACCOUNT_CLOSED = msg('This account has been closed. Please sign up with another email.');
const SESSION_ENDED = msg('Your session has ended. Please log in again.');
const NO_STORAGE = msg(
  'Signing in needs storage, which your browser blocks for this site. Allow cookies and site data, or leave private browsing.',
);
const PROVIDER_FAILED = msg('The sign-in service is having a problem. Please try again in a moment.');
const NOT_SET_UP = msg(
  'This sign-in method isn’t set up on this site. Please use the other one, and let the administrator know.',
);

/**
 * Error code of the sign-in provider → message (P-14.4), for the embedded identity and Firebase. Other codes show the provider's own
 * message.
 */
const MESSAGES: Readonly<Record<string, string>> = {
  'popup-blocked': POPUP_BLOCKED,
  'popup-closed-by-user': POPUP_CLOSED,
  'cancelled-popup-request': POPUP_CLOSED,
  'redirect-cancelled-by-user': POPUP_CLOSED,
  'user-cancelled': POPUP_CLOSED,
  'unauthorized-domain': msg(
    'Google sign-in isn’t allowed from this address. Open Piecework at its usual address, or sign in with your password.',
  ),
  'network-request-failed': msg(
    'We couldn’t reach Piecework, or the sign-in service isn’t responding. Check your connection and try again; everything you typed is still here.',
  ),
  'password-does-not-meet-requirements': PASSWORD_MESSAGE,
  'weak-password': PASSWORD_MESSAGE,
  'invalid-credential': WRONG_CREDENTIALS,
  'invalid-login-credentials': WRONG_CREDENTIALS,
  'user-not-found': WRONG_CREDENTIALS,
  'wrong-password': WRONG_CREDENTIALS,
  'invalid-email': msg('The email must look like name@example.com.'),
  'email-in-use': EMAIL_TAKEN,
  'email-already-in-use': EMAIL_TAKEN,
  'account-exists-with-different-credential': msg(
    'This email signs in with a password. Use the email and password fields instead of Google.',
  ),
  'credential-already-in-use': EMAIL_TAKEN,
  'account-closed': ACCOUNT_CLOSED,
  'user-disabled': ACCOUNT_CLOSED,
  'missing-password': msg('Password is required.'),
  'missing-email': msg('Email is required.'),
  'user-token-expired': SESSION_ENDED,
  'user-signed-out': SESSION_ENDED,
  'no-auth-event': msg('Google didn’t complete the sign-in. Please try again.'),
  'requires-recent-login': msg('This needs a recent login. Please log out, log in and try again.'),
  'web-storage-unsupported': NO_STORAGE,
  'operation-not-supported-in-this-environment': NO_STORAGE,
  'internal-error': PROVIDER_FAILED,
  timeout: PROVIDER_FAILED,
  'quota-exceeded': PROVIDER_FAILED,
  'operation-not-allowed': NOT_SET_UP,
  'admin-restricted-operation': NOT_SET_UP,
  'invalid-api-key': NOT_SET_UP,
  'app-not-authorized': NOT_SET_UP,
  'auth-domain-config-required': NOT_SET_UP,
  'too-many-requests': msg('Too many attempts. Wait a few minutes and try again; what you typed is still here.'),
};

/** `auth/popup-blocked` and `popup-blocked` are the same code. */
const kindOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code).replace(/^auth\//, '') : '';

/** Any sign-in failure, with a message for the user; the server's field errors are kept. */
export const withUserMessage = (error: unknown): ApiError => {
  const { status, message, fields } =
    error instanceof ApiError
      ? error
      : {
          status: 0,
          message: msg('Something went wrong while signing you in. Please try again in a moment.'),
          fields: {},
        };
  const kind = kindOf(error);
  return new ApiError(status, kind, translated(MESSAGES[kind] ?? message), fields);
};

/** The error toasts of P-14.3. */
export const toastFailure = (error: unknown, title: string, ms: number): void => {
  const { message: text } = withUserMessage(error);
  if (!(error instanceof UserNotSaved)) dialogs.toast({ icon: 'error', title, text, ms });
  else if (error.code === 'no-user' || error.code === 'no-inserted-id')
    dialogs.toast({ icon: 'error', title: t('Database Error'), text, ms: MESSAGE_MS.short });
  else dialogs.toast({ icon: 'error', title: t('Error'), text, ms: MESSAGE_MS.medium });
};
