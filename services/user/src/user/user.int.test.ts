// Runs on MongoDB and Kafka too: unique indexes, searches and the aggregation of lists.
import { shownPicture } from '@piecework/domain';
import { NETWORK_HEADER } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { Harness } from '@piecework/service-runtime/testing';
import { DuplicateKeyError } from '@piecework/store';
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
import { newUser } from './user';
import { users } from './user.store';

let h: Harness;
beforeEach(async () => {
  h = await startUserHarness();
});
afterEach(() => h.stop());

const balance = (userId: string, coins: number, version: number) =>
  h.given('wallet.balance-changed', userId, { userId, balance: coins, version, change: 0 });

describe('POST /users', () => {
  it('registers the identity under its email once and emits an event', async () => {
    const body = { userName: 'Ann', userRole: 'buyer', userEmail: 'other@example.com', userAvailableCoin: 999 };
    const first = await h.call('createUser', { identity: identity('ann'), body });
    expect(first.status).toBe(201);
    expect(await recordOf(h, first.body.insertedId)).toMatchObject({
      email: 'ann@example.com',
      name: 'Ann',
      role: 'buyer',
      coins: 0,
    });
    const again = await h.call('createUser', { identity: identity('ann'), body });
    expect([again.status, again.body]).toEqual([200, { message: expect.any(String) }]);
    const [event, ...more] = await h.events('user.registered');
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      aggregateId: first.body.insertedId,
      data: {
        userId: first.body.insertedId,
        email: 'ann@example.com',
        userName: 'Ann',
        userPhotoURL: '',
        role: 'buyer',
      },
    });
  });

  it('stores an email once by a unique index', async () => {
    const { insertedId } = (await h.call('createUser', { identity: identity('ann'), body: { userName: 'Ann' } })).body;
    const twin = { ...(await recordOf(h, insertedId)), _id: 'twin' };
    await expect(h.store.collection(users).insertOne(twin)).rejects.toThrow(DuplicateKeyError);
  });

  it('registers once for concurrent calls', async () => {
    const calls = Array.from({ length: 8 }, () =>
      h.call('createUser', { identity: identity('ann'), body: { userName: 'Ann' } }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await h.store.collection(users).countDocuments({})).toBe(1);
    expect(await h.events('user.registered')).toHaveLength(1);
  });

  it('refuses a name like that of the team, at each place that sets one', async () => {
    const refused = (field: string) => ({
      status: 400,
      body: { errors: [{ field, message: expect.stringContaining('looks like one of Piecework’s team') }] },
    });
    const registered = (name: string, body: object) =>
      h.call('createUser', { identity: { ...identity('ann'), name }, body });
    expect(await registered('Ann', { userName: 'Piecework Support' })).toMatchObject(refused('userName'));
    expect(await registered('Аdmin', {})).toMatchObject(refused('userName'));
    const signUp = { email: 'x@example.com', password: PASSWORD, displayName: 'Ad\u034fmin' };
    expect(await h.call('signUp', { body: signUp })).toMatchObject(refused('displayName'));
    const ann = await register(h, 'ann');
    const rename = (as: Actor) => h.call('changeProfile', { as, body: { userName: 'Support Team' } });
    expect(await rename(ann)).toMatchObject(refused('userName'));
    await startWallet(h);
    expect(await rename(await registerAdmin(h))).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  });

  it('keeps a reserved name that is older than the rule', async () => {
    const ann = await register(h, 'ann');
    await h.store.collection(users).updateOne({ _id: ann.userId }, { $set: { name: 'Admin' } });
    const body = { userName: 'Admin', userPhotoURL: 'https://example.com/ann.png' };
    expect((await h.call('changeProfile', { as: ann, body })).body).toEqual({ modifiedCount: 1 });
  });

  it('is limited per network and day', async () => {
    await h.stop();
    h = await startUserHarness({ env: { RATE_LIMITS: 'signUpsPerDay=2' } });
    const registerFrom = async (name: string, network: string) =>
      h.call('createUser', { headers: { [NETWORK_HEADER]: network }, identity: identity(name), body: {} });
    expect((await registerFrom('ann', '192.0.2.1')).status).toBe(201);
    expect((await registerFrom('ann', '192.0.2.1')).status).toBe(200);
    expect((await registerFrom('bob', '192.0.2.1')).status).toBe(201);
    expect((await registerFrom('eve', '192.0.2.1')).status).toBe(429);
    expect((await registerFrom('eve', '192.0.2.2')).status).toBe(201);
  });

  it('registers a worker by default, and always for Google identities', async () => {
    const plain = await h.call('createUser', { identity: identity('ann'), body: { userName: 'Ann' } });
    expect((await recordOf(h, plain.body.insertedId)).role).toBe('worker');
    const body = { userName: 'Bob', userRole: 'buyer' };
    const google = await h.call('createUser', { identity: identity('bob', 'google'), body });
    expect((await recordOf(h, google.body.insertedId)).role).toBe('worker');
  });

  it('uses name and picture of the identity by default', async () => {
    const claims = { ...identity('ann'), picture: 'https://example.com/ann.png' };
    const { body } = await h.call('createUser', { identity: claims, body: { userPhotoURL: null } });
    expect(await recordOf(h, body.insertedId)).toMatchObject({
      name: 'The ann',
      photoURL: 'https://example.com/ann.png',
    });
    const nameless = await h.call('createUser', { identity: { ...identity('bob'), name: '' }, body: {} });
    expect([nameless.status, nameless.body.errors]).toEqual([
      400,
      [{ field: 'userName', message: 'Name is required' }],
    ]);
  });

  it('refuses the admin role and callers without an identity', async () => {
    const wish = await h.call('createUser', {
      identity: identity('ann'),
      body: { userName: 'Ann', userRole: 'admin' },
    });
    expect([wish.status, wish.body.code]).toEqual([400, 'validation']);
    expect((await h.call('createUser', { body: { userName: 'Ann' } })).status).toBe(401);
    expect(await h.store.collection(users).countDocuments({})).toBe(0);
  });

  it('answers a registered caller without a change', async () => {
    const ann = await register(h, 'ann');
    const again = await h.call('createUser', { as: ann, body: { userName: 'Other', userRole: 'buyer' } });
    expect([again.status, again.body]).toEqual([200, { message: expect.any(String) }]);
    expect(await recordOf(h, ann.userId)).toMatchObject({ name: 'The ann', role: 'worker' });
  });

  it('refuses the email of a closed account', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    await closeAccount(h, admin, ann.userId);
    const again = await h.call('createUser', { identity: identity('ann'), body: { userName: 'Ann' } });
    expect([again.status, again.body.code]).toEqual([403, 'account-closed']);
  });
});

