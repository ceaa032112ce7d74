import { describeWithDocker } from '@piecework/base/testing/docker';
import { type Role, TEST_CARDS } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { walletService } from '@piecework/wallet';
import { accounts, entries, payments, transfers, withdrawals } from '@piecework/wallet/stores';
import { everyInterleaving } from './interleavings';
import { changed, newActor, registered, statuses, usePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

describeWithDocker('two processes of the wallet service', () => {
  let a: Process;
  let b: Process;
  usePair(walletService, (first, second) => {
    a = first;
    b = second;
  });
  const admin = actor('admin');

  /** An account whose balance is set directly, without ledger entries. */
  const account = async (role: Role, coins: number): Promise<Actor> => {
    const person = newActor(role);
    await a.deliver(registered(person));
    await a.store.collection(accounts).updateOne({ _id: `user:${person.userId}` }, { $set: { balance: coins } });
    return person;
  };
  const balanceOf = async ({ userId }: Actor) =>
    (await a.store.collection(accounts).findOne({ _id: `user:${userId}` }))?.balance;
  const ask = (by: Process, as: Actor, key?: string) =>
    by.call('createWithdrawal', { as, body: { withdrawalCoin: 300, paymentSystem: 'bkash' }, ...(key && { key }) });
  const decide = (by: Process, id: string, status: string) =>
    by.call('decideWithdrawal', { as: admin, params: { id }, body: { status } });
  const isPosted = async (id: string) => (await a.store.collection(transfers).findOne({ _id: id })) !== null;
  const statusOf = async (id: string) => (await a.store.collection(withdrawals).findOne({ _id: id }))?.status;

  it('pay a withdrawal once, or cancel it', async () => {
    await everyInterleaving(a, async () => {
      const worker = await account('worker', 1000);
      const id = (await ask(a, worker)).body.insertedId;
      return {
        first: () => decide(a, id, 'approved'),
        second: () => decide(b, id, 'canceled'),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 409]);
          const isPaid = answers[0].status === 200;
          expect(await isPosted(`payout:${id}`)).toBe(isPaid);
          expect(await balanceOf(worker)).toBe(isPaid ? 700 : 1000);
        },
      };
    });
  });

  it('pay no withdrawal that exceeds the balance', async () => {
    await everyInterleaving(a, async () => {
      const worker = await account('worker', 1000);
      const ids = [(await ask(a, worker)).body.insertedId, (await ask(a, worker)).body.insertedId];
      // As after an older release, which accepted more than the balance covers.
      await a.store.collection(accounts).updateOne({ _id: `user:${worker.userId}` }, { $set: { balance: 500 } });
      return {
        first: () => decide(a, ids[0], 'approved'),
        second: () => decide(b, ids[1], 'approved'),
        check: async (...answers) => {
          expect(answers.map(({ body }) => body.status).sort()).toEqual(['approved', 'canceled']);
          expect(await balanceOf(worker)).toBe(200);
        },
      };
    });
  });

  it('accept one of two requests that the balance does not cover together', async () => {
    await everyInterleaving(a, async () => {
      const worker = await account('worker', 500);
      return {
        first: () => ask(a, worker),
        second: () => ask(b, worker),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([201, 400]);
          const workerId = worker.userId;
          expect(await a.store.collection(withdrawals).countDocuments({ workerId })).toBe(1);
        },
      };
    });
  });

  it('pay a withdrawal before a role change resets the balance, or not at all', async () => {
    await everyInterleaving(a, async () => {
      const worker = await account('worker', 1000);
      const id = (await ask(a, worker)).body.insertedId;
      return {
        first: () => decide(a, id, 'approved'),
        second: () => b.deliver(changed(worker, 'buyer')),
        check: async () => {
          const isPaid = (await statusOf(id)) === 'approved';
          expect(await isPosted(`payout:${id}`)).toBe(isPaid);
          expect(await balanceOf(worker)).toBe(50);
          const reset = await a.store
            .collection(entries)
            .sum({ transfer: `role:${worker.userId}:1`, account: `user:${worker.userId}` }, 'amount');
          expect(reset).toBe(isPaid ? -650 : -950);
        },
      };
    });
  });

  it('leave no pending withdrawal of a user who has left the role', async () => {
    await everyInterleaving(a, async () => {
      const worker = await account('worker', 1000);
      return {
        first: () => ask(a, worker),
        second: () => b.deliver(changed(worker, 'buyer')),
        check: async ({ status, body }) => {
          if (status === 201) expect(await statusOf(body.insertedId)).toBe('canceled');
          else expect(status).toBe(403);
        },
      };
    });
  });

  it('fund tasks that the balance covers, and decline the rest', async () => {
    await everyInterleaving(a, async () => {
      const buyer = await account('buyer', 50);
      const request = (taskId: string) =>
        eventFor('task.funding-requested', taskId, {
          taskId,
          buyerId: buyer.userId,
          buyerRoleVersion: 0,
          places: 6,
          payable: 5,
          cost: 30,
          title: 'A task',
          imageUrl: '',
        });
      const [one, two] = [newId(), newId()];
      return {
        first: () => a.deliver(request(one)),
        second: () => b.deliver(request(two)),
        check: async () => {
          expect([await isPosted(`fund:${one}`), await isPosted(`fund:${two}`)].sort()).toEqual([false, true]);
          expect(await balanceOf(buyer)).toBe(20);
        },
      };
    });
  });

  it('apply an event once that is delivered to both', async () => {
    await everyInterleaving(a, async () => {
      const [buyer, worker] = [await account('buyer', 50), await account('worker', 10)];
      const [taskId, submissionId] = [newId(), newId()];
      const facts = { taskId, buyerId: buyer.userId, payable: 5 };
      await a.deliver(
        eventFor('task.funding-requested', taskId, {
          ...facts,
          buyerRoleVersion: 0,
          places: 2,
          cost: 10,
          title: 'A task',
          imageUrl: '',
        }),
      );
      const approved = eventFor('submission.approved', submissionId, {
        ...facts,
        submissionId,
        taskTitle: 'A task',
        workerId: worker.userId,
        places: { version: 2, open: 1, pending: 0, approved: 1 },
        decidedBy: 'buyer',
        waitedMs: 0,
      });
      return {
        first: () => a.deliver(approved),
        second: () => b.deliver(approved),
        check: async () => {
          expect(await balanceOf(worker)).toBe(15);
          expect(await a.store.collection(entries).countDocuments({ transfer: `settle:${submissionId}` })).toBe(2);
        },
      };
    });
  });

  const pay = async (as: Actor) => {
    const { body } = await a.call('createPaymentIntent', { as, body: { price: 10 } });
    const { clientSecret } = body;
    await a.call('confirmSimulatedPayment', { as, body: { clientSecret, cardNumber: TEST_CARDS.succeeds } });
  };
  const store = (by: Process, as: Actor) => by.call('storePayment', { as, body: { amount: 10 } });

  it('record each of two payments once', async () => {
    await everyInterleaving(a, async () => {
      const buyer = await account('buyer', 50);
      await pay(buyer);
      await pay(buyer);
      return {
        first: () => store(a, buyer),
        second: () => store(b, buyer),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([201, 201]);
          expect(one.body.insertedId).not.toBe(two.body.insertedId);
          expect(await a.store.collection(payments).countDocuments({ userId: buyer.userId })).toBe(2);
        },
      };
    });
  });

  it('credit a payment once', async () => {
    await everyInterleaving(a, async () => {
      const buyer = await account('buyer', 50);
      await pay(buyer);
      const intent = (await store(a, buyer)).body.insertedId;
      const credit = (by: Process) => by.call('creditPayment', { as: admin, params: { intent } });
      return {
        first: () => credit(a),
        second: () => credit(b),
        check: async (...answers) => {
          expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
          expect(await isPosted(`topup:${intent}`)).toBe(true);
          expect(await balanceOf(buyer)).toBe(50 + 150);
        },
      };
    });
  });

  it('create one payment intent for calls with the same Idempotency-Key', async () => {
    await everyInterleaving(a, async () => {
      const [buyer, key] = [await account('buyer', 50), newId()];
      const begin = (by: Process) => by.call('createPaymentIntent', { as: buyer, body: { price: 10 }, key });
      return {
        first: () => begin(a),
        second: () => begin(b),
        check: async (one, two) => {
          expect([one.status, two]).toMatchObject([200, { status: 200, body: one.body }]);
        },
      };
    });
  });
});
