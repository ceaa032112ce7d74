import { type AnyEvent, type Places, taskStatusOf } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import { type Harness, roundsOf } from '@piecework/service-runtime/testing';
import fc from 'fast-check';
import {
  dataOf,
  endDeletion,
  lastRequest,
  POSTING,
  parked,
  post,
  requested,
  startTask,
  untilEvents,
} from '../../testing/task.fixtures';
import { departures, tasks } from './task.store';

let service: Harness;
const buyer = actor('buyer');
const admin = actor('admin');
const { userId } = buyer;

beforeEach(async () => {
  service = await startTask();
});
afterEach(async () => {
  await service.stop();
});

const stored = async (taskId: string) => {
  const task = await service.store.collection(tasks).findOne({ _id: taskId });
  if (!task) throw new Error('no such task');
  return task;
};

const KINDS = [
  'submission.created',
  'submission.approved',
  'submission.rejected',
  'place.reserved',
  'place.released',
  'task.places-closed',
] as const;

const DECISION = { decidedBy: 'buyer', waitedMs: 0 } as const;

/** Publishes the submission service's event for one change of the places. */
const publishPlaces = (taskId: string, kind: (typeof KINDS)[number], places: Places): Promise<AnyEvent> => {
  const submissionId = `s${places.version}`;
  const facts = { submissionId, taskId, taskTitle: 'T', workerId: 'w', buyerId: userId, payable: 7, places };
  if (kind === 'task.places-closed')
    return service.given(kind, taskId, { taskId, buyerId: userId, payable: 7, open: 1, places });
  if (kind === 'submission.rejected')
    return service.given(kind, submissionId, { ...facts, ...DECISION, placeReturned: true });
  if (kind === 'place.reserved' || kind === 'place.released') {
    const { submissionId: reservationId, ...rest } = facts;
    const reserved = { ...rest, reservationId, expiresAt: 1 };
    return kind === 'place.reserved'
      ? service.given(kind, reservationId, reserved)
      : service.given(kind, reservationId, { ...reserved, why: 'returned', placeReturned: true });
  }
  return service.given(kind, submissionId, { ...facts, ...DECISION });
};

describe('a new name of the buyer', () => {
  const rename = (userName: string, profileVersion: number) =>
    service.given('user.profile-changed', userId, { userId, userName, userPhotoURL: '', profileVersion });
  const registerBuyer = () =>
    service.given('user.registered', userId, {
      userId,
      email: buyer.email,
      userName: buyer.name,
      userPhotoURL: '',
      role: 'buyer',
    });

  it('reaches open tasks and their search, and stays away from ended ones', async () => {
    await registerBuyer();
    const { taskId } = await post(service, buyer);
    const { taskId: declined } = await post(service, buyer, { outcome: 'insufficient-coins' });
    await rename('Nora New', 1);
    expect(await stored(taskId)).toMatchObject({ buyerName: 'Nora New', search: expect.stringContaining('nora new') });
    expect((await stored(declined)).buyerName).toBe(buyer.name);
  });

  it('is that of tasks posted later, whatever the gateway asserts, and of their event', async () => {
    await registerBuyer();
    await rename('Nora New', 1);
    const { taskId } = await post(service, buyer);
    expect((await stored(taskId)).buyerName).toBe('Nora New');
    expect((await service.events('task.published')).map(({ data }) => data.buyerName)).toEqual(['Nora New']);
  });
});

