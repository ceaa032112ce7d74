import { Readable } from 'node:stream';
import type { OperationRequest } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import type { Harness } from '@piecework/service-runtime/testing';
import { pages } from '../src/page/page.store';
import { taskPlaces } from '../src/places/places.store';
import { submissions, toDocument } from '../src/submission/submission.store';
import { BUYER, decidedWork, publish } from './submission.fixtures';

export const DRAFT: OperationRequest<'createBatch'>['body'] = {
  taskTitle: 'Totals of receipts',
  taskDetail: 'Copy the total of {{receipt}}.',
  submissionInfo: 'The total with tax',
  taskImageURL: 'https://example.com/receipts.png',
  completionDate: '2099-12-31',
  payableAmount: 7,
  form: { fields: [{ kind: 'number', name: 'total', label: 'Total of {{receipt}}', required: true, decimals: 2 }] },
};

/** `receipt` is the key, `image` a picture. */
export const rowsOf = (count: number): string =>
  ['receipt,image', ...Array.from({ length: count }, (_, at) => `R-${at + 1},https://example.com/${at + 1}.png`)].join(
    '\n',
  );

/** Rows as {@link rowsOf}, of which the last are checks: the total of the check `R-n` is n. */
export const rowsWithChecks = (count: number, checks: number): string =>
  [
    'receipt,image,expected.total',
    ...Array.from({ length: count + checks }, (_, at) => {
      const number = at + 1;
      return `R-${number},https://example.com/${number}.png,${number > count ? `${number}.00` : ''}`;
    }),
  ].join('\n');

export const upload = (service: Harness, id: string, file: string, as: Actor = BUYER) =>
  service.call('uploadRows', { as, params: { id }, raw: Readable.from([Buffer.from(file)]) });

/** Resolves to the id of the draft. @param file the rows, or their number */
export const draftBatch = async (service: Harness, file: number | string, changes: object = {}): Promise<string> => {
  const { body } = await service.call('createBatch', { as: BUYER, body: { ...DRAFT, ...changes } });
  if (file !== 0) await upload(service, body.insertedId, typeof file === 'string' ? file : rowsOf(file));
  return body.insertedId;
};

export const freeze = (service: Harness, batchId: string) =>
  service.internal('freezeBatch', { batchId, buyerId: BUYER.userId });

/** As the gateway and the task service publish it. Resolves to the id of the task. */
export const publishBatch = async (service: Harness, file: number | string, changes: object = {}): Promise<string> => {
  const frozen = await freeze(service, await draftBatch(service, file, changes));
  if (frozen.outcome !== 'frozen') throw new Error(`not published: ${JSON.stringify(frozen)}`);
  const { taskId, formId, figures, posting } = frozen;
  const { requiredWorkers, payableAmount: payable, reserveMinutes, minApprovalRate } = posting;
  const facts = { formId, batch: figures, payable, reserveMinutes, ...(minApprovalRate && { minApprovalRate }) };
  await publish(service, taskId, requiredWorkers, facts);
  return taskId;
};

/** The limits for newcomers do not concern them any more. */
export const withApprovedWork = async (service: Harness, all: readonly Actor[]): Promise<void> => {
  const earlier = all.map(({ userId: workerId }) =>
    toDocument(`earlier-${workerId}`, decidedWork('approved', { taskId: `earlier-${workerId}`, workerId })),
  );
  await service.store.collection(submissions).insertMany(earlier);
};

export const takePage = (service: Harness, id: string, as: Actor, besides?: number[]) =>
  service.call('reservePlace', { as, params: { id }, query: besides ? { besides: besides.join() } : {} });

export const answerPage = (service: Harness, taskId: string, page: number, as: Actor, totals: string[] = ['1']) =>
  service.call('createSubmission', { as, body: { taskId, page, answers: totals.map((total) => ({ total })) } });

/** Takes the next page and answers it. Resolves to the number of the page, or to undefined when there is none. */
export const workOnce = async (service: Harness, taskId: string, as: Actor, rows = 1): Promise<number | undefined> => {
  const { body } = await takePage(service, taskId, as);
  const number = body.page?.number;
  if (number === undefined) return undefined;
  const answered = await answerPage(
    service,
    taskId,
    number,
    as,
    Array.from({ length: rows }, () => '1'),
  );
  if (answered.status !== 201) throw new Error(`not submitted: ${JSON.stringify(answered.body)}`);
  return number;
};

export const pagesOf = (service: Harness, taskId: string) =>
  service.store.collection(pages).find({ taskId }, { sort: { number: 1 } });

/** A published batch whose first `count` pages, of one row each, have one pending answer; the workers take turns. Resolves to the id of the task. */
export const pendingBatch = async (
  service: Harness,
  count: number,
  by: readonly Actor[],
  rows = count,
): Promise<string> => {
  const taskId = await publishBatch(service, rows);
  const [first] = by;
  if (first) await workOnce(service, taskId, first);
  const [answer] = await service.store.collection(submissions).find({ taskId });
  const [page] = await pagesOf(service, taskId);
  if (!answer || !page) throw new Error(`Task ${taskId} has no answer`);
  const others = Array.from({ length: count - 1 }, (_, at) => {
    const { userId: workerId, name: workerName, email: workerEmail } = by[(at + 1) % by.length] as Actor;
    const _id = `${answer._id}-${String(at + 2).padStart(4, '0')}`;
    return { ...answer, _id, page: at + 2, workerId, workerName, workerEmail };
  });
  if (others.length > 0) {
    await service.store.collection(submissions).insertMany(others);
    const further = others.map((other) => ({
      ...page,
      _id: `${taskId}:${other.page}`,
      number: other.page,
      order: page.order + other.page,
    }));
    await service.store.collection(pages).insertMany(further);
    const places = { 'places.open': rows - count, 'places.pending': count, 'batch.offered': count };
    await service.store.collection(taskPlaces).updateOne({ _id: taskId }, { $set: places });
  }
  return taskId;
};
