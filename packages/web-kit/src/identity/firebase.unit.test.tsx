import * as auth from 'firebase/auth';
import { createFirebase } from './firebase';
import { takeRedirect } from './redirect-marker';

jest.mock('firebase/app', () => ({ initializeApp: jest.fn((options) => ({ options })) }));
jest.mock('firebase/auth', () => {
  const functions = [
    'connectAuthEmulator',
    'createUserWithEmailAndPassword',
    'getRedirectResult',
    'initializeAuth',
    'reauthenticateWithCredential',
    'sendEmailVerification',
    'sendPasswordResetEmail',
    'signInWithEmailAndPassword',
    'signInWithPopup',
    'signInWithRedirect',
    'signOut',
    'updatePassword',
    'updateProfile',
  ];
  return {
    ...Object.fromEntries(functions.map((name) => [name, jest.fn()])),
    indexedDBLocalPersistence: 'IndexedDB',
    inMemoryPersistence: 'memory',
    EmailAuthProvider: { PROVIDER_ID: 'password', credential: (...given: string[]) => given },
    GoogleAuthProvider: class {
      setCustomParameters() {}
    },
  };
});
// Mocks the library; tests/src/firebase runs the real one against the emulator.
const library = auth as unknown as Record<keyof typeof auth, jest.Mock>;

class FirebaseError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
const refuse = (name: keyof typeof auth, kind: string) =>
  library[name].mockRejectedValue(new FirebaseError(`auth/${kind}`));

const CONFIG = { apiKey: 'public', authDomain: 'p.firebaseapp.com', projectId: 'p' };
const user = {
  email: 'ann@example.com',
  displayName: null,
  photoURL: null,
  providerData: [{ providerId: 'password' }],
  getIdToken: jest.fn(async (isForced: boolean) => (isForced ? 'a new token' : 'the token')),
};
const state = { currentUser: null as unknown, authStateReady: async () => undefined };
const provider = (config = {}) => createFirebase({ ...CONFIG, ...config });
const PERSON = { name: 'Ann', email: 'ann@example.com', password: 'Secret_12' };

beforeEach(() => {
  jest.resetAllMocks();
  state.currentUser = null;
  library.initializeAuth.mockReturnValue(state);
  user.getIdToken.mockImplementation(async (isForced) => (isForced ? 'a new token' : 'the token'));
  sessionStorage.clear();
});
afterEach(() => jest.useRealTimers());

it('connects to the configured emulator without its banner, otherwise to Firebase', () => {
  provider();
  expect(library.connectAuthEmulator).not.toHaveBeenCalled();
  provider({ emulatorHost: '127.0.0.1:9099' });
  expect(library.connectAuthEmulator).toHaveBeenCalledWith(state, 'http://127.0.0.1:9099', { disableWarnings: true });
});

it('signs up with the name, and refreshes the token to include it', async () => {
  library.createUserWithEmailAndPassword.mockResolvedValue({ user });
  expect(await provider().signUp(PERSON)).toEqual({ email: PERSON.email, displayName: '', photoURL: '' });
  expect(library.updateProfile).toHaveBeenCalledWith(user, { displayName: 'Ann' });
  expect(user.getIdToken).toHaveBeenCalledWith(true);
});

it.each([
  ['network-request-failed', 0, 'network-request-failed'],
  ['internal-error', 503, 'internal-error'],
  ['too-many-requests', 429, 'too-many-requests'],
  ['invalid-credential', 400, 'invalid-credential'],
  ['user-disabled', 400, 'user-disabled'],
  ['user-token-expired', 401, 'session-ended'],
])('maps auth/%s to status %d %s', async (kind, status, code) => {
  refuse('signInWithEmailAndPassword', kind);
  await expect(provider().signIn(PERSON)).rejects.toMatchObject({ name: 'ApiError', status, code });
});

it('maps an unexpected error of the library to a fault of the service', async () => {
  library.signInWithEmailAndPassword.mockRejectedValue(new TypeError('undefined is not a function'));
  await expect(provider().signIn(PERSON)).rejects.toMatchObject({ status: 503, code: 'internal-error' });
});

