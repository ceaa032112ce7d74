// Runs on MongoDB and Kafka too: 200 workers race for a place, and a unique index.
import { HOUR_MS, idOf, systemClock } from '@piecework/base';
import { createManualClock, pause } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
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
  workers,
} from '../../testing/submission.fixtures';
import { submissions } from './submission.store';

let service: Harness;
const worker = actor('worker');
const other = actor('worker', 'other');
const otherBuyer = actor('buyer', 'second');
const admin = actor('admin');

beforeEach(async () => {
  service = await startSubmission();
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

describe('createSubmission', () => {
  it('takes a place and emits the remaining places', async () => {
    await publish(service, 't', 2);
    const answer = await submitTo(service, 't', worker);
    expect(answer).toMatchObject({ status: 201, body: { insertedId: expect.any(String) } });
    expect(await dataOf(service, 'submission.created')).toEqual([
      {
        submissionId: answer.body.insertedId,
        taskId: 't',
        taskTitle: 'Task t',
        workerId: worker.userId,
        buyerId: BUYER.userId,
        payable: 7,
        places: { version: 1, open: 1, pending: 1, approved: 0 },
      },
    ]);
  });

  it('keeps its pictures, and names them in an event', async () => {
    await publish(service, 't', 2);
    const path = '/images/01kaqr9e2w4y6z1x3c7v9bn5ra.webp';
    const attachments = [new URL(path, service.settings.gatewayOrigin).href, `https://i.example.com/a.png`];
    const body = { taskId: 't', submissionDetails: 'Done', attachments };
    const { body: made } = await service.call('createSubmission', { as: worker, body });
    expect(await dataOf(service, 'submission.pictures-attached')).toEqual([
      { submissionId: made.insertedId, workerId: worker.userId, pictures: attachments },
    ]);
    for (const as of [worker, BUYER, admin])
      expect((await service.call('listSubmissions', { as })).body).toMatchObject([
        { attachments: [attachments[0], expect.stringMatching(/\/images\/[0-9a-z]{26}\.webp$/)] },
      ]);
  });

  it.each([undefined, []])('has no pictures without attachments (%j)', async (attachments) => {
    await publish(service, 't', 1);
    const body = { taskId: 't', submissionDetails: 'Done', attachments };
    expect((await service.call('createSubmission', { as: worker, body })).status).toBe(201);
    expect(await dataOf(service, 'submission.pictures-attached')).toEqual([]);
    const [row] = (await service.call('listSubmissions', { as: worker })).body;
    expect(row).not.toHaveProperty('attachments');
  });

  it('ignores fields of the body that the server derives', async () => {
    await publish(service, 't', 1);
    const forged = {
      taskId: 't',
      submissionDetails: ' Done ',
      taskTitle: 'X',
      payableAmount: 9999,
      workerEmail: 'x@y.z',
      workerName: 'X',
      workerId: other.userId,
      buyerName: 'X',
      buyerEmail: 'x@y.z',
      submissionDate: '1-1-1970',
      status: 'approved',
      live: false,
    };
    const { body } = await service.call('createSubmission', { as: worker, body: forged });
    const [row] = (await service.call('listSubmissions', { as: worker })).body;
    const today = new Date();
    expect(row).toEqual({
      _id: body.insertedId,
      changedAt: expect.any(String),
      taskId: 't',
      threadId: 't:user-worker',
      taskTitle: 'Task t',
      payableAmount: 7,
      workerEmail: worker.email,
      workerName: worker.name,
      buyerName: BUYER.name,
      buyerEmail: BUYER.email,
      submissionDetails: 'Done',
      submissionDate: `${today.getUTCDate()}-${today.getUTCMonth() + 1}-${today.getUTCFullYear()}`,
      status: 'pending',
    });
  });

  it('reports a duplicate of the same worker and takes no place', async () => {
    await publish(service, 't', 3);
    await submitted(service, 't', worker);
    const again = await submitTo(service, 't', worker);
    expect(again).toMatchObject({ status: 200, body: { message: expect.stringContaining('already submitted') } });
    expect(again.body).not.toHaveProperty('insertedId');
    expect(await placesOf(service, 't')).toMatchObject({ open: 2, pending: 1 });
  });

  it('refuses the 21st submission of a worker to a task in 24 hours, and no other', async () => {
    await publish(service, 't', 3);
    for (let sent = 0; sent < 20; sent++) await decideOn(service, await submitted(service, 't', worker), 'reject');
    const refused = await submitTo(service, 't', worker);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-submissions' } });
    expect(await placesOf(service, 't')).toMatchObject({ open: 3, pending: 0 });
    await submitted(service, 't', other);
    await publish(service, 'u', 1);
    await submitted(service, 'u', worker);
    const yesterday = { createdAt: Date.now() - 25 * HOUR_MS };
    const first = await service.store.collection(submissions).findOne({ taskId: 't', workerId: worker.userId });
    await service.store.collection(submissions).updateOne({ _id: first?._id ?? '' }, { $set: yesterday });
    await submitted(service, 't', worker);
  });

  it('reports a duplicate after an approval and accepts one after a rejection', async () => {
    await publish(service, 't', 3);
    await decideOn(service, await submitted(service, 't', worker), 'approved');
    expect(await submitTo(service, 't', worker)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    await decideOn(service, await submitted(service, 't', other), 'reject');
    expect((await submitTo(service, 't', other)).status).toBe(201);
    expect(await placesOf(service, 't')).toEqual({ version: 5, open: 1, pending: 1, approved: 1 });
  });

  it('reports a full task', async () => {
    await publish(service, 't', 1);
    await submitted(service, 't', worker);
    expect(await submitTo(service, 't', other)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('taken') },
    });
    expect(await dataOf(service, 'submission.created')).toHaveLength(1);
  });

  it('answers 404 for a deleted task', async () => {
    await publish(service, 't', 1);
    await requestDeletion(service, 't');
    expect(await submitTo(service, 't', worker)).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('closed') },
    });
  });

  it("refuses the caller's own task with 409", async () => {
    await publish(service, 't', 1);
    const asWorker = { ...BUYER, role: 'worker' as const, roleVersion: 1 };
    expect(await submitTo(service, 't', asWorker)).toMatchObject({ status: 409, body: { code: 'own-task' } });
    expect(await placesOf(service, 't')).toMatchObject({ open: 1 });
  });

  it('gives the last place to one of 200 concurrent workers and tells the others that it is taken', async () => {
    await publish(service, 't', 1);
    const answers = await Promise.all(workers(200).map((as) => submitTo(service, 't', as)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 200 && body.message)).toHaveLength(199);
    expect(await dataOf(service, 'submission.created')).toMatchObject([
      { places: { version: 1, open: 0, pending: 1, approved: 0 } },
    ]);
    expect(await service.store.collection(submissions).countDocuments({})).toBe(1);
  });

  it('creates one submission of 20 concurrent calls of one worker', async () => {
    await publish(service, 't', 50);
    const answers = await Promise.all(Array.from({ length: 20 }, () => submitTo(service, 't', worker)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await placesOf(service, 't')).toMatchObject({ open: 49, pending: 1 });
  });

  it('answers a repeat with the same Idempotency-Key alike, concurrent or later', async () => {
    await publish(service, 't', 5);
    const answers = await Promise.all([1, 2, 3].map(() => submitTo(service, 't', worker, 'k')));
    answers.push(await submitTo(service, 't', worker, 'k'));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.insertedId}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await dataOf(service, 'submission.created')).toHaveLength(1);
  });

  it('requires the worker role and details', async () => {
    await publish(service, 't', 1);
    for (const as of [BUYER, admin]) expect((await submitTo(service, 't', as)).status).toBe(403);
    const answer = await service.call('createSubmission', {
      as: worker,
      body: { taskId: 't', submissionDetails: ' ' },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Submission Details URL is required' } });
  });

  it('refuses a worker who has left the role', async () => {
    await publish(service, 't', 2);
    await changeRole(service, worker, 'admin');
    await closeAccount(service, other);
    expect((await submitTo(service, 't', worker)).status).toBe(403);
    expect((await submitTo(service, 't', other)).status).toBe(403);
    expect(await placesOf(service, 't')).toMatchObject({ open: 2 });
  });

  it('stores the title that the task has at the time', async () => {
    await publish(service, 't', 2);
    await submitted(service, 't', worker);
    await service.given('task.edited', 't', { taskId: 't', title: 'Renamed' });
    await submitted(service, 't', other);
    const rows = (await service.call('listSubmissions', { as: BUYER })).body;
    expect(rows.map(({ taskTitle }: { taskTitle: string }) => taskTitle)).toEqual(['Renamed', 'Task t']);
  });
});

