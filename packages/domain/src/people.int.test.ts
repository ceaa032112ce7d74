import { actor } from '@piecework/identity/testing';
import { defineService, withheld } from '@piecework/service-runtime';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { actAs, actAsNamed, currentName, type Person, people, peopleConsumers } from './people';

const handled: string[] = [];

const service = defineService({
  name: 'task',
  collections: [people],
  ownData: [withheld('a test', people)],
  create: () => ({
    operations: {} as never,
    consumers: peopleConsumers([], {
      renamed: async (_unit, { userId, userName }) => void handled.push(`${userId} is ${userName}`),
      changed: async (_unit, { userId, from, to, roleVersion }) =>
        void handled.push(`${userId} ${from} to ${to} ${roleVersion}`),
      suspended: async (_unit, { userId, isSuspended }) =>
        void handled.push(`${userId} ${isSuspended ? 'suspended' : 'lifted'}`),
      closed: async (_unit, { userId, role, roleVersion }) =>
        void handled.push(`${userId} closed ${role} ${roleVersion}`),
    }),
  }),
});

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness(service);
});
afterAll(() => harness.stop());

let count = 0;
const newUserId = () => `person-${++count}`;

const registered = (userId: string) =>
  harness.given('user.registered', userId, {
    userId,
    email: `${userId}@example.com`,
    userName: 'Sam',
    userPhotoURL: '',
    role: 'worker',
  });
const changed = (userId: string, from: 'worker' | 'buyer', to: 'worker' | 'buyer', roleVersion: number) =>
  harness.given('user.role-changed', userId, { userId, from, to, roleVersion });
const closed = (userId: string, role: 'worker' | 'buyer', roleVersion: number) =>
  harness.given('user.closed', userId, { userId, email: `${userId}@example.com`, role, roleVersion });

const suspended = (userId: string, isSuspended: boolean, suspensionVersion: number) =>
  harness.given('user.suspension-changed', userId, {
    userId,
    role: 'worker',
    isSuspended,
    suspensionVersion,
    why: 'scam',
  });

const known = (userId: string) => harness.store.collection(people).findOne({ _id: userId });
const act = (userId: string, vouchedFor: 'worker' | 'buyer', roleVersion: number, as = vouchedFor) =>
  harness.store.transaction((tx) => actAs(tx, { ...actor(vouchedFor), userId, roleVersion }, as));
const FORBIDDEN = { failure: 'forbidden' };

describe('the name', () => {
  const renamed = (userId: string, userName: string, profileVersion: number) =>
    harness.given('user.profile-changed', userId, { userId, userName, userPhotoURL: '', profileVersion });
  const nameFor = (userId: string) =>
    harness.store.transaction((tx) => actAsNamed(tx, { ...actor('worker'), userId, name: 'Asserted' }, 'worker'));

  test("is the gateway's until a change, then that of the highest version", async () => {
    const id = newUserId();
    await registered(id);
    expect(await nameFor(id)).toEqual({ name: 'Asserted' });
    expect(await harness.store.transaction((tx) => currentName(tx, id))).toBeUndefined();
    await renamed(id, 'Second', 2);
    await renamed(id, 'First', 1);
    await renamed(id, 'Second', 2);
    expect(await nameFor(id)).toEqual({ name: 'Second' });
    expect(await harness.store.transaction((tx) => currentName(tx, id))).toBe('Second');
    expect(handled.filter((line) => line.startsWith(`${id} is`))).toEqual([`${id} is Second`]);
  });

  test('survives changes of role, and its readers conflict with a change', async () => {
    const id = newUserId();
    await registered(id);
    await renamed(id, 'New', 1);
    await changed(id, 'worker', 'buyer', 1);
    await changed(id, 'buyer', 'worker', 2);
    const before = (await known(id))?.conflictCounter ?? 0;
    expect(await nameFor(id)).toEqual({ name: 'New' });
    await harness.store.transaction((tx) => currentName(tx, id));
    expect(await known(id)).toMatchObject({ name: 'New', profileVersion: 1, conflictCounter: before + 2 });
  });
});

