// Runs on MongoDB and Kafka too: two admins must not suspend each other.
import { DAY_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { Actor } from '@piecework/identity';
import { adminActs } from '@piecework/service-runtime/rows';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  actorFor,
  changeRole,
  closeAccount,
  recordOf,
  register,
  registerAdmin,
  startUserHarness,
  startWallet,
} from '../../testing/user.fixtures';
import { suspensions } from './suspension.store';

let clock: ReturnType<typeof createLeapingClock>;
let h: Harness;
let admin: Actor;
let other: Actor;
let ann: Actor;
beforeEach(async () => {
  clock = createLeapingClock();
  h = await startUserHarness({ clock });
  await startWallet(h);
  admin = await registerAdmin(h);
  other = await registerAdmin(h, 'olga');
  ann = await register(h, 'ann');
});
afterEach(() => h.stop());

const text = 'Forty answers of this week are copies.';
const suspend = (as: Actor, { userId: id }: Actor, until?: string) =>
  h.call('suspendUser', { as, params: { id }, body: { reasonCode: 'poor-work', text, ...(until && { until }) } });
const lift = (as: Actor, { userId: id }: Actor) => h.call('liftSuspension', { as, params: { id } });
const appeal = (as: Actor) => h.call('appealSuspension', { as, body: { text: 'I typed each of them myself.' } });
const decide = (as: Actor, id: string, outcome: 'lifted' | 'kept') =>
  h.call('decideSuspension', { as, params: { id }, body: { outcome, note: 'The copies are plain.' } });
const changes = async () =>
  (await h.events('user.suspension-changed')).map(({ data: { isSuspended, suspensionVersion, why } }) => [
    isSuspended,
    suspensionVersion,
    why,
  ]);
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

test('a suspension and its end each have a version, and one suspension has one end', async () => {
  const [first, second] = await Promise.all([suspend(admin, ann), suspend(other, ann)]);
  expect([first.status, second.status].sort()).toEqual([201, 409]);
  const lifted = await Promise.all([lift(admin, ann), lift(other, ann)]);
  expect(lifted.map(({ body }) => body.deletedCount).sort()).toEqual([0, 1]);
  await suspend(admin, ann);
  expect(await changes()).toEqual([
    [true, 1, 'poor-work'],
    [false, 2, 'admin'],
    [true, 3, 'poor-work'],
  ]);
  const acts = (await h.store.collection(adminActs).find({})).filter(({ subject }) => subject.id === ann.userId);
  expect(acts.map(({ action }) => action)).toEqual(['account-suspended', 'suspension-lifted', 'account-suspended']);
});

test('it ends automatically, also after a downtime', async () => {
  await suspend(admin, ann, new Date(clock.now() + 7 * DAY_MS).toISOString());
  clock.leap(6 * DAY_MS);
  await h.settle();
  expect((await recordOf(h, ann.userId)).suspension).toBeDefined();
  clock.leap(9 * DAY_MS);
  await h.settle();
  expect((await recordOf(h, ann.userId)).suspension).toBeUndefined();
  expect((await changes()).at(-1)).toEqual([false, 2, 'expired']);
  expect(await h.store.collection(suspensions).find({})).toMatchObject([{ state: 'expired' }]);
});

test('two admins cannot suspend each other, nor one themselves', async () => {
  expect(outcomeOf(await suspend(admin, admin))).toEqual([409, 'own-account']);
  const answers = await Promise.all([suspend(admin, other), suspend(other, admin)]);
  expect(answers.map(outcomeOf).sort()).toEqual([
    [201, undefined],
    [409, 'account-suspended'],
  ]);
});

test('a suspended admin acts no more, and stays an admin', async () => {
  await suspend(admin, other);
  for (const refused of [
    await changeRole(h, other, ann.userId, 'buyer'),
    await closeAccount(h, other, ann.userId),
    await suspend(other, ann),
    await lift(other, other),
    await h.call('releaseGrants', { as: other, body: { userIds: [ann.userId] } }),
  ])
    expect(outcomeOf(refused)).toEqual([409, 'account-suspended']);
  await lift(admin, other);
  expect((await actorFor(h, other.userId)).role).toBe('admin');
  expect((await suspend(other, ann)).status).toBe(201);
});

