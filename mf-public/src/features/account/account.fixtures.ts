import { aUser } from '@piecework/web-kit/testing';

export const user = aUser({ userEmail: 'ada@example.com', userName: 'Ada' });

const token = (seconds: number) =>
  `e30.${btoa(JSON.stringify({ email: user.userEmail, exp: Math.floor(Date.now() / 1000) + seconds }))}.s`;

/** Gateway answers for signing in and registering as Ada. */
export const signInAnswers = () => {
  const identity = {
    uid: 'u1',
    email: user.userEmail,
    displayName: 'Ada',
    photoURL: '',
    emailVerified: false,
    idToken: token(3600),
    refreshToken: 'r1',
    expiresIn: 3600,
  };
  return {
    'POST /identity/sign-in': identity,
    'POST /identity/sign-up': identity,
    'POST /identity/sign-out': null,
    'POST /images': { success: true, data: { display_url: 'http://gateway.test/images/1.webp' } },
    'POST /users': { insertedId: 'u1' },
    'POST /jwt': { token: token(3600) },
    'GET /user': user,
  };
};

/** jsdom has no BroadcastChannel. */
export const stubBroadcastChannel = (): void => {
  Object.assign(globalThis, {
    BroadcastChannel: class {
      postMessage() {}
      close() {}
    },
  });
};
