import type { PublicUser, User } from '@piecework/contracts';
import type { Role, SignUpRole } from '@piecework/contracts/constants';
import { create } from 'zustand';
import { claimsOf, readToken, TOKEN_KEY } from './access-token';
import { call, setGuard } from './api';
import { ApiError, loadChunk, SESSION_ENDED } from './api-error';
import { closeDialogs } from './dialogs';
import { takeRedirect } from './identity/redirect-marker';
import { forgetPersonData } from './person-cleanup';
import { localStore, sessionStore } from './storage';

export interface Profile {
  email: string;
  displayName: string;
  photoURL: string;
}

export interface SessionState {
  /** `new`: an identity without a user record, who chooses a role at /selectRole. */
  status: 'loading' | 'signed-out' | 'new' | 'signed-in';
  user: User | null;
  identity: Profile | null;
  /** While `loading`: why it takes so long. It is tried again by itself. */
  problem: string | null;
  /** For the login page: why the person is here. */
  notice: string | null;
}

const SIGNED_OUT = { status: 'signed-out', user: null, identity: null, problem: null } as const;

export const useSession = create<SessionState>(() => ({
  ...SIGNED_OUT,
  status: 'loading',
  notice: null,
}));
const set = useSession.setState;
const get = useSession.getState;

/** The signed-in person; only for pages inside a dashboard, which nobody else gets to see. */
export const useUser = (): User => {
  const user = useSession((state) => state.user);
  if (!user) throw new Error('useUser outside of a dashboard');
  return user;
};

/** Of a list of users: whether this is the whole record, as admins get it. */
export const isWholeUser = (user: User | PublicUser): user is User => 'userEmail' in user;

// Where people are led

let navigate: ((path: string) => void) | undefined;
/** Asked for before anybody could go there. */
let pendingPath: string | undefined;
/** The shell says how to go to a page without loading it anew. Answers how to take that back. */
export const onNavigate = (go: (path: string) => void): (() => void) => {
  navigate = go;
  if (pendingPath) go(pendingPath);
  pendingPath = undefined;
  return () => {
    if (navigate === go) navigate = undefined;
  };
};
const goTo = (path: string): void => {
  if (navigate) navigate(path);
  else pendingPath = path;
};

const RETURN_KEY = 'piecework:return';
/** While somebody signs out on purpose their dashboard closes, and that is no link that anybody wants to come back to. */
let isLeaving = false;

/** Keeps a dashboard link for after the sign-in. */
export const rememberReturnPath = (path = location.pathname + location.search): void => {
  if (path.startsWith('/dashboard') && !isLeaving) sessionStore.set(RETURN_KEY, path);
};
/** Where a sign-in should land. */
export const returnPath = (): string => {
  const path = sessionStore.get(RETURN_KEY) ?? '';
  return /^\/dashboard([/?]|$)/.test(path) ? path : '/dashboard';
};
export const forgetReturnPath = (): void => sessionStore.remove(RETURN_KEY);

// The balance, which the live stream knows better than an answer that was on its way meanwhile

let liveBalance = { version: -1, coins: 0 };
/** A balance from the live stream; an older one than is known says nothing. */
export const noteBalance = (version: number, coins: number): boolean => {
  if (version <= liveBalance.version) return false;
  liveBalance = { version, coins };
  const { user } = get();
  if (user) set({ user: { ...user, userAvailableCoin: coins } });
  return true;
};

// Coming and going

const ROLE_KEY = 'piecework:role';
let roleChangedAt = Number.NEGATIVE_INFINITY;
/** Calls of the area that is just being left are refused, and that is nobody's fault. */
const ROLE_CHANGE_MS = 10_000;
let stopLive: Promise<() => void> | undefined;

const startLive = () => {
  stopLive ??= import('./live/tab-connection')
    .then(({ startConnection }) => startConnection())
    .catch(() => {
      // Tried again whenever the person's record is read.
      stopLive = undefined;
      return () => {};
    });
  // At hand for renewing and signing out, which also have to work when the connection is gone.
  flows().catch(() => undefined);
};

/** Nothing of one person may meet the next. */
const forgetPerson = () => {
  void stopLive?.then((stop) => stop());
  stopLive = undefined;
  liveBalance = { version: -1, coins: 0 };
  closeDialogs();
  forgetPersonData();
};

const become = (user: User) => {
  const before = get().user;
  if (before && before._id !== user._id) forgetPerson();
  else if (before && before.userRole !== user.userRole) roleChangedAt = Date.now();
  localStore.set(ROLE_KEY, user.userRole);
  const { userEmail: email, userName: displayName, userPhotoURL: photoURL } = user;
  set({ status: 'signed-in', user, identity: { email, displayName, photoURL }, problem: null, notice: null });
  startLive();
};

const becomeNew = () => {
  const { email, name, picture } = claimsOf(readToken()) ?? { email: '' };
  const identity = { email, displayName: name ?? '', photoURL: picture ?? '' };
  localStore.remove(ROLE_KEY);
  set({ status: 'new', user: null, identity, problem: null, notice: null });
};

/** What the page asked for before its scripts came; undefined when that failed. */
type Ahead = Promise<User | undefined> | null | undefined;

/** Reads who the stored token belongs to. Rejects when the server cannot be asked. */
export const loadUser = async (ahead?: Ahead): Promise<void> => {
  const token = readToken();
  const email = claimsOf(token)?.email;
  if (!email) return clear();
  const { version } = liveBalance;
  try {
    const early = await ahead;
    const user =
      early?.userEmail === email ? early : ((await call('GET /user', { query: { email } })) as User);
    // Somebody else has signed in, or this one out, while the answer was on its way.
    if (claimsOf(readToken())?.email !== email) return;
    become(liveBalance.version > version ? { ...user, userAvailableCoin: liveBalance.coins } : user);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    becomeNew();
  }
};

