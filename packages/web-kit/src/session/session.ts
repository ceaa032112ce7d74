import type { Role, SignUpRole } from '@piecework/contracts/constants';
import { t, translated } from '@piecework/i18n';
import { claimsOf, readToken, TOKEN_KEY } from '../api/access-token';
import { setGuard } from '../api/api';
import { ApiError, loadChunk, SESSION_ENDED } from '../api/api-error';
import { takeRedirect } from '../identity/redirect-marker';
import { localStore } from '../storage';
import {
  clearPerson,
  hasJustChangedRole,
  loadUser,
  onUserLoaded,
  type PrefetchedUser,
  setNewIdentity,
} from './current-user';
import { goTo, leaveDashboard, rememberReturnPath } from './navigation';
import { forgetPersonData, onForgetPerson } from './person-cleanup';
import { SIGNED_OUT, useSession } from './session-state';
import type { GoogleSignIn, Person } from './sign-in-flows';

const set = useSession.setState;
const get = useSession.getState;

const flows = () => loadChunk(import('./sign-in-flows'));

let stopLive: Promise<() => void> | undefined;

onUserLoaded(() => {
  stopLive ??= import('../live/tab-connection')
    .then(({ startConnection }) => startConnection())
    .catch(() => {
      // The next read of the user's record retries.
      stopLive = undefined;
      return () => {};
    });
  // Renewal and sign-out must also work offline.
  flows().catch(() => undefined);
});
onForgetPerson(() => {
  void stopLive?.then((stop) => stop());
  stopLive = undefined;
});

/** Ends the session once, even when several calls fail at the same time. */
const expire = (notice = SESSION_ENDED): void => {
  if (get().status === 'signed-out' && !readToken()) return;
  const wasKnown = get().status !== 'loading';
  rememberReturnPath();
  clearPerson(notice);
  // Best effort: the identity has ended already.
  flows()
    .then(({ forgetIdentity }) => forgetIdentity())
    .catch(() => undefined);
  // On a public page a visitor with an expired token stays where they are.
  if (wasKnown || location.pathname.startsWith('/dashboard')) goTo('/login');
};

let retryTimer: ReturnType<typeof setTimeout> | undefined;
// A retry for the signed-out user would remove the notice.
onForgetPerson(() => clearTimeout(retryTimer));

/** Retries `loadUser` while the server is unreachable: a lost connection does not sign out. */
const loadUserWithRetries = async (tries = 0, prefetched?: PrefetchedUser): Promise<void> => {
  clearTimeout(retryTimer);
  try {
    await loadUser(prefetched);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (get().status === 'signed-out') return;
    set({ problem: t('{problem} We’ll keep trying.', { problem: translated(error.message) }) });
    retryTimer = setTimeout(() => void loadUserWithRetries(tries + 1), Math.min(30_000, 2000 * 2 ** tries));
  }
};

/** Another tab signed in or out. A renewed token of the same user changes nothing here. */
const onTokenChange = ({ key, newValue }: StorageEvent) => {
  if (key !== TOKEN_KEY && key !== null) return;
  const email = claimsOf(key === null ? readToken() : newValue)?.email;
  const { status, identity } = get();
  if (!email) {
    if (status === 'signed-out') return;
    rememberReturnPath();
    clearPerson();
  } else if (email !== identity?.email) {
    set({ ...SIGNED_OUT, status: 'loading', notice: null });
    forgetPersonData();
    void loadUserWithRetries();
  } else if (status === 'new') void loadUserWithRetries();
};

let hasStarted = false;
export const session = {
  start: async (prefetched?: PrefetchedUser): Promise<void> => {
    if (!hasStarted) {
      hasStarted = true;
      addEventListener('storage', onTokenChange);
      addEventListener('online', () => {
        if (get().status === 'loading') void loadUserWithRetries();
      });
    }
    if (readToken()) await loadUserWithRetries(0, prefetched);
    else set(SIGNED_OUT);
  },
  /** Preloads the sign-in code, so that a popup opens within the click's own task. */
  prepare: async (): Promise<void> => {
    await flows().then(({ prepare }) => prepare());
  },
  signIn: async (credentials: { email: string; password: string }): Promise<void> =>
    (await flows()).signIn(credentials),
  signUp: async (person: Person): Promise<void> => (await flows()).signUp(person),
  signInWithGoogle: async (): Promise<GoogleSignIn> => (await flows()).signInWithGoogle(),
  /** Whether this page returns from Google; then call `finishGoogle`. True at most once. */
  isBackFromGoogle: (): boolean => takeRedirect(),
  finishGoogle: async (): Promise<GoogleSignIn | null> => (await flows()).finishGoogle(),
  chooseRole: async (role: SignUpRole): Promise<void> => (await flows()).chooseRole(role),
  /** Signs out at once, even offline; the identity provider is cleared after that. */
  signOut: async (): Promise<void> => {
    // Navigates first: a dashboard without its user redirects to /login.
    goTo('/');
    leaveDashboard();
    clearPerson();
    await (await flows()).forgetIdentity();
  },
  changePassword: async (passwords: { old: string; new: string }): Promise<void> =>
    (await flows()).changePassword(passwords),
  forgotPassword: async (email: string): Promise<{ kind: 'ask-admin' } | { kind: 'mail-sent' }> =>
    (await flows()).forgotPassword(email),
  requestConfirmation: async (): Promise<void> => (await flows()).requestConfirmation(),
  /** By the mailed link, without a session. */
  resetPassword: async (link: { token: string; password: string }): Promise<void> =>
    (await flows()).resetPassword(link),
  confirmEmail: async (token: string): Promise<void> => (await flows()).confirmEmail(token),
  /** The token that the server answers to a new second factor. */
  keepToken: (token: string): void => localStore.set(TOKEN_KEY, token),
  reload: (): Promise<void> => loadUser(),
  expire,
};

let roleCheck: Promise<boolean> | undefined;
/** A 403 ends the session unless the role has just changed under the open page (P-1.15). Concurrent ones share the request of the user. */
const isOfOldRole = (): Promise<boolean> => {
  const check = async () => {
    const before: Role | undefined = get().user?.userRole;
    if (hasJustChangedRole()) return true;
    await loadUser().catch(() => undefined);
    return get().user?.userRole !== before;
  };
  roleCheck ??= check().finally(() => {
    roleCheck = undefined;
  });
  return roleCheck;
};

setGuard({
  renew: async (stale) => (await loadChunk(import('./token-renewal'))).renew(stale).catch(expireOnUnauthorized),
  refused: async (problem, token) => {
    // The call belonged to another user.
    if (claimsOf(readToken())?.email !== claimsOf(token)?.email) return;
    if (problem.code === 'account-suspended') await loadUser().catch(() => undefined);
    else if (problem.code === 'not-registered') {
      setNewIdentity();
      goTo('/selectRole');
    } else if (problem.code !== 'forbidden' || !(await isOfOldRole()))
      expire(problem.status === 401 ? SESSION_ENDED : problem.message);
  },
  confirm: async (reason) => (await flows()).confirm(reason),
});

const expireOnUnauthorized = (error: unknown): never => {
  if (error instanceof ApiError && error.status === 401) expire(error.message);
  throw error;
};
