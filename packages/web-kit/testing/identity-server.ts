import type { Role } from '@piecework/contracts/constants';
import { createFakeGateway, type FakeGateway, type FakeRequest, fakeFetch, later, problem } from '.';

export const EMAIL = 'wanda@example.com';

let count = 0;
/** An access token of the gateway's form; no two are equal. */
export const tokenOf = (email: string, { seconds = 3600, kind = 'access' } = {}): string => {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { email, iat, exp: iat + seconds, kind, nr: ++count };
  return `e30.${btoa(JSON.stringify(claims))}.signature`;
};

const bearerOf = ({ headers }: FakeRequest) => headers.authorization?.replace('Bearer ', '');

/** Strict about refresh tokens: a second use ends the session. */
export const createIdentityServer = (options: { role?: Role; isRegistered?: boolean } = {}) => {
  const { role = 'worker' } = options;
  let isRegistered = options.isRegistered ?? true;
  let refreshToken = 'refresh-0';
  let refreshes = 0;
  let reused = 0;
  const refusedTokens = new Set<string>();
  const coins = 500;
  const identity = () => ({
    uid: 'uid-1',
    email: EMAIL,
    displayName: 'Wanda',
    photoURL: '',
    emailVerified: true,
    idToken: tokenOf(EMAIL, { kind: 'identity' }),
    refreshToken,
    expiresIn: 3600,
  });
  const user = () => ({
    _id: 'user-1',
    userName: 'Wanda',
    userEmail: EMAIL,
    userPhotoURL: '',
    userRole: role,
    userAvailableCoin: coins,
  });
  const guarded = (answer: () => unknown) => (request: FakeRequest) => {
    const token = bearerOf(request);
    return !token || refusedTokens.has(token) ? problem(401, 'token-expired', 'Please sign in.') : answer();
  };
  const gateway: FakeGateway = createFakeGateway({
    'GET /user': guarded(() => (isRegistered ? user() : problem(404, 'not-found', 'No user.'))),
    'GET /totals': guarded(() => ({})),
    'POST /jwt': (request: FakeRequest) =>
      refusedTokens.has(bearerOf(request) ?? '')
        ? problem(401, 'unauthenticated', 'Please sign in.')
        : { token: tokenOf(EMAIL) },
    'POST /identity/sign-in': () => identity(),
    'POST /identity/sign-up': () => identity(),
    'POST /identity/sign-out': null,
    'POST /identity/refresh': later(5, ({ body }: FakeRequest) => {
      if ((body as { refreshToken: string }).refreshToken !== refreshToken) {
        reused++;
        return problem(400, 'invalid-refresh-token', 'Your session has ended. Please sign in again.');
      }
      refreshToken = `refresh-${++refreshes}`;
      return identity();
    }),
    'POST /users': () => {
      isRegistered = true;
      return { insertedId: 'user-1' };
    },
    'POST /images': { success: true, data: { display_url: '/images/1', width: 1, height: 1 } },
  });
  const network = { isDown: false };
  const online = fakeFetch(gateway);
  Object.assign(globalThis, {
    fetch: async (url: string, init?: RequestInit) => {
      if (network.isDown) throw new TypeError('Failed to fetch');
      return online(url, init);
    },
  });
  return {
    ...gateway,
    network,
    identity,
    refuse: (token: string) => refusedTokens.add(token),
    counts: () => ({ refreshes, reused }),
    sent: (route: string) => gateway.calls.filter((call) => call.route === route).length,
    firstRefreshToken: 'refresh-0',
  };
};
export type IdentityServer = ReturnType<typeof createIdentityServer>;