describe('Google', () => {
  it('signs in by the popup', async () => {
    library.signInWithPopup.mockResolvedValue({ user });
    expect(await provider().google()).toMatchObject({ email: 'ann@example.com' });
    expect(takeRedirect()).toBe(false);
  });

  it('falls back to a redirect when the popup is blocked', async () => {
    refuse('signInWithPopup', 'popup-blocked');
    library.signInWithRedirect.mockReturnValue(new Promise(() => {}));
    void provider().google();
    await new Promise((resolve) => setTimeout(resolve));
    expect(library.signInWithRedirect).toHaveBeenCalledTimes(1);
    expect([takeRedirect(), takeRedirect()]).toEqual([true, false]);
    library.getRedirectResult.mockResolvedValue({ user });
    expect(await provider().returned()).toMatchObject({ email: 'ann@example.com' });
    library.getRedirectResult.mockResolvedValue(null);
    expect(await provider().returned()).toBeNull();
  });

  it('does not redirect when the popup is closed', async () => {
    refuse('signInWithPopup', 'popup-closed-by-user');
    await expect(provider().google()).rejects.toMatchObject({ code: 'popup-closed-by-user' });
    expect(library.signInWithRedirect).not.toHaveBeenCalled();
  });
});

describe('the identity token', () => {
  it('is cached, and replaced when it was refused', async () => {
    state.currentUser = user;
    expect(await provider().idToken()).toBe('the token');
    expect(await provider().idToken({ isRefused: true })).toBe('a new token');
  });

  it('waits for one poll of the shared storage before it reports an ended session', async () => {
    jest.useFakeTimers();
    const late = provider().idToken();
    await jest.advanceTimersByTimeAsync(900);
    state.currentUser = user;
    await jest.advanceTimersByTimeAsync(100);
    expect(await late).toBe('the token');
    state.currentUser = null;
    const never = expect(provider().idToken()).rejects.toMatchObject({ status: 401, code: 'session-ended' });
    await jest.advanceTimersByTimeAsync(1000);
    await never;
  });

  it('rejects with status 0 without a connection', async () => {
    state.currentUser = user;
    user.getIdToken.mockRejectedValue(new FirebaseError('auth/network-request-failed'));
    await expect(provider().idToken()).rejects.toMatchObject({ status: 0 });
  });
});

describe('the password', () => {
  it('is changed after reauthentication with the old one', async () => {
    state.currentUser = user;
    await provider().changePassword({ old: 'Old_12345', new: 'New_12345' });
    expect(library.reauthenticateWithCredential).toHaveBeenCalledWith(user, ['ann@example.com', 'Old_12345']);
    expect(library.updatePassword).toHaveBeenCalledWith(user, 'New_12345');
  });

  it('is not changed when the old one is wrong', async () => {
    state.currentUser = user;
    refuse('reauthenticateWithCredential', 'wrong-password');
    const change = provider().changePassword({ old: 'Wrong_123', new: 'New_12345' });
    await expect(change).rejects.toMatchObject({ code: 'wrong-password' });
    expect(library.updatePassword).not.toHaveBeenCalled();
  });

  it('cannot be changed for a Google account', async () => {
    state.currentUser = { ...user, providerData: [{ providerId: 'google.com' }] };
    const change = provider().changePassword({ old: 'Old_12345', new: 'New_12345' });
    await expect(change).rejects.toMatchObject({ status: 409, code: 'no-password' });
  });

  it('is independent of the address, which is confirmed by a mail of Firebase', async () => {
    await expect(provider().requestConfirmation()).rejects.toMatchObject({ status: 401 });
    state.currentUser = user;
    await provider().requestConfirmation();
    expect(library.sendEmailVerification).toHaveBeenCalledWith(user);
    refuse('sendEmailVerification', 'too-many-requests');
    await expect(provider().requestConfirmation()).rejects.toMatchObject({ status: 429 });
  });

  it('is reset by mail without revealing whether the account exists', async () => {
    library.sendPasswordResetEmail.mockResolvedValue(undefined);
    expect(await provider().forgotPassword('ann@example.com')).toEqual({ kind: 'mail-sent' });
    refuse('sendPasswordResetEmail', 'user-not-found');
    expect(await provider().forgotPassword('ann@example.com')).toEqual({ kind: 'mail-sent' });
    refuse('sendPasswordResetEmail', 'too-many-requests');
    await expect(provider().forgotPassword('ann@example.com')).rejects.toMatchObject({ status: 429 });
  });
});

it.each([
  [true, 'IndexedDB'],
  [false, 'memory'],
])('with storage that answers (%s) keeps the session in %s', (isStored, persistence) => {
  createFirebase(CONFIG, { isStored });
  expect(library.initializeAuth.mock.calls[0][1]).toMatchObject({ persistence });
});
