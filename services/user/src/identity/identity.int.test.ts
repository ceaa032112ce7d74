import { DAY_MS, HOUR_MS } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import type { Identity } from '@piecework/contracts';
import { NETWORK_HEADER } from '@piecework/http';
import { adminActs } from '@piecework/service-runtime/rows';
import type { Harness } from '@piecework/service-runtime/testing';
import { insecurePasswords } from '../../testing/passwords.fixtures';
import {
  closeAccount,
  identity,
  PASSWORD,
  register,
  registerAdmin,
  startUserHarness,
  startWallet,
} from '../../testing/user.fixtures';
import { accounts, sessions, signInFailures } from './identity.store';

const standing = createManualClock();
let passed = 0;
/** Time passes without running the timers that fall due. */
const clock = { ...standing, now: () => standing.now() + passed };
const pass = (ms: number) => {
  passed += ms;
};
let h: Harness;
beforeEach(async () => {
  h = await startUserHarness({ clock });
});
afterEach(() => h.stop());

const EMAIL = 'ann@example.com';
const OTHER_PASSWORD = 'Another-word-2?';

const signUp = (email = EMAIL, more: object = {}) =>
  h.call('signUp', { body: { email, password: PASSWORD, displayName: 'Ann', ...more } });
const from = (network: string) => ({ headers: { [NETWORK_HEADER]: network } });
const signIn = (password = PASSWORD, email = EMAIL, network = '192.0.2.1') =>
  h.call('signIn', { ...from(network), body: { email, password } });
const refresh = (refreshToken: string) => h.call('refreshIdentity', { body: { refreshToken } });
const claimsIn = (answered: Identity) => {
  const verified = h.tokens.verifyIdentity(answered.idToken);
  if (!verified.ok) throw new Error(verified.reason);
  return verified.claims;
};
const changePassword = (as: Identity, old: string, fresh = OTHER_PASSWORD, network = '192.0.2.1') =>
  h.call('changePassword', { ...from(network), identity: claimsIn(as), body: { old, new: fresh } });

const latch = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe('signUp', () => {
  it('answers the identity with a token for the email', async () => {
    const { status, body } = await signUp(' Ann@Example.com ', { photoURL: 'https://example.com/ann.png' });
    expect(status).toBe(201);
    expect(body).toEqual({
      uid: expect.any(String),
      email: EMAIL,
      displayName: 'Ann',
      photoURL: 'https://example.com/ann.png',
      emailVerified: false,
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: 3600,
    });
    expect(claimsIn(body)).toMatchObject({
      uid: body.uid,
      email: EMAIL,
      name: 'Ann',
      picture: 'https://example.com/ann.png',
      provider: 'password',
    });
  });

  it('is limited per network and day, also for concurrent calls, and is not counted when refused', async () => {
    await h.stop();
    h = await startUserHarness({ clock, env: { RATE_LIMITS: 'signUpsPerDay=3' } });
    const signUpFrom = async (name: string, network: string) =>
      h.call('signUp', {
        ...from(network),
        body: { email: `${name}@example.com`, password: PASSWORD, displayName: 'Ann' },
      });
    expect((await signUpFrom('a', '192.0.2.1')).status).toBe(201);
    expect((await signUpFrom('a', '192.0.2.1')).status).toBe(409);
    const answers = await Promise.all(['b', 'c', 'd', 'e'].map((name) => signUpFrom(name, '192.0.2.1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
    expect(await h.store.collection(accounts).countDocuments({})).toBe(3);
    const refused = await signUpFrom('f', '192.0.2.1');
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('or sign up from another network') },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signUpFrom('f', '2001:db8:1:2')).status).toBe(201);
    pass(DAY_MS);
    expect((await signUpFrom('g', '192.0.2.1')).status).toBe(201);
  });

  it('accepts a missing picture', async () => {
    for (const [email, photoURL] of [
      ['a@example.com', undefined],
      ['b@example.com', null],
      ['c@example.com', ''],
    ] as const)
      expect((await signUp(email, { photoURL })).body).toMatchObject({ photoURL: '' });
  });

  it('stores neither the password nor the refresh token', async () => {
    const { body } = await signUp();
    const kept = JSON.stringify([
      await h.store.collection(accounts).find({}),
      await h.store.collection(sessions).find({}),
    ]);
    expect(kept).not.toContain(PASSWORD);
    expect(kept).not.toContain(body.refreshToken.split('.')[1]);
  });

  it('creates one account for the two forms of an internationalized domain', async () => {
    expect((await signUp('Name&Co@müller.de')).body).toMatchObject({ email: 'name&co@xn--mller-kva.de' });
    expect((await signUp('name&co@xn--mller-kva.de')).body).toMatchObject({ code: 'email-in-use' });
    expect((await signIn(PASSWORD, 'name&co@MÜLLER.de')).status).toBe(200);
  });

  it('creates one account for concurrent calls with one email', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('email-in-use');
    expect(await h.store.collection(accounts).countDocuments({})).toBe(1);
  });

  it('refuses the email of a closed account', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    await closeAccount(h, admin, ann.userId);
    expect(await signUp()).toMatchObject({ status: 403, body: { code: 'account-closed' } });
  });
});

