import { PASSWORD_MESSAGE } from '@piecework/contracts';
import { ApiError, dialogs, UserNotSaved } from '@piecework/web-kit';
import { toastFailure, withUserMessage } from './sign-in-errors';

/** As firebase/auth rejects. */
class FirebaseError extends Error {
  constructor(readonly code: string) {
    super(`Firebase: Error (${code}).`);
  }
}

/** The codes that Firebase and the embedded identity answer in these flows (P-14.4). */
const KINDS: readonly [kind: string, advice: RegExp][] = [
  ['popup-blocked', /Allow pop-ups/],
  ['popup-closed-by-user', /closed before sign-in finished/],
  ['unauthorized-domain', /isn’t allowed from this address/],
  ['network-request-failed', /Check your connection/],
  ['password-does-not-meet-requirements', /at least one uppercase letter/],
  ['weak-password', new RegExp(PASSWORD_MESSAGE)],
  ['invalid-credential', /check both/],
  ['invalid-login-credentials', /check both/],
  ['user-not-found', /check both/],
  ['wrong-password', /check both/],
  ['invalid-email', /name@example\.com/],
  ['missing-email', /Email is required/],
  ['missing-password', /Password is required/],
  ['email-already-in-use', /sign in instead/],
  ['credential-already-in-use', /sign in instead/],
  ['user-disabled', /another email/],
  ['too-many-requests', /Wait a few minutes/],
  ['cancelled-popup-request', /try again/],
  ['redirect-cancelled-by-user', /try again/],
  ['user-cancelled', /try again/],
  ['account-exists-with-different-credential', /email and password fields/],
  ['operation-not-allowed', /isn’t set up/],
  ['admin-restricted-operation', /isn’t set up/],
  ['invalid-api-key', /isn’t set up/],
  ['app-not-authorized', /isn’t set up/],
  ['auth-domain-config-required', /isn’t set up/],
  ['internal-error', /try again in a moment/],
  ['timeout', /try again in a moment/],
  ['quota-exceeded', /try again in a moment/],
  ['requires-recent-login', /log in and try again/],
  ['user-token-expired', /log in again/],
  ['user-signed-out', /log in again/],
  ['no-auth-event', /didn’t complete/],
  ['web-storage-unsupported', /Allow cookies/],
  ['operation-not-supported-in-this-environment', /Allow cookies/],
];

afterEach(() => jest.restoreAllMocks());

it.each(KINDS)('%s has a message with advice', (kind, advice) => {
  const ours = withUserMessage(new ApiError(400, kind, 'provider message'));
  expect(ours.message).toMatch(advice);
  const firebases = withUserMessage(new FirebaseError(`auth/${kind}`));
  expect([firebases.code, firebases.message]).toEqual([kind, ours.message]);
  expect(ours.message).not.toContain('provider message');
});

it('an unknown code has a generic message without the code', () => {
  const { message } = withUserMessage(new FirebaseError('auth/something-new'));
  expect(message).toMatch(/try again in a moment/);
  expect(message).not.toMatch(/auth|Firebase|something-new/);
  expect(withUserMessage('nonsense').message).toBe(message);
});

it("an unverified email shows the server's message", () => {
  const message = 'This email already belongs to an account.';
  expect(withUserMessage(new ApiError(403, 'email-not-verified', message)).message).toBe(message);
});

it('shows the toast of the flow, or that of a user record that was not saved', () => {
  const toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
  toastFailure(new FirebaseError('auth/wrong-password'), 'Login unsuccessful', 1500);
  toastFailure(new UserNotSaved(403, 'email-not-verified', 'Not proved.'), 'Login unsuccessful', 1500);
  expect(toast.mock.calls.map(([options]) => options)).toEqual([
    { icon: 'error', title: 'Login unsuccessful', text: expect.stringMatching(/check both/), ms: 1500 },
    { icon: 'error', title: 'Error', text: 'Not proved.', ms: 2500 },
  ]);
});
