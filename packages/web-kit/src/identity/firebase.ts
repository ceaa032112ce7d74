import type { PublicConfig } from '@piecework/contracts';
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  getRedirectResult,
  indexedDBLocalPersistence,
  initializeAuth,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type User,
  updatePassword,
  updateProfile,
} from 'firebase/auth';
import { ApiError, SESSION_ENDED } from '../api-error';
import { kindOf, withApiErrors } from './firebase-errors';
import type { IdentityProvider, Profile } from './provider';
import { noteRedirect } from './redirect-marker';

/** Another tab's sign-in is seen by a look at the shared store that the library takes every 800 ms. */
const NEXT_LOOK_MS = 1000;

const profileOf = ({ email, displayName, photoURL }: User): Profile => ({
  email: email ?? '',
  displayName: displayName ?? '',
  photoURL: photoURL ?? '',
});

const open = ({ emulatorHost, ...options }: NonNullable<PublicConfig['firebase']>): Auth => {
  const auth = initializeAuth(initializeApp(options), {
    persistence: indexedDBLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  // Its warning would be a banner of inline styles over the page.
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  return auth;
};

/** Who is signed in with Firebase in this browser, or undefined. */
const currentUser = async (auth: Auth): Promise<User | undefined> => {
  await auth.authStateReady();
  if (!auth.currentUser) await new Promise((resolve) => setTimeout(resolve, NEXT_LOOK_MS));
  return auth.currentUser ?? undefined;
};

const ended = () => new ApiError(401, 'session-ended', SESSION_ENDED);

const known = async (auth: Auth): Promise<User> => {
  const user = await currentUser(auth);
  if (!user) throw ended();
  return user;
};

/** Google's window of 500×600, which is the library's own size for it; where the browser blocks it, the page itself goes there. */
const google = async (auth: Auth): Promise<User> => {
  const provider = new GoogleAuthProvider();
  // Who shares a browser chooses each time; otherwise Google lets the last one in unasked.
  provider.setCustomParameters({ prompt: 'select_account' });
  try {
    return (await signInWithPopup(auth, provider)).user;
  } catch (error) {
    if (kindOf(error) !== 'popup-blocked') throw error;
    noteRedirect();
    return signInWithRedirect(auth, provider);
  }
};

/** The accounts that Firebase Authentication keeps; its own library keeps who is signed in, for all tabs. */
export const createFirebase = (config: NonNullable<PublicConfig['firebase']>): IdentityProvider => {
  const auth = open(config);

  return {
    signUp: ({ name, email, password }) =>
      withApiErrors(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName: name });
        // Tokens from before do not say the name, which a registration that dies half-way is healed by.
        await user.getIdToken(true);
        return profileOf(user);
      }),
    signIn: ({ email, password }) =>
      withApiErrors(async () => profileOf((await signInWithEmailAndPassword(auth, email, password)).user)),
    google: () => withApiErrors(async () => profileOf(await google(auth))),
    returned: () =>
      withApiErrors(async () => {
        const result = await getRedirectResult(auth);
        return result && profileOf(result.user);
      }),
    idToken: ({ isRefused = false } = {}) =>
      withApiErrors(async () => (await known(auth)).getIdToken(isRefused)),
    signOut: () => withApiErrors(() => signOut(auth)),
    changePassword: (passwords) =>
      withApiErrors(async () => {
        const user = await known(auth);
        if (!user.providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID))
          throw new ApiError(
            409,
            'no-password',
            'This account signs in with Google, so it has no password to change.',
          );
        const proof = EmailAuthProvider.credential(user.email ?? '', passwords.old);
        await reauthenticateWithCredential(user, proof);
        await updatePassword(user, passwords.new);
      }),
    forgotPassword: (email) =>
      withApiErrors(async () => {
        await sendPasswordResetEmail(auth, email).catch((error: unknown) => {
          // Whether there is such an account is nobody's business.
          if (kindOf(error) !== 'user-not-found') throw error;
        });
        return { kind: 'mail-sent' as const };
      }),
  };
};
