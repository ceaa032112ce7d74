import { createHash, randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { EventData, Identity } from '@piecework/contracts';
import { NETWORK_HEADER } from '@piecework/http';
import type { Harness } from '@piecework/service-runtime/testing';
import { insecurePasswords } from '../../testing/passwords.fixtures';
import {
  actorFor,
  closeAccount,
  identity,
  PASSWORD,
  recordOf,
  register,
  registerAdmin,
  startUserHarness,
  startWallet,
} from '../../testing/user.fixtures';
import { users } from '../user/user.store';
import { accounts, mailLinks, mailRequests, sessions } from './identity.store';

type Request = EventData<'user.mail-link-requested'>;

const EMAIL = 'ann@example.com';
const OTHER_PASSWORD = 'Another-word-2?';

let clock: ReturnType<typeof createLeapingClock>;
let passed = 0;
/** Time passes without running the timers that fall due. */
const pass = (ms: number) => {
  passed += ms;
};
let hash: jest.Mock;
let h: Harness;
const start = async (env: Record<string, string> = { MAIL: 'outbox' }) => {
  const leaping = createLeapingClock();
  passed = 0;
  clock = { ...leaping, now: () => leaping.now() + passed };
  hash = jest.fn(insecurePasswords.hash);
  h = await startUserHarness({ clock, env, passwords: { ...insecurePasswords, hash } });
};
beforeEach(() => start());
afterEach(() => h.stop());

const from = (network: string) => ({ headers: { [NETWORK_HEADER]: network } });
const signUp = (email = EMAIL, displayName = 'Ann', network = '192.0.2.1') =>
  h.call('signUp', { ...from(network), body: { email, password: PASSWORD, displayName } });
const signIn = (password: string, email = EMAIL) => h.call('signIn', { body: { email, password } });
const refresh = (refreshToken: string) => h.call('refreshIdentity', { body: { refreshToken } });
const claimsIn = ({ idToken }: Identity) => {
  const verified = h.tokens.verifyIdentity(idToken);
  if (!verified.ok) throw new Error(verified.reason);
  return verified.claims;
};
const ask = (email = EMAIL) => h.call('requestPasswordReset', { body: { email } });
const reset = (token: string, password = OTHER_PASSWORD) => h.call('resetPassword', { body: { token, password } });
const askToConfirm = (as: Identity) => h.call('requestEmailConfirmation', { identity: claimsIn(as) });
const confirm = (token: string) => h.call('confirmEmail', { body: { token } });

const requests = async (purpose: Request['purpose']) =>
  (await h.events('user.mail-link-requested')).map(({ data }) => data).filter((data) => data.purpose === purpose);

/** As the notification service sends the mail once. */
const send = async ({ requestId }: Request, token = randomBytes(32).toString('base64url')) => {
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  await h.given('mail.link-issued', requestId, { requestId, tokenHash });
  return `${requestId}.${token}`;
};
const sendLast = async (purpose: Request['purpose']): Promise<string> => {
  const request = (await requests(purpose)).at(-1);
  if (!request) throw new Error(`No link was requested for ${purpose}`);
  return send(request);
};
const resetLink = async () => {
  await ask();
  return sendLast('password-reset');
};
const createRecord = (as: Identity) => h.call('createUser', { identity: claimsIn(as), body: { userName: 'Ann' } });
const confirmed = async () => (await h.events('user.email-confirmed')).map(({ data }) => data.userId);

const invalidLink = {
  status: 400,
  body: {
    code: 'invalid-link',
    errors: [{ field: 'token', message: 'This link is no longer valid. Please request a new one.' }],
  },
};

describe('a mail to an address that is not confirmed', () => {
  const LURE = 'You won $500: https://evil.example';

  it('has no text of the account, of any purpose', async () => {
    const { body } = await signUp(EMAIL, LURE);
    await createRecord(body);
    await ask();
    await askToConfirm(body);
    expect(await h.events('user.mail-link-requested')).toHaveLength(3);
    expect(JSON.stringify(await h.events('user.mail-link-requested'))).not.toContain('evil.example');
    await confirm(await sendLast('email-confirmation'));
    await ask();
    expect((await requests('password-reset')).at(-1)).toMatchObject({ name: LURE });
  });

  it('is one of so many per network and day, and none holds up the account', async () => {
    await h.stop();
    await start({ MAIL: 'outbox', RATE_LIMITS: 'firstMailsPerDay=2' });
    const identities = [];
    for (const name of ['ann', 'bob', 'eve']) {
      const { status, body } = await signUp(`${name}@example.com`);
      expect(status).toBe(201);
      identities.push(body);
    }
    const mailed = async () => (await h.events('user.mail-link-requested')).map(({ data }) => data.email);
    expect(await mailed()).toEqual(['ann@example.com', 'bob@example.com']);
    const eve = { identity: claimsIn(identities[2]) };
    const refused = await h.call('requestEmailConfirmation', { ...eve, ...from('192.0.2.1') });
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Too many emails have been requested from your network/) },
    });
    const secondsLeft = (24 * HOUR_MS - (clock.now() % (24 * HOUR_MS))) / 1000;
    expect(Math.abs(Number(refused.headers['retry-after']) - secondsLeft)).toBeLessThan(2);
    await h.call('requestPasswordReset', { ...from('192.0.2.1'), body: { email: 'eve@example.com' } });
    expect(await mailed()).toHaveLength(2);
    // A confirmed address is its owner's, and another network has its own count.
    await confirm(await sendLast('email-confirmation'));
    await h.call('requestPasswordReset', { ...from('192.0.2.1'), body: { email: 'bob@example.com' } });
    await h.call('requestEmailConfirmation', { ...eve, ...from('192.0.2.2') });
    expect((await mailed()).slice(2)).toEqual(['bob@example.com', 'eve@example.com']);
    pass(24 * HOUR_MS);
    await h.call('requestPasswordReset', { ...from('192.0.2.1'), body: { email: 'eve@example.com' } });
    expect(await mailed()).toHaveLength(5);
  });
});

