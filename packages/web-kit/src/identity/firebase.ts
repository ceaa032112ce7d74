import type { PublicConfig } from '@piecework/contracts';
import { msg } from '@piecework/i18n';
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
  inMemoryPersistence,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type User,
  updatePassword,
  updateProfile,
} from 'firebase/auth';
import { ApiError, SESSION_ENDED } from '../api/api-error';
import { kindOf, withApiErrors } from './firebase-errors';
import type { IdentityProvider, Profile } from './provider';
import { noteRedirect } from './redirect-marker';

/** The library polls the store that tabs share every 800 ms. */
const NEXT_POLL_MS = 1000;

const profileOf = ({ email, displayName, photoURL }: User): Profile => ({
  email: email ?? '',
  displayName: displayName ?? '',
  photoURL: photoURL ?? '',
});

const open = (
  { emulatorHost, ...options }: NonNullable<PublicConfig['firebase']>,
  { isStored }: { isStored: boolean },
): Auth => {
  const auth = initializeAuth(initializeApp(options), {
    persistence: isStored ? indexedDBLocalPersistence : inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  // The library's warning banner needs inline styles, which the Content-Security-Policy forbids.
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  return auth;
};

const currentUser = async (auth: Auth): Promise<User | undefined> => {
  await auth.authStateReady();
  if (!auth.currentUser) await new Promise((resolve) => setTimeout(resolve, NEXT_POLL_MS));
  return auth.currentUser ?? undefined;
};

const ended = () => new ApiError(401, 'session-ended', SESSION_ENDED);

const requireUser = async (auth: Auth): Promise<User> => {
  const user = await currentUser(auth);
  if (!user) throw ended();
  return user;
};

/** Falls back from the popup (the library opens it at 500 × 600) to a redirect. */
const google = async (auth: Auth): Promise<User> => {
  const provider = new GoogleAuthProvider();
  // Without this, Google signs the last account in without asking.
  provider.setCustomParameters({ prompt: 'select_account' });
  try {
    return (await signInWithPopup(auth, provider)).user;
  } catch (error) {
    if (kindOf(error) !== 'popup-blocked') throw error;
    noteRedirect();
    return signInWithRedirect(auth, provider);
  }
};

/** Accounts of Firebase Authentication; its library shares the session between tabs. */
export const createFirebase = (
  config: NonNullable<PublicConfig['firebase']>,
  storage = { isStored: true },
): IdentityProvider => {
  const auth = open(config, storage);

  return {
    signUp: ({ name, email, password }) =>
      withApiErrors(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName: name });
        // The first token lacks the name, which an interrupted registration needs.
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
    idToken: ({ isRefused = false } = {}) => withApiErrors(async () => (await requireUser(auth)).getIdToken(isRefused)),
    signOut: () => withApiErrors(() => signOut(auth)),
    changePassword: (passwords) =>
      withApiErrors(async () => {
        const user = await requireUser(auth);
        if (!user.providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID))
          throw new ApiError(
            409,
            'no-password',
            msg('This account signs in with Google, so it has no password to change.'),
          );
        const proof = EmailAuthProvider.credential(user.email ?? '', passwords.old);
        await reauthenticateWithCredential(user, proof);
        await updatePassword(user, passwords.new);
      }),
    requestConfirmation: () => withApiErrors(async () => sendEmailVerification(await requireUser(auth))),
    forgotPassword: (email) =>
      withApiErrors(async () => {
        await sendPasswordResetEmail(auth, email).catch((error: unknown) => {
          // Must not reveal whether the account exists.
          if (kindOf(error) !== 'user-not-found') throw error;
        });
        return { kind: 'mail-sent' as const };
      }),
  };
};
