import { eventually } from '@piecework/base/testing';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { submissionService } from '@piecework/submission';
import { reservations } from '@piecework/submission/stores';
import { taskService } from '@piecework/task';
import { tasks } from '@piecework/task/stores';
import { createUserService } from '@piecework/user';
import { suspensions, users } from '@piecework/user/stores';
import { insecurePasswords } from '@piecework/user/testing';
import { walletService } from '@piecework/wallet';
import { accounts, withdrawals } from '@piecework/wallet/stores';
import { taskFields } from '../support/people';
import type { everyInterleaving } from './interleavings';
import { newActor, registered, statuses, type UsePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

const userService = createUserService({ passwords: insecurePasswords });

const suspensionOf = ({ userId, role }: Actor, isSuspended = true) =>
  eventFor('user.suspension-changed', userId, {
    userId,
    role,
    isSuspended,
    suspensionVersion: isSuspended ? 1 : 2,
    why: 'scam',
  });

/** Tests of two processes of each service; `race` runs two calls in several orders. */
export const testSuspensionRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  const admin = actor('admin');
  const use = (module: Parameters<UsePair>[0]) =>
    usePair(module, (first, second) => {
      a = first;
      b = second;
    });

  describe('of the submission service', () => {
    use(submissionService);

    const published = async () => {
      const taskId = newId();
      const buyer = newActor('buyer');
      const { userId: buyerId, email: buyerEmail, name: buyerName } = buyer;
      const facts = { taskId, buyerId, buyerEmail, buyerName, title: 'A task', places: 2, payable: 7 };
      await a.deliver(registered(buyer));
      await a.deliver(eventFor('task.published', taskId, { ...facts, autoApproveHours: 0, reserveMinutes: 30 }));
      const worker = newActor('worker');
      await a.deliver(registered(worker));
      return { taskId, worker };
    };
    const held = ({ userId: workerId }: Actor) =>
      a.store.collection(reservations).countDocuments({ workerId, state: 'held' });

    it('leave no place held by a worker who reserves it while being suspended', async () => {
      await race(a, async () => {
        const { taskId, worker } = await published();
        return {
          first: () => a.call('reservePlace', { as: worker, params: { id: taskId } }),
          second: () => b.deliver(suspensionOf(worker)),
          check: async ({ status }) => {
            expect([201, 409]).toContain(status);
            expect(await held(worker)).toBe(0);
          },
        };
      });
    });

    it('use or end the hold of a worker who submits while being suspended', async () => {
      await race(a, async () => {
        const { taskId, worker } = await published();
        await a.call('reservePlace', { as: worker, params: { id: taskId } });
        return {
          first: () => a.deliver(suspensionOf(worker)),
          second: () => b.call('createSubmission', { as: worker, body: { taskId, submissionDetails: 'Work' } }),
          check: async (_none, { status }) => {
            expect([201, 409]).toContain(status);
            const [row] = await a.store.collection(reservations).find({ taskId });
            expect(row?.state).toBe(status === 201 ? 'used' : 'ended');
          },
        };
      });
    });
  });

  describe('of the task service', () => {
    use(taskService);

    const stateOf = async ({ userId: buyerId }: Actor) =>
      (await a.store.collection(tasks).find({ buyerId })).map(({ ownerSuspended }) => ownerSuspended ?? false);
    /** The call waits for the wallet, unless it is refused. */
    const post = (by: Process, as: Actor) => {
      let isAnswered = false;
      const answer = by.call('createTask', { as, body: taskFields() }).finally(() => {
        isAnswered = true;
      });
      const find = () => a.store.collection(tasks).findOne({ buyerId: as.userId });
      const isPosted = async () => isAnswered || (await find()) !== null;
      return { answer, posted: () => eventually(isPosted, 'the task or a refusal', 30_000), find };
    };
    const newBuyer = async () => {
      const buyer = newActor('buyer');
      await a.deliver(registered(buyer));
      return buyer;
    };
    const funding = (taskId: string, { userId: buyerId }: Actor) =>
      eventFor('task.funded', taskId, { taskId, buyerId, cost: 10 });

    it('pause a task that is funded while its owner is suspended', async () => {
      await race(a, async () => {
        const buyer = await newBuyer();
        const { answer, posted, find } = post(a, buyer);
        await posted();
        const taskId = (await find())?._id ?? '';
        return {
          first: () => a.deliver(suspensionOf(buyer)),
          second: () => b.deliver(funding(taskId, buyer)),
          check: async () => {
            expect((await answer).status).toBe(201);
            expect(await stateOf(buyer)).toEqual([true]);
            expect(await a.store.collection(tasks).findOne({ _id: taskId })).toMatchObject({ state: 'open' });
          },
        };
      });
    });

    it('refuse or pause a task that is posted while its owner is suspended', async () => {
      await race(a, async () => {
        const buyer = await newBuyer();
        let posting: ReturnType<typeof post> | undefined;
        return {
          first: () => a.deliver(suspensionOf(buyer)),
          second: async () => {
            posting = post(b, buyer);
            await posting.posted();
          },
          check: async () => {
            const task = await posting?.find();
            if (task) {
              expect(await stateOf(buyer)).toEqual([true]);
              await b.deliver(funding(task._id, buyer));
            }
            expect((await posting?.answer)?.status).toBe(task ? 201 : 409);
          },
        };
      });
    });
  });

  describe('of the wallet service', () => {
    use(walletService);

    it('approve a withdrawal before a suspension, or not at all until it ends', async () => {
      await race(a, async () => {
        const worker = newActor('worker');
        await a.deliver(registered(worker));
        const account = { _id: `user:${worker.userId}` } as const;
        await a.store.collection(accounts).updateOne(account, { $set: { balance: 1000 } });
        const body = { withdrawalCoin: 300, paymentSystem: 'bkash' };
        const id: string = (await a.call('createWithdrawal', { as: worker, body })).body.insertedId;
        return {
          first: () => a.call('decideWithdrawal', { as: admin, params: { id }, body: { status: 'approved' } }),
          second: () => b.deliver(suspensionOf(worker)),
          check: async ({ status }) => {
            expect([200, 409]).toContain(status);
            const isPaid = status === 200;
            expect(await a.store.collection(withdrawals).findOne({ _id: id })).toMatchObject({
              status: isPaid ? 'approved' : 'pending',
            });
            expect(await a.store.collection(accounts).findOne(account)).toMatchObject({
              balance: isPaid ? 700 : 1000,
              isSuspended: true,
            });
          },
        };
      });
    });

    it('request a withdrawal before a suspension, or not at all', async () => {
      await race(a, async () => {
        const worker = newActor('worker');
        await a.deliver(registered(worker));
        await a.store.collection(accounts).updateOne({ _id: `user:${worker.userId}` }, { $set: { balance: 1000 } });
        const body = { withdrawalCoin: 300, paymentSystem: 'bkash' };
        return {
          first: () => a.call('createWithdrawal', { as: worker, body }),
          second: () => b.deliver(suspensionOf(worker)),
          check: async ({ status }) => {
            expect([201, 409]).toContain(status);
            const mine = await a.store.collection(withdrawals).countDocuments({ workerId: worker.userId });
            expect(mine).toBe(status === 201 ? 1 : 0);
          },
        };
      });
    });
  });

  describe('of the user service', () => {
    use(userService);

    const person = async (role: Actor['role']) => {
      const one = newActor(role);
      const { userId, email, name } = one;
      const claims = { uid: `uid-${userId}`, email, name, picture: '', provider: 'password' } as const;
      const { body } = await a.call('createUser', { identity: claims, body: { userRole: 'worker' } });
      const _id: string = body.insertedId;
      await a.store.collection(users).updateOne({ _id }, { $set: { role } });
      return { ...one, userId: _id };
    };
    const suspend = (by: Process, as: Actor, { userId: id }: Actor) =>
      by.call('suspendUser', { as, params: { id }, body: { reasonCode: 'scam', text: 'Fees were requested.' } });
    const isSuspended = async ({ userId: _id }: Actor) =>
      (await a.store.collection(users).findOne({ _id }))?.suspension !== undefined;
    const active = ({ userId }: Actor) => a.store.collection(suspensions).countDocuments({ userId, state: 'active' });

    it('let one of two admins suspend the other', async () => {
      await race(a, async () => {
        const [one, two] = [await person('admin'), await person('admin')];
        return {
          first: () => suspend(a, one, two),
          second: () => suspend(b, two, one),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([201, 409]);
            expect([await isSuspended(one), await isSuspended(two)].sort()).toEqual([false, true]);
          },
        };
      });
    });

    it('suspend an account once that two admins suspend', async () => {
      await race(a, async () => {
        const [one, two, worker] = [await person('admin'), await person('admin'), await person('worker')];
        return {
          first: () => suspend(a, one, worker),
          second: () => suspend(b, two, worker),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([201, 409]);
            expect(await active(worker)).toBe(1);
          },
        };
      });
    });

    it('lift a suspension once whose appeal another admin decides', async () => {
      await race(a, async () => {
        const [one, two, worker] = [await person('admin'), await person('admin'), await person('worker')];
        const id: string = (await suspend(a, one, worker)).body.insertedId;
        await a.call('appealSuspension', { as: worker, body: { text: 'This was a misunderstanding.' } });
        return {
          first: () => a.call('liftSuspension', { as: one, params: { id: worker.userId } }),
          second: () =>
            b.call('decideSuspension', { as: two, params: { id }, body: { outcome: 'kept', note: 'It was plain.' } }),
          check: async (lifted, decided) => {
            expect(lifted.body).toEqual({ deletedCount: 1 });
            const isKept = decided.status === 200;
            expect(await a.store.collection(suspensions).findOne({ _id: id })).toMatchObject({
              state: 'lifted',
              appeal: { state: isKept ? 'kept' : 'ended' },
            });
            expect(await isSuspended(worker)).toBe(false);
          },
        };
      });
    });
  });
};