describe('actAs', () => {
  test('trusts the gateway about an unknown person and stores the person', async () => {
    const id = newUserId();
    expect(await act(id, 'worker', 2)).toBeNull();
    expect(await known(id)).toEqual<Person>({
      _id: id,
      role: 'worker',
      roleVersion: 2,
      closed: false,
      conflictCounter: 1,
    });
  });

  test('refuses an actor whose asserted role differs', async () => {
    const id = newUserId();
    expect(await act(id, 'worker', 0, 'buyer')).toEqual(FORBIDDEN);
    expect(await known(id)).toBeNull();
  });

  test('increments a counter, to conflict with a concurrent change', async () => {
    const id = newUserId();
    await registered(id);
    for (let n = 0; n < 3; n++) expect(await act(id, 'worker', 0)).toBeNull();
    expect(await known(id)).toMatchObject({ role: 'worker', conflictCounter: 3 });
  });

  test('trusts a newer role version of the gateway, which the event does not undo', async () => {
    const id = newUserId();
    await registered(id);
    expect(await act(id, 'buyer', 1)).toBeNull();
    expect(await known(id)).toMatchObject({ role: 'buyer', roleVersion: 1, conflictCounter: 1 });
    await changed(id, 'worker', 'buyer', 1);
    expect(await known(id)).toMatchObject({ role: 'buyer', roleVersion: 1, conflictCounter: 1 });
  });

  test('refuses a former role without writing', async () => {
    const id = newUserId();
    await registered(id);
    await changed(id, 'worker', 'buyer', 1);
    const before = await known(id);
    expect(await act(id, 'worker', 0)).toMatchObject(FORBIDDEN);
    expect(await act(id, 'worker', 1)).toMatchObject(FORBIDDEN);
    expect(await known(id)).toEqual(before);
    expect(await act(id, 'buyer', 1)).toBeNull();
  });

  test('accepts a person who returned to a role, with an older assertion', async () => {
    const id = newUserId();
    await registered(id);
    await changed(id, 'worker', 'buyer', 1);
    await changed(id, 'buyer', 'worker', 2);
    expect(await act(id, 'worker', 0)).toBeNull();
    expect(await known(id)).toMatchObject({ role: 'worker', roleVersion: 2 });
  });

  test('refuses a closed account', async () => {
    const id = newUserId();
    await registered(id);
    await closed(id, 'worker', 1);
    for (const roleVersion of [0, 1, 2]) expect(await act(id, 'worker', roleVersion)).toMatchObject(FORBIDDEN);
    expect(await known(id)).toMatchObject({ closed: true, conflictCounter: 0 });
  });

  test('refuses a suspended person without writing, until the suspension ends', async () => {
    const id = newUserId();
    await registered(id);
    await suspended(id, true, 1);
    const before = await known(id);
    expect(await act(id, 'worker', 0)).toMatchObject({ failure: 'account-suspended' });
    expect(await known(id)).toEqual(before);
    await changed(id, 'worker', 'buyer', 1);
    expect(await act(id, 'buyer', 1)).toMatchObject({ failure: 'account-suspended' });
    await suspended(id, false, 2);
    expect(await act(id, 'buyer', 1)).toBeNull();
  });

  test('rolls back with its transaction', async () => {
    const id = newUserId();
    const doomed = harness.store.transaction(async (tx) => {
      await actAs(tx, { ...actor('worker'), userId: id }, 'worker');
      throw new Error('no coins');
    });
    await expect(doomed).rejects.toThrow('no coins');
    expect(await known(id)).toBeNull();
  });
});

describe('peopleConsumers', () => {
  test('keep the suspension of the highest version, and call the service once for each', async () => {
    const id = newUserId();
    await registered(id);
    handled.length = 0;
    await suspended(id, true, 3);
    await suspended(id, false, 2);
    await suspended(id, true, 3);
    expect(await known(id)).toMatchObject({ isSuspended: true, suspensionVersion: 3 });
    await suspended(id, false, 4);
    expect(handled).toEqual([`${id} suspended`, `${id} lifted`]);
  });

  const permutations = <T>(items: readonly T[]): T[][] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item, at) =>
          permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
        );

  test('reach the same state in any order of the events', async () => {
    const life = [
      registered,
      (id: string) => changed(id, 'worker', 'buyer', 1),
      (id: string) => changed(id, 'buyer', 'worker', 2),
      (id: string) => closed(id, 'worker', 3),
    ];
    for (const order of permutations(life)) {
      const id = newUserId();
      for (const event of order) await event(id);
      expect(await known(id)).toEqual({ _id: id, role: 'worker', roleVersion: 3, closed: true, conflictCounter: 0 });
    }
  });

  test('ignore a late registration', async () => {
    const id = newUserId();
    await changed(id, 'worker', 'buyer', 1);
    await registered(id);
    expect(await known(id)).toMatchObject({ role: 'buyer', roleVersion: 1 });
  });

  test('call the service once per change, late ones included', async () => {
    const id = newUserId();
    handled.length = 0;
    const late = await changed(id, 'buyer', 'worker', 2);
    await changed(id, 'worker', 'buyer', 1);
    await harness.redeliver(late);
    await closed(id, 'worker', 3);
    expect(handled).toEqual([`${id} buyer to worker 2`, `${id} worker to buyer 1`, `${id} closed worker 3`]);
  });
});
