import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  closeAccount,
  decideOn,
  parked,
  placesOf,
  publish,
  startSubmission,
  submitTo,
  submitted,
} from '../../testing/submission.fixtures';

let service: Harness;
const worker = actor('worker');

beforeEach(async () => {
  service = await startSubmission();
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

let tasks = 0;
/** Decided work of the worker. */
const decide = async (decisions: string) => {
  for (const decision of decisions) {
    const taskId = `done-${++tasks}`;
    await publish(service, taskId, 1);
    const id = await submitted(service, taskId, worker);
    await decideOn(service, id, decision === 'A' ? 'approved' : 'reject');
  }
};
const submitUnder = async (minApprovalRate: number) => {
  const taskId = `asked-${++tasks}`;
  await publish(service, taskId, 1, { minApprovalRate });
  const { status, body } = await submitTo(service, taskId, worker);
  return { status, message: body.message, open: (await placesOf(service, taskId))?.open };
};
const TAKEN = { status: 201, message: undefined, open: 0 };

describe('a task that asks for an approval rate', () => {
  it('refuses a worker below it, and takes no place', async () => {
    await decide('AAAR');
    expect(await submitUnder(100)).toEqual(TAKEN);
    await decide('R');
    expect(await submitUnder(61)).toEqual({
      status: 200,
      open: 1,
      message: 'This task needs a 61% approval rate. Yours is 60%.',
    });
    expect(await submitUnder(60)).toEqual(TAKEN);
    expect(await submitUnder(0)).toEqual(TAKEN);
  });

  it('refuses to reserve a place below it, and accepts the work of a reserved one', async () => {
    const reserve = (taskId: string) => service.call('reservePlace', { as: worker, params: { id: taskId } });
    await publish(service, 'before', 1, { minApprovalRate: 90, reserveMinutes: 30 });
    expect((await reserve('before')).status).toBe(201);
    await decide('AAAAR');
    await publish(service, 'after', 1, { minApprovalRate: 81, reserveMinutes: 30 });
    expect(await reserve('after')).toMatchObject({
      status: 200,
      body: { message: 'This task needs a 81% approval rate. Yours is 80%.' },
    });
    expect((await placesOf(service, 'after'))?.open).toBe(1);
    expect((await submitTo(service, 'before', worker)).status).toBe(201);
  });

  it.each([
    ['accepts fewer than five decisions', 'RRRR', 100, true],
    ['refuses five rejections', 'RRRRR', 1, false],
    ['rounds down', 'AARRRR', 34, false],
    ['rounds down to what it accepts', 'AARRRR', 33, true],
  ])('%s', async (_what, decisions, rate, isAccepted) => {
    await decide(decisions);
    expect((await submitUnder(rate)).status).toBe(isAccepted ? 201 : 200);
  });

  it('does not count what a departure decided', async () => {
    const leaving = actor('buyer', 'leaving');
    await decide('AAAA');
    for (const taskId of ['l1', 'l2']) {
      await publish(service, taskId, 1, { buyerId: leaving.userId });
      await submitted(service, taskId, worker);
    }
    await closeAccount(service, leaving);
    await decide('R');
    expect((await submitUnder(81)).status).toBe(200);
    expect(await submitUnder(80)).toEqual(TAKEN);
  });

  it('reports a duplicate and a full task before the rate', async () => {
    await publish(service, 't', 1, { minApprovalRate: 90 });
    await submitted(service, 't', worker);
    await decide('RRRRR');
    expect((await submitTo(service, 't', worker)).body.message).toMatch(/already submitted/);
    await publish(service, 'full', 1, { minApprovalRate: 90 });
    await submitted(service, 'full', actor('worker', 'other'));
    expect((await submitTo(service, 'full', worker)).body.message).toMatch(/places in this task are taken/);
  });
});

it('is in the totals of the worker, and beside an appeal', async () => {
  await decide('AAAAR');
  expect(await service.internal('totals', { actor: worker })).toMatchObject({
    worker: { reviewed: { approved: 4, decided: 5 } },
  });
  const { body } = await service.call('listSubmissions', { as: worker, query: { status: 'reject' } });
  const text = 'The last bird is a rook, as I have written.';
  await service.call('fileAppeal', { as: worker, params: { id: body[0]._id }, body: { text } });
  const appeals = async (as = actor('admin')) => (await service.call('listAppeals', { as })).body[0];
  expect(await appeals()).toMatchObject({ workerStats: { approved: 4, decided: 5 } });
  expect(await appeals(worker)).not.toHaveProperty('workerStats');
});
