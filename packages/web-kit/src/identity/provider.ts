export interface Profile {
  email: string;
  displayName: string;
  photoURL: string;
}

/**
 * Proves the user's email: embedded accounts or Firebase. Methods reject with an ApiError: 401 when there is no
 * identity any more, 0 or 5xx when the provider could not be reached.
 */
export interface IdentityProvider {
  signUp(person: { name: string; email: string; password: string }): Promise<Profile>;
  signIn(credentials: { email: string; password: string }): Promise<Profile>;
  /** Where the popup is blocked the page may redirect to Google; then this never resolves, see `returned`. */
  google(): Promise<Profile>;
  /** The profile after a redirect to Google; null without one. */
  returned(): Promise<Profile | null>;
  /** A valid identity token; `isRefused`: the server rejected the last one. */
  idToken(options?: { isRefused?: boolean }): Promise<string>;
  signOut(): Promise<void>;
  changePassword(passwords: { old: string; new: string }): Promise<void>;
  forgotPassword(email: string): Promise<{ kind: 'ask-admin' } | { kind: 'mail-sent' }>;
}
