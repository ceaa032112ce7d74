// Runs on MongoDB and Kafka too: the number of unread ones follows in the same transaction.
import { DAY_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { MAX_NOTIFICATIONS } from '@piecework/contracts';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  admin,
  buyer,
  eventAt,
  inboxOf,
  roleChange,
  rowsOf,
  startNotificationHarness,
  work,
  worker,
} from '../../testing/notification.fixtures';
import { inboxes, type NotificationDocument, notifications } from './notification.store';

let clock: ReturnType<typeof createLeapingClock>;
let h: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  h = await startNotificationHarness({ clock });
});
afterEach(() => h.stop());

const list = async (as = worker, query: Record<string, unknown> = {}) => {
  const { body, headers } = await h.call('listNotifications', { as, query });
  return { rows: body, total: Number(headers['x-total-count']), unread: Number(headers['x-unread-count']) };
};
const kindsOf = async (as = worker) => (await list(as)).rows.map(({ kind }: { kind: string }) => kind);
const makeAdmin = (roleVersion = 1) =>
  h.given('user.role-changed', admin.userId, roleChange(admin.userId, 'admin', roleVersion));
const requested = (withdrawalId: string) =>
  h.given('withdrawal.requested', withdrawalId, {
    withdrawalId,
    workerId: worker.userId,
    coins: 200,
    paymentSystem: 'bkash',
  });

