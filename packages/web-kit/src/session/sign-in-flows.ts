import type { FactorChallenge } from '@piecework/contracts';
import type { SignUpRole } from '@piecework/contracts/constants';
import { msg } from '@piecework/i18n';
import { claimsOf, readToken, TOKEN_KEY } from '../api/access-token';
import { call, jsonOf, request } from '../api/api';
import { ApiError, isFactorRequired, loadChunk, UserNotSaved } from '../api/api-error';
import { forgetIdentity as forgetAtProvider, identityProvider } from '../identity';
import type { IdentityProvider, Profile } from '../identity/provider';
import { pendingInitialGrant } from '../live/live-status';
import { readOnce } from '../queries/use-read-once';
import { localStore } from '../storage';
import { loadUser } from './current-user';
import { askFactor } from './factor';
import { withSessionLock } from './session-lock';
import { accessToken, renew } from './token-renewal';

/** Clearing of the previous identity; a sign-in must wait for it, or it would be cleared as well. */
let forgetting: Promise<void> = Promise.resolve();
const cleanProvider = async (): Promise<IdentityProvider> => {
  await forgetting.catch(() => undefined);
  return identityProvider();
};

export const prepare = async (): Promise<void> => {
  await identityProvider();
};

/** Without the lock while the person looks for the code: other tabs renew meanwhile. */
const confirmed = (provider: IdentityProvider, email: string, reason: ApiError): Promise<string> =>
  askFactor(
    {
      exchange: (proof) => withSessionLock(() => accessToken(provider, email, proof)),
      challenge: async () => {
        const bearer = await withSessionLock(() => provider.idToken());
        return jsonOf(await request({ method: 'POST', path: '/factors/challenge', bearer })) as FactorChallenge;
      },
    },
    reason,
  );

/** For a call of the signed-in user that needs a fresh second factor. */
export const confirm = async (reason: ApiError): Promise<void> => {
  const email = claimsOf(readToken())?.email;
  if (!email) throw reason;
  const token = await confirmed(await identityProvider(), email, reason);
  // Another person has signed in meanwhile.
  if (claimsOf(readToken())?.email !== email) throw reason;
  localStore.set(TOKEN_KEY, token);
};

const enter = async (provider: IdentityProvider, { email }: Profile): Promise<void> => {
  const token = await withSessionLock(() => accessToken(provider, email)).catch((error: unknown) => {
    if (!isFactorRequired(error)) throw error;
    return confirmed(provider, email, error);
  });
  localStore.set(TOKEN_KEY, token);
  try {
    await loadUser();
  } catch (error) {
    // The sign-in failed: the next attempt starts at the form.
    localStore.remove(TOKEN_KEY);
    throw error;
  }
};

/** Those that the page links to. */
const shownTerms = async (): Promise<{ termsVersion: string }> => {
  const { termsVersion } = await readOnce('GET /config');
  return { termsVersion };
};

/** Returns whether the record is new; a registration without a new record shows 'Database Error' (P-14.3). */
const register = async (
  idToken: string,
  record: { userName?: string; userPhotoURL?: string; userRole: SignUpRole },
): Promise<boolean> => {
  try {
    const body = { ...record, ...(await shownTerms()) };
    const reply = await request({ method: 'POST', path: '/users', body, bearer: idToken });
    pendingInitialGrant.isExpected = 'insertedId' in ((jsonOf(reply) ?? {}) as object);
    return pendingInitialGrant.isExpected;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, fields, correlationId } = error;
    throw new UserNotSaved(status, code, message, fields, correlationId);
  }
};

export const signIn = async (credentials: { email: string; password: string }): Promise<void> => {
  const provider = await cleanProvider();
  await enter(provider, await provider.signIn(credentials));
};

export interface Person {
  name: string;
  email: string;
  password: string;
  role: SignUpRole;
  image: File;
  /** null: waits to try again. */
  onProgress?: (fraction: number | null) => void;
}
/** Completed steps of a registration: pressing Register again resumes after them. */
let done:
  | {
      email: string;
      profile?: Profile;
      password?: string;
      isTried?: true;
      image?: File;
      photoURL?: string;
      isSaveTried?: true;
    }
  | undefined;

const TAKEN = ['email-in-use', 'email-already-in-use'];