describe('POST /jwt', () => {
  const jwt = (email: string, claims = identity('ann')) => h.call('jwt', { identity: claims, body: { email } });

  it('answers a token for the proven email, case-insensitive', async () => {
    const known = await register(h, 'ann');
    const { status, body } = await jwt('ANN@example.com', { ...identity('ann'), email: 'Ann@Example.com' });
    expect(status).toBe(200);
    expect(h.tokens.verifyAccess(body.token)).toMatchObject({
      ok: true,
      claims: { uid: 'uid-ann', email: known.email },
    });
  });

  it('includes the identity provider in the token of an unregistered email', async () => {
    const { body } = await jwt('ann@example.com', identity('ann', 'google'));
    expect(h.tokens.verifyAccess(body.token)).toMatchObject({ claims: { provider: 'google', name: 'The ann' } });
  });

  it('answers alike for another email, known or unknown', async () => {
    await register(h, 'bob');
    const [known, unknown] = [await jwt('bob@example.com'), await jwt('unknown@example.com')];
    expect(known).toMatchObject({ status: 400, body: { code: 'invalid-credential' } });
    const { correlationId: _, ...rest } = known.body;
    expect(unknown.body).toMatchObject(rest);
  });

  it('requires an identity token', async () => {
    const ann = await register(h, 'ann');
    expect((await h.call('jwt', { as: ann, body: { email: ann.email } })).status).toBe(401);
    expect((await h.call('jwt', { body: { email: ann.email } })).status).toBe(401);
  });

  it('refuses a closed account', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    await closeAccount(h, admin, ann.userId);
    expect(await jwt(ann.email)).toMatchObject({ status: 403, body: { code: 'account-closed' } });
  });
});