test('a change of role leaves it as it is, and the closing of the account ends it with its appeal', async () => {
  const { body } = await suspend(admin, ann);
  await appeal(ann);
  await changeRole(h, admin, ann.userId, 'buyer');
  expect((await recordOf(h, ann.userId)).suspension).toMatchObject({ suspensionId: body.insertedId });
  await closeAccount(h, admin, ann.userId);
  expect((await recordOf(h, ann.userId)).suspension).toBeUndefined();
  expect((await changes()).at(-1)).toEqual([false, 2, 'closed']);
  expect(await h.store.collection(suspensions).find({})).toMatchObject([
    { state: 'closed', appeal: { state: 'ended' } },
  ]);
  expect(outcomeOf(await lift(admin, ann))).toEqual([404, 'not-found']);
});

describe('an appeal', () => {
  const appealed = async () => {
    const { body } = await suspend(admin, ann);
    await appeal(ann);
    return body.insertedId as string;
  };

  test('is filed once, while the account is suspended', async () => {
    expect(outcomeOf(await appeal(ann))).toEqual([409, 'not-suspended']);
    await suspend(admin, ann);
    const filed = await Promise.all([appeal(ann), appeal(ann)]);
    expect(filed.map(({ status }) => status).sort()).toEqual([201, 409]);
    await lift(admin, ann);
    // A new suspension can be appealed again.
    await suspend(admin, ann);
    expect((await appeal(ann)).status).toBe(201);
  });

  test('is decided once, by another admin than the one who suspended', async () => {
    const id = await appealed();
    expect(outcomeOf(await decide(admin, id, 'lifted'))).toEqual([409, 'own-suspension']);
    expect((await decide(other, id, 'kept')).body).toEqual({ modifiedCount: 1 });
    expect((await decide(other, id, 'kept')).body).toEqual({ modifiedCount: 0 });
    expect(outcomeOf(await decide(other, id, 'lifted'))).toEqual([409, 'already-decided']);
    expect((await h.call('getUser', { as: ann })).body.suspension).toMatchObject({
      text,
      appeal: { state: 'kept', note: 'The copies are plain.' },
    });
    expect(await h.events('user.suspension-kept')).toMatchObject([{ data: { userId: ann.userId, role: 'worker' } }]);
  });

  test('lifts the suspension', async () => {
    const id = await appealed();
    await decide(other, id, 'lifted');
    expect((await changes()).at(-1)).toEqual([false, 2, 'appeal']);
    expect(await h.store.collection(suspensions).findOne({ _id: id })).toMatchObject({
      state: 'lifted',
      appeal: { state: 'lifted', note: 'The copies are plain.' },
    });
  });

  test('of an admin is not decided by that admin', async () => {
    const { body } = await suspend(admin, other);
    await appeal(other);
    expect(outcomeOf(await decide(other, body.insertedId, 'lifted'))).toEqual([409, 'account-suspended']);
  });

  test('ends with a suspension that is lifted before', async () => {
    const id = await appealed();
    await lift(other, ann);
    expect(outcomeOf(await decide(other, id, 'kept'))).toEqual([409, 'already-decided']);
  });
});

test('admins list suspended users, and the suspensions of one, without those of others', async () => {
  const bob = await register(h, 'bob');
  for (const person of [ann, bob]) await suspend(admin, person);
  await lift(admin, bob);
  const listed = await h.call('listUsers', { as: admin, query: { suspended: '1' } });
  expect([listed.headers['x-total-count'], listed.body]).toMatchObject([
    '1',
    [{ _id: ann.userId, suspension: { reasonCode: 'poor-work' } }],
  ]);
  expect(listed.body[0].suspension).not.toHaveProperty('text');
  const mine = await h.call('listSuspensions', { as: admin, query: { user: bob.userId } });
  expect(mine.body).toMatchObject([{ userId: bob.userId, state: 'lifted', suspendedBy: admin.userId, text }]);
  const all = await h.call('listSuspensions', { as: admin });
  expect(all.body.map(({ userId }: { userId: string }) => userId)).toEqual([bob.userId, ann.userId]);
});