/** An attempt whose response was lost may have created the account: then the same password signs in. */
const account = async (provider: IdentityProvider, person: Person): Promise<Profile> => {
  const { name, email, password } = person;
  const profile = done?.profile;
  if (done && profile) {
    // The account was created with an earlier password.
    if (done.password !== password) await provider.changePassword({ old: done.password ?? '', new: password });
    done = { ...done, password };
    return profile;
  }
  const wasTried = done?.isTried;
  done = { email, isTried: true };
  try {
    return await provider.signUp({ name, email, password });
  } catch (error) {
    if (!wasTried || !(error instanceof ApiError) || !TAKEN.includes(error.code)) throw error;
    return provider.signIn({ email, password }).catch(() => {
      throw error;
    });
  }
};

export const signUp = async (person: Person): Promise<void> => {
  const provider = await cleanProvider();
  if (done?.email !== person.email) done = undefined;
  const profile = await account(provider, person);
  done = { ...done, email: person.email, profile, password: person.password };
  const idToken = () => withSessionLock(() => provider.idToken());

  if (done.image !== person.image || !done.photoURL) {
    const { sendPicture } = await loadChunk(import('../api/upload'));
    const { onProgress } = person;
    const photoURL = await sendPicture(person.image, await idToken(), { ...(onProgress && { onProgress }) });
    done = { ...done, image: person.image, photoURL };
  }
  const { photoURL = '' } = done;
  const { isSaveTried } = done;
  done = { ...done, isSaveTried: true };
  const record = { userName: person.name, userPhotoURL: photoURL, userRole: person.role };
  // After a lost response the record exists already.
  if (!(await register(await idToken(), record)) && !isSaveTried)
    throw new UserNotSaved(
      500,
      'no-inserted-id',
      msg('Your account was created, but your profile wasn’t saved. Press Register again to finish.'),
    );
  await enter(provider, profile);
  done = undefined;
};

/** Signs in by Google; an unknown identity is registered as a worker (P-1.3). */
export const signInWithGoogle = async (): Promise<GoogleSignIn> => {
  const provider = await cleanProvider();
  return enterByGoogle(provider, await provider.google());
};

/** Completes a redirect sign-in; null when the page did not come back from Google. */
export const finishGoogle = async (): Promise<GoogleSignIn | null> => {
  const provider = await cleanProvider();
  const profile = await provider.returned();
  return profile && enterByGoogle(provider, profile);
};

export interface GoogleSignIn {
  /** The sign-in registered the user. */
  isNew: boolean;
}

const enterByGoogle = async (provider: IdentityProvider, profile: Profile): Promise<GoogleSignIn> => {
  if (!profile.email)
    throw new UserNotSaved(500, 'no-user', msg('Google didn’t share your email address. Please try again.'));
  const idToken = await withSessionLock(() => provider.idToken());
  const isNew = await register(idToken, { userRole: 'worker' });
  await enter(provider, profile);
  return { isNew };
};

/** For an identity without a user record, also after an interrupted registration. */
export const chooseRole = async (userRole: SignUpRole): Promise<void> => {
  await call('POST /users', { body: { userRole, ...(await shownTerms()) } });
  pendingInitialGrant.isExpected = true;
  await loadUser();
};

const forget = async (): Promise<void> => {
  // Load the provider before checking who is signed in.
  await identityProvider().catch(() => undefined);
  // A new user has signed in meanwhile: the identity is theirs.
  if (!readToken()) await forgetAtProvider();
};
export const forgetIdentity = (): Promise<void> => {
  forgetting = forget();
  return forgetting;
};

/** A password change ends all sessions and starts a new one: renew the access token before a call is refused. */
export const changePassword = async (passwords: { old: string; new: string }): Promise<void> => {
  const provider = await identityProvider();
  await provider.changePassword(passwords);
  const stale = readToken();
  // After a failure the next call renews.
  if (stale) await renew(stale).catch(() => undefined);
};

export const requestConfirmation = async (): Promise<void> => (await identityProvider()).requestConfirmation();

/** The link proves who asks: a session of this browser may be that of another account, or have ended. */
const byLink = async (path: string, body: object): Promise<void> => {
  await request({ method: 'POST', path: `/identity/${path}/confirm`, body, bearer: '' });
};
export const resetPassword = (link: { token: string; password: string }): Promise<void> =>
  byLink('password-reset', link);

export const confirmEmail = async (token: string): Promise<void> => {
  await byLink('verification', { token });
  // Shows at once that it is confirmed.
  if (readToken()) await loadUser().catch(() => undefined);
};

export const forgotPassword = async (email: string): Promise<{ kind: 'ask-admin' } | { kind: 'mail-sent' }> =>
  (await identityProvider()).forgotPassword(email);
