import { DAY_MS, HOUR_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { adminActs } from '@piecework/service-runtime/rows';
import { type Harness, roundsOf, sweepOnce } from '@piecework/service-runtime/testing';
import {
  BUYER,
  changeRole,
  closeAccount,
  dataOf,
  decideOn,
  parked,
  placesOf,
  publish,
  requestDeletion,
  startSubmission,
  statusOf,
  submitTo,
  submitted,
} from '../../testing/submission.fixtures';
import { appealWindow } from '../appeal/appeal.timers';
import { taskPlaces } from '../places/places.store';
import { overdueRevision } from '../revision/revision.timers';
import { submissions } from './submission.store';
import { autoApproval } from './submission.timers';

const worker = actor('worker');
const other = actor('worker', 'other');
const admin = actor('admin');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const taskOf = (taskId = 't') => service.store.collection(taskPlaces).findOne({ _id: taskId });
const stored = (id: string) => service.store.collection(submissions).findOne({ _id: id });
/** The row of its worker. */
const seen = async (id: string) =>
  (await service.call('listSubmissions', { as: worker })).body.find(({ _id }: { _id: string }) => _id === id);
const leap = async (ms: number) => {
  clock.leap(ms);
  await service.settle();
};
const sendBack = (id: string, note = 'Please name the last bird too.') =>
  service.call('requestRevision', { as: BUYER, params: { id }, body: { note } });
const resubmit = (id: string, as: Actor = worker, submissionDetails = 'A better work') =>
  service.call('resubmit', { as, params: { id }, body: { submissionDetails } });
const appeal = (id: string, as: Actor = worker) =>
  service.call('fileAppeal', { as, params: { id }, body: { text: 'The last bird is a rook, I am sure.' } });
const settle = (id: string, outcome: 'upheld' | 'dismissed') =>
  service.call('decideAppeal', { as: admin, params: { id }, body: { outcome, note: 'All birds are named.' } });
const handedIn = async (places = 2, autoApproveHours = 168) => {
  await publish(service, 't', places, { autoApproveHours });
  return submitted(service, 't', worker);
};
const rejected = async (places = 2) => {
  const id = await handedIn(places);
  await decideOn(service, id, 'reject');
  return id;
};
/** To the same task. */
const rejectedOf = (people: readonly Actor[]): Promise<string[]> =>
  Promise.all(
    people.map(async (as) => {
      const id = await submitted(service, 't', as);
      await decideOn(service, id, 'reject');
      return id;
    }),
  );
const outcomes = async () => ({
  approved: (await dataOf(service, 'submission.approved')).length,
  rejected: (await dataOf(service, 'submission.rejected')).length,
});

describe('the deadline of a submission', () => {
  it('approves it once, and not before', async () => {
    const id = await handedIn();
    await leap(168 * HOUR_MS - 60_000);
    expect(await statusOf(service, id)).toBe('pending');
    await leap(60_001);
    expect(await stored(id)).toMatchObject({ status: 'approved', decidedBy: 'deadline' });
    expect(await stored(id)).not.toHaveProperty('autoApproveAt');
    expect(await dataOf(service, 'submission.approved')).toMatchObject([
      { submissionId: id, decidedBy: 'deadline', places: { open: 1, pending: 0, approved: 1 } },
    ]);
    expect((await decideOn(service, id, 'approved')).body).toEqual({ modifiedCount: 0 });
    expect((await decideOn(service, id, 'reject')).body).toMatchObject({ code: 'already-decided' });
    await leap(9 * DAY_MS);
    expect(await outcomes()).toEqual({ approved: 1, rejected: 0 });
  });

  it('ends with a decision', async () => {
    const id = await handedIn();
    await decideOn(service, id, 'reject');
    expect(await stored(id)).not.toHaveProperty('autoApproveAt');
    await leap(9 * DAY_MS);
    expect(await statusOf(service, id)).toBe('reject');
    expect(await outcomes()).toEqual({ approved: 0, rejected: 1 });
  });

  it.each([0, undefined])('does not exist for a task with %s hours', async (autoApproveHours) => {
    await publish(service, 't', 1, autoApproveHours === undefined ? {} : { autoApproveHours });
    const id = await submitted(service, 't', worker);
    await leap(30 * DAY_MS);
    expect(await stored(id)).not.toHaveProperty('autoApproveAt');
    expect(await statusOf(service, id)).toBe('pending');
  });

  it('also approves work to a deleted task', async () => {
    const id = await handedIn();
    await requestDeletion(service, 't');
    await leap(8 * DAY_MS);
    expect(await statusOf(service, id)).toBe('approved');
    expect(await placesOf(service, 't')).toMatchObject({ open: 0, pending: 0, approved: 1 });
  });

  it('decides once when two replicas sweep and the buyer decides', async () => {
    for (let round = 0; round < roundsOf(10); round++) {
      const taskId = `t${round}`;
      await publish(service, taskId, 1, { autoApproveHours: 1 });
      const id = await submitted(service, taskId, worker);
      const later = { now: () => clock.now() + 2 * HOUR_MS, after: clock.after };
      await Promise.all([
        sweepOnce(autoApproval, service, { clock: later }),
        sweepOnce(autoApproval, service, { clock: later }),
        decideOn(service, id, round % 2 ? 'reject' : 'approved'),
      ]);
      // These sweeps do not wake the service's outbox: its next poll publishes.
      await leap(6_000);
      expect(await statusOf(service, id)).not.toBe('pending');
      const { approved, rejected: refused } = await outcomes();
      expect(approved + refused).toBe(round + 1);
    }
  });
});

describe('a revision', () => {
  it('stops the clock; the new version starts it again', async () => {
    const id = await handedIn();
    await leap(167 * HOUR_MS);
    const asked = clock.now();
    expect((await sendBack(id)).body).toEqual({ modifiedCount: 1 });
    expect((await stored(id))?.revisionDueAt).toBeGreaterThanOrEqual(asked + 72 * HOUR_MS);
    expect(await seen(id)).toMatchObject({ status: 'pending', revision: { note: 'Please name the last bird too.' } });
    expect(await seen(id)).not.toHaveProperty('autoApproveAt');
    await leap(71 * HOUR_MS);
    expect(await statusOf(service, id)).toBe('pending');
    expect((await resubmit(id)).body).toEqual({ modifiedCount: 1 });
    expect(await stored(id)).toMatchObject({
      details: 'A better work',
      earlier: [{ details: `Work of ${worker.name}` }],
    });
    expect(await stored(id)).not.toHaveProperty('revisionDueAt');
    await leap(167 * HOUR_MS);
    expect(await statusOf(service, id)).toBe('pending');
    await leap(HOUR_MS + 1);
    expect(await stored(id)).toMatchObject({ status: 'approved', decidedBy: 'deadline' });
    expect(await dataOf(service, 'submission.revision-requested')).toMatchObject([{ submissionId: id }]);
    expect(await dataOf(service, 'submission.resubmitted')).toMatchObject([{ submissionId: id }]);
    expect(await outcomes()).toEqual({ approved: 1, rejected: 0 });
  });

  it('that does not come is a rejection, which can be appealed', async () => {
    const id = await handedIn();
    await sendBack(id);
    await leap(72 * HOUR_MS + 1);
    expect(await stored(id)).toMatchObject({
      status: 'reject',
      decidedBy: 'deadline',
      reason: { code: 'overdue', text: '' },
    });
    expect(await dataOf(service, 'submission.rejected')).toMatchObject([
      { submissionId: id, placeReturned: true, reasonCode: 'overdue', places: { open: 2, pending: 0 } },
    ]);
    expect((await resubmit(id)).body).toMatchObject({ code: 'not-awaited' });
    expect((await appeal(id)).status).toBe(201);
  });

  it('that does not come to a deleted task returns its coins once it cannot be appealed', async () => {
    const id = await handedIn();
    await sendBack(id);
    await requestDeletion(service, 't');
    await leap(4 * DAY_MS);
    expect(await dataOf(service, 'submission.rejected')).toMatchObject([
      { submissionId: id, placeReturned: true, places: { open: 0, pending: 0, kept: 1 } },
    ]);
    await leap(7 * DAY_MS);
    expect(await dataOf(service, 'appeal.place-returned')).toMatchObject([
      { submissionId: id, payable: 7, places: { open: 0, pending: 0 } },
    ]);
  });

  it('is approved with the other pending work when the buyer leaves', async () => {
    const id = await handedIn();
    await sendBack(id);
    await changeRole(service, BUYER, 'worker');
    expect(await stored(id)).toMatchObject({ status: 'approved', decidedBy: 'departure' });
    await leap(9 * DAY_MS);
    expect(await outcomes()).toEqual({ approved: 1, rejected: 0 });
  });

  it('may be handed in by an author who has another role now', async () => {
    const id = await handedIn();
    await sendBack(id);
    await changeRole(service, worker, 'buyer');
    const buyerNow = { ...worker, role: 'buyer', roleVersion: 1 } as const;
    expect((await resubmit(id, buyerNow, `Work of ${worker.name}`)).body).toEqual({ modifiedCount: 1 });
  });

  it('is counted in the totals of its worker', async () => {
    const id = await handedIn();
    await sendBack(id);
    const sentBack = async () => (await service.internal('totals', { actor: worker })).worker.sentBack;
    expect(await sentBack()).toBe(1);
    await resubmit(id);
    expect(await sentBack()).toBe(0);
  });

  it('has one outcome when the new version meets the deadline', async () => {
    for (let round = 0; round < roundsOf(10); round++) {
      const taskId = `t${round}`;
      await publish(service, taskId, 1);
      const id = await submitted(service, taskId, worker);
      await sendBack(id);
      const later = { now: () => clock.now() + 80 * HOUR_MS, after: clock.after };
      const [, answer] = await Promise.all([sweepOnce(overdueRevision, service, { clock: later }), resubmit(id)]);
      expect(await statusOf(service, id)).toBe(answer.status === 200 ? 'pending' : 'reject');
    }
  });
});

describe('an appeal', () => {
  it('is possible for seven days', async () => {
    const [id, late] = [await rejected(3), await submitted(service, 't', other)];
    await decideOn(service, late, 'reject');
    await leap(7 * DAY_MS - 60_000);
    expect(await seen(id)).toMatchObject({ appealUntil: expect.any(String) });
    expect(await appeal(id)).toMatchObject({ status: 201, body: { insertedId: id } });
    await leap(60_001);
    expect((await appeal(late, other)).body).toMatchObject({ code: 'too-late' });
  });

  it('is not possible against a closing', async () => {
    const id = await rejected();
    await service.store.collection(submissions).updateOne({ _id: id }, { $set: { decidedBy: 'departure' } });
    expect((await appeal(id)).body).toMatchObject({ code: 'not-rejected' });
  });

  it('takes an open place first', async () => {
    const id = await rejected(1);
    await appeal(id);
    expect((await settle(id, 'upheld')).body).toEqual({ modifiedCount: 1, paidBy: 'escrow' });
    expect((await settle(id, 'upheld')).body).toEqual({ modifiedCount: 0, paidBy: 'escrow' });
    expect(await placesOf(service, 't')).toEqual({ version: 3, open: 0, pending: 0, approved: 1 });
    expect(await dataOf(service, 'submission.rejection-reversed')).toMatchObject([
      { submissionId: id, paidBy: 'escrow', places: { version: 3, open: 0, approved: 1 } },
    ]);
    expect(await stored(id)).toMatchObject({ status: 'approved', live: true });
    const appealed = { state: 'upheld', paidBy: 'escrow', note: 'All birds are named.' };
    expect(await seen(id)).toMatchObject({ decidedBy: 'admin', appeal: appealed });
  });

  it('is paid by Piecework when the place is let again', async () => {
    const id = await rejected(1);
    await appeal(id);
    await submitted(service, 't', other);
    const before = await placesOf(service, 't');
    expect((await settle(id, 'upheld')).body).toEqual({ modifiedCount: 1, paidBy: 'platform' });
    expect(await placesOf(service, 't')).toEqual(before);
    expect(await dataOf(service, 'submission.rejection-reversed')).toMatchObject([{ paidBy: 'platform' }]);
  });

  it('is paid by the task when it was closed in between, and the buyer gets the other coins', async () => {
    const id = await rejected(3);
    await requestDeletion(service, 't');
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([
      { open: 2, places: { open: 0, kept: 1, keptUntil: (await stored(id))?.appealableUntil } },
    ]);
    await appeal(id);
    await leap(30 * DAY_MS);
    const seen = (await service.call('listAppeals', { as: admin, query: {} })).body;
    expect(seen).toMatchObject([{ _id: id, paidBy: 'escrow' }]);
    expect((await settle(id, 'upheld')).body).toEqual({ modifiedCount: 1, paidBy: 'escrow' });
    expect(await taskOf()).toMatchObject({ kept: 0, appealable: 0, places: { approved: 1 } });
    await leap(30 * DAY_MS);
    expect(await dataOf(service, 'appeal.place-returned')).toEqual([]);
  });

  it.each([
    ['the end of its time', () => leap(7 * DAY_MS + 1)],
    ['its dismissal', async (id: string) => void [await appeal(id), await settle(id, 'dismissed')]],
    ['the closing of its account', async (id: string) => void [await appeal(id), await closeAccount(service, worker)]],
  ])('of a closed task returns the coins at %s, once', async (_, end) => {
    const id = await rejected(1);
    await requestDeletion(service, 't');
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([{ open: 0, places: { kept: 1 } }]);
    await end(id);
    await leap(30 * DAY_MS);
    const returned = await dataOf(service, 'appeal.place-returned');
    expect(returned).toMatchObject([{ submissionId: id, buyerId: BUYER.userId, payable: 7 }]);
    expect(returned[0]?.places).not.toHaveProperty('kept');
    expect(await taskOf()).toMatchObject({ kept: 0, appealable: 0 });
    expect(await stored(id)).toMatchObject({ status: 'reject', isFinal: true });
    expect(await stored(id)).not.toHaveProperty('appealableUntil');
  });

  it('keeps no more places than were not let again', async () => {
    const [first, again] = [await rejected(1), await submitted(service, 't', other)];
    await requestDeletion(service, 't');
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([{ open: 0 }]);
    expect(await taskOf()).not.toHaveProperty('kept');
    // Its place may serve either.
    await decideOn(service, again, 'reject');
    expect(await dataOf(service, 'submission.rejected')).toMatchObject([
      { submissionId: first },
      { submissionId: again, placeReturned: true, places: { kept: 1 } },
    ]);
    await appeal(first);
    await appeal(again, other);
    expect((await settle(first, 'upheld')).body).toMatchObject({ paidBy: 'escrow' });
    expect((await settle(again, 'upheld')).body).toMatchObject({ paidBy: 'platform' });
    expect(await dataOf(service, 'appeal.place-returned')).toEqual([]);
  });

  it('in time, filed by a process whose clock is behind, does not outlive the coins', async () => {
    const id = await rejected(1);
    await requestDeletion(service, 't');
    const later = { now: () => clock.now() + 8 * DAY_MS, after: clock.after };
    await sweepOnce(appealWindow, service, { clock: later });
    expect((await appeal(id)).body).toMatchObject({ code: 'too-late' });
    await service.settle();
    expect(await dataOf(service, 'appeal.place-returned')).toHaveLength(1);
  });

  it('meets the end of its time: it is filed, or the coins return', async () => {
    for (let round = 0; round < roundsOf(10); round++) {
      const taskId = `t${round}`;
      await publish(service, taskId, 1);
      const id = await submitted(service, taskId, worker);
      await decideOn(service, id, 'reject');
      await requestDeletion(service, taskId);
      const later = { now: () => clock.now() + 8 * DAY_MS, after: clock.after };
      const [, filed] = await Promise.all([sweepOnce(appealWindow, service, { clock: later }), appeal(id)]);
      expect(await taskOf(taskId)).toMatchObject({ kept: filed.status === 201 ? 1 : 0 });
      if (filed.status === 201) await settle(id, 'dismissed');
    }
  });

  it('meets the race for the last place: one of both gets it', async () => {
    for (let round = 0; round < roundsOf(10); round++) {
      const taskId = `t${round}`;
      await publish(service, taskId, 1);
      const id = await submitted(service, taskId, worker);
      await decideOn(service, id, 'reject');
      await appeal(id);
      const [decided, late] = await Promise.all([settle(id, 'upheld'), submitTo(service, taskId, other)]);
      expect(decided.body.paidBy).toBe(late.status === 201 ? 'platform' : 'escrow');
      expect(await placesOf(service, taskId)).toMatchObject({
        open: 0,
        pending: late.status === 201 ? 1 : 0,
        approved: late.status === 201 ? 0 : 1,
      });
    }
  });

  it('and a new submission exclude each other', async () => {
    for (let round = 0; round < roundsOf(10); round++) {
      const taskId = `t${round}`;
      await publish(service, taskId, 2);
      const id = await submitted(service, taskId, worker);
      await decideOn(service, id, 'reject');
      const [filed, again] = await Promise.all([appeal(id), submitTo(service, taskId, worker)]);
      expect([filed.status, again.status]).toEqual(filed.status === 201 ? [201, 200] : [409, 201]);
    }
  });

  it('is possible for the latest submission to a task alone, so that a worker keeps one place at most', async () => {
    const first = await rejected(3);
    const [latest = ''] = await rejectedOf([worker]);
    expect(await taskOf()).toMatchObject({ appealable: 1, places: { open: 3 } });
    await requestDeletion(service, 't');
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([{ open: 2, places: { kept: 1 } }]);
    expect((await appeal(first)).body).toMatchObject({ code: 'submitted-again' });
    expect((await appeal(latest)).status).toBe(201);
  });

  it('ends with a submission to a closed task by a reservation, which returns the kept coins', async () => {
    await publish(service, 't', 2, { reserveMinutes: 30 });
    const [first = ''] = await rejectedOf([worker]);
    await service.call('reservePlace', { as: worker, params: { id: 't' } });
    await requestDeletion(service, 't');
    expect(await taskOf()).toMatchObject({ kept: 1, appealable: 1, places: { reserved: 1 } });
    await submitted(service, 't', worker);
    expect(await taskOf()).toMatchObject({ kept: 0, appealable: 0, places: { open: 0, pending: 1 } });
    await leap(30 * DAY_MS);
    expect(await dataOf(service, 'appeal.place-returned')).toMatchObject([{ submissionId: first }]);
  });

  it('dismissed: the worker may submit again', async () => {
    const id = await rejected();
    await appeal(id);
    expect((await submitTo(service, 't', worker)).body.message).toContain('appeal');
    expect((await settle(id, 'dismissed')).body).toEqual({ modifiedCount: 1 });
    expect(await stored(id)).toMatchObject({ status: 'reject', live: false });
    expect(await dataOf(service, 'appeal.dismissed')).toMatchObject([{ submissionId: id }]);
    expect((await submitTo(service, 't', worker)).status).toBe(201);
  });

  it('of a closed account is dismissed', async () => {
    const id = await rejected();
    await appeal(id);
    await closeAccount(service, worker);
    expect(await stored(id)).toMatchObject({ status: 'reject', live: false, appeal: { state: 'dismissed' } });
    expect((await settle(id, 'upheld')).body).toMatchObject({ code: 'already-decided' });
    expect(await dataOf(service, 'appeal.dismissed')).toHaveLength(1);
  });

  it('that a closed account has not filed keeps no place any more, others do', async () => {
    const mine = await rejected(2);
    const [theirs = ''] = await rejectedOf([other]);
    await requestDeletion(service, 't');
    expect(await taskOf()).toMatchObject({ kept: 2, appealable: 2 });
    await closeAccount(service, worker);
    await leap(10_000);
    expect(await taskOf()).toMatchObject({ kept: 1, appealable: 1 });
    expect(await dataOf(service, 'appeal.place-returned')).toMatchObject([{ submissionId: mine }]);
    expect(await stored(mine)).toMatchObject({ status: 'reject', isFinal: true });
    expect((await appeal(theirs, other)).status).toBe(201);
  });

  it('has a row in the trail once an admin has decided it, not for a repeat or a departure', async () => {
    const [second, leaver] = [other, actor('worker', 'leaver')];
    const upheld = await rejected(4);
    const [dismissed = '', left = ''] = await rejectedOf([second, leaver]);
    await appeal(upheld);
    await appeal(dismissed, second);
    await appeal(left, leaver);
    for (const _repeat of [1, 2]) {
      await settle(upheld, 'upheld');
      await settle(dismissed, 'dismissed');
    }
    await closeAccount(service, leaver);
    const rows = await service.store.collection(adminActs).find({}, { sort: { _id: 1 } });
    expect(rows).toMatchObject([
      { action: 'appeal-upheld', actor: admin.userId, subject: { type: 'submission', id: upheld } },
      { action: 'appeal-dismissed', actor: admin.userId, subject: { type: 'submission', id: dismissed } },
    ]);
    // Texts of users are not kept for ever.
    expect(JSON.stringify(rows)).not.toMatch(/All birds|rook/);
  });

  it('is counted for admins, and in the record of the worker once upheld', async () => {
    const id = await rejected();
    await appeal(id);
    const totals = () => service.internal('totals', { actor: admin });
    expect(await totals()).toEqual({ admin: { openAppeals: 1 } });
    const stats = async () => (await service.call('listSubmissions', { as: BUYER, query: {} })).body[0].workerStats;
    expect(await stats()).toEqual({ approved: 0, decided: 1 });
    await settle(id, 'upheld');
    expect(await stats()).toEqual({ approved: 1, decided: 1 });
    expect(await totals()).toEqual({ admin: { openAppeals: 0 } });
  });

  it('shows in the integrity console while it is open, with the time of the longest waiting', async () => {
    await publish(service, 't', 2);
    const [first = '', second = ''] = await rejectedOf([worker, other]);
    await appeal(first);
    const at = clock.now();
    await leap(DAY_MS);
    await appeal(second, other);
    const { appeals } = await service.internal('integrity');
    expect(appeals).toMatchObject({ open: 2 });
    expect(Math.abs(Date.parse(appeals.oldest) - at)).toBeLessThan(60_000);
  });
});