describe('requestPasswordReset', () => {
  it('requests a mail to the account, with a link of 30 minutes', async () => {
    const { body } = await signUp();
    expect(await ask(' ANN@example.com')).toMatchObject({ status: 204, body: null });
    const [request, ...more] = await requests('password-reset');
    expect(more).toEqual([]);
    expect(request).toEqual({
      requestId: expect.any(String),
      uid: body.uid,
      email: EMAIL,
      name: '',
      purpose: 'password-reset',
      expiresAt: expect.any(Number),
    });
    const left = (request?.expiresAt ?? 0) - clock.now();
    expect(left).toBeGreaterThan(29 * MINUTE_MS);
    expect(left).toBeLessThanOrEqual(30 * MINUTE_MS);
  });

  it('answers an unknown, a Google and a closed account like a known one, and mails nothing', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const { body: bob } = await signUp('bob@example.com');
    const { body: made } = await createRecord(bob);
    await closeAccount(h, admin, made.insertedId);
    await signUp();
    await signUp('gus@example.com');
    await h.store
      .collection(accounts)
      .updateOne({ email: 'gus@example.com' }, { $set: { passwordHash: null, provider: 'google' } });
    const answerOf = async (email: string) => {
      const { status, body, headers } = await ask(email);
      return { status, body, headers: Object.keys(headers).sort() };
    };
    const known = await answerOf(EMAIL);
    expect(known).toMatchObject({ status: 204, body: null });
    for (const email of ['unknown@example.com', 'gus@example.com', 'bob@example.com'])
      expect(await answerOf(email)).toEqual(known);
    expect((await requests('password-reset')).map(({ email }) => email)).toEqual([EMAIL]);
    // Each is counted, so that each answer comes from a transaction that writes.
    expect(await h.store.collection(mailRequests).countDocuments({ _id: { $gt: 'password' } })).toBe(4);
    expect(hash).toHaveBeenCalledTimes(3);
  });

  it('mails at most three links an hour, also to concurrent requests, and answers the rest alike', async () => {
    await signUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(answers.every(({ status, body }) => status === 204 && body === null)).toBe(true);
    expect(await requests('password-reset')).toHaveLength(3);
    clock.leap(HOUR_MS - MINUTE_MS);
    await ask();
    expect(await requests('password-reset')).toHaveLength(3);
    clock.leap(MINUTE_MS);
    await ask();
    expect(await requests('password-reset')).toHaveLength(4);
  });

  it('counts per address', async () => {
    await signUp();
    await signUp('bob@example.com');
    for (let n = 0; n < 4; n++) await ask('bob@example.com');
    await ask();
    expect((await requests('password-reset')).map(({ email }) => email).sort()).toEqual([
      EMAIL,
      ...Array(3).fill('bob@example.com'),
    ]);
  });

  it('ends earlier links', async () => {
    await signUp();
    const first = await resetLink();
    const second = await resetLink();
    expect(await reset(first)).toMatchObject(invalidLink);
    expect((await reset(second)).status).toBe(204);
  });

  it('answers mail-off when the installation sends no mail, for any address', async () => {
    await h.stop();
    await start({});
    await signUp();
    for (const email of [EMAIL, 'unknown@example.com'])
      expect(await ask(email)).toMatchObject({ status: 404, body: { code: 'mail-off' } });
    expect(await h.events('user.mail-link-requested')).toEqual([]);
  });
});

