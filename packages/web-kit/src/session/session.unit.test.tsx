import { aUser, networkFailure, problem } from '../../testing';
import { installBrowser } from '../../testing/fake-browser-apis';
import { fakeXhr } from '../../testing/fake-fetch';
import { createIdentityServer, EMAIL, type IdentityServer, tokenOf } from '../../testing/identity-server';

let server: IdentityServer;
let kept: Map<string, unknown>;
let navigations: string[];
beforeEach(() => {
  jest.resetModules();
  ({ kept } = installBrowser());
  server = createIdentityServer();
  navigations = [];
  history.replaceState(null, '', '/');
});
afterEach(async () => {
  const { session } = await open();
  await session.signOut().catch(() => undefined);
});

/** A newly opened page. */
const open = async () => {
  const { setGateway } = await import('../api/gateway');
  const { session } = await import('./session');
  const { onNavigate, returnPath } = await import('./navigation');
  const { useSession } = await import('./session-state');
  const { call } = await import('../api/api');
  setGateway('http://gateway.test');
  onNavigate((path) => {
    navigations.push(path);
    history.replaceState(null, '', path);
  });
  return { session, useSession, call, returnPath, state: useSession.getState };
};

const putToken = (seconds = 3600) => {
  const token = tokenOf(EMAIL, { seconds });
  localStorage.setItem('access-token', token);
  return token;
};
const putIdentity = (seconds = 3600, refreshToken = server.firstRefreshToken) =>
  kept.set('current', { idToken: tokenOf(EMAIL, { seconds, kind: 'identity' }), refreshToken });

describe('the start of a page', () => {
  it('sends no request without a token', async () => {
    const { session, state } = await open();
    await session.start();
    expect(state().status).toBe('signed-out');
    expect(server.calls).toEqual([]);
  });

  it("loads the token's owner and stores their role", async () => {
    putToken();
    const { session, state } = await open();
    await session.start();
    expect(state()).toMatchObject({ status: 'signed-in', user: { userEmail: EMAIL } });
    expect(localStorage.getItem('piecework:role')).toBe('worker');
    expect(server.calls[0]).toMatchObject({ route: 'GET /user', query: { email: EMAIL } });
  });

  it("uses the prefetched record of the token's owner", async () => {
    putToken();
    const { session, state } = await open();
    await session.start(Promise.resolve(aUser({ userEmail: EMAIL, userName: 'Prefetched' })));
    expect(state()).toMatchObject({ status: 'signed-in', user: { userName: 'Prefetched' } });
    expect(server.calls.filter(({ route }) => route === 'GET /user')).toEqual([]);
  });

  it.each([
    ['failed', undefined],
    ['is of another user', aUser({ userEmail: 'other@piecework.test' })],
  ])('requests the record when the prefetch %s', async (_, prefetched) => {
    putToken();
    const { session, state } = await open();
    await session.start(Promise.resolve(prefetched));
    expect(state()).toMatchObject({ status: 'signed-in', user: { userEmail: EMAIL } });
    expect(server.calls[0]).toMatchObject({ route: 'GET /user', query: { email: EMAIL } });
  });

  it('renews an expired token first', async () => {
    const old = putToken(-10);
    putIdentity();
    const { session, state } = await open();
    await session.start();
    expect(state().status).toBe('signed-in');
    expect(localStorage.getItem('access-token')).not.toBe(old);
    // The identity token was still valid.
    expect(server.counts().refreshes).toBe(0);
  });

  it('renews an expired token also where locks are forbidden', async () => {
    const old = putToken(-10);
    putIdentity(-10);
    const request = async () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    const { session, state } = await open();
    await session.start();
    expect(state().status).toBe('signed-in');
    expect(localStorage.getItem('access-token')).not.toBe(old);
  });

  it('detects an identity without a user record', async () => {
    server = createIdentityServer({ isRegistered: false });
    putToken();
    const { session, state } = await open();
    await session.start();
    expect(state()).toMatchObject({ status: 'new', user: null, identity: { email: EMAIL } });
  });

  it('stays signed in while the server cannot be reached, and retries', async () => {
    putToken();
    server.network.isDown = true;
    const { session, state } = await open();
    await session.start();
    expect(state().status).toBe('loading');
    expect(state().problem).toMatch(/couldn’t reach Piecework/);
    server.network.isDown = false;
    dispatchEvent(new Event('online'));
    await until(() => state().status === 'signed-in');
    expect(state().problem).toBeNull();
  });

  it('keeps the notice of an ended session although a retry was pending', async () => {
    jest.useFakeTimers();
    putToken();
    server.network.isDown = true;
    const { session, state } = await open();
    await session.start();
    session.expire('This account is closed.');
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    expect(state()).toMatchObject({ status: 'signed-out', notice: 'This account is closed.' });
  });

  it('stays signed in when a token cannot be renewed without a connection', async () => {
    putToken(-10);
    putIdentity(-10);
    server.network.isDown = true;
    const { session, state, call } = await open();
    await session.start();
    await expect(call('GET /totals')).rejects.toMatchObject({ status: 0 });
    expect(state().status).toBe('loading');
    expect(localStorage.getItem('access-token')).not.toBeNull();
    expect(navigations).toEqual([]);
  });

  it('stays on a public page that is opened with an expired session', async () => {
    putToken(-10);
    const { session, state } = await open();
    await session.start();
    expect(state()).toMatchObject({ status: 'signed-out' });
    expect(navigations).toEqual([]);
  });
});