describe('a suspension of the buyer', () => {
  const register = () =>
    service.given('user.registered', userId, {
      userId,
      email: buyer.email,
      userName: buyer.name,
      userPhotoURL: '',
      role: 'buyer',
    });
  const suspend = (isSuspended: boolean, suspensionVersion: number) =>
    service.given('user.suspension-changed', userId, {
      userId,
      role: 'buyer',
      isSuspended,
      suspensionVersion,
      why: 'scam',
    });
  const pauses = async () =>
    (await dataOf(service, 'task.pause-changed')).map(({ taskId, paused }) => [taskId, paused]);
  const listed = async () => (await service.call('listTasks', {})).body.map(({ _id }: { _id: string }) => _id);
  const pause = (taskId: string, paused = true) =>
    service.call('changeTask', { as: buyer, params: { id: taskId }, body: { paused } });

  it('leaves what an admin has paused, whichever of both ends first', async () => {
    await register();
    const [{ taskId: first }, { taskId: second }] = [await post(service, buyer), await post(service, buyer)];
    const byAdmin = (id: string) =>
      service.call('pauseTask', { as: admin, params: { id }, body: { reason: 'It asks for passwords.' } });
    const resume = (id: string) => service.call('resumeTask', { as: admin, params: { id } });
    await byAdmin(first);
    await suspend(true, 1);
    await byAdmin(second);
    await resume(second);
    await suspend(false, 2);
    expect(await listed()).toEqual([second]);
    await resume(first);
    expect((await listed()).sort()).toEqual([first, second].sort());
    expect(await pauses()).toEqual([
      [first, true],
      [second, true],
      [second, true],
      [second, true],
      [second, false],
      [first, false],
    ]);
    expect(await stored(first)).toMatchObject({ pauseActs: 2 });
  });

  it('pauses open tasks, and its end restores what was', async () => {
    await register();
    const { taskId } = await post(service, buyer);
    const { taskId: paused } = await post(service, buyer);
    await pause(paused);
    await suspend(true, 1);
    expect(await listed()).toEqual([]);
    expect(await stored(taskId)).toMatchObject({ ownerSuspended: true });
    expect((await service.call('getTask', { params: { id: taskId } })).body).toMatchObject({ paused: true });
    await suspend(false, 2);
    expect(await listed()).toEqual([taskId]);
    expect(await stored(paused)).toMatchObject({ paused: true });
    expect((await stored(paused)).ownerSuspended).toBeUndefined();
    expect(await pauses()).toEqual([
      [paused, true],
      [taskId, true],
      [taskId, false],
    ]);
  });

  it('ends for the places of a task that has been closed meanwhile, too', async () => {
    await register();
    const { taskId } = await post(service, buyer);
    await suspend(true, 1);
    const ending = service.call('endTask', { as: actor('admin'), params: { id: taskId } });
    await untilEvents(service, 'task.closing-requested', 1);
    await service.given('task.refunded', taskId, { taskId, buyerId: userId, coins: 7 });
    await ending;
    await suspend(false, 2);
    expect(await pauses()).toEqual([
      [taskId, true],
      [taskId, false],
    ]);
  });

  it('lets a task that is funded meanwhile open paused', async () => {
    await register();
    const posting = service.call('createTask', { as: buyer, body: POSTING });
    const { taskId } = await lastRequest(service, 0);
    await suspend(true, 1);
    await service.given('task.funded', taskId, { taskId, buyerId: userId, cost: 7 });
    expect((await posting).status).toBe(201);
    expect(await listed()).toEqual([]);
    expect(await pauses()).toEqual([[taskId, true]]);
    await suspend(false, 2);
    expect(await listed()).toEqual([taskId]);
  });

  it('refuses what the buyer asks for, and leaves ends of tasks to admins and dates', async () => {
    await register();
    const { taskId } = await post(service, buyer);
    await suspend(true, 1);
    const params = { id: taskId };
    for (const refused of [
      await service.call('createTask', { as: buyer, body: POSTING }),
      await pause(taskId),
      await service.call('endTask', { as: buyer, params }),
      await service.call('deleteTask', { as: buyer, params }),
      await service.call('addPlaces', { as: buyer, params, body: { places: 1 } }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'account-suspended']);
    const ending = service.call('endTask', { as: actor('admin'), params });
    await untilEvents(service, 'task.closing-requested', 1);
    await service.given('task.refunded', taskId, { taskId, buyerId: userId, coins: 7 });
    expect((await ending).body).toEqual({ modifiedCount: 1 });
  });
});

describe('the places of a task', () => {
  it('follow events: onProgress from the first submission, completed with the last approval', async () => {
    const { taskId } = await post(service, buyer, { body: { requiredWorkers: 1 } });
    const course = [
      ['submission.created', { version: 1, open: 0, pending: 1, approved: 0 }, 'onProgress'],
      ['submission.rejected', { version: 2, open: 1, pending: 0, approved: 0 }, 'onProgress'],
      ['place.reserved', { version: 3, open: 0, reserved: 1, pending: 0, approved: 0 }, 'onProgress'],
      ['submission.created', { version: 4, open: 0, pending: 1, approved: 0 }, 'onProgress'],
      ['submission.approved', { version: 5, open: 0, pending: 0, approved: 1 }, 'completed'],
    ] as const;
    for (const [kind, places, status] of course) {
      await publishPlaces(taskId, kind, places);
      const { body } = await service.call('getTask', { params: { id: taskId } });
      expect(body).toMatchObject({ requiredWorkers: places.open, taskStatus: status, totalPayableAmount: 7 });
    }
    expect(await parked(service)).toBe(0);
  });

  it('end the same in any order and with repeated events', async () => {
    const { taskId: template } = await post(service, buyer);
    const before = await stored(template);
    const change = fc.record({
      kind: fc.constantFrom(...KINDS),
      open: fc.nat(3),
      pending: fc.nat(3),
      approved: fc.nat(3),
    });
    const news = fc.array(change, { minLength: 1, maxLength: 6 }).chain((course) => {
      const numbered = course.map(({ kind, ...counts }, i) => ({ kind, places: { version: i + 1, ...counts } }));
      const twice = fc.shuffledSubarray([...numbered, ...numbered], { minLength: numbered.length * 2 });
      return fc.record({ last: fc.constant(numbered.at(-1)?.places as Places), updates: twice });
    });
    let made = 0;
    await fc.assert(
      fc.asyncProperty(news, async ({ last, updates }) => {
        made += 1;
        const taskId = `task-${made}`;
        await service.store.collection(tasks).insertOne({ ...before, _id: taskId });
        for (const { kind, places } of updates) await publishPlaces(taskId, kind, places);
        expect(await stored(taskId)).toMatchObject({ places: last, taskStatus: taskStatusOf(last) });
      }),
      { numRuns: roundsOf(12) },
    );
    expect(await parked(service)).toBe(0);
  });

  it('of a deleted task are updated without publishing it again', async () => {
    const { taskId } = await post(service, buyer);
    const deletion = service.call('deleteTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.deletion-requested', 1);
    await endDeletion(service, taskId, userId, 14);
    await deletion;
    await publishPlaces(taskId, 'submission.approved', { version: 3, open: 0, pending: 0, approved: 1 });
    expect(await stored(taskId)).toMatchObject({ state: 'deleted', places: { version: 3 } });
    expect((await service.call('listTasks')).body).toEqual([]);
  });
});

describe('a fact under a second event id', () => {
  it('publishes, deletes and clears once', async () => {
    const answered = service.call('createTask', { as: buyer, body: POSTING });
    const { taskId, cost } = await lastRequest(service, 0);
    const funded = await service.given('task.funded', taskId, { taskId, buyerId: userId, cost });
    await service.redeliver(funded);
    // The same fact under another event id, as from a restored wallet.
    await service.given('task.funded', taskId, { taskId, buyerId: userId, cost });
    await answered;
    const left = await service.given('user.role-changed', userId, {
      userId,
      from: 'buyer',
      to: 'worker',
      roleVersion: 1,
    });
    await service.redeliver(left);
    const refunded = await service.given('task.refunded', taskId, { taskId, buyerId: userId, coins: cost });
    await service.redeliver(refunded);
    await service.given('task.refunded', taskId, { taskId, buyerId: userId, coins: cost });
    await service.redeliver(funded);
    for (const type of ['task.published', 'task.deletion-requested', 'task.deleted', 'task.owner-cleared'] as const) {
      expect([type, await dataOf(service, type)]).toEqual([type, [expect.anything()]]);
    }
    expect(await parked(service)).toBe(0);
  });
});

describe('a contradicting event is parked and changes nothing', () => {
  it.each([
    [
      'funded after it was declined',
      async () => {
        const { taskId } = await post(service, buyer, { outcome: 'insufficient-coins' });
        await service.given('task.funded', taskId, { taskId, buyerId: userId, cost: 21 });
        return { taskId, state: 'declined' };
      },
    ],
    [
      'declined after it was funded',
      async () => {
        const { taskId } = await post(service, buyer);
        await service.given('task.funding-declined', taskId, {
          taskId,
          buyerId: userId,
          cost: 21,
          reason: 'insufficient-coins',
        });
        return { taskId, state: 'open' };
      },
    ],
    [
      'refunded while open',
      async () => {
        const { taskId } = await post(service, buyer);
        await endDeletion(service, taskId, userId);
        return { taskId, state: 'open' };
      },
    ],
  ] as [string, () => Promise<{ taskId: string; state: string }>][])('%s', async (_what, make) => {
    const { taskId, state } = await make();
    expect(await parked(service)).toBe(1);
    expect(await stored(taskId)).toMatchObject({ state });
  });

  it('funding, refund and submission of an unknown task', async () => {
    await service.given('task.funded', 'none', { taskId: 'none', buyerId: userId, cost: 21 });
    await publishPlaces('nothing', 'submission.created', { version: 1, open: 0, pending: 1, approved: 0 });
    expect(await parked(service)).toBe(2);
    expect(await service.store.collection(tasks).countDocuments({})).toBe(0);
  });
});

describe('a buyer who leaves', () => {
  const leave = (roleVersion = 1, to: 'worker' | 'admin' = 'worker') =>
    service.given('user.role-changed', userId, { userId, from: 'buyer', to, roleVersion });
  const close = (roleVersion = 1) =>
    service.given('user.closed', userId, { userId, email: buyer.email, role: 'buyer', roleVersion });
  const cleared = () => dataOf(service, 'task.owner-cleared');

  /** A task that the wallet has not funded yet. */
  const underFunding = async () => {
    const before = (await requested(service)).length;
    const answered = service.call('createTask', { as: buyer, body: POSTING });
    return { ...(await lastRequest(service, before)), answered };
  };

  afterEach(async () => {
    expect(await parked(service)).toBe(0);
    expect(await service.store.collection(departures).countDocuments({})).toBe(0);
  });

  it.each([
    ['changes role', leave],
    ['closes the account', close],
  ])('and %s without tasks is cleared at once', async (_how, go) => {
    await go(3);
    expect(await cleared()).toEqual([{ userId, roleVersion: 3 }]);
  });

  it('with ended tasks only is cleared at once', async () => {
    await post(service, buyer, { outcome: 'insufficient-coins' });
    const { taskId } = await post(service, buyer);
    const deletion = service.call('deleteTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.deletion-requested', 1);
    await endDeletion(service, taskId, userId, 21);
    await deletion;
    expect(await cleared()).toEqual([]);
    await leave();
    expect(await cleared()).toEqual([{ userId, roleVersion: 1 }]);
  });

  it.each([
    ['changes role', leave],
    ['closes the account', close],
  ])('and %s with open tasks is cleared with the last refund', async (_how, go) => {
    const first = await post(service, buyer);
    const second = await post(service, buyer);
    const others = await post(service, actor('buyer', 'other'));
    await go();
    expect(new Set(await dataOf(service, 'task.deletion-requested'))).toEqual(
      new Set([first, second].map(({ taskId }) => ({ taskId, buyerId: userId, reason: 'owner-left' }))),
    );
    expect((await service.call('listTasks')).body).toMatchObject([{ _id: others.taskId }]);
    await endDeletion(service, second.taskId, userId, 21);
    expect(await cleared()).toEqual([]);
    await endDeletion(service, first.taskId, userId, 21);
    expect(await cleared()).toEqual([{ userId, roleVersion: 1 }]);
  });

  it('during a deletion is cleared when it ends, without a second request', async () => {
    const { taskId } = await post(service, buyer);
    const deletion = service.call('deleteTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.deletion-requested', 1);
    await leave();
    expect(await cleared()).toEqual([]);
    await endDeletion(service, taskId, userId, 21);
    expect(await deletion).toMatchObject({ body: { deletedCount: 1 } });
    expect(await dataOf(service, 'task.deletion-requested')).toEqual([{ taskId, buyerId: userId, reason: 'deleted' }]);
    expect(await cleared()).toEqual([{ userId, roleVersion: 1 }]);
  });

  it('during a funding is cleared when it is declined', async () => {
    const { taskId, cost, answered } = await underFunding();
    await leave();
    expect(await cleared()).toEqual([]);
    await service.given('task.funding-declined', taskId, { taskId, buyerId: userId, cost, reason: 'not-a-buyer' });
    expect(await cleared()).toEqual([{ userId, roleVersion: 1 }]);
    expect((await answered).status).toBe(403);
  });

  it('during a funding has the task published and then deleted, without listing it', async () => {
    const { taskId, cost, answered } = await underFunding();
    await leave();
    await service.given('task.funded', taskId, { taskId, buyerId: userId, cost });
    expect((await answered).status).toBe(201);
    expect((await service.call('listTasks')).body).toEqual([]);
    const [published] = await service.events('task.published');
    const [deletion] = await service.events('task.deletion-requested');
    expect(deletion?.data).toEqual({ taskId, buyerId: userId, reason: 'owner-left' });
    expect((published?.eventId as string) < (deletion?.eventId as string)).toBe(true);
    expect(await cleared()).toEqual([]);
    await endDeletion(service, taskId, userId, cost);
    expect(await cleared()).toEqual([{ userId, roleVersion: 1 }]);
  });

  it('with one task in each state is cleared exactly once, in any order of their ends', async () => {
    const open = await post(service, buyer);
    const deleting = await post(service, buyer);
    const deletion = service.call('deleteTask', { as: buyer, params: { id: deleting.taskId } });
    await untilEvents(service, 'task.deletion-requested', 1);
    const funding = await underFunding();
    await close(4);
    await endDeletion(service, open.taskId, userId, 21);
    await endDeletion(service, deleting.taskId, userId, 21);
    expect(await cleared()).toEqual([]);
    await service.given('task.funded', funding.taskId, { taskId: funding.taskId, buyerId: userId, cost: funding.cost });
    expect(await cleared()).toEqual([]);
    await endDeletion(service, funding.taskId, userId, funding.cost);
    expect(await cleared()).toEqual([{ userId, roleVersion: 4 }]);
    await Promise.all([deletion, funding.answered]);
  });

  it('and returns may post again, and is cleared again for the next version', async () => {
    const { taskId } = await post(service, buyer);
    await leave(1);
    await endDeletion(service, taskId, userId, 21);
    await service.given('user.role-changed', userId, { userId, from: 'worker', to: 'buyer', roleVersion: 2 });
    const again = await post(service, { ...buyer, roleVersion: 2 });
    expect(again.answer.status).toBe(201);
    expect((await requested(service)).at(-1)?.data.buyerRoleVersion).toBe(2);
    await leave(3);
    expect(await cleared()).toHaveLength(1);
    await endDeletion(service, again.taskId, userId, 21);
    expect(await cleared()).toEqual([
      { userId, roleVersion: 1 },
      { userId, roleVersion: 3 },
    ]);
  });

  it('during createTask either has the task deleted or the call refused', async () => {
    const calls = Array.from({ length: 8 }, () => service.call('createTask', { as: buyer, body: POSTING }));
    await leave();
    const posted = await dataOf(service, 'task.funding-requested');
    // In parallel: calls wait for their outcome for a limited time.
    await Promise.all(
      posted.map(({ taskId, cost }) => service.given('task.funded', taskId, { taskId, buyerId: userId, cost })),
    );
    const answers = (await Promise.all(calls)).map(({ status }) => status);
    expect(answers.filter((status) => status === 201)).toHaveLength(posted.length);
    expect(answers.filter((status) => status === 403)).toHaveLength(8 - posted.length);
    expect(await dataOf(service, 'task.deletion-requested')).toHaveLength(posted.length);
    expect(await service.store.collection(tasks).countDocuments({ state: { $in: ['open', 'funding'] } })).toBe(0);
    for (const { taskId } of posted) await endDeletion(service, taskId, userId, 21);
    expect(await cleared()).toEqual([{ userId, roleVersion: 1 }]);
  });

  it('emits nothing for a leaving worker or admin', async () => {
    await service.given('user.role-changed', 'w', { userId: 'w', from: 'worker', to: 'admin', roleVersion: 1 });
    await service.given('user.closed', 'a', { userId: 'a', email: 'a@example.com', role: 'admin', roleVersion: 1 });
    expect(await cleared()).toEqual([]);
  });
});