describe('createSubmission for an unknown task', () => {
  /** Waiting calls resolve only when `clock` advances. */
  const startStill = async (env?: Record<string, string>) => {
    const clock = createManualClock();
    const still = await startSubmission({ clock, ...(env && { env }) });
    return { clock, still, idOfAge: (ms: number) => idOf(clock.now() - ms, 0n) };
  };
  const pollPause = () => pause(100);

  it('waits for the task', async () => {
    const soon = service.ids.next();
    const answered = submitTo(service, soon, worker);
    await publish(service, soon, 1);
    expect((await answered).status).toBe(201);
  });

  it('continues when the event arrives, not at the next poll', async () => {
    const slow = await startSubmission({ clock: { now: Date.now, after: (ms, fn) => systemClock.after(ms * 40, fn) } });
    const soon = slow.ids.next();
    const answered = submitTo(slow, soon, worker);
    const begun = Date.now();
    await publish(slow, soon, 1);
    expect((await answered).status).toBe(201);
    expect(Date.now() - begun).toBeLessThan(5_000);
    await slow.stop();
  });

  it('times out after two seconds', async () => {
    const { clock, still, idOfAge } = await startStill();
    let answer: { status: number } | undefined;
    const answered = submitTo(still, idOfAge(0), worker).then((given) => {
      answer = given;
    });
    // Reads take real time, so the clock advances in the call's poll interval.
    for (let waited = 0; waited < 1750; waited += 250) {
      await pollPause();
      await clock.advance(250);
    }
    await pollPause();
    expect(answer).toBeUndefined();
    await clock.advance(250);
    await answered;
    expect(answer).toMatchObject({ status: 404 });
    await still.stop();
  });

  it('answers at once unless the id was created in the last ten seconds', async () => {
    const { still, idOfAge } = await startStill();
    const wellFormed = idOfAge(0);
    for (const taskId of ['never', wellFormed.toUpperCase(), idOfAge(10_000), idOfAge(-5_000), idOf(0, 0n)])
      expect(await submitTo(still, taskId, worker)).toMatchObject({
        status: 404,
        body: { message: expect.stringContaining('doesn’t exist') },
      });
    await still.stop();
  });

  it('limits the waiting calls per account and in total, and answers 429 beyond', async () => {
    const { clock, still, idOfAge } = await startStill({
      RATE_LIMITS: 'submissionWaitsPerAccount=2,submissionWaits=3',
    });
    const taskId = idOfAge(0);
    const answers: number[] = [];
    const ask = (as: typeof worker) =>
      submitTo(still, taskId, as).then(({ status, headers }) => {
        answers.push(status);
        if (status === 429) expect(headers['retry-after']).toBe('1');
      });
    const asked = [worker, worker, worker, worker, other, other].map(ask);
    for (let polls = 0; answers.length < 3 && polls < 30; polls++) await pollPause();
    expect(answers).toEqual([429, 429, 429]);
    // Advances far slower than real time: transaction retries use this clock.
    let isOver = false;
    const ticking = (async () => {
      for (; !isOver; await pause(20)) await clock.advance(2);
    })();
    await publish(still, taskId, 9);
    await Promise.all(asked);
    expect(answers.slice(3).sort()).toEqual([200, 201, 201]);
    await ask(worker);
    expect(answers.at(-1)).toBe(200);
    isOver = true;
    await ticking;
    await still.stop();
  });
});

