import type { Role } from '@piecework/contracts';
import {
  type Actor,
  collection,
  type Document,
  type IdentityClaims,
  type Settings,
} from '@piecework/service-kit';
import { outboxRows, type ParkedRow, parkedRows } from '@piecework/service-kit/events';
import { actor, testSettings } from '@piecework/service-kit/testing';
import { describeWithDocker, runLabels } from '@piecework/service-kit/testing.docker';
import { submissionService } from '@piecework/submission';
import { submissions, taskPlaces } from '@piecework/submission/stores';
import { taskService } from '@piecework/task';
import { tasks } from '@piecework/task/stores';
import { createUserService } from '@piecework/user';
import { users } from '@piecework/user/stores';
import { insecurePasswords } from '@piecework/user/testing';
import { walletService } from '@piecework/wallet';
import { accounts, entries, payments, transfers, withdrawals } from '@piecework/wallet/stores';
import { MongoDBContainer, type StartedMongoDBContainer } from '@testcontainers/mongodb';
import { everyInterleaving } from './interleave';
import { eventFor, newId, type Process, startProcess } from './process';

/**
 * Two processes of one service over one MongoDB: whatever one does in the middle of a transaction of the other, both together leave what
 * one after the other would have left.
 */
jest.setTimeout(120_000);

