// Runs on MongoDB and Kafka too: a closing races with the person who keeps the account.
import { DAY_MS, HOUR_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
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

let clock: ReturnType<typeof createLeapingClock>;
let h: Harness;
let admin: Actor;
let ann: Actor;
beforeEach(async () => {
  clock = createLeapingClock();
  h = await startUserHarness({ clock });
  await startWallet(h);
  admin = await registerAdmin(h);
  ann = await register(h, 'ann');
});
afterEach(() => h.stop());

const close = (coins = 10, as = ann) => h.call('requestClosing', { as, body: { userEmail: as.email, coins } });
const keep = () => h.call('keepAccount', { as: ann });
const checks = async () => (await h.events('user.closing-checked')).map(({ data }) => data);
const lastCheck = async () => (await checks()).at(-1)?.check ?? 0;
const passDay = async () => {
  clock.leap(DAY_MS);
  await h.settle();
  return lastCheck();
};
const answer = async (service: 'submission' | 'wallet', check: number, due = 0) => {
  await h.given(`${service}.closing-counted`, ann.userId, { userId: ann.userId, check, due });
  await h.settle();
};
const closings = async () => (await h.events('user.closed')).map(({ data }) => data);

it('ends after a day, when no service has anything due, without an act of an admin', async () => {
  expect((await close()).body).toEqual({ modifiedCount: 1 });
  await h.settle();
  expect(await checks()).toEqual([]);
  const check = await passDay();
  expect(await checks()).toEqual([{ userId: ann.userId, check, coins: 10 }]);
  await answer('wallet', check);
  expect(await closings()).toEqual([]);
  await answer('submission', check);
  expect(await closings()).toEqual([
    { userId: ann.userId, email: ann.email, role: 'worker', roleVersion: 1, isOwn: true },
  ]);
  const record = await recordOf(h, ann.userId);
  expect(record).toMatchObject({ closed: true, roleVersion: 1 });
  for (const field of ['closing', 'closingCheckAt', 'adminChanges', 'changing'])
    expect(record).not.toHaveProperty(field);
  expect((await keep()).body).toEqual({ deletedCount: 0 });
  expect((await close()).status).toBe(401);
});

it('waits while anything is due, and asks again', async () => {
  await close();
  const first = await passDay();
  await answer('submission', first, 2);
  await answer('wallet', first);
  expect(await closings()).toEqual([]);
  clock.leap(HOUR_MS);
  await h.settle();
  const second = await lastCheck();
  expect(second).toBeGreaterThan(first);
  // Of the earlier check.
  await answer('submission', first);
  await answer('wallet', second);
  expect(await closings()).toEqual([]);
  await answer('submission', second);
  expect(await closings()).toHaveLength(1);
});

it('does not happen once the person keeps the account; answers that are still under way change nothing', async () => {
  await close();
  const check = await passDay();
  await answer('wallet', check);
  expect((await keep()).body).toEqual({ deletedCount: 1 });
  await answer('submission', check);
  clock.leap(2 * DAY_MS);
  await h.settle();
  expect(await closings()).toEqual([]);
  expect(await checks()).toHaveLength(1);
  // Of the next closing.
  await close();
  const next = await passDay();
  expect(next).toBeGreaterThan(check);
  await answer('wallet', check);
  await answer('submission', next);
  expect(await closings()).toEqual([]);
});

it('either happens or is taken back, when both come at the same time', async () => {
  await close();
  const check = await passDay();
  await answer('wallet', check);
  const [kept] = await Promise.all([keep(), answer('submission', check)]);
  await h.settle();
  const { closed } = await recordOf(h, ann.userId);
  expect(closed).toBe(kept.body.deletedCount === 0);
  expect(await closings()).toHaveLength(closed ? 1 : 0);
});

it('follows a change of role, and ends when the person becomes an admin or is deleted', async () => {
  await close();
  await changeRole(h, admin, ann.userId, 'buyer');
  expect(await recordOf(h, ann.userId)).toHaveProperty('closing');
  await changeRole(h, admin, ann.userId, 'admin');
  expect(await recordOf(h, ann.userId)).not.toHaveProperty('closing');
  await changeRole(h, admin, ann.userId, 'worker');
  await close();
  await closeAccount(h, admin, ann.userId);
  expect(await recordOf(h, ann.userId)).not.toHaveProperty('closing');
  clock.leap(2 * DAY_MS);
  await h.settle();
  expect(await checks()).toEqual([]);
  expect(await closings()).toEqual([expect.not.objectContaining({ isOwn: true })]);
});
