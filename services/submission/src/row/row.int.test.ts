import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { publishBatch, takePage, withApprovedWork, workOnce } from '../../testing/batch.fixtures';
import { BUYER, startSubmission } from '../../testing/submission.fixtures';

const worker = actor('worker');
let service: Harness;
beforeEach(async () => {
  service = await startSubmission();
  await withApprovedWork(service, [worker]);
});
afterEach(() => service.stop());

it.each(['listRows', 'exportRows', 'exportRowsJsonl', 'exportAnswers', 'exportAnswersJsonl'] as const)(
  '%s is for the owner and admins: a worker of the batch reads the held pages alone',
  async (operation) => {
    const taskId = await publishBatch(service, 3);
    await workOnce(service, taskId, worker);
    await takePage(service, taskId, worker);
    const read = async (as: typeof worker) => (await service.call(operation, { as, params: { id: taskId } })).status;
    for (const as of [BUYER, actor('admin')]) expect(await read(as)).toBe(200);
    for (const as of [actor('buyer', 'other'), worker]) expect([403, 404]).toContain(await read(as));
  },
);
