import { PASSWORD_MESSAGE } from '@piecework/contracts/constants';
import { ApiError, dialogs, UserNotSaved } from '@piecework/web-kit';

const WRONG = 'The email or the password is not right. Please check both and try again.';
const TAKEN = 'This email already has an account. Please sign in instead.';
const BLOCKED = 'Your browser blocked the sign-in window. Allow pop-ups for this page and try again.';
const CLOSED =
  'The sign-in window was closed before it was done. Nothing has changed; try again when you like.';

/**
 * What to say of each kind of error of the sign-in provider (SPEC section 8), ours and Firebase's. Kinds that are not here say it
 * themselves.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  'popup-blocked': BLOCKED,
  'popup-closed-by-user': CLOSED,
  'cancelled-popup-request': CLOSED,
  'unauthorized-domain':
    'Google sign-in is not allowed from this address. Open Piecework at its usual address, or sign in with your password.',
  'network-request-failed':
    'Piecework could not be reached. Check your connection and try again; everything you typed is still here.',
  'password-does-not-meet-requirements': PASSWORD_MESSAGE,
  'weak-password': PASSWORD_MESSAGE,
  'invalid-credential': WRONG,
  'invalid-login-credentials': WRONG,
  'user-not-found': WRONG,
  'wrong-password': WRONG,
  'invalid-email': 'The email must look like name@example.com.',
  'email-in-use': TAKEN,
  'email-already-in-use': TAKEN,
  'account-exists-with-different-credential':
    'This email signs in with a password. Use the email and password fields instead of Google.',
  'account-closed': 'This account has been closed. Please sign up with another email.',
  'user-disabled': 'This account has been closed. Please sign up with another email.',
  'too-many-requests':
    'There were too many tries. Wait a few minutes before the next one; what you typed stays here.',
};

/** `auth/popup-blocked` and `popup-blocked` are the same kind. */
const kindOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code).replace(/^auth\//, '') : '';

/** Whatever a sign-in failed with, as an error whose message helps; fields that the server names keep their own. */
export const explained = (error: unknown): ApiError => {
  const { status, message, fields } =
    error instanceof ApiError
      ? error
      : {
          status: 0,
          message: 'The sign-in service did not answer as expected. Please try again in a moment.',
          fields: {},
        };
  const kind = kindOf(error);
  return new ApiError(status, kind, SENTENCES[kind] ?? message, fields);
};

/** The error toast of SPEC section 8: an identity without a kept record has its own, whatever the way in. */
export const toastFailure = (error: unknown, title: string, ms: number): void => {
  const { message: text } = explained(error);
  if (!(error instanceof UserNotSaved)) dialogs.toast({ icon: 'error', title, text, ms });
  else if (error.code === 'no-user' || error.code === 'no-inserted-id')
    dialogs.toast({ icon: 'error', title: 'Database Error', text, ms: 1500 });
  else dialogs.toast({ icon: 'error', title: 'Error', text, ms: 2500 });
};