describe('signIn', () => {
  it('answers the identity with its own session', async () => {
    const made = await signUp();
    const { status, body } = await signIn(PASSWORD, 'ANN@example.com');
    expect(status).toBe(200);
    expect(body).toMatchObject({ uid: made.body.uid, email: EMAIL, expiresIn: 3600 });
    expect(body.refreshToken).not.toBe(made.body.refreshToken);
  });

  it('answers a wrong password and an unknown email alike', async () => {
    await signUp();
    const wrong = await signIn('Wrong1!aa');
    const unknown = await signIn(PASSWORD, 'unknown@example.com');
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid-credential' } });
    const { correlationId: _, ...rest } = wrong.body;
    expect(unknown.body).toMatchObject(rest);
  });

  it.each([EMAIL, 'unknown@example.com'])(
    'refuses %s after ten failures until they are 15 minutes old',
    async (email) => {
      await signUp();
      for (let n = 0; n < 10; n++) expect((await signIn('Wrong1!aa', email)).status).toBe(400);
      const refused = await signIn(PASSWORD, email);
      expect(refused).toMatchObject({
        status: 429,
        headers: { 'retry-after': '900' },
        body: { code: 'too-many-requests' },
      });
      pass(15 * 60_000 - 1);
      expect((await signIn(PASSWORD, email)).status).toBe(429);
      pass(1);
      expect((await signIn(PASSWORD, email)).status).toBe(email === EMAIL ? 200 : 400);
    },
  );

  it('limits failures per network, so other networks still sign in', async () => {
    await signUp();
    for (let n = 0; n < 20; n++) await signIn('Wrong1!aa', EMAIL, '203.0.113.9');
    expect((await signIn(PASSWORD, EMAIL, '203.0.113.9')).status).toBe(429);
    expect((await signIn()).status).toBe(200);
  });

  it('refuses an email everywhere after 30 failures within an hour', async () => {
    await signUp();
    for (const network of ['a', 'b', 'c']) {
      for (let n = 0; n < 10; n++) expect((await signIn('Wrong1!aa', EMAIL, network)).status).toBe(400);
      // The owner's success does not reset the guesses of other networks.
      expect((await signIn()).status).toBe(network === 'c' ? 429 : 200);
    }
    const [wrong, right] = [await signIn('Wrong1!aa', EMAIL, 'd'), await signIn(PASSWORD, EMAIL, 'd')];
    const { correlationId: _, ...problem } = wrong.body;
    expect(wrong).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect(right.body).toMatchObject(problem);
    pass(HOUR_MS - 1);
    expect((await signIn()).status).toBe(429);
    pass(1);
    expect((await signIn()).status).toBe(200);
  });

  it("does not reset the failures of an email by its owner's sign-ins", async () => {
    await signUp();
    for (let n = 0; n < 30; n++) {
      expect((await signIn('Wrong1!aa', EMAIL, n % 2 === 0 ? 'owner' : `network ${n}`)).status).toBe(400);
      if (n % 2 === 0 && n < 29) expect((await signIn(PASSWORD, EMAIL, 'owner')).status).toBe(200);
    }
    expect((await signIn(PASSWORD, EMAIL, 'owner')).status).toBe(429);
  });

  it('answers at most 40 guesses an hour, over any mix of networks, routes and times', async () => {
    let { body } = await signUp();
    const answeredAt: number[] = [];
    const count = ({ status }: { status: number }) => {
      if (status === 400) answeredAt.push(clock.now());
      return status;
    };
    for (let minutes = 0; minutes < 180; minutes += 5) {
      const guesses = Array.from({ length: 5 }, (_, n) => [
        signIn('Wrong1!aa', EMAIL, `network ${n}`),
        signIn('Wrong1!aa', EMAIL, `network ${minutes}`),
        changePassword(body, 'Wrong1!aa', OTHER_PASSWORD, `network ${n}`),
      ]).flat();
      const statuses = (await Promise.all([...guesses, signIn()])).map(count);
      expect(statuses.every((status) => [200, 400, 429].includes(status))).toBe(true);
      pass(5 * 60_000);
      body = (await refresh(body.refreshToken)).body;
    }
    const inHourFrom = (start: number) => answeredAt.filter((at) => at >= start && at < start + HOUR_MS).length;
    expect(Math.max(...answeredAt.map(inHourFrom))).toBe(40);
  });

  it('stores no more counters than there were wrong guesses within the last hour', async () => {
    const kept = () => h.store.collection(signInFailures).countDocuments({});
    const guess = (name: string) => signIn('Wrong1!aa', `${name}@example.com`, name);
    for (let n = 0; n < 60; n++) await guess(`old-${n}`);
    expect(await kept()).toBe(120);
    pass(HOUR_MS);
    await guess('new');
    await standing.advance(5000);
    await h.settle();
    // Starts the second batch of the sweep: a slow engine ends the first one after the clock has advanced.
    await standing.advance(0);
    await h.settle();
    expect(await kept()).toBe(2);
  });

  it('limits failures per email, so other emails still sign in', async () => {
    await signUp();
    await signUp('bob@example.com');
    for (let n = 0; n < 10; n++) await signIn('Wrong1!aa');
    expect((await signIn(PASSWORD, 'bob@example.com')).status).toBe(200);
  });

  it("resets the network's failures by a success, and drops expired ones", async () => {
    await signUp();
    for (let n = 0; n < 9; n++) await signIn('Wrong1!aa');
    expect((await signIn()).status).toBe(200);
    for (let n = 0; n < 9; n++) expect((await signIn('Wrong1!aa')).status).toBe(400);
    expect((await signIn()).status).toBe(200);
    await signIn('Wrong1!aa', 'old@example.com');
    pass(HOUR_MS);
    await signIn('Wrong1!aa', 'new@example.com');
    await standing.advance(5000);
    await h.settle();
    const kept = await h.store.collection(signInFailures).find({});
    expect(new Set(kept.map(({ email }) => email))).toEqual(new Set(['new@example.com']));
  });

  it('answers at most ten of concurrent guesses, and not the right one after them', async () => {
    await h.stop();
    const begun = latch();
    const othersAnswered = latch();
    h = await startUserHarness({
      clock,
      passwords: {
        ...insecurePasswords,
        verify: async (password, hash) => {
          if (password === PASSWORD) {
            begun.open();
            await othersAnswered.opened;
          }
          return insecurePasswords.verify(password, hash);
        },
      },
    });
    await signUp();
    // Starts before the failures and finishes hashing after them.
    const right = signIn();
    await begun.opened;
    const wrong = await Promise.all(Array.from({ length: 30 }, () => signIn('Wrong1!aa')));
    othersAnswered.open();
    const statuses = wrong.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect((await right).status).toBe(429);
  });

  it('hashes nothing while it is refused', async () => {
    await h.stop();
    const verify = jest.fn(insecurePasswords.verify);
    h = await startUserHarness({ clock, passwords: { ...insecurePasswords, verify } });
    await signUp();
    for (let n = 0; n < 12; n++) await signIn('Wrong1!aa');
    expect(verify).toHaveBeenCalledTimes(10);
  });

  it('queues hashes per network and drops those of disconnected callers', async () => {
    await h.stop();
    const takers: unknown[] = [];
    const note =
      <A extends unknown[], R>(hash: (...args: A) => R) =>
      (...args: A): R => {
        takers.push(args.at(-1));
        return hash(...args);
      };
    const { hash, verify } = insecurePasswords;
    h = await startUserHarness({ clock, passwords: { hash: note(hash), verify: note(verify) } });
    const { body } = await signUp();
    await signIn();
    await changePassword(body, PASSWORD);
    const whenGone = () => {};
    const credentials = { email: EMAIL, password: OTHER_PASSWORD };
    await h.call('signIn', { ...from('192.0.2.7'), whenGone, body: credentials });
    expect(takers).toEqual([
      { key: 'unknown', whenGone: undefined },
      { key: '192.0.2.1', whenGone: undefined },
      { key: '192.0.2.1', whenGone: undefined },
      { key: '192.0.2.1', whenGone: undefined },
      { key: '192.0.2.7', whenGone },
    ]);
  });

  it('does not limit successful sign-ins', async () => {
    await signUp();
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('reads its limits from the settings', async () => {
    await h.stop();
    h = await startUserHarness({ clock, env: { RATE_LIMITS: 'signInFailures=2' } });
    await signUp();
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await signIn('Wrong1!aa')).status);
    expect(statuses).toEqual([400, 400, 429]);
  });
});

