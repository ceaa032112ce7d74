import { publishBatch } from '../support/batches';
import type { OperationTests } from '../support/contract';
import type { Person } from '../support/people';
import type { ContractFixture } from '../support/samples';

/** Contract tests of reservations. */
export const reservationTests = (fixture: () => ContractFixture) => {
  const posted = async (changes: Parameters<ContractFixture['stack']['post']>[1] = {}) => {
    const { stack, buyer } = fixture();
    const id = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 2, ...changes });
    await stack.settle();
    return id;
  };
  const reserve = (as: Person, id: string) => fixture().stack.ask('reservePlace', { as, params: { id } });
  const listOf = (as: Person) => fixture().stack.get('listReservations', { as });
  const newcomer = () => fixture().stack.newcomer('worker');

  return {
    reservePlace: {
      differentRequest: async () => ({ params: { id: await posted() } }),
      tests: () => {
        test('of a batch is the page held longest, or another one besides those that the worker has', async () => {
          const { stack, buyer } = fixture();
          const worker = await newcomer();
          const id = await publishBatch(stack, buyer);
          const take = (query: { besides?: string } = {}) =>
            stack.ask('reservePlace', { as: worker, params: { id }, query });
          expect((await take({ besides: '1,' })).body).toMatchObject({ errors: [{ field: 'besides' }] });
          const first = await take();
          expect(first).toMatchObject({ status: 201, body: { page: { number: 1, pages: 2 } } });
          expect((await take()).body).toEqual(first.body);
          expect((await take({ besides: '1' })).body).toMatchObject({ page: { number: 2 } });
          expect((await take({ besides: '1,2' })).status).toBe(200);
          expect((await listOf(worker)).map(({ page }) => page).sort()).toEqual([1, 2]);
          expect(await stack.get('returnPlace', { as: worker, params: { id } })).toEqual({ deletedCount: 2 });
          expect(await listOf(worker)).toEqual([]);
        });
      },
    },
    returnPlace: {},
    releasePlaces: {},
    listReservations: {
      tests: () => {
        test("shows the caller's places only, the one that ends next first", async () => {
          const [worker, other] = [await newcomer(), await newcomer()];
          const [late, soon] = [
            await posted({ reserveMinutes: 90 }),
            await posted({ reserveMinutes: 10, taskTitle: 'Soon' }),
          ];
          await reserve(worker, late);
          await reserve(worker, soon);
          expect((await listOf(worker)).map(({ taskId }) => taskId)).toEqual([soon, late]);
          expect((await listOf(worker))[0]).toMatchObject({ taskTitle: 'Soon', payableAmount: 2 });
          expect(await listOf(other)).toEqual([]);
        });
      },
    },
    createBlock: {
      invalidValues: { submissionId: idFaults('Submission'), taskId: idFaults('Task'), workerId: idFaults('Worker') },
      tests: () => {
        test('keeps a worker out of the tasks of the buyer, in lists and at the task too', async () => {
          const { stack, buyer } = fixture();
          const worker = await newcomer();
          const submissionId = await stack.submit(worker, await posted());
          const id = await posted({ taskTitle: 'Behind the block' });
          const blockId = await stack.insert('createBlock', { as: buyer, body: { submissionId } });
          await stack.settle();
          const found = async () =>
            (await stack.get('listTasks', { as: worker, query: { q: 'behind the block' } })).map(({ _id }) => _id);
          const places = async () => (await stack.get('getTask', { as: worker, params: { id } })).requiredWorkers;
          expect([await found(), await places()]).toEqual([[], 0]);
          expect((await reserve(worker, id)).body).toEqual({ message: expect.stringMatching(/^All places/) });
          await stack.get('deleteBlock', { as: buyer, params: { id: blockId } });
          await stack.settle();
          expect([await found(), await places()]).toEqual([[id], 1]);
          expect((await reserve(worker, id)).status).toBe(201);
        });
      },
    },
    listBlocks: {},
    deleteBlock: {},
  } as const satisfies Record<string, OperationTests>;
};

const idFaults = (label: string) =>
  [
    [5, `${label} must be text`],
    ['', `${label} is required`],
    ['x'.repeat(101), `${label} must be at most 100 characters`],
  ] as const;