describe('resetPassword', () => {
  let ann: Identity;
  beforeEach(async () => {
    ann = (await signUp()).body;
  });

  it('sets the password, ends every session and confirms the address', async () => {
    const { body: elsewhere } = await signIn(PASSWORD);
    const token = await resetLink();
    expect(await reset(token)).toMatchObject({ status: 204, body: null });
    for (const { refreshToken } of [ann, elsewhere]) expect((await refresh(refreshToken)).status).toBe(400);
    expect((await signIn(PASSWORD)).status).toBe(400);
    const { status, body } = await signIn(OTHER_PASSWORD);
    expect([status, body.emailVerified]).toEqual([200, true]);
    expect((await h.events('user.sessions-ended')).map(({ data }) => data)).toEqual([
      { uid: ann.uid, ended: { through: 2 } },
    ]);
  });

  it('revokes the API keys: another person may have made them before the owner of the address came', async () => {
    const { body: made } = await createRecord(ann);
    const { userId } = await actorFor(h, made.insertedId);
    await h.store.collection(users).updateOne({ _id: userId }, { $set: { role: 'buyer' } });
    const as = await actorFor(h, userId);
    const { body: key } = await h.call('createApiKey', { as, body: { name: 'Nightly' } });
    await reset(await resetLink());
    expect((await h.events('user.api-key-revoked')).map(({ data }) => data)).toEqual([
      { userId, keyId: key.insertedId },
    ]);
    expect((await h.call('listApiKeys', { as })).body).toEqual([]);
  });

  it('resets the counts of wrong passwords', async () => {
    const headers = { [NETWORK_HEADER]: '192.0.2.1' };
    const guess = (password: string) =>
      h.call('signIn', { headers, body: { email: EMAIL, password } }).then(({ status }) => status);
    for (let n = 0; n < 10; n++) await guess('Wrong1!aa');
    expect(await guess(PASSWORD)).toBe(429);
    await reset(await resetLink());
    expect(await guess(OTHER_PASSWORD)).toBe(200);
  });

  it('accepts a link once', async () => {
    const token = await resetLink();
    expect((await reset(token)).status).toBe(204);
    expect(await reset(token, 'Third-word-3!')).toMatchObject(invalidLink);
    expect((await signIn(OTHER_PASSWORD)).status).toBe(200);
  });

  it('accepts one of two concurrent confirmations', async () => {
    const token = await resetLink();
    const passwords = ['First-word-1!', 'Second-word-1!'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const signedIn = await Promise.all(passwords.map((password) => signIn(password)));
    expect(signedIn.map(({ status }) => status === 200)).toEqual(answers.map(({ status }) => status === 204));
  });

  it('accepts a link for 30 minutes, also before the timer has deleted it', async () => {
    const token = await resetLink();
    clock.leap(29 * MINUTE_MS);
    expect((await reset(token)).status).toBe(204);
    const late = await resetLink();
    pass(30 * MINUTE_MS);
    expect(await reset(late)).toMatchObject(invalidLink);
    expect(await h.store.collection(mailLinks).countDocuments({ purpose: 'password-reset' })).toBe(1);
  });

  it('refuses what is no link, without hashing a password', async () => {
    const token = await resetLink();
    const [requestId = ''] = token.split('.');
    hash.mockClear();
    for (const wrong of ['x', '.', requestId, `${requestId}.`, `${requestId}.x`, `no.${token}`, `${token}x`])
      expect(await reset(wrong)).toMatchObject(invalidLink);
    expect(hash).not.toHaveBeenCalled();
    expect((await reset(token)).status).toBe(204);
  });

  it('refuses a weak password and keeps the link', async () => {
    const token = await resetLink();
    const { status, body } = await reset(token, 'weak');
    expect([status, body.errors[0].field]).toEqual([400, 'password']);
    expect((await reset(token)).status).toBe(204);
  });

  it('refuses the link of a confirmation, and the reverse', async () => {
    expect(await reset(await sendLast('email-confirmation'))).toMatchObject(invalidLink);
    expect(await confirm(await resetLink())).toMatchObject(invalidLink);
  });

  it('refuses the link after the password was changed otherwise', async () => {
    const token = await resetLink();
    await h.call('changePassword', { identity: claimsIn(ann), body: { old: PASSWORD, new: OTHER_PASSWORD } });
    expect(await reset(token, 'Third-word-3!')).toMatchObject(invalidLink);
  });

  it('refuses the link of an account that was closed', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const { body } = await createRecord(ann);
    const token = await resetLink();
    await closeAccount(h, admin, body.insertedId);
    expect(await reset(token)).toMatchObject(invalidLink);
  });

  it('accepts the token of each of the last five attempts to send the mail', async () => {
    await ask();
    const [request] = await requests('password-reset');
    const tokens = [];
    for (let n = 0; n < 6; n++) tokens.push(await send(request as Request));
    expect(await reset(tokens[0] ?? '')).toMatchObject(invalidLink);
    expect((await reset(tokens[1] ?? '')).status).toBe(204);
  });

  it('leaves the token in no document and in no event', async () => {
    const token = await resetLink();
    const secret = token.split('.')[1] ?? '?';
    await reset(token);
    const kept = JSON.stringify([
      await h.store.collection(accounts).find({}),
      await h.store.collection(sessions).find({}),
      await h.store.collection(mailLinks).find({}),
      await h.store.collection(mailRequests).find({}),
      await h.events('user.mail-link-requested'),
      await h.events('mail.link-issued'),
      await h.events('user.sessions-ended'),
    ]);
    expect(kept).not.toContain(secret);
  });
});