const until = async (isSo: () => boolean) => {
  for (let i = 0; i < 200 && !isSo(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isSo()).toBe(true);
};

/** Signed in at this page of the dashboard. */
const openSignedIn = async (path = '/dashboard/workerHome') => {
  putToken();
  putIdentity();
  history.replaceState(null, '', path);
  const page = await open();
  await page.session.start();
  server.calls.length = 0;
  return page;
};

describe('a renewal', () => {
  it('runs once for concurrent calls', async () => {
    const { call } = await openSignedIn();
    putToken(-10);
    await Promise.all([call('GET /totals'), call('GET /totals'), call('GET /totals')]);
    expect(server.sent('POST /jwt')).toBe(1);
    const tokens = server.calls
      .filter(({ route }) => route === 'GET /totals')
      .map(({ headers }) => headers.authorization);
    expect(new Set(tokens)).toEqual(new Set([`Bearer ${localStorage.getItem('access-token')}`]));
  });

  it('does not use a refresh token twice', async () => {
    const { call } = await openSignedIn();
    putToken(-10);
    putIdentity(-10);
    await Promise.all([call('GET /totals'), call('GET /totals')]);
    expect(server.counts()).toEqual({ refreshes: 1, reused: 0 });
    expect(kept.get('current')).toMatchObject({ refreshToken: 'refresh-1' });
  });

  it('runs once when an unexpired token is refused', async () => {
    const { call, state } = await openSignedIn();
    server.refuse(localStorage.getItem('access-token') as string);
    await call('GET /totals');
    expect(server.sent('POST /jwt')).toBe(1);
    expect(state().status).toBe('signed-in');
    const tries = server.calls.filter(({ route }) => route === 'GET /totals');
    const [first, second] = tries.map(({ headers }) => headers['x-correlation-id']);
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(second).toBe(first);
  });

  it('runs once with a wrong clock', async () => {
    const { call } = await openSignedIn();
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 3_600_000);
    try {
      // The new token looks five hours old here; later calls know the offset.
      server.answer({ 'POST /jwt': () => ({ token: realToken() }) });
      await call('GET /totals');
      await call('GET /totals');
      expect(server.sent('POST /jwt')).toBe(1);
    } finally {
      now.mockRestore();
    }
  });

  it('that fails ends the session once for concurrent calls', async () => {
    const { call, state, returnPath } = await openSignedIn('/dashboard/workerTaskList?sort=pay');
    server.refuse(localStorage.getItem('access-token') as string);
    kept.clear();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => call('GET /totals')));
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(navigations).toEqual(['/login']);
    expect(state()).toMatchObject({ status: 'signed-out', user: null });
    expect(state().notice).toMatch(/session has ended/);
    expect(localStorage.getItem('access-token')).toBeNull();
    expect(localStorage.getItem('piecework:role')).toBeNull();
    expect(returnPath()).toBe('/dashboard/workerTaskList?sort=pay');
  });

  it('with a refresh token that was used elsewhere ends the session', async () => {
    const { call } = await openSignedIn();
    putToken(-10);
    putIdentity(-10, 'stolen');
    await expect(call('GET /totals')).rejects.toMatchObject({ status: 401 });
    expect(navigations).toEqual(['/login']);
    expect(kept.size).toBe(0);
  });

  it('does not restore a user who signed out meanwhile', async () => {
    const { call, session } = await openSignedIn();
    putToken(-10);
    putIdentity(-10);
    const calling = call('GET /totals').catch((error: unknown) => error);
    await session.signOut();
    expect(await calling).toMatchObject({ status: 401 });
    expect(localStorage.getItem('access-token')).toBeNull();
    expect(kept.size).toBe(0);
  });
});

