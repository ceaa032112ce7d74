import { Readable } from 'node:stream';
import { eventually } from '@piecework/base/testing';
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
import { newActor, publishedEvents, registered, statuses, type UsePair } from './process-pair';
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
  const drafted = async ({
    count,
    overlap = 1,
    min,
    ...settings
  }: {
    count: number;
    overlap?: number;
    /** Answers that complete a page when they agree. */
    min?: number;
    pilotPages?: number;
  }) => {
    const buyer = newActor('buyer');
    await a.deliver(registered(buyer));
    const body = {
      taskTitle: 'Totals',
      taskDetail: 'Copy the total of {{receipt}}.',
      submissionInfo: 'The total',
      taskImageURL: 'https://example.com/receipts.png',
      completionDate: '2099-12-31',
      payableAmount: 7,
      overlap: { ...(min && { min }), max: overlap },
      ...settings,
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
  const published = async (size: Parameters<typeof drafted>[0]) => {
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

  it.each(['call', 'rule', 'file'] as const)('decide each answer once by a run and by a %s', async (how) => {
    await race(a, async () => {
      const { taskId, buyer } = await published({ count: 3 });
      const ids = [await answered(taskId), await answered(taskId)];
      const decide = (by: Process, body: object) =>
        by.call('startDecisions', { as: buyer, params: { id: taskId }, body });
      const rival = {
        call: () => reject(b, ids[0] ?? '', buyer),
        rule: () => decide(b, { decision: 'reject', rule: { pages: [1, 2] }, reasonCode: 'wrong' }),
        file: () => {
          const lines = ids.map((id) => `${id},reject,wrong`);
          const raw = Readable.from([Buffer.from(['submission,decision,reason', ...lines].join('\n'))]);
          return b.call('decideByFile', { as: buyer, params: { id: taskId }, raw });
        },
      };
      return {
        first: () => decide(a, { decision: 'approve' }),
        second: rival[how],
        check: async ({ status }) => {
          expect(status).toBe(201);
          const decided = await a.store.collection(submissions).find({ taskId });
          const approved = decided.filter((one) => one.status === 'approved').length;
          expect(decided.filter((one) => one.status === 'reject')).toHaveLength(2 - approved);
          expect(await countsOf(taskId)).toEqual({ open: 3 - approved, reserved: 0, pending: 0, approved });
        },
      };
    });
  });

  it.each(['submit', 'reject', 'close'] as const)('complete a page against a %s', async (rival) => {
    await race(a, async () => {
      const { taskId, buyer } = await published({ count: 1, overlap: 3, min: 2 });
      const [one, two] = [await holding(taskId), await holding(taskId)];
      const earlier = rival === 'submit' ? '' : (await answer(a, taskId, 1, one.worker)).body.insertedId;
      const rivals = {
        submit: () => answer(b, taskId, 1, one.worker),
        reject: () => reject(b, earlier, buyer),
        close: () => close(b, taskId, buyer),
      };
      return {
        first: () => answer(a, taskId, 1, two.worker),
        second: (): Promise<unknown> => rivals[rival](),
        check: async ({ status }) => {
          expect(status).toBe(201);
          const pending = rival === 'reject' ? 1 : 2;
          expect(await countsOf(taskId)).toMatchObject({ reserved: 0, pending, approved: 0 });
          const { places, state } = (await a.store.collection(taskPlaces).findOne({ _id: taskId })) ?? {};
          expect([state, places?.open, places?.spared ?? 0]).toEqual(
            { submit: ['open', 0, 1], reject: ['open', 2, 0], close: ['closed', 0, 0] }[rival],
          );
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

  it('fill a page while another answer of it is rejected', async () => {
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

  it('end a pilot while a worker asks for the next page', async () => {
    await race(a, async () => {
      const { taskId, buyer } = await published({ count: 3, pilotPages: 1 });
      await holding(taskId);
      const worker = await newWorker();
      return {
        first: () => take(a, taskId, worker),
        second: () => b.call('endPilot', { as: buyer, params: { id: taskId } }),
        check: async ({ status, body }, ended) => {
          expect(ended.body).toEqual({ modifiedCount: 1 });
          expect(status === 201 ? body.page.number : body.message).toEqual(
            status === 201 ? 2 : expect.stringContaining('first answers'),
          );
          const reserved = status === 201 ? 2 : 1;
          expect(await countsOf(taskId)).toEqual({ open: 3 - reserved, reserved, pending: 0, approved: 0 });
          expect((await take(a, taskId, await newWorker())).body.page.number).toBe(reserved + 1);
        },
      };
    });
  });

  it('give a page with the texts before a correction or those after it', async () => {
    await race(a, async () => {
      const { taskId, buyer } = await published({ count: 2, pilotPages: 1 });
      const worker = await newWorker();
      const texts = { taskDetail: 'Copy the sum of {{receipt}}.' };
      return {
        first: () => take(a, taskId, worker),
        second: () => b.internal('correctTexts', { taskId, buyerId: buyer.userId, ...texts }),
        check: async ({ body: { page } }, { version }) => {
          expect(version).toBe(2);
          expect([page.version, page.rows[0].text]).toEqual(
            page.version === 1 ? [1, 'Copy the total of R-1.'] : [2, 'Copy the sum of R-1.'],
          );
          await answer(b, taskId, 1, worker);
          const [work] = await a.store.collection(submissions).find({ taskId });
          expect(work?.version ?? 1).toBe(page.version);
          expect((await a.store.collection(taskPlaces).findOne({ _id: taskId }))?.batch).toMatchObject({
            version: 2,
            offered: 1,
          });
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

  /** A batch with rows that can be added. */
  const staged = async () => {
    const draft = await drafted({ count: 1 });
    const taskId = await publishFrozen(await freeze(a, draft), draft.buyer);
    const { upload: uploaded } = (await stage(a, taskId, draft.buyer, 'R-2')).body;
    return { taskId, buyer: draft.buyer, uploaded };
  };
  const stage = (by: Process, id: string, as: Actor, key: string) =>
    by.call('stageRows', { as, params: { id }, raw: Readable.from([Buffer.from(`receipt\n${key}`)]) });
  const growthOf = async (taskId: string) => (await a.store.collection(batches).findOne({ taskId }))?.growth;
  /** Resolves to the status, or to 0 once the call waits for the task service. */
  const addRows = async (by: Process, id: string, as: Actor, uploaded: string): Promise<number> => {
    let status: number | undefined;
    void by.call('addRows', { as, params: { id }, body: { upload: uploaded } }).then((answer) => {
      status = answer.status;
    });
    await eventually(
      async () => status !== undefined || (await growthOf(id))?.additionId !== undefined,
      'the request of the rows',
    );
    return status ?? 0;
  };
  const requests = (taskId: string) =>
    publishedEvents(a, b).filter(({ type, aggregateId }) => type === 'task.rows-requested' && aggregateId === taskId);

  it('request added rows once of two calls', async () => {
    await race(a, async () => {
      const { taskId, buyer, uploaded } = await staged();
      return {
        first: () => addRows(a, taskId, buyer, uploaded),
        second: () => addRows(b, taskId, buyer, uploaded),
        check: async () => {
          await eventually(async () => requests(taskId).length > 0, 'the event');
          const { additionId } = (await growthOf(taskId)) ?? {};
          expect(requests(taskId)).toMatchObject([{ data: { additionId, rows: 1, pages: 1 } }]);
        },
      };
    });
  });

  it('add the uploaded rows, or replace them', async () => {
    await race(a, async () => {
      const { taskId, buyer, uploaded } = await staged();
      return {
        first: () => addRows(a, taskId, buyer, uploaded),
        second: () => stage(b, taskId, buyer, 'R-3'),
        check: async (added, { status, body }) => {
          const isReplaced = status === 200;
          expect([added, status]).toEqual(isReplaced ? [404, 200] : [0, 409]);
          const growth = await growthOf(taskId);
          expect(growth?.fileId).toBe(isReplaced ? body.upload : uploaded);
          expect(growth?.additionId !== undefined).toBe(!isReplaced);
          await eventually(async () => requests(taskId).length === (isReplaced ? 0 : 1), 'the event');
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
