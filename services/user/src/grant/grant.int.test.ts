import type { Identity } from '@piecework/contracts';
import { NETWORK_HEADER } from '@piecework/http';
import { actor } from '@piecework/identity/testing';
import { adminActs } from '@piecework/service-runtime/rows';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { planOf, type Query, recordQueries } from '@piecework/store/testing';
import { insecurePasswords } from '../../testing/passwords.fixtures';
import {
  actorFor,
  changeRole,
  closeAccount,
  identity,
  PASSWORD,
  recordOf,
  registerAdmin,
  startUserHarness,
  startWallet,
} from '../../testing/user.fixtures';
import { createUserService } from '..';
import { users } from '../user/user.store';
import { grantedMailboxes } from './grant.store';

let h: Harness;
const start = async (env: Record<string, string> = {}) => {
  h = await startUserHarness({ env });
  await startWallet(h);
};
afterEach(() => h.stop());

/** @returns the id of the user */
const registerFrom = async (name: string, network = '192.0.2.1', domain = 'example.com') => {
  const claims = { ...identity(name), email: `${name}@${domain}` };
  const headers = { [NETWORK_HEADER]: network };
  const { body } = await h.call('createUser', { headers, identity: claims, body: { userRole: 'buyer' } });
  return body.insertedId as string;
};
const released = async () => (await h.events('user.grant-released')).map(({ data }) => data);
const grantOf = (userId: string) => ({ userId, role: 'buyer', coins: 50 });
const noGrantOf = (userId: string, role = 'buyer') => ({ userId, role, coins: 0 });
const waitingFor = async (userId: string) => (await recordOf(h, userId)).waitingGrant;

/** Ids of users whose `user.registered` says that their starting coins wait. */
const announced = async () =>
  (await h.events('user.registered')).filter(({ data }) => data.grantWaits).map(({ data }) => data.userId);

describe('the starting coins of one network', () => {
  it('wait for an admin beyond those of a day, while the account works', async () => {
    await start({ RATE_LIMITS: 'grantsPerDay=2' });
    const admin = await registerAdmin(h);
    const [ann, bob] = [await registerFrom('ann'), await registerFrom('bob')];
    const [eve, dan] = [await registerFrom('eve'), await registerFrom('dan', '192.0.2.2')];
    expect(await announced()).toEqual([eve]);
    for (const userId of [ann, bob, dan]) expect(await waitingFor(userId)).toBeUndefined();
    const own = await h.call('getUser', { as: await actorFor(h, eve) });
    expect([own.status, own.body.grantWaits]).toEqual([200, 'admin']);
    const { body, headers } = await h.call('listWaitingGrants', { as: admin });
    expect([headers['x-total-count'], body]).toEqual([
      '1',
      [
        {
          userId: eve,
          userName: 'The eve',
          userEmail: 'eve@example.com',
          userRole: 'buyer',
          emailConfirmed: false,
          coins: 50,
          reason: 'network',
          network: '192.0.2.1',
          since: expect.stringMatching(/Z$/),
        },
      ],
    ]);
  });

  it('are released many at once, and once, each in the trail', async () => {
    await start({ RATE_LIMITS: 'grantsPerDay=1' });
    const admin = await registerAdmin(h);
    const first = await registerFrom('ann');
    const [bob, eve, left] = [await registerFrom('bob'), await registerFrom('eve'), await registerFrom('left')];
    await closeAccount(h, admin, left);
    expect(await waitingFor(left)).toBeUndefined();
    const userIds = [first, bob, eve, left, 'nobody'];
    const release = () => h.call('releaseGrants', { as: admin, body: { userIds } });
    const answers = await Promise.all([release(), release()]);
    expect(answers.map(({ body }) => body.released).sort()).toEqual([0, 2]);
    expect(new Set(await released())).toEqual(new Set([noGrantOf(left), grantOf(bob), grantOf(eve)]));
    expect(await h.store.collection(adminActs).find({ action: 'grant-released' })).toMatchObject([
      { subject: { type: 'user', id: bob }, detail: '50 coins' },
      { subject: { type: 'user', id: eve } },
    ]);
    expect(await recordOf(h, eve)).toMatchObject({ grantReleasedBy: admin.userId });
    expect((await h.call('listWaitingGrants', { as: admin })).body).toEqual([]);
  });

  it('are released by an admin alone', async () => {
    await start({ RATE_LIMITS: 'grantsPerDay=1' });
    const admin = await registerAdmin(h);
    await registerFrom('ann');
    const eve = await registerFrom('eve');
    const former = { ...(await actorFor(h, eve)), role: 'admin' as const };
    const body = { userIds: [eve] };
    for (const as of [former, await actorFor(h, eve)])
      expect((await h.call('releaseGrants', { as, body })).status).toBe(403);
    expect((await h.call('listWaitingGrants', { as: await actorFor(h, eve) })).status).toBe(403);
    expect(await released()).toEqual([]);
    expect((await h.call('releaseGrants', { as: admin, body })).body).toEqual({ released: 1 });
  });

  it('end with a change of role, whose coins replace them', async () => {
    await start({ RATE_LIMITS: 'grantsPerDay=1' });
    const admin = await registerAdmin(h);
    await registerFrom('ann');
    const eve = await registerFrom('eve');
    await h.call('changeUser', { as: admin, params: { id: eve }, body: { userRole: 'worker' } });
    expect(await released()).toEqual([noGrantOf(eve, 'worker')]);
    const ids = await Promise.all(
      (['user.grant-released', 'user.role-changed'] as const).map(async (type) =>
        (await h.events(type)).filter(({ data }) => data.userId === eve).map(({ eventId }) => eventId),
      ),
    );
    expect(ids.flat()).toEqual(ids.flat().sort());
    expect(await waitingFor(eve)).toBeUndefined();
  });
});

