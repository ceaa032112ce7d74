import type { User } from '@piecework/contracts';
import { claimsOf, readToken, TOKEN_KEY } from '../api/access-token';
import { call } from '../api/api';
import { ApiError } from '../api/api-error';
import { closeDialogs } from '../dialogs/dialogs';
import { localStore } from '../storage';
import { forgetPersonData, onForgetPerson } from './person-cleanup';
import { SIGNED_OUT, useSession } from './session-state';

const set = useSession.setState;
const get = useSession.getState;

let liveBalance = { version: -1, coins: 0 };
onForgetPerson(() => {
  liveBalance = { version: -1, coins: 0 };
  closeDialogs();
});

/** Applies a balance from the live stream. Returns false for one that is not newer than the known version. */
export const applyBalance = (version: number, coins: number): boolean => {
  if (version <= liveBalance.version) return false;
  liveBalance = { version, coins };
  const { user } = get();
  if (user) set({ user: { ...user, userAvailableCoin: coins } });
  // They may be the starting coins, which then wait no longer.
  if (user?.grantWaits) void loadUser().catch(() => undefined);
  return true;
};

const ROLE_KEY = 'piecework:role';
/** Read by the inline scripts of the shell, for the first view. */
const NAME_KEY = 'piecework:name';
let roleChangedAt = Number.NEGATIVE_INFINITY;
/** Calls of the old role's pages may be refused for this long after a role change. */
const ROLE_CHANGE_MS = 10_000;
export const hasJustChangedRole = (): boolean => Date.now() - roleChangedAt < ROLE_CHANGE_MS;

const userListeners = new Set<() => void>();
export const onUserLoaded = (listener: () => void): void => {
  userListeners.add(listener);
};

const setUser = (user: User) => {
  const before = get().user;
  if (before && before._id !== user._id) forgetPersonData();
  else if (before && before.userRole !== user.userRole) roleChangedAt = Date.now();
  localStore.set(ROLE_KEY, user.userRole);
  localStore.set(NAME_KEY, user.userName);
  const { userEmail: email, userName: displayName, userPhotoURL: photoURL } = user;
  set({ status: 'signed-in', user, identity: { email, displayName, photoURL }, problem: null, notice: null });
  for (const listener of userListeners) listener();
};

export const setNewIdentity = (): void => {
  const { email, name, picture } = claimsOf(readToken()) ?? { email: '' };
  const identity = { email, displayName: name ?? '', photoURL: picture ?? '' };
  localStore.remove(ROLE_KEY);
  localStore.remove(NAME_KEY);
  set({ status: 'new', user: null, identity, problem: null, notice: null });
};

/** Clears the person from this tab and, by removing the token, from the other tabs. */
export const clearPerson = (notice: string | null = null): void => {
  localStore.remove(TOKEN_KEY);
  localStore.remove(ROLE_KEY);
  localStore.remove(NAME_KEY);
  set({ ...SIGNED_OUT, notice });
  forgetPersonData();
};

/** What the inline script fetched before the bundle loaded; undefined when that failed. */
export type PrefetchedUser = Promise<User | undefined> | null | undefined;

/** Reads the record of the stored token's owner. Rejects when the server cannot be reached. */
export const loadUser = async (prefetched?: PrefetchedUser): Promise<void> => {
  const email = claimsOf(readToken())?.email;
  if (!email) return clearPerson();
  const { version } = liveBalance;
  try {
    const early = await prefetched;
    const user = early?.userEmail === email ? early : ((await call('GET /user', { query: { email } })) as User);
    // The token may have changed hands while the request ran.
    if (claimsOf(readToken())?.email !== email) return;
    // A live balance that arrived during the request is newer than the answer.
    setUser(liveBalance.version > version ? { ...user, userAvailableCoin: liveBalance.coins } : user);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    setNewIdentity();
  }
};