describe('decideSubmissions', () => {
  const decideAll = (decisions: object[], as = BUYER) => service.call('decideSubmissions', { as, body: { decisions } });
  const reject = (id: string) => ({ id, status: 'reject', reasonCode: 'wrong' });
  const approve = (id: string) => ({ id, status: 'approved' });

  it('decides each submission once, whatever the rows say later', async () => {
    await publish(service, 't', 3);
    const [first = '', second = ''] = await Promise.all(workers(2).map((as) => submitted(service, 't', as)));
    const back = await submitted(service, 't', other);
    const note = 'Please name the last bird too.';
    await service.call('requestRevision', { as: BUYER, params: { id: back }, body: { note } });
    const { body } = await decideAll([approve(first), reject(first), approve(first), reject(second), reject(back)]);
    expect(body.results).toEqual([
      { id: first, modifiedCount: 1 },
      { id: first, modifiedCount: 0, code: 'already-decided' },
      { id: first, modifiedCount: 0 },
      { id: second, modifiedCount: 1 },
      { id: back, modifiedCount: 0, code: 'awaiting-revision' },
    ]);
    expect(await dataOf(service, 'submission.approved')).toMatchObject([{ submissionId: first }]);
    expect(await dataOf(service, 'submission.rejected')).toMatchObject([{ submissionId: second, reasonCode: 'wrong' }]);
    expect(await placesOf(service, 't')).toEqual({ version: 5, open: 1, pending: 1, approved: 1 });
  });

  it('decides nothing of another buyer, and no row twice in concurrent calls', async () => {
    await publish(service, 't', 2);
    const ids = await Promise.all(workers(2).map((as) => submitted(service, 't', as)));
    const foreign = await decideAll(ids.map(approve), otherBuyer);
    expect(foreign.body.results).toEqual(ids.map((id) => ({ id, modifiedCount: 0, code: 'not-found' })));
    const answers = await Promise.all([decideAll(ids.map(approve)), decideAll(ids.map(reject))]);
    const modified = answers.map(({ body }) =>
      body.results.reduce((sum: number, row: { modifiedCount: number }) => sum + row.modifiedCount, 0),
    );
    expect(modified.sort()).toEqual([0, 2]);
    expect((await placesOf(service, 't'))?.version).toBe(4);
  });
});

