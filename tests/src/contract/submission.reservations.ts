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
  const giveBack = (as: Person, id: string) => fixture().stack.ask('returnPlace', { as, params: { id } });
  const listOf = (as: Person) => fixture().stack.get('listReservations', { as });
  const newcomer = () => fixture().stack.newcomer('worker');

  return {
    reservePlace: {
      differentRequest: async () => ({ params: { id: await posted() } }),
      tests: () => {
        test('keeps the place for its worker, who then submits', async () => {
          const { stack, buyer, otherWorker } = fixture();
          const [worker, id] = [await newcomer(), await posted({ reserveMinutes: 45 })];
          const { status, body } = await reserve(worker, id);
          expect(status).toBe(201);
          const minutes = (Date.parse((body as { expiresAt: string }).expiresAt) - Date.now()) / 60_000;
          expect(Math.round(minutes)).toBe(45);
          expect((await reserve(worker, id)).body).toEqual(body);
          await stack.settle();
          expect(await stack.get('getTask', { as: buyer, params: { id } })).toMatchObject({
            requiredWorkers: 0,
            taskStatus: 'pending',
            reserveMinutes: 45,
            reservedPlaces: 1,
          });
          expect((await reserve(otherWorker, id)).body).toEqual({
            message: 'All places in this task are taken. Please choose another one.',
          });
          await stack.submit(worker, id);
          await stack.settle();
          expect(await stack.get('getTask', { as: buyer, params: { id } })).toMatchObject({ taskStatus: 'onProgress' });
          expect((await reserve(worker, id)).body).toEqual({
            message: 'You already submitted this task. You’ll find it under My Submissions.',
          });
        });
      },
    },
    returnPlace: {
      tests: () => {
        test('opens the place again, once, and only for its worker', async () => {
          const { stack, buyer, otherWorker } = fixture();
          const [worker, id] = [await newcomer(), await posted()];
          await reserve(worker, id);
          expect((await giveBack(otherWorker, id)).body).toEqual({ deletedCount: 0 });
          expect((await giveBack(worker, id)).body).toEqual({ deletedCount: 1 });
          expect((await giveBack(worker, id)).body).toEqual({ deletedCount: 0 });
          await stack.settle();
          expect(await stack.get('getTask', { as: buyer, params: { id } })).toMatchObject({ requiredWorkers: 1 });
        });
      },
    },
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
  } as const satisfies Record<string, OperationTests>;
};
