export interface Profile {
  email: string;
  displayName: string;
  photoURL: string;
}

/** Methods reject with an ApiError: 401 without an identity, 0 or 5xx when the provider could not be reached. */
export interface IdentityProvider {
  signUp(person: { name: string; email: string; password: string }): Promise<Profile>;
  signIn(credentials: { email: string; password: string }): Promise<Profile>;
  /** Where the popup is blocked the page may redirect to Google; then this never resolves, see `returned`. */
  google(): Promise<Profile>;
  returned(): Promise<Profile | null>;
  /** A valid identity token; `isRefused`: the server rejected the last one. */
  idToken(options?: { isRefused?: boolean }): Promise<string>;
  signOut(): Promise<void>;
  changePassword(passwords: { old: string; new: string }): Promise<void>;
  /** Mails a link that confirms the address of the signed-in person. */
  requestConfirmation(): Promise<void>;
  /** `ask-admin`: this installation sends no mail. */
  forgotPassword(email: string): Promise<{ kind: 'ask-admin' } | { kind: 'mail-sent' }>;
}
