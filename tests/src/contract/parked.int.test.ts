import type { ParkedEvent } from '@piecework/contracts';
import { type TaskDocument, tasks } from '@piecework/task/stores';
import { outcome } from '../support/client';
import { useContractFixture } from '../support/contract';
import { eventually } from '../support/stack';

// Removes a task's document, as a restore of an older backup does, so that events of its submissions fail; later restores it.
const fixture = useContractFixture();

let lost: TaskDocument;
let submissionId: string;
let parked: ParkedEvent;

const taskDocuments = () => fixture().stack.storeOf('task').collection(tasks);
const list = () => fixture().stack.get('listParked', { as: fixture().admin });
const retry = () => fixture().stack.ask('retryParked', { as: fixture().admin, params: { id: parked.id } });

describe('an event that cannot be handled', () => {
  test('is parked after some attempts, and admins see the event, its service and the reason', async () => {
    const { stack, buyer, worker } = fixture();
    const taskId = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 5 });
    await stack.settle();
    lost = (await taskDocuments().findOne({ _id: taskId })) as TaskDocument;
    await taskDocuments().deleteOne({ _id: taskId });
    submissionId = await stack.submit(worker, taskId);
    parked = await eventually('the event is parked', 6000, async () => (await list())[0]);
    expect(parked).toMatchObject({
      id: expect.stringMatching(/^task:/),
      service: 'task',
      type: 'submission.created',
      aggregateId: submissionId,
      reason: expect.stringContaining(taskId),
      attempts: 5,
      waiting: 0,
    });
    const metrics = await (await fetch(`${stack.settings.serviceUrls.task}/metrics`)).text();
    expect(metrics).toContain('piecework_events_parked{service="task"} 1');
  });

  test('blocks later events of its key, and no others', async () => {
    const { stack, buyer, worker, otherWorker } = fixture();
    const before = await stack.balance(worker);
    await stack.decide(buyer, submissionId, 'approved');
    await eventually('the next event of its key waits', 2000, async () =>
      (await list())[0]?.waiting === 1 ? true : undefined,
    );
    await stack.settle();
    expect(await stack.balance(worker)).toBe(before + 5);
    const other = await stack.post(buyer);
    await stack.submit(otherWorker, other);
    await stack.settle();
    expect(await stack.get('getTask', { params: { id: other } })).toMatchObject({ requiredWorkers: 1 });
  });

  test('stays parked when a retry fails again', async () => {
    const answer = await retry();
    expect(outcome(answer)).toBe('409 conflict');
    expect(answer.body).toMatchObject({ message: expect.stringContaining(lost._id) });
    expect(await list()).toHaveLength(1);
  });

  test('a retry after the repair handles it once, with the events waiting behind it', async () => {
    await taskDocuments().insertOne(lost);
    expect((await retry()).body).toEqual({ modifiedCount: 1 });
    expect(outcome(await retry())).toBe('404 not-found');
    expect(await list()).toEqual([]);
    const { stack } = fixture();
    await stack.settle();
    expect(await stack.get('getTask', { params: { id: lost._id } })).toMatchObject({
      requiredWorkers: 0,
      taskStatus: 'completed',
    });
  });
});