/** By the server's clock. */
const realToken = () => {
  const iat = Math.floor(performance.timeOrigin / 1000 + performance.now() / 1000);
  return `e30.${btoa(JSON.stringify({ email: EMAIL, iat, exp: iat + 3600 }))}.signature`;
};

describe('two tabs', () => {
  /** Another tab: its own modules over the same storage. */
  const openTab = async () => {
    let renew: (stale: string) => Promise<string> = async () => '';
    await jest.isolateModulesAsync(async () => {
      (await import('../api/gateway')).setGateway('http://gateway.test');
      // Loaded now: a later import would use another tab's module registry.
      await (await import('../identity')).identityProvider();
      ({ renew } = await import('./token-renewal'));
    });
    return { renew };
  };

  it('renew sequentially: the second uses the token of the first', async () => {
    const stale = putToken(-10);
    putIdentity(-10);
    const [one, other] = [await openTab(), await openTab()];
    const tokens = await Promise.all([one.renew(stale), other.renew(stale)]);
    expect(new Set(tokens).size).toBe(1);
    expect(server.sent('POST /jwt')).toBe(1);
    expect(server.counts()).toEqual({ refreshes: 1, reused: 0 });
  });

  const changeToken = (newValue: string | null) => {
    if (newValue === null) localStorage.removeItem('access-token');
    else localStorage.setItem('access-token', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'access-token', newValue }));
  };

  it('sign out together, each remembering its page', async () => {
    const { state, returnPath } = await openSignedIn('/dashboard/workerSubmission');
    changeToken(null);
    expect(state()).toMatchObject({ status: 'signed-out', user: null, notice: null });
    expect(returnPath()).toBe('/dashboard/workerSubmission');
  });

  it('follow a sign-in', async () => {
    const { session, state } = await open();
    await session.start();
    changeToken(tokenOf(EMAIL));
    await until(() => state().status === 'signed-in');
  });

  it('follow another user without data of the previous one', async () => {
    const { state } = await openSignedIn();
    server.answer({ 'GET /user': { ...state().user, _id: 'user-2', userEmail: 'bo@example.com' } });
    changeToken(tokenOf('bo@example.com'));
    expect(state()).toMatchObject({ status: 'loading', user: null });
    await until(() => state().user?._id === 'user-2');
  });

  it('ignore a renewed token', async () => {
    const { state } = await openSignedIn();
    changeToken(tokenOf(EMAIL));
    expect(state().status).toBe('signed-in');
    expect(server.calls).toEqual([]);
  });
});

describe('a refusal', () => {
  it('not-registered leads to /selectRole', async () => {
    const { call, state } = await openSignedIn();
    server.answer({ 'GET /totals': problem(403, 'not-registered', 'Please choose a role.') });
    await call('GET /totals').catch(() => undefined);
    expect(navigations).toEqual(['/selectRole']);
    expect(state()).toMatchObject({ status: 'new', identity: { email: EMAIL } });
  });

  const refuse = () => server.answer({ 'GET /totals': forbidden });
  const forbidden = () => problem(403, 'forbidden', 'This is not open to your role.');

  it('by role ends the session with the reason', async () => {
    const { call, state } = await openSignedIn();
    refuse();
    await expect(call('GET /totals')).rejects.toMatchObject({ status: 403 });
    expect(navigations).toEqual(['/login']);
    expect(state().notice).toBe('This is not open to your role.');
  });

  it('by role, of concurrent calls, requests the user once', async () => {
    const { call } = await openSignedIn();
    refuse();
    const before = server.calls.filter(({ route }) => route === 'GET /user').length;
    await Promise.allSettled([1, 2, 3, 4, 5].map(() => call('GET /totals')));
    expect(server.calls.filter(({ route }) => route === 'GET /user')).toHaveLength(before + 1);
    expect(navigations).toEqual(['/login']);
  });

  it('by role just after a role change keeps the session', async () => {
    const { call, state } = await openSignedIn();
    refuse();
    server.answer({ 'GET /user': { ...state().user, userRole: 'buyer' } });
    await expect(call('GET /totals')).rejects.toMatchObject({ status: 403 });
    expect(state()).toMatchObject({ status: 'signed-in', user: { userRole: 'buyer' } });
    // The old role's page may still send a request before it closes.
    await expect(call('GET /totals')).rejects.toMatchObject({ status: 403 });
    expect(state().status).toBe('signed-in');
    expect(navigations).toEqual([]);
  });

  it('is avoided after a password change: the access token is replaced at once', async () => {
    const { session, call, state } = await open();
    await session.signIn({ email: EMAIL, password: 'x' });
    const before = localStorage.getItem('access-token') as string;
    server.answer({
      'POST /identity/password': () => {
        server.refuse(before);
        server.refuse((kept.get('current') as { idToken: string }).idToken);
        return server.identity();
      },
    });
    await session.changePassword({ old: 'x', new: 'y' });
    expect(localStorage.getItem('access-token')).not.toBe(before);
    await call('GET /totals');
    expect(server.sent('GET /totals')).toBe(1);
    expect(server.counts().refreshes).toBe(0);
    expect(state().status).toBe('signed-in');
  });

  it('of wrong credentials keeps the session', async () => {
    const { session, state } = await openSignedIn();
    server.answer({ 'POST /identity/password': problem(400, 'invalid-credential', 'Not right.') });
    await expect(session.changePassword({ old: 'x', new: 'y' })).rejects.toMatchObject({ code: 'invalid-credential' });
    expect(state().status).toBe('signed-in');
  });
});

