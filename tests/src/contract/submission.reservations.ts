import { outcome } from '../support/client';
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
          expect(await stack.get('getTask', { as: buyer, params: { id } })).toMatchObject({
            taskStatus: 'onProgress',
          });
          expect((await reserve(worker, id)).body).toEqual({
            message: 'You already submitted this task. You’ll find it under My Submissions.',
          });
        });

        test('refuses a task without reservations, an unknown one, and a fourth one', async () => {
          const worker = await newcomer();
          expect(outcome(await reserve(worker, await posted({ reserveMinutes: 0 })))).toBe('409 not-offered');
          expect(outcome(await reserve(worker, 'nothing'))).toBe('404 not-found');
          for (let n = 0; n < 3; n++) expect((await reserve(worker, await posted())).status).toBe(201);
          expect(outcome(await reserve(worker, await posted()))).toBe('409 too-many-reservations');
        });

        test("refuses the caller's own task, also after a change of role", async () => {
          const { stack, admin } = fixture();
          const [person, other] = [await stack.newcomer('buyer'), await newcomer()];
          const id = await stack.post(person, { requiredWorkers: 2, payableAmount: 1 });
          await stack.settle();
          await reserve(other, id);
          await stack.get('changeUser', {
            as: admin,
            params: { id: person.userId },
            body: { userRole: 'worker' },
          });
          await stack.settle();
          expect(outcome(await reserve(person, id))).toBe('409 own-task');
          // The buyer has left.
          expect(await listOf(other)).toEqual([]);
        });

        test('outlives the deletion of its task, and its coins are refunded when it is given back', async () => {
          const { stack, buyer } = fixture();
          const [worker, id] = [await newcomer(), await posted({ payableAmount: 7 })];
          await reserve(worker, id);
          await stack.settle();
          const before = await stack.balance(buyer);
          await stack.get('deleteTask', { as: buyer, params: { id } });
          await stack.settle();
          expect(await stack.balance(buyer)).toBe(before);
          await giveBack(worker, id);
          await stack.settle();
          expect(await stack.balance(buyer)).toBe(before + 7);
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
          expect(await stack.get('getTask', { as: buyer, params: { id } })).toMatchObject({
            requiredWorkers: 1,
          });
        });
      },
    },
    releasePlaces: {
      tests: () => {
        test('refuses new holds, and those of other buyers', async () => {
          const { stack, buyer } = fixture();
          const [worker, id] = [await newcomer(), await posted()];
          const release = (as: Person) => stack.ask('releasePlaces', { as, params: { id } });
          expect((await release(buyer)).body).toEqual({ deletedCount: 0 });
          await reserve(worker, id);
          expect(outcome(await release(buyer))).toBe('409 holds-too-new');
          expect(outcome(await release(await stack.newcomer('buyer')))).toBe('404 not-found');
        });
      },
    },
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
