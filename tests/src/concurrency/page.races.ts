import { Readable } from 'node:stream';
import type { Actor } from '@piecework/identity';
import { submissionService } from '@piecework/submission';
import {
  batches,
  figuresOf,
  pages,
  rows,
  type SubmissionDocument,
  submissions,
  taskPlaces,
} from '@piecework/submission/stores';
import type { everyInterleaving } from './interleavings';
import { newActor, registered, statuses, type UsePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

const COUNTS = ['open', 'reserved', 'pending', 'approved'] as const;

/** Tests of batches on two processes of the submission service; `race` runs two calls in several orders. */
export const testPageRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(submissionService, (first, second) => {
    a = first;
    b = second;
  });

  const upload = (by: Process, id: string, as: Actor, count: number) => {
    const file = ['receipt', ...Array.from({ length: count }, (_, at) => `R-${at + 1}`)].join('\n');
    return by.call('uploadRows', { as, params: { id }, raw: Readable.from([Buffer.from(file)]) });
  };
  /** A draft of a page for each row. */
  const drafted = async ({ count, overlap = 1 }: { count: number; overlap?: number }) => {
    const buyer = newActor('buyer');
    await a.deliver(registered(buyer));
    const body = {
      taskTitle: 'Totals',
      taskDetail: 'Copy the total of {{receipt}}.',
      submissionInfo: 'The total',
      taskImageURL: 'https://example.com/receipts.png',
      completionDate: '2099-12-31',
      payableAmount: 7,
      overlap: { max: overlap },
      form: { fields: [{ kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2 }] },
    };
    const id: string = (await a.call('createBatch', { as: buyer, body })).body.insertedId;
    await upload(a, id, buyer, count);
    return { id, buyer };
  };
  const freeze = (by: Process, { id, buyer }: { id: string; buyer: Actor }) =>
    by.internal('freezeBatch', { batchId: id, buyerId: buyer.userId });
  /** As the task service publishes it. */
  const publishFrozen = async (frozen: Awaited<ReturnType<typeof freeze>>, buyer: Actor) => {
    const { taskId, formId, figures, posting } = frozen;
    const { userId: buyerId, email: buyerEmail, name: buyerName } = buyer;
    const { taskTitle: title, requiredWorkers: places, payableAmount: payable, reserveMinutes } = posting;
    const facts = { taskId, buyerId, buyerEmail, buyerName, title, places, payable, reserveMinutes, formId };
    await a.deliver(eventFor('task.published', taskId, { ...facts, autoApproveHours: 0, batch: figures }));
    return taskId as string;
  };
  const published = async (size: { count: number; overlap?: number }) => {
    const draft = await drafted(size);
    return { taskId: await publishFrozen(await freeze(a, draft), draft.buyer), buyer: draft.buyer };
  };

  const take = (by: Process, id: string, as: Actor, besides?: string) =>
    by.call('reservePlace', { as, params: { id }, ...(besides !== undefined && { query: { besides } }) });
  const answer = (by: Process, taskId: string, page: number, as: Actor) =>
    by.call('createSubmission', { as, body: { taskId, page, answers: [{ total: '1' }] } });
  /** With approved work: the limits for newcomers do not concern it. */
  const newWorker = async () => {
    const worker = newActor('worker');
    await a.deliver(registered(worker));
    const { userId: workerId, email: workerEmail, name: workerName } = worker;
    const earlier = {
      taskId: `earlier-${workerId}`,
      workerId,
      workerEmail,
      workerName,
      status: 'approved',
      live: true,
    };
    await a.store.collection(submissions).insertOne({ ...earlier, _id: newId() } as SubmissionDocument);
    return worker;
  };
  const holding = async (taskId: string) => {
    const worker = await newWorker();
    const { body } = await take(a, taskId, worker);
    return { worker, page: body.page.number as number };
  };
  const answered = async (taskId: string): Promise<string> => {
    const { worker, page } = await holding(taskId);
    return (await answer(a, taskId, page, worker)).body.insertedId;
  };
  const reject = (by: Process, id: string, as: Actor) =>
    by.call('decideSubmission', { as, params: { id }, body: { status: 'reject' } });
  const close = (by: Process, taskId: string, { userId: buyerId }: Actor) =>
    by.deliver(eventFor('task.closing-requested', taskId, { taskId, buyerId, reason: 'ended' }));

  /** The counts of the pages and of the task, which must be the same. */
  const countsOf = async (taskId: string) => {
    const task = await a.store.collection(taskPlaces).findOne({ _id: taskId });
    const own = await a.store.collection(pages).find({ taskId });
    if (!task?.batch) throw new Error(`${taskId} has no pages`);
    const untouched = (task.batch.pages - task.batch.offered) * task.batch.overlap.max;
    const sums = COUNTS.map((one) => own.reduce((sum, page) => sum + page[one], one === 'open' ? untouched : 0));
    const counts = COUNTS.map((one) => task.places[one] ?? 0);
    const isOpen = task.state === 'open';
    expect(sums.slice(isOpen ? 0 : 1)).toEqual(counts.slice(isOpen ? 0 : 1));
    const [open, reserved, pending, approved] = counts;
    return { open, reserved, pending, approved };
  };

  it('give the last page to one of two workers', async () => {
    await race(a, async () => {
      const { taskId } = await published({ count: 1 });
      const [one, two] = [await newWorker(), await newWorker()];
      return {
        first: () => take(a, taskId, one),
        second: () => take(b, taskId, two),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 201]);
          expect(await countsOf(taskId)).toEqual({ open: 0, reserved: 1, pending: 0, approved: 0 });
        },
      };
    });
  });

  it('give two pages to two workers, in their order', async () => {
    await race(a, async () => {
      const { taskId } = await published({ count: 3 });
      const [one, two] = [await newWorker(), await newWorker()];
      return {
        first: () => take(a, taskId, one),
        second: () => take(b, taskId, two),
        check: async (...answers) => {
          expect(answers.map(({ body }) => body.page.number).sort()).toEqual([1, 2]);
          expect(await countsOf(taskId)).toEqual({ open: 1, reserved: 2, pending: 0, approved: 0 });
        },
      };
    });
  });

  it('give a worker no fourth page', async () => {
    await race(a, async () => {
      const { taskId } = await published({ count: 5 });
      const { worker } = await holding(taskId);
      await take(a, taskId, worker, '1');
      return {
        first: () => take(a, taskId, worker, '1,2'),
        second: () => take(b, taskId, worker, '1,2'),
        check: async (one, two) => {
          expect([one.status, two.body.insertedId]).toEqual([201, one.body.insertedId]);
          expect(await countsOf(taskId)).toEqual({ open: 2, reserved: 3, pending: 0, approved: 0 });
        },
      };
    });
  });

  it('take one answer of a worker to a page', async () => {
    await race(a, async () => {
      const { taskId } = await published({ count: 2, overlap: 2 });
      const { worker, page } = await holding(taskId);
      return {
        first: () => answer(a, taskId, page, worker),
        second: () => answer(b, taskId, page, worker),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 201]);
          expect(await countsOf(taskId)).toEqual({ open: 3, reserved: 0, pending: 1, approved: 0 });
        },
      };
    });
  });

  it('complete a page while another answer of it is rejected', async () => {
    await race(a, async () => {
      const { taskId, buyer } = await published({ count: 1, overlap: 2 });
      const id = await answered(taskId);
      const { worker, page } = await holding(taskId);
      return {
        first: () => answer(a, taskId, page, worker),
        second: () => reject(b, id, buyer),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 201]);
          expect(await countsOf(taskId)).toEqual({ open: 1, reserved: 0, pending: 1, approved: 0 });
        },
      };
    });
  });

  it('take the answer to a held page while the batch is closed', async () => {
    await race(a, async () => {
      const { taskId, buyer } = await published({ count: 2 });
      const { worker, page } = await holding(taskId);
      return {
        first: () => answer(a, taskId, page, worker),
        second: () => close(b, taskId, buyer),
        check: async ({ status }) => {
          expect([status, await countsOf(taskId)]).toEqual([201, { open: 0, reserved: 0, pending: 1, approved: 0 }]);
        },
      };
    });
  });

  it('give a page or close the batch', async () => {
    await race(a, async () => {
      const { taskId, buyer } = await published({ count: 2 });
      const worker = await newWorker();
      return {
        first: () => take(a, taskId, worker),
        second: () => close(b, taskId, buyer),
        check: async ({ status }) => {
          expect([201, 404]).toContain(status);
          const reserved = status === 201 ? 1 : 0;
          expect(await countsOf(taskId)).toEqual({ open: 0, reserved, pending: 0, approved: 0 });
        },
      };
    });
  });

  it('reject an answer while the batch is closed', async () => {
    await race(a, async () => {
      const { taskId, buyer } = await published({ count: 2 });
      const id = await answered(taskId);
      return {
        first: () => reject(a, id, buyer),
        second: () => close(b, taskId, buyer),
        check: async ({ status }) => {
          expect([status, await countsOf(taskId)]).toEqual([200, { open: 0, reserved: 0, pending: 0, approved: 0 }]);
          // Its place is kept, whichever came first.
          expect(await a.store.collection(taskPlaces).findOne({ _id: taskId })).toMatchObject({ kept: 1 });
        },
      };
    });
  });

  it('take the answer to a page that is given back', async () => {
    await race(a, async () => {
      const { taskId } = await published({ count: 2 });
      const { worker, page } = await holding(taskId);
      return {
        first: () => answer(a, taskId, page, worker),
        second: () => b.call('returnPlace', { as: worker, params: { id: taskId } }),
        check: async ({ status }) => {
          expect([status, await countsOf(taskId)]).toEqual([201, { open: 1, reserved: 0, pending: 1, approved: 0 }]);
          expect(await a.store.collection(submissions).countDocuments({ taskId, live: true })).toBe(1);
        },
      };
    });
  });

  it('give a page that is given back to another worker, or to its worker who still answers', async () => {
    await race(a, async () => {
      const { taskId } = await published({ count: 1 });
      const { worker, page } = await holding(taskId);
      const other = await newWorker();
      await a.call('returnPlace', { as: worker, params: { id: taskId } });
      return {
        first: () => answer(a, taskId, page, worker),
        second: () => take(b, taskId, other),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 201]);
          const pending = answers[0].status === 201 ? 1 : 0;
          expect(await countsOf(taskId)).toEqual({ open: 0, reserved: 1 - pending, pending, approved: 0 });
        },
      };
    });
  });

  it('freeze a draft for one task', async () => {
    await race(a, async () => {
      const draft = await drafted({ count: 1 });
      return {
        first: () => freeze(a, draft),
        second: () => freeze(b, draft),
        check: async (one, two) => expect(two).toEqual(one),
      };
    });
  });

  it('publish the rows before an upload or those after it', async () => {
    await race(a, async () => {
      const draft = await drafted({ count: 2 });
      return {
        first: () => upload(a, draft.id, draft.buyer, 3),
        second: () => freeze(b, draft),
        check: async ({ status }, frozen) => {
          expect(frozen.figures.rows).toBe(status === 200 ? 3 : 2);
          const taskId = await publishFrozen(frozen, draft.buyer);
          const fileId = (await a.store.collection(taskPlaces).findOne({ _id: taskId }))?.batch?.fileId ?? '';
          expect(await a.store.collection(rows).countDocuments({ fileId })).toBe(frozen.figures.rows);
          expect(await countsOf(taskId)).toMatchObject({ open: frozen.figures.rows });
        },
      };
    });
  });

  it('publish what a draft was, or what it is changed to', async () => {
    await race(a, async () => {
      const draft = await drafted({ count: 2 });
      const body = { overlap: { max: 2 }, payableAmount: 9 };
      return {
        first: () => a.call('changeBatch', { as: draft.buyer, params: { id: draft.id }, body }),
        second: () => freeze(b, draft),
        check: async ({ status }, frozen) => {
          expect(frozen.posting.payableAmount).toBe(status === 200 ? 9 : 7);
          const batch = await a.store.collection(batches).findOne({ _id: draft.id });
          expect(batch && figuresOf(batch)).toEqual(frozen.figures);
        },
      };
    });
  });

  it('publish a draft or delete it', async () => {
    await race(a, async () => {
      const draft = await drafted({ count: 2 });
      return {
        first: () => a.call('deleteBatch', { as: draft.buyer, params: { id: draft.id } }),
        second: () => freeze(b, draft),
        check: async ({ status }, { outcome }) => {
          expect([status, outcome]).toEqual(status === 200 ? [200, 'not-found'] : [503, 'frozen']);
        },
      };
    });
  });
};
