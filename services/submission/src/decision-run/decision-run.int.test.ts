// Runs on MongoDB and Kafka too: a run decides in many transactions.
import { Readable } from 'node:stream';
import { type Clock, DAY_MS, silentLog, systemClock } from '@piecework/base';
import { MAX_DECISIONS } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import { type Harness, sweepOnce } from '@piecework/service-runtime/testing';
import {
  answerPage,
  pendingBatch,
  publishBatch,
  takePage,
  withApprovedWork,
  workOnce,
} from '../../testing/batch.fixtures';
import {
  BUYER,
  changeRole,
  dataOf,
  decideOn,
  parked,
  placesOf,
  requestDeletion,
  startSubmission,
  workers,
} from '../../testing/submission.fixtures';
import { createPlacesInvariantChecks } from '../places/places.invariant-checks';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { autoApproval } from '../submission/submission.timers';
import { LEASE_MS } from './decision-run';
import { decisionMarks } from './decision-run.store';
import { createDecisionRunTimer, oldDecisionRuns } from './decision-run.timers';

/** Three chunks. */
const ANSWERS = 2 * MAX_DECISIONS + 20;
const OTHER_BUYER = actor('buyer', 'other-buyer');
const [ANN, BEN] = workers(2) as [ReturnType<typeof actor>, ReturnType<typeof actor>];
const WRONG = { reasonCode: 'wrong', reasonText: 'Without tax' } as const;

let leapt = 0;
/** The service does not sweep: the test does. */
const clock: Clock = {
  now: () => systemClock.now() + leapt,
  after: (ms, fn) => (ms >= 5_000 ? () => {} : systemClock.after(ms, fn)),
};
const timer = createDecisionRunTimer({ clock });

let service: Harness;
beforeEach(async () => {
  leapt = 0;
  service = await startSubmission({ clock });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  const checks = createPlacesInvariantChecks({ store: service.store, log: silentLog });
  expect(await checks.piecework_places_balanced?.holds()).toBe(true);
  await service.stop();
});

const start = async (taskId: string, body: object, as = BUYER) =>
  service.call('startDecisions', { as, params: { id: taskId }, body });
const started = async (taskId: string, body: object): Promise<string> => {
  const answer = await start(taskId, body);
  if (answer.status !== 201) throw new Error(`not started: ${JSON.stringify(answer.body)}`);
  return answer.body.insertedId;
};
const rejectAnn = { decision: 'reject', rule: { workers: [ANN.userId] }, ...WRONG };
const upload = (taskId: string, lines: readonly string[], query: object = {}) => {
  const raw = Readable.from([Buffer.from(['submission,decision,reason,reason text', ...lines].join('\n'))]);
  return service.call('decideByFile', { as: BUYER, params: { id: taskId }, query: { ...query }, raw });
};
const runOf = async (taskId: string, run: string) =>
  (await service.call('getDecisions', { as: BUYER, params: { id: taskId, run } })).body;
const sweep = () => sweepOnce(timer, service, { clock });
const answersOf = (taskId: string, filter: object = {}): Promise<SubmissionDocument[]> =>
  service.store.collection(submissions).find({ taskId, ...filter }, { sort: { createdAt: 1 } });
const counted = async (taskId: string) => {
  const all = await answersOf(taskId);
  const of = (status: string) => all.filter((answer) => answer.status === status).length;
  return { pending: of('pending'), approved: of('approved'), reject: of('reject') };
};
const NONE = { approved: 0, rejected: 0, leftPending: 0, alreadyDecided: 0 };