describe('GET /user', () => {
  it("answers the caller's full record, by email or without one", async () => {
    const ann = await register(h, 'ann');
    const own = {
      _id: ann.userId,
      userName: 'The ann',
      userEmail: 'ann@example.com',
      userPhotoURL: '',
      userRole: 'worker',
      userAvailableCoin: 0,
    };
    expect((await h.call('getUser', { as: ann })).body).toEqual(own);
    expect((await h.call('getUser', { as: ann, query: { email: 'Ann@example.com' } })).body).toEqual(own);
  });

  it('answers name, photo and role of other users, and full records to admins', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    const bob = await register(h, 'bob', 'buyer');
    const query = { email: ann.email };
    expect((await h.call('getUser', { as: bob, query })).body).toEqual({
      userName: 'The ann',
      userPhotoURL: '',
      userRole: 'worker',
    });
    expect((await h.call('getUser', { as: admin, query })).body).toMatchObject({ userEmail: ann.email });
  });

  it('answers 404 for every email to an unregistered caller', async () => {
    await register(h, 'bob');
    expect((await h.call('getUser', { identity: identity('ann') })).status).toBe(404);
    const other = await h.call('getUser', { identity: identity('ann'), query: { email: 'bob@example.com' } });
    expect(other.status).toBe(404);
  });

  it('answers 404 for unknown and closed users, and 401 to anonymous callers', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    await closeAccount(h, admin, ann.userId);
    for (const email of ['ann@example.com', 'unknown@example.com'])
      expect((await h.call('getUser', { as: admin, query: { email } })).status).toBe(404);
    expect((await h.call('getUser')).status).toBe(401);
  });
});

describe('GET /users', () => {
  const workers = async (count: number) => {
    const all = [];
    for (let n = 1; n <= count; n++) {
      const worker = await register(h, `worker${n}`);
      await balance(worker.userId, n, 1);
      all.push(worker);
    }
    return all;
  };
  const names = (rows: { userName: string }[]) => rows.map(({ userName }) => userName);

  it('answers the six workers with most coins, without emails', async () => {
    await workers(8);
    const buyer = await register(h, 'buyer', 'buyer');
    await balance(buyer.userId, 1000, 1);
    const { body } = await h.call('listUsers');
    expect(names(body)).toEqual([8, 7, 6, 5, 4, 3].map((n) => `The worker${n}`));
    expect(body[0]).toEqual({
      _id: expect.any(String),
      userName: 'The worker8',
      userPhotoURL: '',
      userRole: 'worker',
      userAvailableCoin: 8,
    });
    const own = await h.call('listUsers', { as: buyer, query: { q: 'worker1', limit: '1' } });
    expect(own.body.slice(6)).toMatchObject([{ userEmail: buyer.email, userAvailableCoin: 1000 }]);
    expect(own.headers['x-total-count']).toBe('7');
  });

  it("adds a buyer's submitters with emails, once each, in any order of events", async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const all = await workers(8);
    const [poor, closed, other, , , , , top] = all as [Actor, Actor, Actor, Actor, Actor, Actor, Actor, Actor];
    const buyer = await register(h, 'buyer', 'buyer');
    const submit = (workerId: string, submissionId: string, buyerId = buyer.userId) =>
      h.given('submission.created', submissionId, {
        submissionId,
        taskId: 'task',
        taskTitle: 'A title',
        workerId,
        buyerId,
        payable: 5,
        places: { version: 1, open: 0, pending: 1, approved: 0 },
      });
    for (const [index, { userId }] of [poor, top, closed, poor].entries()) await submit(userId, `s${index}`);
    await submit(other.userId, 'other', 'another-buyer');
    await closeAccount(h, admin, closed.userId);

    const whole = await h.call('listUsers', { as: buyer });
    expect(whole.body[0]).toMatchObject({ _id: top.userId, userEmail: top.email, userAvailableCoin: 8 });
    expect(whole.body.slice(7)).toEqual([
      { _id: poor.userId, userName: poor.name, userEmail: poor.email, userPhotoURL: '', userRole: 'worker' },
    ]);
    expect(JSON.stringify(whole.body)).not.toContain(other.email);
    expect(whole.headers['x-total-count']).toBe('8');
    expect((await h.call('listUsers', { as: buyer, query: { limit: '6' } })).body).toHaveLength(7);
    expect(JSON.stringify((await h.call('listUsers', { as: other })).body)).not.toContain(poor.email);
  });

  it('leaves out closed workers', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const [first] = await workers(2);
    await closeAccount(h, admin, first?.userId ?? '');
    expect(names((await h.call('listUsers')).body)).toEqual(['The worker2']);
  });

  it('answers all open users to admins, with search, filter, sort and pages', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const all = await workers(3);
    await register(h, 'zoe', 'buyer');
    await closeAccount(h, admin, all[1]?.userId ?? '');
    const list = async (query: Record<string, string> = {}) => h.call('listUsers', { as: admin, query });
    expect(names((await list()).body)).toEqual(['The zoe', 'The worker3', 'The worker1', 'The ada']);
    expect((await list()).body[0]).toHaveProperty('userEmail');
    expect(names((await list({ sort: 'coins', role: 'worker' })).body)).toEqual(['The worker3', 'The worker1']);
    expect(names((await list({ q: 'ZOE@exam' })).body)).toEqual(['The zoe']);
    expect(names((await list({ q: 'e w', sort: 'name' })).body)).toEqual(['The worker1', 'The worker3']);
    expect((await list({ q: '.*' })).body).toEqual([]);
    const second = await list({ sort: 'name', limit: '1', offset: '1' });
    expect([names(second.body), second.headers['x-total-count']]).toEqual([['The worker1'], '4']);
  });
});