describe('decideSubmission', () => {
  it('approves once', async () => {
    await publish(service, 't', 2);
    const id = await submitted(service, 't', worker);
    expect(await decideOn(service, id, 'approved')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await decideOn(service, id, 'approved')).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect(await decideOn(service, id, 'reject')).toMatchObject({ status: 409, body: { code: 'already-decided' } });
    expect(await dataOf(service, 'submission.approved')).toEqual([
      {
        submissionId: id,
        taskId: 't',
        taskTitle: 'Task t',
        workerId: worker.userId,
        buyerId: BUYER.userId,
        payable: 7,
        places: { version: 2, open: 1, pending: 0, approved: 1 },
        decidedBy: 'buyer',
        waitedMs: expect.any(Number),
      },
    ]);
    expect(await dataOf(service, 'submission.rejected')).toEqual([]);
  });

  it('rejects once and reopens the place', async () => {
    await publish(service, 't', 1);
    const id = await submitted(service, 't', worker);
    expect((await decideOn(service, id, 'reject')).body).toEqual({ modifiedCount: 1 });
    expect((await decideOn(service, id, 'reject')).body).toEqual({ modifiedCount: 0 });
    expect((await decideOn(service, id, 'approved')).status).toBe(409);
    expect(await dataOf(service, 'submission.rejected')).toMatchObject([
      { submissionId: id, placeReturned: true, places: { version: 2, open: 1, pending: 0, approved: 0 } },
    ]);
    expect((await submitTo(service, 't', other)).status).toBe(201);
  });

  it('rejects on a deleted task without reopening the place, whose coins stay for an appeal', async () => {
    await publish(service, 't', 2);
    const id = await submitted(service, 't', worker);
    await requestDeletion(service, 't');
    expect((await decideOn(service, id, 'reject')).body).toEqual({ modifiedCount: 1 });
    expect(await dataOf(service, 'submission.rejected')).toMatchObject([
      { placeReturned: true, places: { version: 3, open: 0, pending: 0, approved: 0, kept: 1 } },
    ]);
  });

  it('makes one decision of 20 concurrent calls', async () => {
    await publish(service, 't', 2);
    const id = await submitted(service, 't', worker);
    const wanted = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'approved' : 'reject') as 'approved' | 'reject');
    const answers = await Promise.all(wanted.map((status) => decideOn(service, id, status)));
    expect(answers.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.modifiedCount === 0)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
    expect([
      ...(await dataOf(service, 'submission.approved')),
      ...(await dataOf(service, 'submission.rejected')),
    ]).toHaveLength(1);
    expect((await placesOf(service, 't'))?.version).toBe(2);
  });

  it('requires the buyer of the task, in the buyer role', async () => {
    await publish(service, 't', 1);
    const id = await submitted(service, 't', worker);
    for (const as of [otherBuyer, worker, admin])
      expect((await decideOn(service, id, 'approved', as)).status).toBe(403);
    expect((await decideOn(service, 'nothing', 'approved')).status).toBe(404);
    const answer = await service.call('decideSubmission', { as: BUYER, params: { id }, body: { status: 'pending' } });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Status must be approved or reject' } });
    expect(await statusOf(service, id)).toBe('pending');
  });

  it('refuses a buyer who has left the role', async () => {
    await publish(service, 't', 1);
    await changeRole(service, BUYER, 'worker');
    const id = await submitted(service, 't', worker);
    expect((await decideOn(service, id, 'reject')).status).toBe(403);
    expect(await statusOf(service, id)).toBe('pending');
  });
});

