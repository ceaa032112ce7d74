import type { SignUpRole } from '@piecework/contracts/constants';
import { readToken, TOKEN_KEY } from '../access-token';
import { call, jsonOf, request } from '../api';
import { ApiError, loadChunk, UserNotSaved } from '../api-error';
import { forgetIdentity as forgetAtProvider, identityProvider } from '../identity';
import type { IdentityProvider, Profile } from '../identity/provider';
import { pendingInitialGrant } from '../live-status';
import { localStore } from '../storage';
import { loadUser } from './current-user';
import { withSessionLock } from './session-lock';
import { accessToken, renew } from './token-renewal';

/** What is still being forgotten of the person before: whoever comes next waits, or their identity would go with it. */
let forgetting: Promise<void> = Promise.resolve();
const cleanProvider = async (): Promise<IdentityProvider> => {
  await forgetting.catch(() => undefined);
  return identityProvider();
};

export const prepare = async (): Promise<void> => {
  await identityProvider();
};

/** The last step of every way in: the access token, then who its owner is. */
const enter = async (provider: IdentityProvider, { email }: Profile): Promise<void> => {
  const token = await withSessionLock(() => accessToken(provider, email));
  localStore.set(TOKEN_KEY, token);
  try {
    await loadUser();
  } catch (error) {
    // Not in, as far as the page goes: the next try starts at the form.
    localStore.remove(TOKEN_KEY);
    throw error;
  }
};

/** Answers whether the record is new; a registration without a new record shows 'Database Error' (P-14.3). */
const register = async (
  idToken: string,
  record: { userName?: string; userPhotoURL?: string; userRole: SignUpRole },
): Promise<boolean> => {
  try {
    const reply = await request({ method: 'POST', path: '/users', body: record, bearer: idToken });
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

interface Person {
  name: string;
  email: string;
  password: string;
  role: SignUpRole;
  image: File;
  onProgress?: (fraction: number) => void;
}
/** What is done of a registration; it outlives a failed step, so that pressing Register again goes on behind it. */
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

/** As the embedded identity says it, and as Firebase does. */
const TAKEN = ['email-in-use', 'email-already-in-use'];

/** The account; a try whose answer was lost may have made it, and then the same password opens it. */
const account = async (provider: IdentityProvider, person: Person): Promise<Profile> => {
  const { name, email, password } = person;
  const made = done?.profile;
  if (done && made) {
    // The account was made with what was typed first; what counts is what is typed now.
    if (done.password !== password)
      await provider.changePassword({ old: done.password ?? '', new: password });
    done = { ...done, password };
    return made;
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
    const { upload } = await loadChunk(import('../upload'));
    const { onProgress } = person;
    const photoURL = await upload(person.image, await idToken(), { ...(onProgress && { onProgress }) });
    done = { ...done, image: person.image, photoURL };
  }
  const { photoURL = '' } = done;
  const { isSaveTried } = done;
  done = { ...done, isSaveTried: true };
  const record = { userName: person.name, userPhotoURL: photoURL, userRole: person.role };
  // After a try whose answer was lost the record is there already, and that is as good.
  if (!(await register(await idToken(), record)) && !isSaveTried)
    throw new UserNotSaved(
      500,
      'no-inserted-id',
      'Your account is there, but its record did not come back. Press Register once more to finish it.',
    );
  await enter(provider, profile);
  done = undefined;
};

/** Signs in by Google; an unknown identity is registered as a worker (P-1.3). */
export const signInWithGoogle = async (): Promise<void> => {
  const provider = await cleanProvider();
  await enterByGoogle(provider, await provider.google());
};

/** The second half of the above on a page that had left for Google; answers whether somebody came back. */
export const finishGoogle = async (): Promise<boolean> => {
  const provider = await cleanProvider();
  const profile = await provider.returned();
  if (profile) await enterByGoogle(provider, profile);
  return profile !== null;
};

const enterByGoogle = async (provider: IdentityProvider, profile: Profile): Promise<void> => {
  if (!profile.email)
    throw new UserNotSaved(500, 'no-user', 'Google named no email to know you by. Please try again.');
  const idToken = await withSessionLock(() => provider.idToken());
  await register(idToken, { userRole: 'worker' });
  await enter(provider, profile);
};

/** For somebody with an identity and no record: also heals a registration that died half-way. */
export const chooseRole = async (userRole: SignUpRole): Promise<void> => {
  await call('POST /users', { body: { userRole } });
  pendingInitialGrant.isExpected = true;
  await loadUser();
};

const forget = async (): Promise<void> => {
  // Ready, or known not to come, before it is asked whose the browser is by then.
  await identityProvider().catch(() => undefined);
  // Somebody has signed in meanwhile; what is kept is theirs.
  if (!readToken()) await forgetAtProvider();
};
/** Leaves nothing behind to sign in with; the person is out already. */
export const forgetIdentity = (): Promise<void> => {
  forgetting = forget();
  return forgetting;
};

/** A change of password ends every session, this browser's too, and begins one: the access token is replaced before a call is refused. */
export const changePassword = async (passwords: { old: string; new: string }): Promise<void> => {
  const provider = await identityProvider();
  await provider.changePassword(passwords);
  const stale = readToken();
  // Where that fails, the next call tries it.
  if (stale) await renew(stale).catch(() => undefined);
};

export const forgotPassword = async (email: string): Promise<{ kind: 'ask-admin' } | { kind: 'mail-sent' }> =>
  (await identityProvider()).forgotPassword(email);