/** Takes everything of a person out of this tab and, without the token, out of the other tabs. */
const clear = (notice: string | null = null) => {
  // A try that comes later would find nobody, and take the notice away.
  clearTimeout(waiting);
  localStore.remove(TOKEN_KEY);
  localStore.remove(ROLE_KEY);
  set({ ...SIGNED_OUT, notice });
  forgetPerson();
};

/** Signs out on purpose. */
const leave = (): void => {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, 1000);
  forgetReturnPath();
  clear();
};

/** The session is over, whatever the person wanted: once, also when five calls notice it at the same time. */
const expire = (notice = SESSION_ENDED): void => {
  if (get().status === 'signed-out' && !readToken()) return;
  const wasKnown = get().status !== 'loading';
  rememberReturnPath();
  clear(notice);
  // Nothing depends on it here: the identity is over already.
  flows()
    .then(({ forgetIdentity }) => forgetIdentity())
    .catch(() => undefined);
  // Who just opens the front page with the remains of an old session is a visitor like others.
  if (wasKnown || location.pathname.startsWith('/dashboard')) goTo('/login');
};

let waiting: ReturnType<typeof setTimeout> | undefined;
/** As `loadUser`, again and again while the server cannot be asked: a lost connection is not a sign-out. */
const persist = async (tries = 0, ahead?: Ahead): Promise<void> => {
  clearTimeout(waiting);
  try {
    await loadUser(ahead);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (get().status === 'signed-out') return;
    set({ problem: `${error.message} We keep trying.` });
    waiting = setTimeout(() => void persist(tries + 1), Math.min(30_000, 2000 * 2 ** tries));
  }
};

/** Another tab signed in or out. A renewed token of the same person changes nothing here. */
const follow = ({ key, newValue }: StorageEvent) => {
  if (key !== TOKEN_KEY && key !== null) return;
  const email = claimsOf(key === null ? readToken() : newValue)?.email;
  const { status, identity } = get();
  if (!email) {
    if (status === 'signed-out') return;
    rememberReturnPath();
    clear();
  } else if (email !== identity?.email) {
    set({ ...SIGNED_OUT, status: 'loading', notice: null });
    forgetPerson();
    void persist();
  } else if (status === 'new') void persist();
};

const flows = () => loadChunk(import('./session/sign-in-flows'));

let hasStarted = false;
export const session = {
  /** At the start of the page. Without a token it asks nobody anything. */
  start: async (ahead?: Ahead): Promise<void> => {
    if (!hasStarted) {
      hasStarted = true;
      addEventListener('storage', follow);
      addEventListener('online', () => {
        if (get().status === 'loading') void persist();
      });
    }
    if (readToken()) await persist(0, ahead);
    else set(SIGNED_OUT);
  },
  /** Loads what signing in needs ahead of the click, so that a popup still counts as the click's own. */
  prepare: async (): Promise<void> => {
    await flows().then(({ prepare }) => prepare());
  },
  signIn: async (credentials: { email: string; password: string }): Promise<void> =>
    (await flows()).signIn(credentials),
  signUp: async (person: {
    name: string;
    email: string;
    password: string;
    role: SignUpRole;
    image: File;
    onProgress?: (fraction: number) => void;
  }): Promise<void> => (await flows()).signUp(person),
  signInWithGoogle: async (): Promise<void> => (await flows()).signInWithGoogle(),
  /** Whether this page had left for Google and is back: then `finishGoogle` goes on. Asked at most once. */
  isBackFromGoogle: (): boolean => takeRedirect(),
  finishGoogle: async (): Promise<boolean> => (await flows()).finishGoogle(),
  chooseRole: async (role: SignUpRole): Promise<void> => (await flows()).chooseRole(role),
  /** Out at once, also without a connection; what the identity provider keeps goes right after. */
  signOut: async (): Promise<void> => {
    // First the way, then the door: a dashboard without its person would lead to /login.
    goTo('/');
    leave();
    await (await flows()).forgetIdentity();
  },
  changePassword: async (passwords: { old: string; new: string }): Promise<void> =>
    (await flows()).changePassword(passwords),
  forgotPassword: async (email: string): Promise<{ kind: 'ask-admin' } | { kind: 'mail-sent' }> =>
    (await flows()).forgotPassword(email),
  /** Reads the person's record again, for whoever changed it. */
  reload: (): Promise<void> => loadUser(),
  expire,
};

/** A 403 ends the session unless the role has just changed under the open page (P-1.15). */
const isOfOldRole = async (): Promise<boolean> => {
  const before: Role | undefined = get().user?.userRole;
  if (Date.now() - roleChangedAt < ROLE_CHANGE_MS) return true;
  await loadUser().catch(() => undefined);
  return get().user?.userRole !== before;
};

setGuard({
  renew: async (stale) => (await loadChunk(import('./session/token-renewal'))).renew(stale).catch(endIfOver),
  refused: async (problem, token) => {
    // It was the call of somebody who is gone already.
    if (claimsOf(readToken())?.email !== claimsOf(token)?.email) return;
    if (problem.code === 'not-registered') {
      becomeNew();
      goTo('/selectRole');
    } else if (problem.code !== 'forbidden' || !(await isOfOldRole()))
      expire(problem.status === 401 ? SESSION_ENDED : problem.message);
  },
});

const endIfOver = (error: unknown): never => {
  if (error instanceof ApiError && error.status === 401) expire(error.message);
  throw error;
};
