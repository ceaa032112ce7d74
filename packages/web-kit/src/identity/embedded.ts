import type { Identity } from '@piecework/contracts';
import { isFresh } from '../api/access-token';
import { jsonOf, request } from '../api/api';
import { ApiError, SESSION_ENDED } from '../api/api-error';
import { withSessionLock } from '../session/session-lock';
import { signInByPopup } from './google-popup';
import type { IdentityProvider, Profile } from './provider';
import { tokenStore } from './token-store';

const post = async (path: string, body: object, bearer = ''): Promise<Identity> =>
  jsonOf(await request({ method: 'POST', path: `/identity/${path}`, body, bearer })) as Identity;

const keep = async ({ idToken, refreshToken, email, displayName, photoURL }: Identity): Promise<Profile> => {
  await withSessionLock(() => tokenStore.write({ idToken, refreshToken }));
  return { email, displayName, photoURL };
};

const ended = () => new ApiError(401, 'session-ended', SESSION_ENDED);

/** The refresh token is single-use: the caller must hold the session lock. */
const refreshed = async (refreshToken: string): Promise<string> => {
  try {
    const identity = await post('refresh', { refreshToken });
    await tokenStore.write({ idToken: identity.idToken, refreshToken: identity.refreshToken });
    return identity.idToken;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid-refresh-token') throw error;
    await tokenStore.clear();
    throw ended();
  }
};

/** Accounts of the user service itself. */
export const embedded: IdentityProvider = {
  signUp: async ({ name, ...credentials }) => keep(await post('sign-up', { ...credentials, displayName: name })),
  signIn: async (credentials) => keep(await post('sign-in', credentials)),
  google: async () => keep(await signInByPopup()),
  returned: async () => null,
  idToken: async ({ isRefused = false } = {}) => {
    const kept = await tokenStore.read();
    if (!kept) throw ended();
    return !isRefused && isFresh(kept.idToken) ? kept.idToken : refreshed(kept.refreshToken);
  },
  signOut: async () => {
    const kept = await withSessionLock(async () => {
      const stored = await tokenStore.read();
      await tokenStore.clear();
      return stored;
    });
    // Best effort: the local session has ended already.
    if (kept)
      request({
        method: 'POST',
        path: '/identity/sign-out',
        body: { refreshToken: kept.refreshToken },
        bearer: '',
      }).catch(() => undefined);
  },
  changePassword: async (passwords) => {
    const token = await withSessionLock(() => embedded.idToken());
    await keep(await post('password', passwords, token));
  },
  requestConfirmation: async () => {
    const bearer = await withSessionLock(() => embedded.idToken());
    await request({ method: 'POST', path: '/identity/verification', bearer });
  },
  forgotPassword: async (email) => {
    try {
      await request({ method: 'POST', path: '/identity/password-reset', body: { email }, bearer: '' });
    } catch (error) {
      // Also of a gateway that does not know the call yet.
      if (error instanceof ApiError && error.status === 404) return { kind: 'ask-admin' };
      throw error;
    }
    return { kind: 'mail-sent' };
  },
};
