import { createManualClock, pause } from '@piecework/base/testing';
import type { Actor } from '@piecework/identity';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  changeRole,
  closeAccount,
  recordOf,
  register,
  registerAdmin,
  startUserHarness,
  startWallet,
} from '../../testing/user.fixtures';

describe('with a responding wallet', () => {
  let h: Harness;
  let admin: Actor;
  let ann: Actor;
  beforeEach(async () => {
    h = await startUserHarness();
    await startWallet(h);
    admin = await registerAdmin(h);
    ann = await register(h, 'ann');
  });
  afterEach(() => h.stop());

  const changesOf = async (userId: string) =>
    (await h.events('user.role-changed')).map(({ data }) => data).filter((data) => data.userId === userId);

  it('a role change applies at once, is emitted once, and has ended when the call answers', async () => {
    expect(await changeRole(h, admin, ann.userId, 'buyer')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    const user = await recordOf(h, ann.userId);
    expect(user).toMatchObject({ role: 'buyer', roleVersion: 1 });
    expect(user).not.toHaveProperty('changing');
    expect(await changesOf(ann.userId)).toEqual([{ userId: ann.userId, from: 'worker', to: 'buyer', roleVersion: 1 }]);
    const [event] = (await h.events('user.role-changed')).slice(-1);
    expect(event).toMatchObject({ aggregateId: ann.userId, actor: admin.userId });
  });

  it('the current role changes nothing, from any caller', async () => {
    const bob = await register(h, 'bob', 'buyer');
    for (const as of [admin, bob, ann])
      expect(await changeRole(h, as, ann.userId, 'worker')).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect(await changesOf(ann.userId)).toEqual([]);
  });

  it('coins are absorbed from any caller for any user', async () => {
    const bob = await register(h, 'bob', 'buyer');
    for (const id of [ann.userId, 'unknown']) {
      const patched = await h.call('changeUser', { as: bob, params: { id }, body: { userAvailableCoin: 5000 } });
      expect(patched).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    }
    expect((await recordOf(h, ann.userId)).coins).toBe(0);
  });

  it('another role is refused to all callers but admins', async () => {
    const bob = await register(h, 'bob', 'buyer');
    for (const as of [bob, ann]) expect((await changeRole(h, as, ann.userId, 'admin')).status).toBe(403);
    expect((await recordOf(h, ann.userId)).role).toBe('worker');
  });

  it("a former admin is refused in spite of the gateway's assertion", async () => {
    const other = await registerAdmin(h, 'other');
    await changeRole(h, admin, other.userId, 'worker');
    expect((await changeRole(h, other, ann.userId, 'buyer')).status).toBe(403);
    expect((await closeAccount(h, other, ann.userId)).status).toBe(403);
    await closeAccount(h, admin, other.userId);
    expect((await closeAccount(h, other, ann.userId)).status).toBe(401);
  });

  it('an admin changes and deletes other users only', async () => {
    expect(await changeRole(h, admin, admin.userId, 'worker')).toMatchObject({
      status: 409,
      body: { code: 'own-role' },
    });
    expect(await closeAccount(h, admin, admin.userId)).toMatchObject({ status: 409, body: { code: 'own-account' } });
    expect(await recordOf(h, admin.userId)).toMatchObject({ role: 'admin', closed: false });
  });

  it('of two admins who demote each other concurrently one remains', async () => {
    const other = await registerAdmin(h, 'other');
    const answers = await Promise.all([
      changeRole(h, admin, other.userId, 'worker'),
      changeRole(h, other, admin.userId, 'worker'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it("an action of an admin writes the admin's record, to conflict with a role change", async () => {
    await changeRole(h, admin, ann.userId, 'buyer');
    expect((await recordOf(h, admin.userId)).conflictCounter).toBe(1);
  });

  it('two concurrent changes of a user run one after the other', async () => {
    const change = async (role: 'buyer' | 'admin'): ReturnType<Harness['call']> => {
      const answer = await changeRole(h, admin, ann.userId, role);
      return answer.body.code === 'role-change-underway' ? change(role) : answer;
    };
    const answers = await Promise.all([change('buyer'), change('admin')]);
    expect(answers.map(({ body }) => body)).toEqual([{ modifiedCount: 1 }, { modifiedCount: 1 }]);
    expect((await changesOf(ann.userId)).map(({ from, roleVersion }) => [from, roleVersion])).toEqual([
      ['worker', 1],
      [expect.not.stringMatching('worker'), 2],
    ]);
  });

  it('a deletion closes the account once', async () => {
    const answers = await Promise.all([closeAccount(h, admin, ann.userId), closeAccount(h, admin, ann.userId)]);
    expect(answers.map(({ body }) => body.deletedCount).sort()).toEqual([0, 1]);
    expect(await closeAccount(h, admin, ann.userId)).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect(await closeAccount(h, admin, 'unknown')).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect((await h.events('user.closed')).map(({ data }) => data)).toEqual([
      { userId: ann.userId, email: ann.email, role: 'worker', roleVersion: 1 },
    ]);
    expect(await changeRole(h, admin, ann.userId, 'buyer')).toMatchObject({ status: 404 });
  });

  it('each change is noted in the admin trail once', async () => {
    const before = (await h.internal('trail')).total;
    await changeRole(h, admin, ann.userId, 'buyer');
    await changeRole(h, admin, ann.userId, 'buyer');
    await closeAccount(h, admin, ann.userId);
    await closeAccount(h, admin, ann.userId);
    await changeRole(h, ann, admin.userId, 'worker');
    const { rows, total } = await h.internal('trail');
    expect(total - before).toBe(2);
    const act = { actor: admin.userId, subject: { type: 'user', id: ann.userId, title: ann.email } };
    expect(rows).toMatchObject([
      { ...act, action: 'account-closed', detail: 'role buyer' },
      { ...act, action: 'role-changed', detail: 'from worker to buyer' },
      ...rows.slice(2),
    ]);
    expect(await recordOf(h, ann.userId)).toMatchObject({ adminChanges: 2 });
  });

  it('only admins delete users', async () => {
    const bob = await register(h, 'bob');
    expect((await closeAccount(h, ann, bob.userId)).status).toBe(403);
    expect((await h.call('deleteUser', { params: { id: bob.userId } })).status).toBe(401);
  });

  it('an unknown role is refused with 400', async () => {
    const wrong = await h.call('changeUser', { as: admin, params: { id: ann.userId }, body: { userRole: 'owner' } });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation']);
  });
});

describe('without a responding wallet', () => {
  const clock = createManualClock();
  let h: Harness;
  let admin: Actor;
  let ann: Actor;
  beforeEach(async () => {
    h = await startUserHarness({ clock });
    const wallet = await startWallet(h);
    admin = await registerAdmin(h);
    ann = await register(h, 'ann');
    await wallet.stop();
  });
  afterEach(() => h.stop());

  /** Advances virtual time until the call resolves; returns the time it took. Small steps keep other waits from timing out. */
  const passing = async <R>(call: Promise<R>, step = 50): Promise<{ answer: R; ms: number }> => {
    const began = clock.now();
    let done = false;
    const answered = call.finally(() => {
      done = true;
    });
    while (!done) {
      await pause(2);
      // The clock must not advance faster than the store works, or the wait appears longer.
      await h.store.ping();
      if (!done) await clock.advance(step);
    }
    return { answer: await answered, ms: clock.now() - began };
  };

  it('a change is durable, and its call answers after five seconds', async () => {
    const { answer, ms } = await passing(changeRole(h, admin, ann.userId, 'buyer'));
    expect(answer).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(ms).toBeGreaterThanOrEqual(5000);
    expect(ms).toBeLessThan(6000);
    expect(await recordOf(h, ann.userId)).toMatchObject({ role: 'buyer', changing: 1 });
    expect(await h.runtime.gauges.piecework_user_changes_underway?.value()).toBe(1);
  });

  it('a second change is refused after two seconds', async () => {
    await passing(changeRole(h, admin, ann.userId, 'buyer'));
    for (const second of [() => changeRole(h, admin, ann.userId, 'worker'), () => closeAccount(h, admin, ann.userId)]) {
      const { answer, ms } = await passing(second());
      expect(answer).toMatchObject({ status: 409, body: { code: 'role-change-underway' } });
      expect(ms).toBeGreaterThanOrEqual(2000);
      expect(ms).toBeLessThan(3000);
    }
    expect(await h.internal('userByEmail', { email: ann.email })).toMatchObject({ role: 'buyer', roleVersion: 1 });
  });

  it('a change is ended only by the event of its version', async () => {
    await passing(changeRole(h, admin, ann.userId, 'buyer'));
    await h.given('wallet.role-settled', ann.userId, { userId: ann.userId, roleVersion: 0 });
    expect((await recordOf(h, ann.userId)).changing).toBe(1);
    const end = await h.given('wallet.role-settled', ann.userId, { userId: ann.userId, roleVersion: 1 });
    expect(await recordOf(h, ann.userId)).not.toHaveProperty('changing');
    await passing(changeRole(h, admin, ann.userId, 'worker'));
    await h.redeliver(end);
    expect((await recordOf(h, ann.userId)).changing).toBe(2);
  });

  it('a waiting change continues as soon as the previous one ends', async () => {
    await passing(changeRole(h, admin, ann.userId, 'buyer'));
    const second = closeAccount(h, admin, ann.userId);
    const ended = { userId: ann.userId, roleVersion: 1 };
    await passing(h.given('wallet.role-settled', ann.userId, ended), 1);
    await passing(h.events('user.closed'), 1);
    const closed = { userId: ann.userId, roleVersion: 2 };
    await passing(h.given('wallet.account-closed', ann.userId, closed), 1);
    const { answer } = await passing(second);
    expect(answer).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  });
});
