import { ServiceUnavailableError } from '../upstream/service-client';
import { createBatchPublisher } from './publish-batch';

const FROZEN = { outcome: 'frozen', taskId: 'task', formId: 'form', figures: {}, posting: {} };

const publishing = (frozen: object, status: number) => {
  const calls: string[] = [];
  const publish = createBatchPublisher({
    internal: async (_service, name) => {
      calls.push(name);
      return name === 'freezeBatch' ? frozen : {};
    },
    call: async (_service, operation) => {
      calls.push(operation);
      return { status, headers: {}, body: {} };
    },
  });
  return { calls, answer: publish({ batchId: 'batch', buyerId: 'ann', assertion: undefined }, 'correlation') };
};

describe('the publication of a batch', () => {
  it.each([
    ['is posted', 201, ['freezeBatch', 'createTask']],
    ['has an unknown outcome and stays frozen', 503, ['freezeBatch', 'createTask']],
    [
      'is refused for now, although a concurrent call may post it, and stays frozen',
      403,
      ['freezeBatch', 'createTask'],
    ],
    ['has a fault and can be changed again', 400, ['freezeBatch', 'createTask', 'thawBatch']],
    ['is declined and can be changed again', 409, ['freezeBatch', 'createTask', 'thawBatch']],
  ])('%s', async (_what, status, expected) => {
    const { calls, answer } = publishing(FROZEN, status);
    expect(await answer).toMatchObject({ status });
    expect(calls).toEqual(expected);
  });

  it('stays frozen when the task service refuses the assertion: its task may exist', async () => {
    const { calls, answer } = publishing(FROZEN, 401);
    await expect(answer).rejects.toThrow(ServiceUnavailableError);
    expect(calls).toEqual(['freezeBatch', 'createTask']);
  });

  it('is repeated without another task', async () => {
    const { calls, answer } = publishing({ outcome: 'published', taskId: 'task' }, 500);
    expect(await answer).toMatchObject({ status: 201, body: { insertedId: 'task' } });
    expect(calls).toEqual(['freezeBatch']);
  });
});