describe('mailed links', () => {
  it('are requested with the identity token, and used without a token', async () => {
    const { session } = await openSignedIn();
    const { idToken } = kept.get('current') as { idToken: string };
    const bearers: unknown[] = [];
    const note = ({ headers }: { headers: Record<string, string> }) => {
      bearers.push(headers.authorization);
      return null;
    };
    server.answer({
      'POST /identity/verification': note,
      'POST /identity/verification/confirm': note,
      'POST /identity/password-reset': note,
      'POST /identity/password-reset/confirm': note,
    });
    await session.requestConfirmation();
    await session.confirmEmail('request.secret');
    expect(await session.forgotPassword(EMAIL)).toEqual({ kind: 'mail-sent' });
    await session.resetPassword({ token: 'request.secret', password: 'New_12345' });
    expect(bearers).toEqual([`Bearer ${idToken}`, undefined, undefined, undefined]);
  });

  it('read the user again once the address is confirmed', async () => {
    const { session, state } = await openSignedIn();
    const { user } = state();
    server.answer({ 'POST /identity/verification/confirm': null, 'GET /user': { ...user, emailConfirmed: true } });
    await session.confirmEmail('request.secret');
    expect(state().user?.emailConfirmed).toBe(true);
  });

  it('are not sent by an installation without mail', async () => {
    const { session } = await openSignedIn();
    server.answer({ 'POST /identity/password-reset': problem(404, 'mail-off', 'No mail.') });
    expect(await session.forgotPassword(EMAIL)).toEqual({ kind: 'ask-admin' });
    server.answer({ 'POST /identity/password-reset': problem(503, 'unavailable', 'Later.') });
    await expect(session.forgotPassword(EMAIL)).rejects.toMatchObject({ status: 503 });
  });
});

describe('signing in and out', () => {
  it('keeps the access token in local storage and the rest in IndexedDB (P-1.13)', async () => {
    const { session, state } = await open();
    await session.signIn({ email: EMAIL, password: 'x' });
    expect(state().status).toBe('signed-in');
    expect(Object.keys(localStorage).sort()).toEqual(['access-token', 'piecework:name', 'piecework:role']);
    expect(kept.get('current')).toMatchObject({ refreshToken: 'refresh-0' });
  });

  it('clears all storage, also without a connection', async () => {
    const { session, state } = await openSignedIn();
    server.network.isDown = true;
    await session.signOut();
    expect(state()).toMatchObject({ status: 'signed-out', notice: null });
    expect(Object.keys(localStorage)).toEqual([]);
    expect(kept.size).toBe(0);
    expect(navigations).toEqual(['/']);
  });

  it('revokes the refresh token', async () => {
    const { session } = await openSignedIn();
    await session.signOut();
    expect(server.calls.at(-1)).toMatchObject({
      route: 'POST /identity/sign-out',
      body: { refreshToken: 'refresh-0' },
    });
  });
});