describe('refreshIdentity', () => {
  it('rotates the refresh token and keeps the identity', async () => {
    const { body: first } = await signUp();
    const { status, body: second } = await refresh(first.refreshToken);
    expect(status).toBe(200);
    expect(second).toMatchObject({ uid: first.uid, email: EMAIL, expiresIn: 3600 });
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  it('ends the session when an outdated token is used, and no other session', async () => {
    const { body: first } = await signUp();
    const { body: elsewhere } = await signIn();
    const { body: second } = await refresh(first.refreshToken);
    expect(await refresh(first.refreshToken)).toMatchObject({ status: 400, body: { code: 'invalid-refresh-token' } });
    expect((await refresh(second.refreshToken)).status).toBe(400);
    expect((await refresh(elsewhere.refreshToken)).status).toBe(200);
  });

  it('accepts at most one of two concurrent uses of a token', async () => {
    const { body } = await signUp();
    const answers = await Promise.all([refresh(body.refreshToken), refresh(body.refreshToken)]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    for (const { body: got } of answers)
      if (got.refreshToken) expect((await refresh(got.refreshToken)).status).toBe(400);
  });

  it('refuses made-up tokens and ends no session', async () => {
    const { body } = await signUp();
    for (const token of ['x', '.', 'no.such', body.idToken.slice(0, 190)])
      expect((await refresh(token)).status).toBe(400);
    expect((await refresh(body.refreshToken)).status).toBe(200);
  });

  it('accepts a token for 30 days after its last use', async () => {
    const { body: first } = await signUp();
    pass(29 * DAY_MS);
    const { body: second } = await refresh(first.refreshToken);
    pass(29 * DAY_MS);
    const { body: third } = await refresh(second.refreshToken);
    pass(30 * DAY_MS);
    expect((await refresh(third.refreshToken)).status).toBe(400);
  });

  it('deletes expired sessions', async () => {
    await signUp();
    pass(30 * DAY_MS);
    await signIn();
    await standing.advance(5000);
    await h.settle();
    expect(await h.store.collection(sessions).countDocuments({})).toBe(1);
  });
});

describe('signOut', () => {
  it('ends the session, idempotently, and no other', async () => {
    const { body: first } = await signUp();
    const { body: second } = await signIn();
    const signOut = () => h.call('signOut', { body: { refreshToken: first.refreshToken } });
    expect(await signOut()).toMatchObject({ status: 204, body: null });
    expect((await signOut()).status).toBe(204);
    expect((await refresh(first.refreshToken)).status).toBe(400);
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });
});

describe('changePassword', () => {
  it('ends every other session and answers a new one', async () => {
    const { body: first } = await signUp();
    const { body: elsewhere } = await signIn();
    const { status, body: fresh } = await changePassword(first, PASSWORD);
    expect(status).toBe(200);
    expect(fresh).toMatchObject({ uid: first.uid, expiresIn: 3600 });
    for (const { refreshToken } of [first, elsewhere]) expect((await refresh(refreshToken)).status).toBe(400);
    expect((await refresh(fresh.refreshToken)).status).toBe(200);
    expect((await signIn(PASSWORD)).status).toBe(400);
    expect((await signIn(OTHER_PASSWORD)).status).toBe(200);
  });

  it('requires the old password and allows ten wrong ones an hour over all networks', async () => {
    const { body } = await signUp();
    for (let n = 0; n < 10; n++)
      expect(await changePassword(body, 'Wrong1!aa', OTHER_PASSWORD, `network ${n}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid-credential' },
      });
    // Sessions of one account share the count of guesses.
    const { body: elsewhere } = await signIn();
    expect((await changePassword(elsewhere, PASSWORD)).status).toBe(429);
    pass(HOUR_MS - 1);
    const { body: later } = await refresh(body.refreshToken);
    expect((await changePassword(later, PASSWORD)).status).toBe(429);
    pass(1);
    expect((await changePassword(later, PASSWORD)).status).toBe(200);
  });

  it('succeeds while failures of others block the sign-in, from their network too', async () => {
    const { body } = await signUp();
    for (const network of ['a', 'b', 'c']) for (let n = 0; n < 10; n++) await signIn('Wrong1!aa', EMAIL, network);
    expect((await signIn(PASSWORD, EMAIL, 'd')).status).toBe(429);
    expect((await changePassword(body, PASSWORD, OTHER_PASSWORD, 'a')).status).toBe(200);
    // The counted failures are about the previous password.
    expect((await signIn(OTHER_PASSWORD, EMAIL, 'a')).status).toBe(200);
  });

  it('leaves no session of a concurrent sign-in with the old password', async () => {
    const { body } = await signUp();
    const [changed, ...signedIn] = await Promise.all([changePassword(body, PASSWORD), signIn(), signIn(), signIn()]);
    expect(changed.status).toBe(200);
    for (const answered of signedIn)
      if (answered.status === 200) expect((await refresh(answered.body.refreshToken)).status).toBe(400);
    expect(await h.store.collection(sessions).countDocuments({})).toBe(1);
  });

  it('conflicts with a concurrent sign-in, because a new session writes the account', async () => {
    await signUp();
    await signIn();
    expect(await h.store.collection(accounts).findOne({ email: EMAIL })).toMatchObject({ sessionsBegun: 2 });
  });

  it('succeeds once for two concurrent calls', async () => {
    const { body } = await signUp();
    const answers = await Promise.all([
      changePassword(body, PASSWORD, 'First1!aa'),
      changePassword(body, PASSWORD, 'Second1!a'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('requires an identity token of an existing account and a valid new password', async () => {
    const { body } = await signUp();
    const weak = await changePassword(body, PASSWORD, 'weak');
    expect([weak.status, weak.body.errors[0].field]).toEqual([400, 'new']);
    expect(
      (await h.call('changePassword', { identity: identity('gone'), body: { old: PASSWORD, new: OTHER_PASSWORD } }))
        .status,
    ).toBe(401);
    expect((await h.call('changePassword', { body: { old: PASSWORD, new: OTHER_PASSWORD } })).status).toBe(401);
  });
});

/** Answers of every call that takes an identity token. */
const callsOf = async (session: Identity) => {
  const proof = { identity: claimsIn(session) };
  const answers = [
    await h.call('jwt', { ...proof, body: { email: session.email } }),
    await h.call('identityMe', proof),
    await h.call('changePassword', { ...proof, body: { old: 'Wrong1!aa', new: OTHER_PASSWORD } }),
    await h.call('createUser', { ...proof, body: { userName: 'Ann' } }),
  ];
  return answers.map(({ status, body }) => (status < 300 ? status : `${status} ${body.code}`));
};
const GOES_ON = [200, 200, '400 invalid-credential', 200];
const HAS_ENDED = Array(4).fill('401 token-expired');
const sidOf = (session: Identity) => claimsIn(session).session?.sid ?? '';

describe('the identity tokens of a session', () => {
  let first: Identity;
  let elsewhere: Identity;
  beforeEach(async () => {
    // Publishing events needs a running clock.
    await h.stop();
    h = await startUserHarness();
    first = (await signUp()).body;
    elsewhere = (await signIn()).body;
    await h.call('createUser', { identity: claimsIn(first), body: { userName: 'Ann' } });
  });
  const ended = async () => (await h.events('user.sessions-ended')).map(({ data }) => data);
  const endOf = (session: Identity) => ({ uid: session.uid, ended: { sid: sidOf(session) } });
  const endOfAll = { uid: expect.any(String), ended: { through: 2 } };

  it('name the session, as do their access tokens', async () => {
    expect([claimsIn(first).session, claimsIn(elsewhere).session]).toEqual([
      { sid: expect.any(String), number: 1 },
      { sid: expect.any(String), number: 2 },
    ]);
    const { body } = await refresh(elsewhere.refreshToken);
    expect(claimsIn(body).session).toEqual(claimsIn(elsewhere).session);
    const answered = await h.call('jwt', { identity: claimsIn(body), body: { email: EMAIL } });
    expect(h.tokens.verifyAccess(answered.body.token)).toMatchObject({
      claims: { uid: first.uid, session: claimsIn(elsewhere).session },
    });
    expect(await callsOf(first)).toEqual(GOES_ON);
    expect(await ended()).toEqual([]);
  });

  it('are refused after a password change, except those of the new session', async () => {
    const { body: fresh } = await changePassword(first, PASSWORD);
    expect([await callsOf(first), await callsOf(elsewhere)]).toEqual([HAS_ENDED, HAS_ENDED]);
    expect(claimsIn(fresh).session?.number).toBe(3);
    expect(await callsOf(fresh)).toEqual(GOES_ON);
    expect(await ended()).toEqual([endOfAll]);
  });

  it('are refused after an operator sets a password', async () => {
    await h.internal('setPassword', { email: EMAIL, password: OTHER_PASSWORD });
    expect([await callsOf(first), await callsOf(elsewhere)]).toEqual([HAS_ENDED, HAS_ENDED]);
    expect(await callsOf((await signIn(OTHER_PASSWORD)).body)).toEqual(GOES_ON);
    expect(await ended()).toEqual([endOfAll]);
  });

  it('are refused after a sign-out', async () => {
    await h.call('signOut', { body: { refreshToken: first.refreshToken } });
    await h.call('signOut', { body: { refreshToken: first.refreshToken } });
    expect([await callsOf(first), await callsOf(elsewhere)]).toEqual([HAS_ENDED, GOES_ON]);
    expect(await ended()).toEqual([endOf(first)]);
  });

  it('are refused after a refresh token is used twice', async () => {
    const { body: stolen } = await refresh(first.refreshToken);
    expect((await refresh(first.refreshToken)).status).toBe(400);
    expect([await callsOf(first), await callsOf(stolen)]).toEqual([HAS_ENDED, HAS_ENDED]);
    expect(await callsOf(elsewhere)).toEqual(GOES_ON);
    expect(await ended()).toEqual([endOf(first)]);
  });

  it('are refused with the session of another account', async () => {
    const { body: bob } = await signUp('bob@example.com');
    const identity = { ...claimsIn(first), session: { sid: sidOf(bob), number: 1 } };
    expect(await h.call('jwt', { identity, body: { email: EMAIL } })).toMatchObject({
      status: 401,
      body: { code: 'token-expired' },
    });
  });

  it('are accepted without a session, as of an external provider', async () => {
    const { session: _, ...identity } = claimsIn(first);
    expect((await h.call('jwt', { identity, body: { email: EMAIL } })).status).toBe(200);
  });
});

describe('a closed account', () => {
  it('neither signs in nor refreshes', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const { body: ann } = await signUp();
    const { body } = await h.call('createUser', { identity: claimsIn(ann), body: { userName: 'Ann' } });
    await closeAccount(h, admin, body.insertedId);
    const closed = { status: 403, body: { code: 'account-closed' } };
    expect(await signIn()).toMatchObject(closed);
    expect(await refresh(ann.refreshToken)).toMatchObject(closed);
    expect(await callsOf(ann)).toEqual(Array(4).fill('403 account-closed'));
    // Only the right password reveals that the account is closed.
    expect((await signIn('Wrong1!aa')).body.code).toBe('invalid-credential');
  });
});

describe('identityMe', () => {
  it('answers the profile of the token', async () => {
    const { body } = await signUp();
    const me = await h.call('identityMe', { identity: claimsIn(body) });
    expect(me.body).toEqual({ uid: body.uid, email: EMAIL, displayName: 'Ann', photoURL: '', emailVerified: false });
    expect((await h.call('identityMe', { identity: identity('gone') })).status).toBe(401);
    expect((await h.call('identityMe')).status).toBe(401);
  });
});

describe('setPassword', () => {
  const setPassword = (email: string, password: string) => h.internal('setPassword', { email, password });

  it('sets the password, ends all sessions and resets the failures', async () => {
    const { body } = await signUp();
    for (let n = 0; n < 10; n++) await signIn('Wrong1!aa');
    expect(await setPassword('Ann@example.com', OTHER_PASSWORD)).toMatchObject({ done: true });
    expect((await refresh(body.refreshToken)).status).toBe(400);
    expect((await signIn(OTHER_PASSWORD)).status).toBe(200);
  });

  it('is in the trail as an act of the operator', async () => {
    await signUp();
    await setPassword(EMAIL, 'weak');
    await setPassword(EMAIL, OTHER_PASSWORD);
    expect(await h.store.collection(adminActs).find({})).toMatchObject([
      { action: 'password-set', actor: 'operator', subject: { type: 'account', title: EMAIL } },
    ]);
  });

  it('explains why it cannot set a password', async () => {
    expect(await setPassword('unknown@example.com', OTHER_PASSWORD)).toEqual({
      done: false,
      message: 'There is no account with the email unknown@example.com.',
    });
    await signUp();
    expect(await setPassword(EMAIL, 'weak')).toMatchObject({
      done: false,
      message: expect.stringContaining('uppercase'),
    });
    expect((await signIn()).status).toBe(200);
  });
});