describe('a rule', () => {
  it('selects pending answers by worker and page, and a dry run counts people and coins', async () => {
    const taskId = await pendingBatch(service, 6, [ANN, BEN]);
    const [first, second] = await answersOf(taskId);
    await service.call('requestRevision', {
      as: BUYER,
      params: { id: first?._id ?? '' },
      body: { note: 'Please add the tax.' },
    });
    await decideOn(service, second?._id ?? '', 'approved');
    const estimate = async (body: object) => (await start(taskId, { ...body, dryRun: true })).body;
    const empty = { answers: 0, people: 0, coins: 0, workers: [] };
    const left = { awaitingRevision: 0, alreadyDecided: 0 };
    expect(await estimate({ decision: 'approve' })).toEqual({
      approve: {
        answers: 5,
        people: 2,
        coins: 35,
        workers: [
          { workerId: ANN.userId, workerName: ANN.name, answers: 3, coins: 21 },
          { workerId: BEN.userId, workerName: BEN.name, answers: 2, coins: 14 },
        ],
      },
      reject: empty,
      ...left,
    });
    expect(await estimate({ decision: 'reject', rule: { workers: [ANN.userId], pages: [1, 2, 3] } })).toEqual({
      approve: empty,
      reject: {
        answers: 1,
        people: 1,
        coins: 7,
        workers: [{ workerId: ANN.userId, workerName: ANN.name, answers: 1, coins: 7 }],
      },
      ...left,
      awaitingRevision: 1,
    });
    expect(await counted(taskId)).toEqual({ pending: 5, approved: 1, reject: 0 });
    const run = await started(taskId, { decision: 'reject', rule: { pages: [1, 3, 5] }, reasonCode: 'copied' });
    expect(await runOf(taskId, run)).toMatchObject({
      ...NONE,
      decision: 'reject',
      total: 3,
      rejected: 2,
      leftPending: 1,
    });
    expect(await counted(taskId)).toEqual({ pending: 3, approved: 1, reject: 2 });
  });

  it('approves the answers that agree with what most workers gave, and none of a worker alone', async () => {
    const all = workers(3);
    await withApprovedWork(service, all);
    const taskId = await publishBatch(service, 2, { overlap: { max: 3 } });
    for (const [at, worker] of all.entries()) {
      await takePage(service, taskId, worker);
      await answerPage(service, taskId, 1, worker, [at === 2 ? '9' : '1.0']);
    }
    await workOnce(service, taskId, ANN);
    const run = await started(taskId, { decision: 'approve', rule: { agreesAtLeast: 1 } });
    expect(await runOf(taskId, run)).toMatchObject({ ...NONE, total: 2, approved: 2 });
    expect(await answersOf(taskId, { status: 'pending' })).toMatchObject([
      { page: 1, answers: [{ total: '9' }] },
      { page: 2 },
    ]);
    const refused = await start(taskId, { ...rejectAnn, rule: { workers: [ANN.userId], agreesAtLeast: 1 } });
    expect(refused.body.errors).toMatchObject([{ field: 'rule.agreesAtLeast' }]);
  });

  it('decides each answer as a single call does', async () => {
    const taskId = await pendingBatch(service, 4, [ANN, BEN]);
    const [a, b, c, d] = await answersOf(taskId);
    await service.call('decideSubmission', {
      as: BUYER,
      params: { id: a?._id ?? '' },
      body: { status: 'reject', ...WRONG },
    });
    await decideOn(service, b?._id ?? '', 'approved');
    await started(taskId, rejectAnn);
    await started(taskId, { decision: 'approve', rule: { pages: [4] } });
    const decided = await answersOf(taskId);
    const alike = ({ _id, page, createdAt, decidedAt, changedAt, appealableUntil, ...rest }: SubmissionDocument) => ({
      ...rest,
      until: appealableUntil === undefined ? undefined : appealableUntil - (decidedAt ?? 0),
    });
    const of = (one: SubmissionDocument | undefined) =>
      decided.find(({ _id }) => _id === one?._id) as SubmissionDocument;
    expect(alike(of(c))).toEqual(alike(of(a)));
    expect(alike(of(d))).toEqual(alike(of(b)));
    const facts = ({
      submissionId,
      page,
      places,
      waitedMs,
      ...rest
    }: {
      submissionId: string;
      page?: number;
      places: unknown;
      waitedMs: number;
    }) => rest;
    const [byCall, byRun] = (await dataOf(service, 'submission.rejected')).map(facts);
    expect(byRun).toEqual(byCall);
    expect(await placesOf(service, taskId)).toMatchObject({ open: 2, pending: 0, approved: 2 });
  });

  it('is only for the owner of a batch, and rejects only named workers or pages for a reason', async () => {
    const taskId = await pendingBatch(service, 1, [ANN]);
    for (const [id, as] of [
      [taskId, OTHER_BUYER],
      ['nothing', BUYER],
    ] as const)
      expect((await start(id, { decision: 'approve' }, as)).body.code).toBe('not-found');
    const faults = async (body: object) => (await start(taskId, body)).body.errors;
    expect(await faults({ decision: 'reject', ...WRONG })).toMatchObject([{ field: 'rule' }]);
    expect(await faults({ ...rejectAnn, reasonCode: undefined })).toMatchObject([{ field: 'reasonCode' }]);
    expect(await faults({ ...rejectAnn, reasonCode: 'other', reasonText: 'No' })).toMatchObject([
      { field: 'reasonText' },
    ]);
    const run = await started(taskId, { decision: 'approve' });
    for (const params of [
      { id: 'other', run },
      { id: taskId, run: 'none' },
    ])
      expect((await service.call('getDecisions', { as: BUYER, params })).status).toBe(404);
    expect((await service.call('listDecisions', { as: BUYER, params: { id: taskId } })).body).toMatchObject([
      { _id: run },
    ]);
    leapt = 91 * DAY_MS;
    await sweepOnce(oldDecisionRuns, service, { clock });
    expect((await service.call('listDecisions', { as: BUYER, params: { id: taskId } })).body).toEqual([]);
  });
});