describe('the balance of a user', () => {
  it('is that of the highest version, in any order and with repeated events', async () => {
    const { userId } = await register(h, 'ann');
    await balance(userId, 30, 3);
    const late = await balance(userId, 10, 1);
    await h.redeliver(late);
    expect(await recordOf(h, userId)).toMatchObject({ coins: 30, coinVersion: 3 });
    await balance(userId, 0, 4);
    expect(await recordOf(h, userId)).toMatchObject({ coins: 0, coinVersion: 4 });
  });

  it('starts with version 0', async () => {
    const { userId } = await register(h, 'ann');
    await balance(userId, 10, 0);
    expect((await recordOf(h, userId)).coins).toBe(10);
  });
});

describe('PATCH /profile', () => {
  const change = (as: Actor, body: object) => h.call('changeProfile', { as, body });
  const emitted = async () => (await h.events('user.profile-changed')).map(({ data }) => data);

  it('changes name and picture of the caller, and counts the changes', async () => {
    const ann = await register(h, 'ann');
    const bob = await register(h, 'bob');
    const userPhotoURL = '/images/00000000000000000000000001.webp';
    expect((await change(ann, { userName: ' Anna ', userId: bob.userId })).body).toEqual({ modifiedCount: 1 });
    expect((await change(ann, { userPhotoURL })).body).toEqual({ modifiedCount: 1 });
    expect(await recordOf(h, ann.userId)).toMatchObject({
      name: 'Anna',
      photoURL: userPhotoURL,
      search: 'anna\nann@example.com',
      profileVersion: 2,
    });
    expect(await recordOf(h, bob.userId)).not.toHaveProperty('profileVersion');
    const { userId } = ann;
    expect(await emitted()).toEqual([
      { userId, userName: 'Anna', userPhotoURL: '', profileVersion: 1 },
      { userId, userName: 'Anna', userPhotoURL, profileVersion: 2 },
    ]);
    expect(await h.internal('userByEmail', { email: ann.email })).toMatchObject({
      userName: 'Anna',
      profileVersion: 2,
    });
  });

  it.each([null, ''])('removes the picture by %j', async (userPhotoURL) => {
    const ann = await register(h, 'ann');
    await change(ann, { userPhotoURL: 'https://example.com/ann.png' });
    expect((await change(ann, { userPhotoURL })).body).toEqual({ modifiedCount: 1 });
    expect(await recordOf(h, ann.userId)).toMatchObject({ photoURL: '', name: 'The ann' });
  });

  it('emits nothing when nothing changes, also for the picture as it is shown', async () => {
    const ann = await register(h, 'ann');
    await change(ann, { userPhotoURL: 'https://example.com/ann.png' });
    const { userName, userPhotoURL } = (await h.call('getUser', { as: ann })).body;
    expect(userPhotoURL).not.toContain('example.com');
    for (const body of [{}, { userName: 'The ann' }, { userName, userPhotoURL }])
      expect((await change(ann, body)).body).toEqual({ modifiedCount: 0 });
    expect(await emitted()).toHaveLength(1);
  });

  it('refuses a closed account', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    await closeAccount(h, admin, ann.userId);
    expect((await change(ann, { userName: 'Anna' })).status).toBe(401);
    expect(await emitted()).toEqual([]);
  });
});

