// Runs on MongoDB and Kafka too: searches, orders and concurrent deletions.
import { shownPicture } from '@piecework/domain';
import { BATCH_HEADER, FORM_HEADER } from '@piecework/http';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  dataOf,
  endDeletion,
  lastRequest,
  POSTING,
  parked,
  post,
  requested,
  startTask,
  TODAY,
  untilEvents,
} from '../../testing/task.fixtures';
import { tasks } from './task.store';

let service: Harness;
const buyer = actor('buyer');
const other = actor('buyer', 'other');
const worker = actor('worker');
const admin = actor('admin');

beforeEach(async () => {
  service = await startTask();
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const restartAtSpeed = async (speed: number) => {
  await service.stop();
  service = await startTask({ speed });
};

const get = (id: string, as = buyer) => service.call('getTask', { as, params: { id } });
const list = async (query: object = {}, as?: typeof buyer) =>
  service.call('listTasks', { query: query as Record<string, unknown>, ...(as && { as }) });
const titles = ({ body }: { body: { taskTitle: string }[] }) => body.map(({ taskTitle }) => taskTitle);

describe('createTask of a batch', () => {
  const figures = { rows: 5, pages: 3, rowsPerPage: 2, overlap: { max: 1 } };
  const headers = { [BATCH_HEADER]: JSON.stringify({ taskId: 'published', figures }) };
  const again = () => service.call('createTask', { as: buyer, body: POSTING, headers });

  it('posts one task under the id of the gateway, whatever becomes of its buyer before a repeat', async () => {
    const { taskId } = await post(service, buyer, { headers });
    expect(await dataOf(service, 'task.published')).toMatchObject([{ taskId: 'published', batch: figures }]);
    const { userId } = buyer;
    await service.given('user.role-changed', userId, { userId, from: 'buyer', to: 'worker', roleVersion: 1 });
    expect(await again()).toMatchObject({ status: 201, body: { insertedId: taskId } });
    expect(await requested(service)).toHaveLength(1);
  });

  it('posts one task, and asks for its coins once, when it is published twice at once', async () => {
    const answers = [again(), again(), again()];
    const { taskId, buyerId, cost } = await lastRequest(service, 0);
    await service.given('task.funded', taskId, { taskId, buyerId, cost });
    for (const answer of await Promise.all(answers)) expect(answer.body).toEqual({ insertedId: 'published' });
    expect(await requested(service)).toHaveLength(1);
  });

  it('stays declined under its id', async () => {
    await post(service, buyer, { headers, outcome: 'insufficient-coins' });
    expect((await again()).body.code).toBe('insufficient-coins');
    expect(await requested(service)).toHaveLength(1);
  });
});

describe('a batch in its pilot', () => {
  const figures = { rows: 5, pages: 3, rowsPerPage: 2, overlap: { max: 1 } };
  const headers = { [BATCH_HEADER]: JSON.stringify({ taskId: 'published', figures: { ...figures, pilotPages: 1 } }) };

  it('says so until all pages are offered', async () => {
    const { taskId } = await post(service, buyer, { headers });
    expect((await dataOf(service, 'task.published'))[0]?.batch).toEqual({ ...figures, pilotPages: 1 });
    expect((await get(taskId)).body.batch).toEqual({ ...figures, pilotPages: 1 });
    await service.given('task.pilot-ended', taskId, { taskId });
    expect((await get(taskId)).body.batch).toEqual(figures);
  });

  it('shows and finds the latest detail, in whatever order corrections arrive', async () => {
    const { taskId } = await post(service, buyer, { headers });
    for (const [version, detail] of [
      [3, 'Copy the sum.'],
      [2, 'Copy the amount.'],
      [3, 'Copy the sum.'],
    ] as const)
      await service.internal('followTexts', { taskId, version, detail });
    expect((await get(taskId)).body.taskDetail).toBe('Copy the sum.');
    expect(titles(await list({ q: 'copy the sum' }))).toHaveLength(1);
  });
});

describe('createTask with a form', () => {
  const form = { fields: [{ kind: 'text', name: 'shop', label: 'Shop', required: true }] };

  it('publishes the id of the form that the gateway has had kept, and nothing of its texts', async () => {
    const { taskId } = await post(service, buyer, { body: { form }, headers: { [FORM_HEADER]: 'form-1' } });
    expect(await dataOf(service, 'task.published')).toMatchObject([{ taskId, formId: 'form-1' }]);
    expect(JSON.stringify(await dataOf(service, 'task.published'))).not.toContain('Shop');
    expect((await service.call('getTask', { as: buyer, params: { id: taskId } })).body).toMatchObject({
      hasForm: true,
    });
  });

  it('posts no task whose form was not kept', async () => {
    expect(await service.call('createTask', { as: buyer, body: { ...POSTING, form } })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
    expect(await requested(service)).toEqual([]);
  });

  it('takes no form for a task without one', async () => {
    const { taskId } = await post(service, buyer, { headers: { [FORM_HEADER]: 'form-1' } });
    expect((await dataOf(service, 'task.published'))[0]).not.toHaveProperty('formId');
    expect((await service.call('getTask', { as: buyer, params: { id: taskId } })).body).not.toHaveProperty('hasForm');
  });
});

describe('createTask', () => {
  it('requests the complete cost and answers once the task is funded', async () => {
    const { taskId, answer } = await post(service, buyer);
    expect(answer).toMatchObject({ status: 201, body: { insertedId: taskId } });
    expect(await dataOf(service, 'task.funding-requested')).toEqual([
      {
        taskId,
        buyerId: buyer.userId,
        buyerRoleVersion: 0,
        places: 3,
        payable: 7,
        cost: 21,
        title: POSTING.taskTitle,
        imageUrl: POSTING.taskImageURL,
      },
    ]);
    expect(await dataOf(service, 'task.published')).toEqual([
      {
        taskId,
        buyerId: buyer.userId,
        buyerEmail: buyer.email,
        buyerName: buyer.name,
        title: POSTING.taskTitle,
        places: 3,
        payable: 7,
        autoApproveHours: 168,
        reserveMinutes: 30,
      },
    ]);
    expect((await get(taskId)).body).toEqual({
      _id: taskId,
      ...POSTING,
      taskImageURL: shownPicture(POSTING.taskImageURL, service.settings),
      taskStatus: 'pending',
      autoApproveHours: 168,
      reserveMinutes: 30,
      totalPayableAmount: 21,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      buyerStats: { posted: 1, decided: 0, approved: 0, unexplained: 0, overturned: 0 },
    });
  });

  it('ignores fields of the body that the server derives', async () => {
    const { taskId } = await post(service, buyer, {
      body: {
        totalPayableAmount: 1,
        cost: 1,
        taskStatus: 'completed',
        buyerEmail: 'x@y.z',
        buyerName: 'X',
        buyerId: 'x',
        _id: 'x',
        state: 'open',
      },
    });
    expect((await get(taskId)).body).toMatchObject({
      totalPayableAmount: 21,
      taskStatus: 'pending',
      buyerEmail: buyer.email,
      buyerName: buyer.name,
    });
  });

  it('answers 409 with too few coins (P-3.4) and never lists the task', async () => {
    const { taskId, answer } = await post(service, buyer, { outcome: 'insufficient-coins' });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'insufficient-coins', message: 'Please Purchase coin' },
    });
    expect((await get(taskId)).status).toBe(404);
    expect((await list()).body).toEqual([]);
    expect(await dataOf(service, 'task.published')).toEqual([]);
  });

  it('answers 403 when the wallet declines the caller as not a buyer', async () => {
    const { answer } = await post(service, buyer, { outcome: 'not-a-buyer' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('answers 503 when the outcome is late, and the repeat finds the task', async () => {
    await restartAtSpeed(20);
    const answer = await service.call('createTask', { as: buyer, body: POSTING, key: 'slow' });
    expect(answer).toMatchObject({ status: 503, body: { code: 'still-underway' } });
    const { taskId, buyerId, cost } = await lastRequest(service, 0);
    await service.given('task.funded', taskId, { taskId, buyerId, cost });
    expect(await service.call('createTask', { as: buyer, body: POSTING, key: 'slow' })).toMatchObject({
      status: 201,
      body: { insertedId: taskId },
    });
    expect(await requested(service)).toHaveLength(1);
  });

  it('posts one task for repeats with the same Idempotency-Key, concurrent or later', async () => {
    const twins = [1, 2, 3].map(() => service.call('createTask', { as: buyer, body: POSTING, key: 'twin' }));
    const { taskId, buyerId, cost } = await lastRequest(service, 0);
    await service.given('task.funded', taskId, { taskId, buyerId, cost });
    const later = await service.call('createTask', { as: buyer, body: POSTING, key: 'twin' });
    for (const answer of [...(await Promise.all(twins)), later])
      expect(answer).toMatchObject({ status: 201, body: { insertedId: taskId } });
    expect(await requested(service)).toHaveLength(1);
    const changed = await service.call('createTask', {
      as: buyer,
      body: { ...POSTING, requiredWorkers: 4 },
      key: 'twin',
    });
    expect(changed).toMatchObject({ status: 409, body: { code: 'idempotency-mismatch' } });
  });

  it('declines a repeat of a declined call without another request', async () => {
    await post(service, buyer, { outcome: 'insufficient-coins', key: 'poor' });
    expect(await service.call('createTask', { as: buyer, body: POSTING, key: 'poor' })).toMatchObject({
      status: 409,
      body: { code: 'insufficient-coins' },
    });
    expect(await requested(service)).toHaveLength(1);
  });

  it('answers a repeat with the id of a meanwhile deleted task', async () => {
    const { taskId } = await post(service, buyer, { key: 'gone' });
    const deletion = service.call('deleteTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.deletion-requested', 1);
    await endDeletion(service, taskId, buyer.userId, 21);
    await deletion;
    expect(await service.call('createTask', { as: buyer, body: POSTING, key: 'gone' })).toMatchObject({
      status: 201,
      body: { insertedId: taskId },
    });
  });

  it('accepts a completion date of today and refuses yesterday at its field', async () => {
    expect((await post(service, buyer, { body: { completionDate: TODAY } })).answer.status).toBe(201);
    const answer = await service.call('createTask', { as: buyer, body: { ...POSTING, completionDate: '2026-11-20' } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'validation',
        errors: [{ field: 'completionDate', message: 'Completion Date must be today or later' }],
      },
    });
    expect(await requested(service)).toHaveLength(1);
  });

  it('requires the buyer role', async () => {
    for (const as of [worker, admin])
      expect((await service.call('createTask', { as, body: POSTING })).status).toBe(403);
    expect((await service.call('createTask', { body: POSTING })).status).toBe(401);
  });

  it("refuses a caller who has left the role, in spite of the gateway's assertion", async () => {
    await service.given('user.role-changed', buyer.userId, {
      userId: buyer.userId,
      from: 'buyer',
      to: 'worker',
      roleVersion: 1,
    });
    expect((await service.call('createTask', { as: buyer, body: POSTING })).status).toBe(403);
    await service.given('user.closed', other.userId, {
      userId: other.userId,
      email: other.email,
      role: 'buyer',
      roleVersion: 1,
    });
    expect((await service.call('createTask', { as: other, body: POSTING })).status).toBe(403);
    expect(await requested(service)).toEqual([]);
  });
});

describe('listTasks', () => {
  const postAll = async () => {
    await post(service, buyer, { body: { taskTitle: 'beta 100%', payableAmount: 5, completionDate: '2026-12-03' } });
    await post(service, other, { body: { taskTitle: 'Alpha', payableAmount: 9, completionDate: '2026-12-01' } });
    await post(service, buyer, {
      body: { taskTitle: 'gamma', taskDetail: 'Über alles', payableAmount: 7, completionDate: '2026-12-02' },
    });
  };

  it('sorts newest first by default, and by each order', async () => {
    await postAll();
    expect(titles(await list())).toEqual(['gamma', 'Alpha', 'beta 100%']);
    expect(titles(await list({ sort: 'newest' }))).toEqual(['gamma', 'Alpha', 'beta 100%']);
    expect(titles(await list({ sort: 'pay' }))).toEqual(['Alpha', 'gamma', 'beta 100%']);
    expect(titles(await list({ sort: 'completion' }))).toEqual(['beta 100%', 'gamma', 'Alpha']);
    expect(titles(await list({ sort: 'title' }))).toEqual(['Alpha', 'beta 100%', 'gamma']);
    expect((await list({ sort: 'cost' })).status).toBe(400);
  });

  it('searches titles, details and buyer names, case-insensitive and literal', async () => {
    await postAll();
    expect(titles(await list({ q: 'ALPHA' }))).toEqual(['Alpha']);
    expect(titles(await list({ q: 'über' }))).toEqual(['gamma']);
    expect(titles(await list({ q: 'the other' }))).toEqual(['Alpha']);
    expect(titles(await list({ q: '100%' }))).toEqual(['beta 100%']);
    expect(titles(await list({ q: '1_0' }))).toEqual([]);
    expect(titles(await list({ q: '.*' }))).toEqual([]);
    expect(titles(await list({ q: ' ' }))).toHaveLength(3);
    expect(titles(await list({ q: 'al\u0000pha\u000b' }))).toEqual(['Alpha']);
  });

  it('shows and searches buyer emails only for signed-in callers', async () => {
    await postAll();
    const [listed] = (await list()).body;
    expect(listed).not.toHaveProperty('buyerEmail');
    expect((await list({}, worker)).body[0]).toMatchObject({ buyerEmail: buyer.email });
    expect(titles(await list({ q: 'example.com' }))).toEqual([]);
    const id = listed._id;
    expect((await service.call('getTask', { params: { id } })).body).not.toHaveProperty('buyerEmail');
  });

  it('answers pages with the total', async () => {
    await postAll();
    const page = await list({ limit: '1', offset: '1' });
    expect(titles(page)).toEqual(['Alpha']);
    expect(page.headers['x-total-count']).toBe('3');
    expect((await list({ q: 'alpha' })).headers['x-total-count']).toBe('1');
  });

  it('filters by owner, open places and status', async () => {
    await postAll();
    const [gamma] = (await list()).body;
    await service.given(
      'submission.created',
      's1',
      submitted(gamma._id, { version: 3, open: 0, pending: 3, approved: 0 }),
    );
    expect(titles(await list({ mine: '1' }, buyer))).toEqual(['gamma', 'beta 100%']);
    expect(titles(await list({ mine: '0' }, buyer))).toHaveLength(3);
    expect(titles(await list({ open: '1' }))).toEqual(['Alpha', 'beta 100%']);
    expect(titles(await list({ status: 'onProgress' }))).toEqual(['gamma']);
    expect(titles(await list({ status: 'pending', open: 'true', mine: 'true' }, other))).toEqual(['Alpha']);
  });

  it('answers no tasks for mine without a signed-in caller', async () => {
    await postAll();
    const answer = await list({ mine: '1' });
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(answer.headers['x-total-count']).toBe('0');
  });
});

const submitted = (taskId: string, places: { version: number; open: number; pending: number; approved: number }) => ({
  submissionId: 's1',
  taskId,
  taskTitle: POSTING.taskTitle,
  workerId: worker.userId,
  buyerId: buyer.userId,
  payable: 7,
  places,
});

describe('changeTask', () => {
  const change = (id: string, body: object, as = buyer) => service.call('changeTask', { as, params: { id }, body });

  it('edits texts and emits a changed title', async () => {
    const { taskId } = await post(service, buyer);
    const texts = { taskTitle: 'Zebra', taskDetail: 'New detail', submissionInfo: 'New info' };
    const fixed = { requiredWorkers: 99, payableAmount: 99, taskStatus: 'completed' };
    expect(await change(taskId, { ...texts, ...fixed })).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect((await get(taskId)).body).toMatchObject({
      ...texts,
      completionDate: POSTING.completionDate,
      taskStatus: 'pending',
      requiredWorkers: 3,
      payableAmount: 7,
      totalPayableAmount: 21,
    });
    expect(await dataOf(service, 'task.edited')).toEqual([{ taskId, title: 'Zebra' }]);
    expect(titles(await list({ q: 'zebra' }))).toEqual(['Zebra']);
    expect(titles(await list({ q: 'pictures' }))).toEqual([]);
    await post(service, buyer, { body: { taskTitle: 'Yak' } });
    expect(titles(await list({ sort: 'title' }))).toEqual(['Yak', 'Zebra']);
  });

  it('emits nothing without a changed title', async () => {
    const { taskId } = await post(service, buyer);
    expect(
      (await change(taskId, { taskTitle: ` ${POSTING.taskTitle} `, taskDetail: POSTING.taskDetail })).body,
    ).toEqual({ modifiedCount: 0 });
    expect((await change(taskId, { taskDetail: 'New detail' })).body).toEqual({ modifiedCount: 1 });
    expect(await dataOf(service, 'task.edited')).toEqual([]);
  });

  it('absorbs a change of the places from any caller, also of a deleted task', async () => {
    const { taskId } = await post(service, buyer);
    for (const as of [buyer, other, worker, admin]) {
      expect(await change(taskId, { requiredWorkers: 2 }, as)).toMatchObject({
        status: 200,
        body: { modifiedCount: 0 },
      });
    }
    expect((await get(taskId)).body.requiredWorkers).toBe(3);
    const deletion = service.call('deleteTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.deletion-requested', 1);
    expect(await change(taskId, { requiredWorkers: 2 }, worker)).toMatchObject({
      status: 200,
      body: { modifiedCount: 0 },
    });
    expect((await change(taskId, { taskTitle: 'Late' })).status).toBe(404);
    await endDeletion(service, taskId, buyer.userId, 21);
    await deletion;
  });

  it('requires the owner', async () => {
    const { taskId } = await post(service, buyer);
    for (const as of [other, worker, admin])
      expect((await change(taskId, { taskTitle: 'Mine now' }, as)).status).toBe(403);
    await service.given('user.closed', buyer.userId, {
      userId: buyer.userId,
      email: buyer.email,
      role: 'worker',
      roleVersion: 2,
    });
    expect((await change(taskId, { taskTitle: 'From beyond' })).status).toBe(403);
    expect((await get(taskId)).body.taskTitle).toBe(POSTING.taskTitle);
  });

  it('answers 404 for an unknown task and 400 for an empty text', async () => {
    expect((await change('nothing', { taskTitle: 'x' })).status).toBe(404);
    expect((await change('nothing', { requiredWorkers: 1 })).status).toBe(404);
    const { taskId } = await post(service, buyer);
    expect(await change(taskId, { taskTitle: '' })).toMatchObject({
      status: 400,
      body: { message: 'Task Title is required' },
    });
  });
});

describe('a paused task', () => {
  const pause = (id: string, paused: unknown, as = buyer) =>
    service.call('changeTask', { as, params: { id }, body: { paused } });

  it('is in the lists of its owner and of admins only, and emits each change once', async () => {
    const { taskId } = await post(service, buyer);
    await post(service, other);
    expect((await pause(taskId, true)).body).toEqual({ modifiedCount: 1 });
    expect((await pause(taskId, true)).body).toEqual({ modifiedCount: 0 });
    const listed = async (as: typeof buyer | undefined, query: Record<string, string> = {}) => {
      const { body, headers } = await service.call('listTasks', { ...(as && { as }), query });
      return [body.length, headers['x-total-count']];
    };
    const queries: Record<string, string>[] = [{}, { open: '1' }, { status: 'pending' }];
    for (const query of queries)
      for (const as of [worker, other, undefined]) expect(await listed(as, query)).toEqual([1, '1']);
    expect(await listed(admin)).toEqual([2, '2']);
    expect(await listed(buyer, { mine: '1' })).toEqual([1, '1']);
    expect(await listed(buyer)).toEqual([2, '2']);
    for (const query of queries.slice(1)) expect(await listed(buyer, query)).toEqual([1, '1']);
    expect((await get(taskId)).body.paused).toBe(true);
    await pause(taskId, false);
    expect(await listed(worker)).toEqual([2, '2']);
    expect((await get(taskId)).body.paused).toBeUndefined();
    expect(await dataOf(service, 'task.pause-changed')).toEqual([
      { taskId, paused: true },
      { taskId, paused: false },
    ]);
  });

  it('is paused by its owner only', async () => {
    const { taskId } = await post(service, buyer);
    for (const as of [other, worker, admin]) expect((await pause(taskId, true, as)).status).toBe(403);
    expect((await pause(taskId, 'yes')).body).toMatchObject({ message: 'Paused must be true or false' });
  });
});

describe('deleteTask', () => {
  const remove = (id: string, as = buyer) => service.call('deleteTask', { as, params: { id } });

  it.each([
    ['owner', buyer],
    ['admin', admin],
  ])('by an %s hides the task at once and answers after the refund', async (_who, as) => {
    const { taskId } = await post(service, buyer);
    const answered = remove(taskId, as);
    expect(await untilEvents(service, 'task.deletion-requested', 1)).toEqual([
      { taskId, buyerId: buyer.userId, reason: 'deleted' },
    ]);
    expect((await get(taskId)).status).toBe(404);
    expect((await list()).body).toEqual([]);
    await endDeletion(service, taskId, buyer.userId, 21);
    expect(await answered).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await dataOf(service, 'task.deleted')).toEqual([
      {
        taskId,
        buyerId: buyer.userId,
        title: 'Label ten pictures',
        coins: 21,
        places: { version: 0, open: 3, pending: 0, approved: 0 },
      },
    ]);
    expect((await remove(taskId, as)).body).toEqual({ deletedCount: 0 });
    const act = {
      action: 'task-deleted',
      actorEmail: admin.email,
      subject: { type: 'task', id: taskId, title: buyer.email },
      detail: '3 places of 7 coins were open',
    };
    expect((await service.internal('trail')).rows).toMatchObject(as === admin ? [act] : []);
    expect(await dataOf(service, 'task.deletion-requested')).toHaveLength(1);
  });

  it('answers 1 to one of five concurrent calls and requests one deletion', async () => {
    const { taskId } = await post(service, buyer);
    const answered = [buyer, admin, buyer, admin, buyer].map((as) => remove(taskId, as));
    await untilEvents(service, 'task.deletion-requested', 1);
    await endDeletion(service, taskId, buyer.userId, 21);
    const counts = (await Promise.all(answered)).map(({ body }) => body.deletedCount);
    expect(counts.sort()).toEqual([0, 0, 0, 0, 1]);
    expect(await dataOf(service, 'task.deletion-requested')).toHaveLength(1);
  });

  it('answers 409 before the task is funded', async () => {
    const answered = service.call('createTask', { as: buyer, body: POSTING });
    const { taskId, buyerId, cost } = await lastRequest(service, 0);
    expect(await remove(taskId)).toMatchObject({ status: 409, body: { code: 'task-funding' } });
    await service.given('task.funded', taskId, { taskId, buyerId, cost });
    await answered;
    expect(await dataOf(service, 'task.deletion-requested')).toEqual([]);
  });

  it('answers 403 to other buyers and 404 for unknown tasks', async () => {
    const { taskId } = await post(service, buyer);
    for (const as of [other, worker]) expect((await remove(taskId, as)).status).toBe(403);
    expect((await remove('nothing')).status).toBe(404);
    const declined = await post(service, buyer, { outcome: 'insufficient-coins' });
    expect((await remove(declined.taskId)).status).toBe(404);
    expect((await get(taskId)).status).toBe(200);
    expect(await dataOf(service, 'task.deletion-requested')).toEqual([]);
  });

  it('refuses an admin or owner who has left the role', async () => {
    const { taskId } = await post(service, buyer);
    await service.given('user.role-changed', admin.userId, {
      userId: admin.userId,
      from: 'admin',
      to: 'worker',
      roleVersion: 1,
    });
    expect((await remove(taskId, admin)).status).toBe(403);
    expect((await get(taskId)).status).toBe(200);
    await service.given('user.closed', buyer.userId, {
      userId: buyer.userId,
      email: buyer.email,
      role: 'worker',
      roleVersion: 1,
    });
    expect((await remove(taskId)).status).toBe(403);
    expect(await dataOf(service, 'task.deletion-requested')).toEqual([]);
  });

  it('answers 503 when the refund is late; the task stays deleted', async () => {
    await restartAtSpeed(20);
    const { taskId } = await post(service, buyer);
    expect(await remove(taskId)).toMatchObject({ status: 503, body: { code: 'still-underway' } });
    expect((await get(taskId)).status).toBe(404);
    expect((await service.store.collection(tasks).findOne({ _id: taskId }))?.state).toBe('deleting');
  });
});

describe('a waiting call', () => {
  it('continues when the event arrives, not at the next poll', async () => {
    await restartAtSpeed(1 / 40);
    const begun = Date.now();
    const declined = await post(service, buyer, { outcome: 'insufficient-coins' });
    const { taskId, answer } = await post(service, buyer);
    expect([declined.answer.status, answer.status]).toEqual([409, 201]);
    const deletion = service.call('deleteTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.deletion-requested', 1);
    await endDeletion(service, taskId, buyer.userId, 21);
    expect((await deletion).body).toEqual({ deletedCount: 1 });
    expect(Date.now() - begun).toBeLessThan(8_000);
  });
});

describe('totals', () => {
  it('sum visible tasks for buyers and admins', async () => {
    const { taskId } = await post(service, buyer);
    await post(service, buyer, { body: { requiredWorkers: 2, payableAmount: 10 } });
    await post(service, other, { body: { requiredWorkers: 1, payableAmount: 1 } });
    await post(service, buyer, { outcome: 'insufficient-coins' });
    await service.given(
      'submission.created',
      's1',
      submitted(taskId, { version: 1, open: 2, pending: 1, approved: 0 }),
    );
    expect(await service.internal('totals', { actor: buyer })).toEqual({
      buyer: { tasks: 2, openPlaces: 4, committed: 41 },
    });
    expect(await service.internal('totals', { actor: admin })).toEqual({ admin: { committed: 42, tasksInReview: 0 } });
    expect(await service.internal('totals', { actor: worker })).toEqual({});
  });
});
