// Runs on MongoDB and Kafka too: two people open one case, and a decision meets a further report.

import { DAY_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { MAX_REPORTERS, MAX_REPORTS_PER_DAY } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { adminActs } from '@piecework/service-runtime/rows';
import type { Harness } from '@piecework/service-runtime/testing';
import { closeAccount, register, registerAdmin, startUserHarness, startWallet } from '../../testing/user.fixtures';
import { reportCases, reports } from './report.store';

let clock: ReturnType<typeof createLeapingClock>;
let h: Harness;
let admin: Actor;
let ann: Actor;
let bob: Actor;
let owner: Actor;
beforeEach(async () => {
  clock = createLeapingClock();
  h = await startUserHarness({ clock });
  await startWallet(h);
  admin = await registerAdmin(h);
  [ann, bob, owner] = [await register(h, 'ann'), await register(h, 'bob'), await register(h, 'owner', 'buyer')];
});
afterEach(() => h.stop());

const file = ({ userId: reporterId }: Actor, id = 'task', more: object = {}) =>
  h.internal('fileReport', {
    reporterId,
    subject: { type: 'task', id },
    ownerId: owner.userId,
    taskId: id,
    title: 'Name the birds',
    reasonCode: 'scam',
    ...more,
  }) as Promise<{ reportId?: string; refused?: string }>;
const decide = async (outcome: string, as = admin) => {
  const [known] = await h.store.collection(reportCases).find({ state: 'open' });
  return h.call('decideReports', { as, params: { id: known?._id ?? '' }, body: { outcome, reasonCode: 'scam' } });
};

test('two people who report one thing at once open one case', async () => {
  await Promise.all([file(ann), file(bob), file(ann)]);
  expect(await h.store.collection(reportCases).find({})).toMatchObject([{ state: 'open', reporters: 2 }]);
  expect(await h.store.collection(reports).find({})).toHaveLength(2);
  expect(await h.events('report.filed')).toHaveLength(1);
});

test('a decision covers the reports until then, is noted once, and names no text', async () => {
  await file(ann, 'task', { text: 'A secret of Ann.' });
  await file(bob);
  const answers = await Promise.all([decide('warn'), decide('warn')]);
  expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
  const [decided] = await h.events('report.decided');
  expect(decided?.data).toMatchObject({ outcome: 'warn', reasonCode: 'scam', ownerId: owner.userId });
  expect(decided?.data.reporters.map(({ userId }) => userId).sort()).toEqual([ann.userId, bob.userId].sort());
  const acts = await h.store.collection(adminActs).find({ action: 'report-decided' });
  expect(acts).toMatchObject([{ subject: { id: owner.userId } }]);
  expect(JSON.stringify([decided, acts])).not.toContain('secret');
  await file(ann);
  expect(await h.store.collection(reportCases).find({ state: 'open' })).toHaveLength(1);
});

test('a thing has at most so many open reports, which a repeat still replaces', async () => {
  await file(ann);
  await h.store.collection(reportCases).updateOne({}, { $set: { reporters: MAX_REPORTERS } });
  expect(await file(bob)).toEqual({ refused: 'too-many-requests' });
  expect(await file(ann)).toEqual({ reportId: expect.any(String) });
  await decide('nothing');
  expect(await file(bob)).toEqual({ reportId: expect.any(String) });
});

test(`a person reports at most ${MAX_REPORTS_PER_DAY} things a day`, async () => {
  for (let n = 0; n < MAX_REPORTS_PER_DAY; n++) await file(ann, `task-${n}`);
  expect(await file(ann, 'one-more')).toEqual({ refused: 'too-many-requests' });
  expect(await file(ann, 'task-0', { reasonCode: 'other' })).toEqual({ reportId: expect.any(String) });
  clock.leap(DAY_MS + 1);
  expect(await file(ann, 'one-more')).toEqual({ reportId: expect.any(String) });
});

test('a suspended person reports nothing, nor oneself; a case of a closed account can be decided', async () => {
  expect(await file(owner)).toEqual({ refused: 'not-found' });
  const body = { reasonCode: 'scam', text: 'Fees were requested.' };
  await file(ann);
  await h.call('suspendUser', { as: admin, params: { id: ann.userId }, body });
  expect(await file(ann, 'another')).toEqual({ refused: 'account-suspended' });
  await closeAccount(h, admin, owner.userId);
  expect((await decide('nothing')).body).toEqual({ modifiedCount: 1 });
});