describe('people are told', () => {
  it('of their work and its decision, with the code of the reason', async () => {
    await h.given('submission.approved', 's1', { ...work('s1'), decidedBy: 'deadline' });
    await h.given('submission.rejected', 's2', { ...work('s2'), placeReturned: true, reasonCode: 'wrong' });
    await h.given('submission.revision-requested', 's3', { ...work('s3'), dueAt: 1 });
    const { rows, total, unread } = await list();
    expect([total, unread]).toEqual([3, 3]);
    const about = { role: 'worker', title: 'Title of task-1', n: 1, read: false };
    expect(rows).toMatchObject([
      { ...about, kind: 'revision-requested', ids: { taskId: 'task-1', submissionId: 's3' } },
      { ...about, kind: 'submission-rejected', why: 'wrong' },
      { ...about, kind: 'submission-approved', why: 'deadline', coins: 5 },
    ]);
    expect(await kindsOf(buyer)).toEqual([]);
  });

  it('as buyers of new work, once per task with its number', async () => {
    for (const id of ['s1', 's2', 's3']) await h.given('submission.created', id, work(id));
    await h.given('submission.created', 's4', work('s4', 'task-2'));
    expect((await list(buyer)).rows).toMatchObject([
      { kind: 'submission-created', ids: { taskId: 'task-2' }, n: 1 },
      { kind: 'submission-created', ids: { taskId: 'task-1' }, n: 3 },
    ]);
  });

  describe('once per import', () => {
    const created = (id: string, taskId: string) =>
      h.given('submission.created', id, { ...work(id, taskId), importId: 'file' });

    it('of new work, like that of its task while it is about one, then with the numbers', async () => {
      await created('s1', 'task-1');
      await created('s2', 'task-1');
      const about = { kind: 'submission-created', read: false };
      expect((await list(buyer)).rows).toMatchObject([
        { ...about, n: 2, tasks: 1, title: 'Title of task-1', ids: { importId: 'file', taskId: 'task-1' } },
      ]);
      await created('s3', 'task-2');
      await created('s4', 'task-1');
      await h.given('submission.created', 's5', { ...work('s5', 'task-3'), importId: 'another-file' });
      const { rows, unread } = await list(buyer);
      expect(unread).toBe(2);
      expect(rows).toMatchObject([{ ids: { importId: 'another-file' } }, { ...about, n: 4, tasks: 2 }]);
      expect(rows[1].ids).toEqual({ importId: 'file' });
    });

    it('counts from 1 again after it was read', async () => {
      await created('s1', 'task-1');
      await created('s2', 'task-2');
      const [row] = (await list(buyer)).rows;
      await h.call('readNotification', { as: buyer, params: { id: row._id }, body: { read: true } });
      await created('s3', 'task-3');
      expect((await list(buyer)).rows).toMatchObject([{ n: 1, tasks: 1, ids: { taskId: 'task-3' }, read: false }]);
    });

    it('of closed tasks, with the coins of all, apart by the cause', async () => {
      const closed = (taskId: string, reason: 'expired' | 'ended', coins: number) =>
        h.given('task.closed', taskId, {
          taskId,
          buyerId: buyer.userId,
          reason,
          coins,
          title: taskId,
          importId: 'file',
        });
      await closed('task-1', 'expired', 10);
      await closed('task-2', 'ended', 5);
      await closed('task-3', 'expired', 7);
      expect((await list(buyer)).rows).toMatchObject([
        { kind: 'task-closed', why: 'expired', coins: 17, tasks: 2 },
        { kind: 'task-closed', why: 'ended', coins: 5, tasks: 1, ids: { taskId: 'task-2' } },
      ]);
    });
  });

  it('of new versions and appeals', async () => {
    await h.given('submission.resubmitted', 's1', work('s1'));
    await h.given('appeal.filed', 's2', work('s2'));
    await h.given('appeal.dismissed', 's2', work('s2'));
    await h.given('submission.rejection-reversed', 's3', { ...work('s3'), paidBy: 'platform' });
    expect(await kindsOf(buyer)).toEqual([
      'appeal-upheld',
      'appeal-dismissed',
      'appeal-filed',
      'submission-resubmitted',
    ]);
    expect((await list()).rows).toMatchObject([{ kind: 'appeal-upheld', coins: 5 }, { kind: 'appeal-dismissed' }]);
  });

  it('of a bonus, with its coins', async () => {
    const { submissionId, taskId, taskTitle, workerId, buyerId } = work('s1');
    const bonus = { ...{ submissionId, taskId, taskTitle, workerId, buyerId }, coins: 7, count: 1, total: 7 };
    await h.given('wallet.bonus-paid', 's1', bonus);
    expect((await list()).rows).toMatchObject([
      { kind: 'bonus-received', role: 'worker', title: taskTitle, coins: 7, ids: { taskId, submissionId: 's1' } },
    ]);
    expect(await kindsOf(buyer)).toEqual([]);
  });

  it('of their withdrawals, payments and deleted tasks', async () => {
    const withdrawal = { withdrawalId: 'w1', workerId: worker.userId, coins: 200 };
    await h.given('withdrawal.approved', 'w1', withdrawal);
    await h.given('withdrawal.payout-failed', 'w1', withdrawal);
    await h.given('withdrawal.paid', 'w1', withdrawal);
    await h.given('withdrawal.canceled', 'w2', { ...withdrawal, withdrawalId: 'w2', reason: 'admin' });
    const own = { ...withdrawal, withdrawalId: 'w3', reason: 'worker' } as const;
    await h.redeliver(eventAt('withdrawal.canceled', Date.now(), own, worker.userId));
    expect((await list()).rows).toMatchObject([
      { kind: 'withdrawal-canceled', ids: { withdrawalId: 'w2' }, why: 'admin', coins: 200 },
      { kind: 'withdrawal-paid' },
      { kind: 'payout-failed' },
      { kind: 'withdrawal-approved', ids: { withdrawalId: 'w1' } },
    ]);
    await h.given('payment.credited', 'p1', { paymentId: 'p1', userId: buyer.userId, coins: 150 });
    const { places } = work('s1');
    await h.given('task.deleted', 't1', { taskId: 't1', buyerId: buyer.userId, places, title: 'Old', coins: 12 });
    expect((await list(buyer)).rows).toMatchObject([
      { kind: 'task-deleted', title: 'Old', coins: 12, ids: { taskId: 't1' } },
      { kind: 'payment-credited', coins: 150, ids: { paymentId: 'p1' } },
    ]);
  });

  it('of starting coins that have come, and not that a change of role has replaced them', async () => {
    const release = (coins: number) =>
      h.given('user.grant-released', worker.userId, { userId: worker.userId, role: 'worker', coins });
    await release(0);
    await release(10);
    expect((await list()).rows).toMatchObject([{ kind: 'grant-released', coins: 10 }]);
    expect((await list()).total).toBe(1);
  });

  it('of a changed account number with the ends of both, whoever changed it', async () => {
    const changed = { withdrawalId: 'w1', workerId: worker.userId, coins: 200, status: 'approved' } as const;
    const account = { mask: '999', before: '222' };
    await h.redeliver(eventAt('withdrawal.number-changed', Date.now(), { ...changed, account }, worker.userId));
    expect((await list()).rows).toMatchObject([
      { kind: 'account-number-changed', ids: { withdrawalId: 'w1' }, coins: 200, account },
    ]);
  });

  it('of a task of theirs that was closed, and of a reservation that lapsed', async () => {
    const closed = { taskId: 't1', buyerId: buyer.userId, reason: 'expired', coins: 12, title: 'Old' } as const;
    await h.given('task.closed', 't1', closed);
    expect((await list(buyer)).rows).toMatchObject([
      { kind: 'task-closed', title: 'Old', coins: 12, why: 'expired', ids: { taskId: 't1' } },
    ]);
    const { submissionId: _, ...facts } = work('s1');
    const place = { ...facts, reservationId: 'r1', expiresAt: 1, placeReturned: true };
    await h.given('place.released', 'r1', { ...place, why: 'lapsed' });
    await h.given('place.released', 'r2', { ...place, reservationId: 'r2', why: 'returned' });
    expect((await list()).rows).toMatchObject([{ kind: 'reservation-lapsed', why: 'lapsed', n: 1 }]);
    await h.given('place.released', 'r3', { ...place, reservationId: 'r3', why: 'released' });
    expect((await list()).rows).toMatchObject([{ why: 'released' }, { why: 'lapsed' }]);
  });

  it('not of what they did themselves', async () => {
    const own = { taskId: 't1', buyerId: buyer.userId, places: work('s1').places, title: 'T', coins: 0 };
    await h.redeliver(eventAt('task.deleted', clock.now(), own, buyer.userId));
    expect(await kindsOf(buyer)).toEqual([]);
    await h.redeliver(eventAt('task.deleted', clock.now(), own, admin.userId));
    expect(await kindsOf(buyer)).toEqual(['task-deleted']);
  });

  it('nothing that happened before the first start', async () => {
    const dayAgo = clock.now() - DAY_MS;
    await h.redeliver(eventAt('submission.approved', dayAgo, work('s1')));
    await h.redeliver(eventAt('user.role-changed', dayAgo, roleChange(admin.userId, 'admin')));
    await h.redeliver(eventAt('appeal.filed', dayAgo, work('s1')));
    expect([await kindsOf(), await kindsOf(admin)]).toEqual([[], []]);
    await requested('w1');
    expect(await kindsOf(admin)).toEqual(['withdrawal-requested']);
  });

  it('after a restart of what happened meanwhile', async () => {
    const meanwhile = eventAt('submission.approved', clock.now() + 1, work('s1'));
    clock.leap(DAY_MS);
    await h.restart();
    await h.redeliver(meanwhile);
    expect(await kindsOf()).toEqual(['submission-approved']);
  });
});

