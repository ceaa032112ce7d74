export interface Profile {
  email: string;
  displayName: string;
  photoURL: string;
}

/**
 * Who proves an email: the embedded accounts, or Firebase. The session knows nothing else of it. Every method may reject with an ApiError;
 * status 401 means that there is no identity any more, and status 0 or 5xx that it could not be asked.
 */
export interface IdentityProvider {
  signUp(person: { name: string; email: string; password: string }): Promise<Profile>;
  signIn(credentials: { email: string; password: string }): Promise<Profile>;
  /** By Google's window. Where it is blocked the page may leave for Google instead, and this never resolves: see `returned`. */
  google(): Promise<Profile>;
  /** Who has just come back from Google on a page that had left for it; null when nobody has. */
  returned(): Promise<Profile | null>;
  /** A living identity token of the person who is signed in; `isRefused`: the last one was not taken. */
  idToken(options?: { isRefused?: boolean }): Promise<string>;
  signOut(): Promise<void>;
  changePassword(passwords: { old: string; new: string }): Promise<void>;
  forgotPassword(email: string): Promise<{ kind: 'ask-admin' } | { kind: 'mail-sent' }>;
}