describeWithDocker('two processes of one service', () => {
  let container: StartedMongoDBContainer;
  let settings: Settings;
  let a: Process;
  let b: Process;

  beforeAll(async () => {
    container = await new MongoDBContainer('mongo:7.0').withLabels(runLabels()).start();
    settings = testSettings({
      STORE: 'mongodb',
      MONGODB_URI: `${container.getConnectionString()}/?directConnection=true`,
    });
  }, 120_000);
  afterAll(async () => {
    await container?.stop();
  });

  const twoOf = (module: Parameters<typeof startProcess>[0]) => {
    beforeAll(async () => {
      a = await startProcess(module, settings);
      b = await startProcess(module, settings);
    }, 60_000);
    afterAll(async () => {
      await Promise.all([a?.stop(), b?.stop()]);
    });
  };
  const somebody = (role: Role): Actor => actor(role, newId());
  const statuses = (...answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  const registered = ({ userId, email, name, role }: Actor) =>
    eventFor('user.registered', userId, {
      userId,
      email,
      userName: name,
      userPhotoURL: '',
      role: role === 'buyer' ? 'buyer' : 'worker',
    });
  const changed = ({ userId, role }: Actor, to: Role, roleVersion = 1) =>
    eventFor('user.role-changed', userId, { userId, from: role, to, roleVersion });
  const closed = ({ userId, email, role }: Actor) =>
    eventFor('user.closed', userId, { userId, email, role, roleVersion: 1 });

  describe('submission', () => {
    twoOf(submissionService);
    const buyer = actor('buyer');

    const published = async (places: number): Promise<string> => {
      const taskId = newId();
      const { userId: buyerId, email: buyerEmail, name: buyerName } = buyer;
      const facts = { taskId, buyerId, buyerEmail, buyerName, title: 'A task', places, payable: 7 };
      await a.hear(eventFor('task.published', taskId, facts));
      return taskId;
    };
    const submit = (by: Process, taskId: string, as: Actor, key?: string) =>
      by.call('createSubmission', { as, body: { taskId, submissionDetails: 'Work' }, ...(key && { key }) });
    const decide = (by: Process, id: string, status: string) =>
      by.call('decideSubmission', { as: buyer, params: { id }, body: { status } });
    const placesOf = async (taskId: string) =>
      (await a.store.collection(taskPlaces).findOne({ _id: taskId }))?.places;
    const of = (taskId: string) => a.store.collection(submissions).find({ taskId });

    it('gives the last place to one of two workers', async () => {
      const looks = await everyInterleaving(a, async () => {
        const taskId = await published(1);
        return {
          first: () => submit(a, taskId, somebody('worker')),
          second: () => submit(b, taskId, somebody('worker')),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([200, 201]);
            expect(await placesOf(taskId)).toMatchObject({ open: 0, pending: 1 });
            expect(await of(taskId)).toHaveLength(1);
          },
        };
      });
      expect(looks).toBeGreaterThan(4);
    });

    it('takes a worker in once', async () => {
      await everyInterleaving(a, async () => {
        const [taskId, worker] = [await published(5), somebody('worker')];
        return {
          first: () => submit(a, taskId, worker),
          second: () => submit(b, taskId, worker),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([200, 201]);
            expect(await placesOf(taskId)).toMatchObject({ open: 4, pending: 1 });
          },
        };
      });
    });

    it('gives a twin the same answer', async () => {
      await everyInterleaving(a, async () => {
        const [taskId, worker, key] = [await published(5), somebody('worker'), newId()];
        return {
          first: () => submit(a, taskId, worker, key),
          second: () => submit(b, taskId, worker, key),
          check: async (one, two) => {
            expect([one.status, two]).toMatchObject([201, { status: 201, body: one.body }]);
            expect(await of(taskId)).toHaveLength(1);
          },
        };
      });
    });

    it('lets work in before a task closes, or not at all', async () => {
      await everyInterleaving(a, async () => {
        const [taskId, worker] = [await published(2), somebody('worker')];
        const facts = { taskId, buyerId: buyer.userId, reason: 'deleted' as const };
        return {
          first: () => submit(a, taskId, worker),
          second: () => b.hear(eventFor('task.deletion-requested', taskId, facts)),
          check: async ({ status }) => {
            const pending = status === 201 ? 1 : 0;
            expect(await placesOf(taskId)).toMatchObject({ open: 0, pending });
            expect(await of(taskId)).toHaveLength(pending);
          },
        };
      });
    });

    it('leaves no pending work of an account that closes', async () => {
      await everyInterleaving(a, async () => {
        const [taskId, worker] = [await published(2), somebody('worker')];
        await a.hear(registered(worker));
        return {
          first: () => submit(a, taskId, worker),
          second: () => b.hear(closed(worker)),
          check: async () => {
            expect(await placesOf(taskId)).toMatchObject({ open: 2, pending: 0 });
            expect(await a.store.collection(submissions).countDocuments({ taskId, status: 'pending' })).toBe(
              0,
            );
          },
        };
      });
    });

    it('decides once', async () => {
      await everyInterleaving(a, async () => {
        const taskId = await published(2);
        const { body } = await submit(a, taskId, somebody('worker'));
        return {
          first: () => decide(a, body.insertedId, 'approved'),
          second: () => decide(b, body.insertedId, 'reject'),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([200, 409]);
            const isApproved = answers[0].status === 200;
            expect(await placesOf(taskId)).toMatchObject(
              isApproved ? { open: 1, pending: 0, approved: 1 } : { open: 2, pending: 0, approved: 0 },
            );
          },
        };
      });
    });

    it('leaves no event waiting for one that is retried at that moment', async () => {
      await everyInterleaving(a, async () => {
        const taskId = await published(1);
        const given = eventFor('task.edited', taskId, { taskId, title: 'Edited once' });
        const row: ParkedRow = {
          ...given,
          _id: `task:${newId()}`,
          position: '0',
          type: 'task.edited',
          reason: 'A fault that has been mended',
          attempts: 5,
          parkedAt: 'then',
          order: 0,
          waitingFor: null,
        };
        await a.store.collection(parkedRows).insertOne(row);
        return {
          first: () => a.hear(eventFor('task.edited', taskId, { taskId, title: 'Edited twice' })),
          second: () => b.internal('retryParked', { id: `submission:${row._id}` }),
          check: async (_, retried) => {
            expect(retried).toMatchObject({ ok: true });
            expect(await a.store.collection(parkedRows).find({ key: taskId })).toEqual([]);
            expect(await a.store.collection(taskPlaces).findOne({ _id: taskId })).toMatchObject({
              title: 'Edited twice',
            });
          },
        };
      });
    });
  });

  describe('wallet', () => {
    twoOf(walletService);
    const admin = actor('admin');

    /** With this much more than the grant; for the ledger it is as if it had always been there. */
    const account = async (role: Role, coins: number): Promise<Actor> => {
      const person = somebody(role);
      await a.hear(registered(person));
      await a.store
        .collection(accounts)
        .updateOne({ _id: `user:${person.userId}` }, { $set: { balance: coins } });
      return person;
    };
    const balanceOf = async ({ userId }: Actor) =>
      (await a.store.collection(accounts).findOne({ _id: `user:${userId}` }))?.balance;
    const ask = (by: Process, as: Actor, key?: string) =>
      by.call('createWithdrawal', {
        as,
        body: { withdrawalCoin: 300, paymentSystem: 'bkash' },
        ...(key && { key }),
      });
    const decide = (by: Process, id: string, status: string) =>
      by.call('decideWithdrawal', { as: admin, params: { id }, body: { status } });
    const isPosted = async (id: string) =>
      (await a.store.collection(transfers).findOne({ _id: id })) !== null;
    const statusOf = async (id: string) =>
      (await a.store.collection(withdrawals).findOne({ _id: id }))?.status;

    it('pays a withdrawal once, or cancels it', async () => {
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

    it('pays two withdrawals only from what is there', async () => {
      await everyInterleaving(a, async () => {
        const worker = await account('worker', 500);
        const ids = [(await ask(a, worker)).body.insertedId, (await ask(a, worker)).body.insertedId];
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

    it('pays a withdrawal before a role is reset, or never', async () => {
      await everyInterleaving(a, async () => {
        const worker = await account('worker', 1000);
        const id = (await ask(a, worker)).body.insertedId;
        return {
          first: () => decide(a, id, 'approved'),
          second: () => b.hear(changed(worker, 'buyer')),
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

    it('leaves no withdrawal pending of who has left the role', async () => {
      await everyInterleaving(a, async () => {
        const worker = await account('worker', 1000);
        return {
          first: () => ask(a, worker),
          second: () => b.hear(changed(worker, 'buyer')),
          check: async ({ status, body }) => {
            if (status === 201) expect(await statusOf(body.insertedId)).toBe('canceled');
            else expect(status).toBe(403);
          },
        };
      });
    });

    it('funds what the balance covers, and declines the rest', async () => {
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
          });
        const [one, two] = [newId(), newId()];
        return {
          first: () => a.hear(request(one)),
          second: () => b.hear(request(two)),
          check: async () => {
            expect([await isPosted(`fund:${one}`), await isPosted(`fund:${two}`)].sort()).toEqual([
              false,
              true,
            ]);
            expect(await balanceOf(buyer)).toBe(20);
          },
        };
      });
    });

    it('has one effect of an event that both are handed', async () => {
      await everyInterleaving(a, async () => {
        const [buyer, worker] = [await account('buyer', 50), await account('worker', 10)];
        const [taskId, submissionId] = [newId(), newId()];
        const facts = { taskId, buyerId: buyer.userId, payable: 5 };
        await a.hear(
          eventFor('task.funding-requested', taskId, { ...facts, buyerRoleVersion: 0, places: 2, cost: 10 }),
        );
        const approved = eventFor('submission.approved', submissionId, {
          ...facts,
          submissionId,
          taskTitle: 'A task',
          workerId: worker.userId,
          places: { version: 2, open: 1, pending: 0, approved: 1 },
        });
        return {
          first: () => a.hear(approved),
          second: () => b.hear(approved),
          check: async () => {
            expect(await balanceOf(worker)).toBe(15);
            expect(
              await a.store.collection(entries).countDocuments({ transfer: `settle:${submissionId}` }),
            ).toBe(2);
          },
        };
      });
    });

    const pay = async (as: Actor) => {
      const { body } = await a.call('createPaymentIntent', { as, body: { price: 10 } });
      const { clientSecret } = body;
      await a.call('confirmSimulatedPayment', {
        as,
        body: { clientSecret, cardNumber: '4242 4242 4242 4242' },
      });
    };
    const store = (by: Process, as: Actor) => by.call('storePayment', { as, body: { amount: 10 } });

    it('records each of two payments once', async () => {
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

    it('credits a payment once, and to a buyer only', async () => {
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

    it('gives twins of a purchase one intent', async () => {
      await everyInterleaving(a, async () => {
        const [buyer, key] = [await account('buyer', 50), newId()];
        const begin = (by: Process) =>
          by.call('createPaymentIntent', { as: buyer, body: { price: 10 }, key });
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

  describe('task', () => {
    twoOf(taskService);
    const departures = collection<Document & { living: number }>('departures');
    const inTenYears = `${new Date().getUTCFullYear() + 10}-01-01`;

    const post = (by: Process, as: Actor) =>
      by.call('createTask', {
        as,
        body: {
          taskTitle: 'A task',
          taskDetail: 'What there is to do',
          requiredWorkers: 2,
          payableAmount: 5,
          completionDate: inTenYears,
          submissionInfo: 'What to hand in',
          taskImageURL: 'https://example.com/a.png',
        },
      });
    const taskOf = ({ userId }: Actor) => a.store.collection(tasks).findOne({ buyerId: userId });
    /** Posts a task, and answers it as soon as it is stored: the call goes on to wait for the wallet. Null when it was refused. */
    const posted = async (buyer: Actor) => {
      let isAnswered = false;
      void post(a, buyer).then(() => {
        isAnswered = true;
      });
      for (;;) {
        const wasAnswered = isAnswered;
        const task = await taskOf(buyer);
        if (task || wasAnswered) return task;
      }
    };
    const funded = (taskId: string, buyer: Actor, cost: number) =>
      eventFor('task.funded', taskId, { taskId, buyerId: buyer.userId, cost });

    const emitted = async (type: string, key: string) => {
      while ((await a.store.collection(outboxRows).findOne({ key })) !== null);
      const all = [...a.published, ...b.published].filter((record) => record.key === key);
      return all.filter(({ value }) => JSON.parse(value).type === type).length;
    };

    it('lets nobody who leaves the role keep a task that nobody counts', async () => {
      await everyInterleaving(a, async () => {
        const buyer = somebody('buyer');
        return {
          first: () => posted(buyer),
          second: () => b.hear(changed(buyer, 'worker')),
          check: async () => {
            const task = await taskOf(buyer);
            const departure = await a.store.collection(departures).findOne({ _id: buyer.userId });
            if (task) expect([task.buyerLeft, departure?.living]).toEqual([true, 1]);
            else expect(departure).toBeNull();
          },
        };
      });
    });

    it('ends a task once whose owner leaves while it is funded', async () => {
      await everyInterleaving(a, async () => {
        const buyer = somebody('buyer');
        const { _id: taskId = '', cost = 0 } = (await posted(buyer)) ?? {};
        return {
          first: () => a.hear(funded(taskId, buyer, cost)),
          second: () => b.hear(changed(buyer, 'worker')),
          check: async () => {
            expect(await taskOf(buyer)).toMatchObject({ state: 'deleting', buyerLeft: true });
            expect(await emitted('task.published', taskId)).toBe(1);
            expect(await emitted('task.deletion-requested', taskId)).toBe(1);
          },
        };
      });
    });
  });

  describe('user', () => {
    twoOf(createUserService({ passwords: insecurePasswords }));

    const identityOf = (email: string): IdentityClaims => ({
      uid: newId(),
      email,
      name: 'Somebody',
      picture: '',
      provider: 'password',
    });
    const join = async (role: Role): Promise<Actor> => {
      const email = `${newId()}@example.com`;
      const body = { userName: 'Somebody', userPhotoURL: '', userRole: 'worker' };
      const { body: made } = await a.call('createUser', { identity: identityOf(email), body });
      await a.store.collection(users).updateOne({ _id: made.insertedId }, { $set: { role } });
      return { userId: made.insertedId, email, name: 'Somebody', role, roleVersion: 0 };
    };
    const signUp = (by: Process, email: string) =>
      by.call('signUp', { body: { email, password: 'Piecework1!', displayName: 'Somebody' } });
    const guess = (by: Process, email: string) =>
      by.call('signIn', { body: { email, password: 'Somewhat2!' } });

    it('lets two admins not depose one another', async () => {
      await everyInterleaving(a, async () => {
        const [one, two] = [await join('admin'), await join('admin')];
        const depose = (by: Process, as: Actor, whom: Actor) =>
          by.call('changeUser', { as, params: { id: whom.userId }, body: { userRole: 'worker' } });
        return {
          first: () => depose(a, one, two),
          second: () => depose(b, two, one),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([200, 403]);
            const ids = [one.userId, two.userId];
            expect(await a.store.collection(users).countDocuments({ _id: { $in: ids }, role: 'admin' })).toBe(
              1,
            );
          },
        };
      });
    }, 240_000);

    it('makes one account of an email', async () => {
      await everyInterleaving(a, async () => {
        const email = `${newId()}@example.com`;
        return {
          first: () => signUp(a, email),
          second: () => signUp(b, email),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([201, 409]);
          },
        };
      });
    });

    it('registers an email once', async () => {
      await everyInterleaving(a, async () => {
        const email = `${newId()}@example.com`;
        const body = { userName: 'Somebody', userPhotoURL: '', userRole: 'worker' };
        const register = (by: Process) => by.call('createUser', { identity: identityOf(email), body });
        return {
          first: () => register(a),
          second: () => register(b),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([200, 201]);
            expect(await a.store.collection(users).countDocuments({ email })).toBe(1);
          },
        };
      });
    });

    it('takes a refresh token once, and then ends the session', async () => {
      await everyInterleaving(a, async () => {
        const { refreshToken } = (await signUp(a, `${newId()}@example.com`)).body;
        const refresh = (by: Process, token: string) =>
          by.call('refreshIdentity', { body: { refreshToken: token } });
        return {
          first: () => refresh(a, refreshToken),
          second: () => refresh(b, refreshToken),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([200, 400]);
            const latest = answers.find(({ status }) => status === 200)?.body.refreshToken;
            expect((await refresh(a, latest)).status).toBe(400);
          },
        };
      });
    });

    it('counts every wrong password', async () => {
      await everyInterleaving(a, async () => {
        const email = `${newId()}@example.com`;
        await signUp(a, email);
        return {
          first: () => guess(a, email),
          second: () => guess(b, email),
          check: async (...answers) => {
            expect(statuses(...answers)).toEqual([400, 400]);
            for (let more = 0; more < 8; more++) expect((await guess(b, email)).status).toBe(400);
            expect((await guess(a, email)).status).toBe(429);
          },
        };
      });
    });
  });
});