describe('admins are told', () => {
  it('of requests and appeals, once per kind, while they are admins', async () => {
    await requested('w1');
    await makeAdmin();
    expect(await kindsOf(admin)).toEqual([]);
    await requested('w2');
    await requested('w3');
    await h.given('appeal.filed', 's1', work('s1'));
    const told = [
      { kind: 'appeal-filed', role: 'admin', ids: {}, n: 1 },
      { kind: 'withdrawal-requested', role: 'admin', ids: {}, n: 2 },
    ];
    expect((await list(admin)).rows).toMatchObject(told);
    await h.given('payment.credited', 'p1', { paymentId: 'p1', userId: admin.userId, coins: 10 });
    await h.given('user.role-changed', admin.userId, roleChange(admin.userId, 'buyer', 2));
    expect(await list(admin)).toMatchObject({ rows: [{ kind: 'payment-credited' }], total: 1, unread: 1 });
    await requested('w4');
    expect(await kindsOf(admin)).toEqual(['payment-credited']);
  });

  it('of what happened since, when their change of role arrives later', async () => {
    const change = eventAt('user.role-changed', clock.now(), roleChange(admin.userId, 'admin'));
    clock.leap(1000);
    await requested('w1');
    await h.redeliver(change);
    expect((await list(admin)).rows).toMatchObject([{ kind: 'withdrawal-requested', n: 1 }]);
  });
});