describe('listSubmissions and countSubmissions', () => {
  const list = (as: typeof worker, query: object = {}) =>
    service.call('listSubmissions', { as, query: query as Record<string, unknown> });
  const ids = ({ body }: { body: { _id: string }[] }) => body.map(({ _id }) => _id);

  it("answer the caller's own submissions, newest first", async () => {
    await publish(service, 't', 5);
    await publish(service, 'u', 5, { buyerId: otherBuyer.userId, buyerEmail: otherBuyer.email, payable: 9 });
    const first = await submitted(service, 't', worker);
    const second = await submitted(service, 't', other);
    const third = await submitted(service, 'u', worker);
    const seen = [
      [worker, [third, first]],
      [other, [second]],
      [BUYER, [second, first]],
      [otherBuyer, [third]],
      [admin, [third, second, first]],
    ] as const;
    for (const [as, expected] of seen) {
      const answer = await list(as);
      expect(ids(answer)).toEqual(expected);
      expect(answer.headers['x-total-count']).toBe(String(expected.length));
      expect((await service.call('countSubmissions', { as })).body).toEqual({ count: expected.length });
    }
    expect(ids(await list(actor('worker', 'unknown')))).toEqual([]);
    expect((await service.call('listSubmissions')).status).toBe(401);
    expect((await service.call('countSubmissions')).status).toBe(401);
    expect(ids(await list(admin, { sort: 'pay' }))).toEqual([third, second, first]);
    await publish(service, 'v', 1, { payable: 8 });
    const cheap = await submitted(service, 'v', worker);
    expect(ids(await list(worker, { sort: 'pay' }))).toEqual([third, cheap, first]);
  });

  it('answer pages with start, as the reference client asks, and the complete list without', async () => {
    await publish(service, 't', 50);
    for (const as of workers(12)) await submitted(service, 't', as);
    const all = ids(await list(BUYER));
    expect(all).toHaveLength(12);
    expect(ids(await list(BUYER, { start: '0' }))).toEqual(all.slice(0, 10));
    const second = await list(BUYER, { start: '10' });
    expect(ids(second)).toEqual(all.slice(10));
    expect(second.headers['x-total-count']).toBe('12');
    expect(ids(await list(BUYER, { start: '20' }))).toEqual([]);
    expect(ids(await list(BUYER, { limit: '3', offset: '2' }))).toEqual(all.slice(2, 5));
    expect(ids(await list(BUYER, { limit: '3', start: '2' }))).toEqual(all.slice(2, 5));
  });

  it("filter within the caller's submissions", async () => {
    await publish(service, 't', 5);
    await publish(service, 'u', 5, { buyerId: otherBuyer.userId, title: 'Ünique (1+1)' });
    const first = await submitted(service, 't', worker);
    const second = await submitted(service, 'u', worker);
    await submitted(service, 'u', other);
    await decideOn(service, first, 'approved');
    expect(ids(await list(worker, { status: 'approved' }))).toEqual([first]);
    expect(ids(await list(worker, { status: 'reject' }))).toEqual([]);
    expect(ids(await list(worker, { taskId: 'u' }))).toEqual([second]);
    expect(ids(await list(BUYER, { taskId: 'u' }))).toEqual([]);
    expect(ids(await list(worker, { q: 'üNIQUE (1+1)' }))).toEqual([second]);
    expect(ids(await list(BUYER, { q: 'THE WORKER' }))).toEqual([first]);
    expect(ids(await list(worker, { q: 'the other' }))).toEqual([]);
    expect((await list(worker, { status: 'paid' })).status).toBe(400);
  });
});

describe('totals', () => {
  it('count pending and approved submissions and sum the earned coins', async () => {
    await publish(service, 't', 5);
    await publish(service, 'u', 5, { payable: 100 });
    await publish(service, 'v', 5, { payable: 1000 });
    await decideOn(service, await submitted(service, 't', worker), 'approved');
    await decideOn(service, await submitted(service, 'u', worker), 'approved');
    await decideOn(service, await submitted(service, 'v', worker), 'reject');
    await submitted(service, 'v', worker);
    await decideOn(service, await submitted(service, 'v', other), 'approved');
    expect(await service.internal('totals', { actor: worker })).toEqual({
      worker: {
        submissions: 4,
        pending: 1,
        approved: 2,
        earned: 107,
        sentBack: 0,
        reviewed: { approved: 2, decided: 3 },
        pendingCoins: 1000,
      },
    });
    expect(await service.internal('totals', { actor: BUYER })).toEqual({ buyer: { pendingSubmissions: 1 } });
    expect(await service.internal('totals', { actor: otherBuyer })).toEqual({ buyer: { pendingSubmissions: 0 } });
    expect(await service.internal('totals', { actor: admin })).toEqual({ admin: { openAppeals: 0 } });
  });
});