describe('the confirmation of an address', () => {
  it('of a person of the demo data needs no mail, and comes with the record', async () => {
    const { body } = await signUp('demo@example.com');
    expect(await h.internal('confirmEmail', { email: 'demo@example.com' })).toEqual({ done: true });
    expect(await h.internal('confirmEmail', { email: 'unknown@example.com' })).toEqual({ done: false });
    expect(await confirmed()).toEqual([]);
    const { body: made } = await createRecord(body);
    await h.internal('confirmEmail', { email: 'demo@example.com' });
    expect(await confirmed()).toEqual([made.insertedId]);
  });

  let ann: Identity;
  beforeEach(async () => {
    ann = (await signUp()).body;
  });
  const me = async () => (await h.call('identityMe', { identity: claimsIn(ann) })).body;
  const own = async (userId: string) => (await h.call('getUser', { as: await actorFor(h, userId) })).body;

  it('is requested by signing up, with a link of 24 hours', async () => {
    const [request, ...more] = await requests('email-confirmation');
    expect(more).toEqual([]);
    expect(request).toMatchObject({ uid: ann.uid, email: EMAIL, name: '' });
    const left = (request?.expiresAt ?? 0) - clock.now();
    expect(left).toBeGreaterThan(23 * HOUR_MS);
    expect(left).toBeLessThanOrEqual(24 * HOUR_MS);
    expect(await me()).toMatchObject({ emailVerified: false });
  });

  it('is not requested without mail', async () => {
    await h.stop();
    await start({});
    const { body } = await signUp();
    expect(await askToConfirm(body)).toMatchObject({ status: 404, body: { code: 'mail-off' } });
    expect(await h.events('user.mail-link-requested')).toEqual([]);
  });

  it('by the link, emits once for a registered user, and answers a second click like the first', async () => {
    const { body } = await createRecord(ann);
    expect(await own(body.insertedId)).not.toHaveProperty('emailConfirmed');
    const token = await sendLast('email-confirmation');
    expect(await confirm(token)).toMatchObject({ status: 204, body: null });
    expect(await me()).toMatchObject({ emailVerified: true });
    expect((await confirm(token)).status).toBe(204);
    expect(await confirmed()).toEqual([body.insertedId]);
    expect(await own(body.insertedId)).toMatchObject({ emailConfirmed: true });
    await h.call('jwt', { identity: claimsIn(ann), body: { email: EMAIL } });
    expect(await confirmed()).toEqual([body.insertedId]);
  });

  it('is shown to the person alone', async () => {
    const { body } = await createRecord(ann);
    await confirm(await sendLast('email-confirmation'));
    await startWallet(h);
    const admin = await registerAdmin(h);
    const seen = await h.call('getUser', { as: admin, query: { email: EMAIL } });
    expect(seen.body).toMatchObject({ _id: body.insertedId });
    expect(seen.body).not.toHaveProperty('emailConfirmed');
  });

  it('before the registration, emits at the registration', async () => {
    await confirm(await sendLast('email-confirmation'));
    expect(await confirmed()).toEqual([]);
    const { body } = await createRecord(ann);
    expect(await confirmed()).toEqual([body.insertedId]);
    const types = (await h.events('user.registered')).concat((await h.events('user.email-confirmed')) as never);
    expect(types.map(({ aggregateId }) => aggregateId)).toEqual([body.insertedId, body.insertedId]);
  });

  it('emits once for concurrent confirmations', async () => {
    const { body } = await createRecord(ann);
    const token = await sendLast('email-confirmation');
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await confirmed()).toEqual([body.insertedId]);
  });

  it('is by a reset of the password too, and then a request mails nothing', async () => {
    const { body } = await createRecord(ann);
    await reset(await resetLink());
    expect(await confirmed()).toEqual([body.insertedId]);
    const again = (await signIn(OTHER_PASSWORD)).body;
    expect((await askToConfirm(again)).status).toBe(204);
    expect(await requests('email-confirmation')).toHaveLength(1);
  });

  it('is requested again at most three times an hour, the sign-up included', async () => {
    const statuses = [];
    for (let n = 0; n < 2; n++) statuses.push((await askToConfirm(ann)).status);
    expect(statuses).toEqual([204, 204]);
    const refused = await askToConfirm(ann);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect(await requests('email-confirmation')).toHaveLength(3);
    // Its own count: the reset of a password stays possible.
    expect((await ask()).status).toBe(204);
    expect(await requests('password-reset')).toHaveLength(1);
  });

  it('requires a session', async () => {
    expect((await h.call('requestEmailConfirmation')).status).toBe(401);
    expect((await h.call('requestEmailConfirmation', { identity: identity('gone') })).status).toBe(401);
  });

  it('ends with the link, and with a newer one', async () => {
    const first = await sendLast('email-confirmation');
    await askToConfirm(ann);
    const second = await sendLast('email-confirmation');
    expect(await confirm(first)).toMatchObject(invalidLink);
    clock.leap(24 * HOUR_MS);
    expect(await confirm(second)).toMatchObject(invalidLink);
    await h.settle();
    expect(await h.store.collection(mailLinks).countDocuments({})).toBe(0);
    expect(await h.store.collection(mailRequests).countDocuments({})).toBe(0);
  });
});

describe('user.email-confirmed of other identities', () => {
  it('is emitted when a Google identity registers', async () => {
    const { body } = await h.call('createUser', { identity: identity('gus', 'google'), body: {} });
    expect(await confirmed()).toEqual([body.insertedId]);
  });

  it('is emitted once by the next exchange of a token of a record that is older than its proof', async () => {
    const gus = identity('gus', 'google');
    const { userId } = await register(h, 'gus');
    expect(await confirmed()).toEqual([]);
    for (let n = 0; n < 2; n++) await h.call('jwt', { identity: gus, body: { email: gus.email } });
    await Promise.all([1, 2].map(() => h.call('jwt', { identity: gus, body: { email: gus.email } })));
    expect(await confirmed()).toEqual([userId]);
    expect(await recordOf(h, userId)).toMatchObject({ emailConfirmed: true });
  });

  it('is not emitted for an identity without a proof', async () => {
    const ann = identity('ann');
    await register(h, 'ann');
    await h.call('jwt', { identity: ann, body: { email: ann.email } });
    expect(await confirmed()).toEqual([]);
  });
});