describe('reading', () => {
  const told = async () => {
    for (const id of ['s1', 's2', 's3']) {
      await h.given('submission.approved', id, work(id));
      clock.leap(1);
    }
    return (await rowsOf(h, worker.userId)) as [NotificationDocument, NotificationDocument, NotificationDocument];
  };
  const read = (id: string, as = worker) => h.call('readNotification', { as, params: { id }, body: { read: true } });
  const readUntil = (until: string, as = worker) => h.call('readNotifications', { as, body: { until } });

  it('marks one, once', async () => {
    const [, middle] = await told();
    expect((await read(middle._id)).body).toEqual({ modifiedCount: 1 });
    expect((await read(middle._id)).body).toEqual({ modifiedCount: 0 });
    const { rows, total, unread } = await list(worker, { unread: '1' });
    expect(rows.map(({ ids }: NotificationDocument) => ids.submissionId)).toEqual(['s3', 's1']);
    expect([total, unread]).toEqual([2, 2]);
    expect((await list()).total).toBe(3);
  });

  it('marks all up to one, and not what came since', async () => {
    const [, middle] = await told();
    expect((await readUntil(middle._id)).body).toEqual({ modifiedCount: 2 });
    expect((await list()).rows.map(({ read }: NotificationDocument) => read)).toEqual([false, true, true]);
    expect((await readUntil(middle._id)).body).toEqual({ modifiedCount: 0 });
  });

  it('answers 404 for those of others, and for what is gone', async () => {
    const [newest] = await told();
    for (const answered of [await read(newest._id, buyer), await readUntil(newest._id, buyer), await read('none')])
      expect([answered.status, answered.body.code]).toEqual([404, 'not-found']);
    expect((await list()).unread).toBe(3);
  });

  it('counts anew what is added to a read one', async () => {
    for (const id of ['s1', 's2']) await h.given('submission.created', id, work(id));
    const [row] = await rowsOf(h, buyer.userId);
    await read(row?._id ?? '', buyer);
    await h.given('submission.created', 's3', work('s3'));
    expect(await list(buyer)).toMatchObject({ rows: [{ n: 1, read: false }], total: 1, unread: 1 });
  });

  it('emits each change of the number, with a rising version', async () => {
    const [newest] = await told();
    await readUntil(newest._id);
    const changes = (await h.events('notification.changed')).map(({ data, aggregateId }) => [
      aggregateId,
      data.unread,
      data.version,
    ]);
    const id = worker.userId;
    expect(changes).toEqual([
      [id, 1, 1],
      [id, 2, 2],
      [id, 3, 3],
      [id, 0, 4],
    ]);
  });
});

describe('notifications are kept', () => {
  it('for 90 days', async () => {
    await h.given('submission.approved', 's1', work('s1'));
    clock.leap(89 * DAY_MS);
    await h.given('submission.approved', 's2', work('s2'));
    await h.settle();
    expect((await list()).total).toBe(2);
    clock.leap(2 * DAY_MS);
    await h.settle();
    expect(await list()).toMatchObject({ rows: [{ ids: { submissionId: 's2' } }], total: 1, unread: 1 });
    expect(await inboxOf(h, worker.userId)).toMatchObject({ kept: 1, unread: 1 });
  });

  it(`up to ${MAX_NOTIFICATIONS} per person, the newest`, async () => {
    const now = clock.now();
    await h.given('submission.approved', 'first', work('first'));
    const [first] = await rowsOf(h, worker.userId);
    await h.call('readNotification', { as: worker, params: { id: first?._id ?? '' }, body: { read: true } });
    const more = Array.from({ length: MAX_NOTIFICATIONS - 1 }, (_, nth) => ({
      ...(first as NotificationDocument),
      _id: `row-${nth}`,
      at: now + 1000 + nth,
    }));
    await h.transact(async (unit) => {
      await unit.collection(notifications).insertMany(more);
    });
    await h.transact((unit) =>
      unit
        .collection(inboxes)
        .updateOne({ _id: worker.userId }, { $set: { kept: MAX_NOTIFICATIONS, unread: MAX_NOTIFICATIONS - 1 } }),
    );
    await h.redeliver(eventAt('submission.rejected', now + 60_000, { ...work('last'), placeReturned: true }));
    const rows = await rowsOf(h, worker.userId);
    expect(rows).toHaveLength(MAX_NOTIFICATIONS);
    expect(rows.at(0)).toMatchObject({ kind: 'submission-rejected' });
    expect(rows.map(({ _id }) => _id)).not.toContain(first?._id);
    // Older than all: it is not kept.
    await h.redeliver(eventAt('submission.approved', now + 1, work('late')));
    expect(await inboxOf(h, worker.userId)).toMatchObject({ kept: MAX_NOTIFICATIONS, unread: MAX_NOTIFICATIONS });
  });

  it('until the account closes, whatever arrives later', async () => {
    await h.given('submission.approved', 's1', work('s1'));
    await h.given('user.closed', worker.userId, {
      userId: worker.userId,
      email: worker.email,
      role: 'worker',
      roleVersion: 1,
    });
    await h.given('submission.approved', 's2', work('s2'));
    expect(await rowsOf(h, worker.userId)).toEqual([]);
    expect(await inboxOf(h, worker.userId)).toMatchObject({ kept: 0, unread: 0, closed: true });
  });
});