describe('a run of several chunks', () => {
  it('goes on after a crash, and does nothing twice', async () => {
    const taskId = await pendingBatch(service, ANSWERS, [ANN]);
    const run = await started(taskId, rejectAnn);
    expect(await runOf(taskId, run)).toMatchObject({ ...NONE, total: ANSWERS, rejected: MAX_DECISIONS });
    await service.restart();
    await Promise.all([sweep(), sweep()]);
    expect(await runOf(taskId, run)).toMatchObject({ ...NONE, rejected: ANSWERS, finishedAt: expect.any(String) });
    expect(await counted(taskId)).toEqual({ pending: 0, approved: 0, reject: ANSWERS });
    const told = (await dataOf(service, 'submission.rejected')).map(({ submissionId }) => submissionId);
    expect(new Set(told).size).toBe(told.length);
    expect(told).toHaveLength(ANSWERS);
    const progress = await dataOf(service, 'decisions.advanced');
    expect(progress.map(({ done, isFinished }) => [done, isFinished])).toEqual([
      [MAX_DECISIONS, false],
      [2 * MAX_DECISIONS, false],
      [ANSWERS, true],
    ]);
  });

  it('is left to the replica that works on it until its lease ends', async () => {
    const taskId = await pendingBatch(service, ANSWERS, [ANN]);
    const run = await started(taskId, rejectAnn);
    // A replica that ends after its first chunk.
    const [due] = await timer.due(service.store, clock.now(), { limit: 1 });
    await service.transact(
      async (unit) => void (await timer.fire({ ...unit, emit: () => {} } as never, [due?.id ?? ''], clock.now())),
    );
    await sweep();
    expect(await runOf(taskId, run)).toMatchObject({ rejected: 2 * MAX_DECISIONS });
    leapt = LEASE_MS;
    await sweep();
    expect(await runOf(taskId, run)).toMatchObject({ rejected: ANSWERS });
  });

  it('skips what is decided, sent back or resubmitted meanwhile, and no later answer', async () => {
    const taskId = await pendingBatch(service, ANSWERS, [ANN], ANSWERS + 1);
    const run = await started(taskId, rejectAnn);
    const [one, two, three, ...rest] = await answersOf(taskId, { status: 'pending' });
    await decideOn(service, one?._id ?? '', 'approved');
    const note = 'Please add the tax.';
    for (const answer of [two, three])
      await service.call('requestRevision', { as: BUYER, params: { id: answer?._id ?? '' }, body: { note } });
    leapt = 10;
    const answers = [{ total: '2' }];
    await service.call('resubmit', { as: ANN, params: { id: three?._id ?? '' }, body: { answers } });
    const overdue = rest.slice(0, 5).map(({ _id }) => _id);
    await service.store.collection(submissions).updateMany({ _id: { $in: overdue } }, { $set: { autoApproveAt: 1 } });
    await sweepOnce(autoApproval, service, { clock });
    await workOnce(service, taskId, ANN);
    await sweep();
    expect(await runOf(taskId, run)).toMatchObject({
      total: ANSWERS,
      rejected: ANSWERS - 8,
      leftPending: 2,
      alreadyDecided: 6,
    });
    expect(await counted(taskId)).toEqual({ pending: 3, approved: 6, reject: ANSWERS - 8 });
  });

  it('shares the answers with another run, and decides none twice', async () => {
    const taskId = await pendingBatch(service, ANSWERS, [ANN, BEN]);
    const approves = await started(taskId, { decision: 'approve' });
    const rejects = await started(taskId, rejectAnn);
    await Promise.all([sweep(), sweep()]);
    const [approved, rejected] = [await runOf(taskId, approves), await runOf(taskId, rejects)];
    const { pending, ...decided } = await counted(taskId);
    expect([pending, decided]).toEqual([0, { approved: approved.approved, reject: rejected.rejected }]);
    expect(approved.approved + approved.alreadyDecided).toBe(ANSWERS);
    expect(rejected.rejected + rejected.alreadyDecided).toBe(rejected.total);
    expect(rejected.rejected).toBeGreaterThan(0);
  });

  it('ends when its buyer leaves the role, which approves the rest', async () => {
    const taskId = await pendingBatch(service, ANSWERS, [ANN]);
    await started(taskId, rejectAnn);
    await changeRole(service, BUYER, 'worker');
    await requestDeletion(service, taskId, 'owner-left');
    await sweep();
    expect(await counted(taskId)).toEqual({ pending: 0, approved: ANSWERS - MAX_DECISIONS, reject: MAX_DECISIONS });
    const { body } = await start(taskId, { decision: 'approve' });
    expect(body.code).toBe('forbidden');
    expect(await timer.due(service.store, clock.now() + DAY_MS, { limit: 1 })).toEqual([]);
  });
});

