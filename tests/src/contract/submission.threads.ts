import { outcome } from '../support/client';
import type { OperationTests } from '../support/contract';
import type { Person } from '../support/people';
import type { ContractFixture } from '../support/samples';
import { PICTURE_FAULTS } from './submission.reviews';

/** Contract tests of the messages between worker and buyer. */
export const threadTests = (fixture: () => ContractFixture) => {
  /** With the number of messages that the buyer has sent. */
  const threadOf = async (worker: Person, buyer: Person, sent = 1) => {
    const { stack } = fixture();
    const taskId = await stack.post(buyer, { requiredWorkers: 2, payableAmount: 1 });
    await stack.submit(worker, taskId);
    const id = `${taskId}:${worker.userId}`;
    for (let i = 0; i < sent; i++)
      await stack.insert('sendMessage', { as: buyer, params: { id }, body: { text: `Please look at photo ${i}.` } });
    await stack.settle();
    return { taskId, id };
  };

  return {
    listThreads: {},

    getThread: {
      tests: () => {
        test('only its two people read and write it', async () => {
          const { stack, worker, buyer, otherWorker, otherBuyer, admin } = fixture();
          const { taskId, id } = await threadOf(worker, buyer);
          // As close to the thread as another person comes.
          await stack.submit(otherWorker, taskId);
          const calls = [
            ['getThread', {}],
            ['listMessages', {}],
            ['sendMessage', { body: { text: 'Hello!' } }],
            ['readThread', { body: { read: 1 } }],
          ] as const;
          for (const [operation, more] of calls) {
            const ask = async (as: Person) => outcome(await stack.ask(operation, { as, params: { id }, ...more }));
            expect(await Promise.all([otherWorker, otherBuyer, admin].map(ask))).toEqual([
              '404 not-found',
              '404 not-found',
              '403 forbidden',
            ]);
          }
          for (const as of [otherWorker, otherBuyer])
            expect((await stack.get('listThreads', { as })).map(({ _id }) => _id)).not.toContain(id);
        });
      },
    },

    listMessages: {},

    sendMessage: {
      invalidValues: {
        text: [
          [undefined, 'Message is required'],
          [' \n ', 'Message is required'],
          [7, 'Message must be text'],
          ['x'.repeat(2001), 'Message must be at most 2000 characters'],
        ],
        attachments: [
          ...PICTURE_FAULTS.slice(0, -1),
          // More than any call takes: the gateway leaves them to the service.
          [Array.from({ length: 6 }, () => 'https://example.com/a.png'), 'Add one picture at most'],
        ],
      },
      differentRequest: ({ body }) => ({ body: { ...(body as object), text: 'Something else' } }),
      tests: () => {
        test('the other person has one unread notification of the thread, until the thread is read', async () => {
          const { stack, buyer, otherBuyer } = fixture();
          const worker = await stack.newcomer('worker');
          const [own, others] = [await stack.live(worker), await stack.live(otherBuyer)];
          const { taskId, id } = await threadOf(worker, buyer, 2);
          const bell = async () => stack.get('listNotifications', { as: worker });
          expect(await bell()).toMatchObject([
            { kind: 'message-received', ids: { taskId, threadId: id }, n: 2, read: false },
          ]);
          const notice = await own.next(({ event }) => event === 'message');
          expect(notice.data).toEqual({ threadId: id, number: 1, by: 'buyer' });
          await stack.get('readThread', { as: worker, params: { id }, body: { read: 2 } });
          await stack.settle();
          expect(await bell()).toMatchObject([{ read: true }]);
          expect(others.seen.filter(({ event }) => event === 'message')).toEqual([]);
        });
      },
    },

    readThread: {
      invalidValues: {
        read: [
          [undefined, 'Read is required'],
          [0, 'Read must be at least 1'],
          [1.5, 'Read must be a whole number'],
          ['some', 'Read must be a whole number'],
        ],
      },
    },
  } satisfies Record<string, OperationTests>;
};