describe('internal calls', () => {
  it('userByEmail answers open and closed users to the gateway', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    const found = {
      userId: ann.userId,
      email: ann.email,
      userName: 'The ann',
      role: 'worker',
      roleVersion: 0,
      profileVersion: 0,
      closed: false,
      isSuspended: false,
      suspensionVersion: 0,
    };
    expect(await h.internal('userByEmail', { email: 'Ann@example.com' })).toEqual(found);
    await closeAccount(h, admin, ann.userId);
    expect(await h.internal('userByEmail', { email: ann.email })).toEqual({ ...found, roleVersion: 1, closed: true });
    expect(await h.internal('userByEmail', { email: 'unknown@example.com' })).toBeNull();
  });

  it('accountsAfter answers all accounts to the gateway, page by page', async () => {
    const idOf = (index: number) => `user-${String(index).padStart(4, '0')}`;
    const people = Array.from({ length: 1_001 }, (_, index) => ({
      userId: idOf(index),
      email: `${idOf(index)}@example.com`,
      userName: 'Ann',
      userPhotoURL: '',
      role: 'worker' as const,
    }));
    const records = people.map((person) => newUser(person, { uid: person.userId }));
    await h.store.collection(users).insertMany(records.map((user) => ({ ...user, closed: user._id === idOf(1_000) })));
    const first = await h.internal('accountsAfter', { userId: '' });
    expect(first.next).toBe(idOf(999));
    expect(first.accounts.map(({ userId }: { userId: string }) => userId)).toEqual(
      people.slice(0, 1_000).map(({ userId }) => userId),
    );
    const { userId, email } = people[1_000] as (typeof people)[number];
    expect(await h.internal('accountsAfter', { userId: first.next })).toEqual({
      accounts: [
        {
          userId,
          email,
          userName: 'Ann',
          role: 'worker',
          roleVersion: 0,
          profileVersion: 0,
          closed: true,
          isSuspended: false,
          suspensionVersion: 0,
        },
      ],
      apiKeys: [],
      next: null,
    });
  });

  it('makeAdmin makes the first admin by an ordinary role change', async () => {
    await startWallet(h);
    const { userId, email } = await register(h, 'ann', 'buyer');
    expect(await h.internal('makeAdmin', { email })).toEqual({
      done: true,
      message: 'ann@example.com is now an admin.',
    });
    expect((await actorFor(h, userId)).role).toBe('admin');
    expect((await h.events('user.role-changed')).map(({ data }) => data)).toEqual([
      { userId, from: 'buyer', to: 'admin', roleVersion: 1 },
    ]);
    expect(await h.internal('makeAdmin', { email })).toMatchObject({
      done: true,
      message: expect.stringContaining('already'),
    });
    expect((await h.internal('trail')).rows).toMatchObject([
      { action: 'role-changed', actor: 'operator', subject: { id: userId }, detail: 'from buyer to admin' },
    ]);
    expect(await h.internal('makeAdmin', { email: 'unknown@example.com' })).toMatchObject({ done: false });
    expect(await h.internal('makeAdmin', { email: 'ann' })).toEqual({
      done: false,
      message: 'Email must look like name@example.com',
    });
  });

  it('makeAdmin refuses a closed account', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    await closeAccount(h, admin, ann.userId);
    expect(await h.internal('makeAdmin', { email: ann.email })).toMatchObject({ done: false });
  });

  it('countUsers includes closed accounts', async () => {
    await startWallet(h);
    expect(await h.internal('countUsers')).toEqual({ count: 0 });
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    await closeAccount(h, admin, ann.userId);
    expect(await h.internal('countUsers')).toEqual({ count: 2 });
  });

  it('addTestimonial publishes testimonials in insertion order', async () => {
    // Invisible characters are stripped from names.
    for (const userName of ['Ann', 'B\u202eo\u200bb'])
      await h.internal('addTestimonial', { userName, userPhoto: 'https://example.com/a.png', quote: 'Good.' });
    const { body } = await h.call('listTestimonials');
    expect(body).toEqual(
      ['Ann', 'Bob'].map((userName) => ({
        _id: expect.any(String),
        userName,
        userPhoto: shownPicture('https://example.com/a.png', h.settings),
        quote: 'Good.',
      })),
    );
    expect((await h.events('testimonial.added')).map(({ data }) => data)).toEqual(
      body.map(({ _id }: { _id: string }) => ({ testimonialId: _id, userPhotoURL: 'https://example.com/a.png' })),
    );
  });

  it('totals count open workers, buyers and their coins for admins only', async () => {
    await startWallet(h);
    const admin = await registerAdmin(h);
    const ann = await register(h, 'ann');
    const bob = await register(h, 'bob', 'buyer');
    const cy = await register(h, 'cy');
    for (const { userId } of [ann, bob, cy]) await balance(userId, 7, 1);
    await closeAccount(h, admin, cy.userId);
    expect(await h.internal('totals', { actor: admin })).toEqual({ admin: { workers: 1, buyers: 1, coins: 14 } });
    expect(await h.internal('totals', { actor: ann })).toEqual({});
  });
});