describe('a reviewed file', () => {
  it('is checked whole, counted by a dry run, and decided like a rule', async () => {
    const taskId = await pendingBatch(service, ANSWERS, [ANN]);
    const answers = await answersOf(taskId);
    const lines = answers.map(({ _id }, at) => `${_id},${at % 2 === 0 ? 'approve' : 'reject'},wrong,"'=Without tax"`);
    await decideOn(service, answers[0]?._id ?? '', 'reject');
    const other = await publishBatch(service, 1);
    await workOnce(service, other, BEN);
    const [elsewhere] = await answersOf(other);
    const faulty = await upload(taskId, [...lines, `${elsewhere?._id},approve`, 'nothing,approve']);
    const message = 'This batch has no answer with this id';
    expect([faulty.status, faulty.body.errors]).toEqual([
      400,
      [ANSWERS + 2, ANSWERS + 3].map((row) => ({ field: `rows.${row}.submission`, message })),
    ]);
    expect(await counted(taskId)).toMatchObject({ pending: ANSWERS - 1 });
    expect((await upload(taskId, lines, { dryRun: '1' })).body).toMatchObject({
      approve: { answers: ANSWERS / 2 - 1, people: 1, coins: (ANSWERS / 2 - 1) * 7 },
      reject: { answers: ANSWERS / 2 },
      alreadyDecided: 1,
    });
    const { status, body } = await upload(taskId, lines);
    expect(status).toBe(201);
    await service.restart();
    await sweep();
    const run = await runOf(taskId, body.insertedId);
    expect(run).toMatchObject({ total: ANSWERS, approved: ANSWERS / 2 - 1, rejected: ANSWERS / 2, alreadyDecided: 1 });
    expect(run).not.toHaveProperty('decision');
    expect((await answersOf(taskId))[1]?.reason).toEqual({ code: 'wrong', text: '=Without tax' });
    expect(await service.store.collection(decisionMarks).countDocuments({})).toBe(0);
  });

  it('goes through the download, formulas with it', async () => {
    const taskId = await pendingBatch(service, 3, [ANN]);
    const [first] = await answersOf(taskId);
    const body = { status: 'reject', reasonCode: 'other', reasonText: '=SUM(1) is missing' };
    await service.call('decideSubmission', { as: BUYER, params: { id: first?._id ?? '' }, body });
    const { body: file } = await service.call('exportAnswers', { as: BUYER, params: { id: taskId } });
    const [head = '', ...lines] = (file as string).replace('\ufeff', '').split('\r\n').filter(Boolean);
    const at = head.split(',').indexOf('decision');
    const filled = lines.map((line) => line.split(',').map((cell, column) => (column === at ? 'reject' : cell)));
    const reason = head.split(',').indexOf('reason');
    const reviewed = filled.map((cells) =>
      cells.map((cell, column) => (column === reason && cell === '' ? 'wrong' : cell)),
    );
    const raw = Readable.from([Buffer.from([head, ...reviewed.map((cells) => cells.join(','))].join('\r\n'))]);
    const answer = await service.call('decideByFile', { as: BUYER, params: { id: taskId }, raw });
    expect(await runOf(taskId, answer.body.insertedId)).toMatchObject({
      ...NONE,
      total: 3,
      rejected: 2,
      alreadyDecided: 1,
    });
  });
});