describe('signing up', () => {
  const image = new File(['x'], 'me.png', { type: 'image/png' });
  const person = { name: 'Wanda', email: EMAIL, password: 'Secret1!', role: 'worker' as const, image };

  const takeUploads = () => {
    Object.assign(globalThis, { XMLHttpRequest: fakeXhr(server) });
  };

  it('resumes after the failed step', async () => {
    server = createIdentityServer({ isRegistered: false });
    takeUploads();
    let uploads = 0;
    server.answer({
      'POST /images': () =>
        ++uploads === 1
          ? problem(429, 'too-many-requests', 'Try again.')
          : { success: true, data: { display_url: '/images/1', width: 1, height: 1 } },
    });
    const { session, state } = await open();
    await expect(session.signUp(person)).rejects.toMatchObject({ status: 429 });
    expect(state().status).not.toBe('signed-in');
    const progress: (number | null)[] = [];
    await session.signUp({ ...person, onProgress: (fraction) => progress.push(fraction) });
    expect(state().status).toBe('signed-in');
    expect(server.sent('POST /identity/sign-up')).toBe(1);
    expect(progress).toEqual([0.5, 1]);
    const record = server.calls.find(({ route }) => route === 'POST /users')?.body;
    expect(record).toEqual({ userName: 'Wanda', userPhotoURL: '/images/1', userRole: 'worker' });
  });

  it('does not upload the picture again after a later step failed', async () => {
    server = createIdentityServer({ isRegistered: false });
    takeUploads();
    const { session } = await open();
    server.answer({ 'POST /users': networkFailure() });
    await expect(session.signUp(person)).rejects.toMatchObject({ status: 0 });
    // The record was created, but the response was lost.
    server.answer({ 'POST /users': { message: 'You are already registered.' }, 'GET /user': aRecord() });
    await session.signUp(person);
    expect(server.sent('POST /images')).toBe(1);
  });

  const aRecord = () => ({
    _id: 'user-1',
    userName: 'Wanda',
    userEmail: EMAIL,
    userPhotoURL: '',
    userRole: 'worker',
    userAvailableCoin: 10,
  });

  it('signs in to an account whose sign-up response was lost', async () => {
    server = createIdentityServer({ isRegistered: false });
    takeUploads();
    const { session, state } = await open();
    server.answer({ 'POST /identity/sign-up': networkFailure() });
    await expect(session.signUp(person)).rejects.toMatchObject({ status: 0 });
    server.answer({ 'POST /identity/sign-up': problem(409, 'email-in-use', 'Sign in instead.') });
    await session.signUp(person);
    expect(state().status).toBe('signed-in');
  });

  it('rejects an email that is in use', async () => {
    takeUploads();
    const { session } = await open();
    server.answer({ 'POST /identity/sign-up': problem(409, 'email-in-use', 'Sign in instead.') });
    await expect(session.signUp(person)).rejects.toMatchObject({ code: 'email-in-use' });
    expect(server.sent('POST /identity/sign-in')).toBe(0);
  });
});

describe('the return path', () => {
  it('is a page of the dashboard only', async () => {
    const { returnPath } = await open();
    expect(returnPath()).toBe('/dashboard');
    for (const path of ['//evil.example', 'https://evil.example', '/dashboards', '/login']) {
      sessionStorage.setItem('piecework:return', path);
      expect(returnPath()).toBe('/dashboard');
    }
  });
});

describe('a browser that never answers', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const silentStorage = () => Object.assign(globalThis, { indexedDB: { open: () => ({}) } });
  const silentLocks = () => {
    const never = () => new Promise(() => {});
    Object.defineProperty(navigator, 'locks', { value: { request: never, query: never }, configurable: true });
  };

  it.each([
    ['IndexedDB', [silentStorage]],
    ['Web Locks', [silentLocks]],
    ['both', [silentStorage, silentLocks]],
  ])('of %s keeps the session in memory: login, renewal and sign-out end', async (_, breakBrowser) => {
    for (const one of breakBrowser) one();
    const { session, state, call } = await open();
    const signedIn = session.signIn({ email: EMAIL, password: 'Piecework1!' });
    await jest.advanceTimersByTimeAsync(12_000);
    await signedIn;
    expect(state()).toMatchObject({ status: 'signed-in', user: { userEmail: EMAIL } });

    putToken(-1);
    const answer = call('GET /user', { query: { email: EMAIL } });
    await jest.advanceTimersByTimeAsync(12_000);
    await expect(answer).resolves.toMatchObject({ userEmail: EMAIL });

    const signedOut = session.signOut();
    await jest.advanceTimersByTimeAsync(12_000);
    await signedOut;
    expect(state().status).toBe('signed-out');
  });

  it('of IndexedDB ends a session whose token has expired at the start', async () => {
    silentStorage();
    putToken(-1);
    const { session, state } = await open();
    const started = session.start();
    await jest.advanceTimersByTimeAsync(12_000);
    await started;
    expect(state().status).toBe('signed-out');
  });

  it('of Web Locks waits for another tab that holds the lock', async () => {
    let release = () => {};
    void navigator.locks.request('piecework-session', () => new Promise<void>((done) => (release = done)));
    const { withSessionLock } = await import('./session-lock');
    const act = jest.fn(async () => undefined);
    const done = withSessionLock(act);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(act).not.toHaveBeenCalled();
    release();
    await done;
    expect(act).toHaveBeenCalledTimes(1);
  });
});