test('the list of those that wait follows an index', async () => {
  let queries: Query[] = [];
  h = await startHarness(createUserService({ passwords: insecurePasswords }), {
    watch: (store) => {
      const recorded = recordQueries(store);
      queries = recorded.queries;
      return recorded.store;
    },
  });
  await h.call('listWaitingGrants', { as: actor('admin') });
  const listed = queries.filter(({ filter }) => 'waitingGrant.for' in filter);
  const plans = await Promise.all(listed.map((query) => planOf(h.file, query)));
  expect(plans).toMatchObject([{ sorts: false, text: expect.stringContaining('waitingGrant.for') }]);
});

describe('one mailbox', () => {
  it('gets the starting coins of one account, also of one that is closed', async () => {
    await start();
    const admin = await registerAdmin(h);
    const first = await registerFrom('ann.lee', '192.0.2.1', 'gmail.com');
    await closeAccount(h, admin, first);
    const others = [
      await registerFrom('ann.lee+1', '192.0.2.2', 'gmail.com'),
      await registerFrom('annlee', '192.0.2.3', 'googlemail.com'),
    ];
    expect(await announced()).toEqual(others);
    for (const userId of others) expect(await waitingFor(userId)).toMatchObject({ for: 'admin', check: 'mailbox' });
    await registerFrom('ann.lee', '192.0.2.4', 'example.com');
    await registerFrom('ann.lee+1', '192.0.2.4', 'example.com');
    expect(await announced()).toEqual(others);
  });

  it('does not use up the coins of a network', async () => {
    await start({ RATE_LIMITS: 'grantsPerDay=1' });
    await registerFrom('ann', '192.0.2.1', 'gmail.com');
    await registerFrom('ann+1', '192.0.2.2', 'gmail.com');
    const bob = await registerFrom('bob', '192.0.2.2');
    expect(await waitingFor(bob)).toBeUndefined();
  });
});

describe('with VERIFY_EMAIL=1', () => {
  const env = { VERIFY_EMAIL: '1', MAIL: 'outbox' };
  const claimsIn = ({ idToken }: Identity) => {
    const verified = h.tokens.verifyIdentity(idToken);
    if (!verified.ok) throw new Error(verified.reason);
    return verified.claims;
  };
  const signUp = async (email: string) => {
    const body = { email, password: PASSWORD, displayName: 'Ann' };
    const claims = claimsIn((await h.call('signUp', { body })).body);
    const made = await h.call('createUser', { identity: claims, body: { userRole: 'buyer' } });
    return made.body.insertedId as string;
  };
  const confirm = (email: string) => h.internal('confirmEmail', { email });

  it('the starting coins wait for the confirmed address, and no admin sees them', async () => {
    await start(env);
    const admin = await registerAdmin(h);
    const ann = await signUp('ann@example.com');
    expect(await announced()).toContain(ann);
    expect((await h.call('getUser', { as: await actorFor(h, ann) })).body.grantWaits).toBe('email');
    expect((await h.call('listWaitingGrants', { as: admin })).body).toEqual([]);
    const body = { userIds: [ann] };
    expect((await h.call('releaseGrants', { as: admin, body })).body).toEqual({ released: 0 });
    await confirm('ann@example.com');
    await confirm('ann@example.com');
    expect((await released()).filter(({ userId }) => userId === ann)).toEqual([grantOf(ann)]);
  });

  it('a stranger’s unconfirmed account does not use up a mailbox', async () => {
    await start(env);
    const stranger = await signUp('ann+1@gmail.com');
    const ann = await signUp('ann@gmail.com');
    await confirm('ann@gmail.com');
    expect(await released()).toEqual([grantOf(ann)]);
    await confirm('ann+1@gmail.com');
    expect(await waitingFor(stranger)).toMatchObject({ for: 'admin', check: 'mailbox' });
    expect(await released()).toHaveLength(1);
  });

  it('a change of role uses up the mailbox of an unconfirmed account', async () => {
    await start(env);
    const admin = await registerAdmin(h);
    const first = await signUp('ann+1@gmail.com');
    await changeRole(h, admin, first, 'worker');
    expect(await waitingFor(first)).toBeUndefined();
    const second = await signUp('ann+2@gmail.com');
    await confirm('ann+2@gmail.com');
    expect(await waitingFor(second)).toMatchObject({ for: 'admin', check: 'mailbox' });
  });

  it('the closing of an unconfirmed account does not', async () => {
    await start(env);
    const admin = await registerAdmin(h);
    await closeAccount(h, admin, await signUp('ann+1@gmail.com'));
    const second = await signUp('ann+2@gmail.com');
    await confirm('ann+2@gmail.com');
    expect(await released()).toContainEqual(grantOf(second));
  });

  it('an address that Google has proved waits for nothing', async () => {
    await start(env);
    await h.call('createUser', { identity: identity('gina', 'google'), body: {} });
    expect(await announced()).toEqual([]);
  });

  it('the coins come at the next sign-in once the installation does not require it', async () => {
    await start();
    const ann = await registerFrom('ann');
    const waitingGrant = { for: 'email', network: '192.0.2.1', at: 0 } as const;
    await h.store.collection(users).updateOne({ _id: ann }, { $set: { waitingGrant } });
    const { email } = identity('ann');
    await h.store.collection(grantedMailboxes).deleteMany({});
    await h.call('jwt', { identity: identity('ann'), body: { email } });
    expect(await released()).toEqual([grantOf(ann)]);
  });
});
