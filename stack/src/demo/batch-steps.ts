import type { Batch, Page, Submission } from '@piecework/contracts';
import type { DemoApi } from './api';
import { answerBy, type DemoBatch, type PlannedAnswer } from './batches';
import { adminOf, type Made, postedTasks } from './made';
import { inParallel } from './parallel';
import { readBatchPicture } from './pictures';
import { sessionOf } from './sessions';

/** Batches and the answers to their pages. */

const UPLOADS = 4;

const fileOf = async (api: DemoApi, token: string, { rows }: DemoBatch): Promise<string> => {
  const pictures = await inParallel(rows, UPLOADS, async ({ picture }) =>
    api.upload(token, await readBatchPicture(picture)),
  );
  const names = [...new Set(rows.flatMap(({ values, expected }) => Object.keys({ ...values, ...expected })))];
  const lines = rows.map(({ values, expected }, at) =>
    [...names.map((name) => ({ ...values, ...expected })[name] ?? ''), pictures[at]].join(','),
  );
  return [[...names, 'picture'].join(','), ...lines].join('\n');
};

/** The draft of an interrupted seed is used again. */
const draftOf = async (api: DemoApi, token: string, batch: DemoBatch, completionDate: string): Promise<string> => {
  const { body: drafts } = await api.call<Batch[]>('GET', '/batches', { token });
  const draft = drafts.find(({ taskTitle }) => taskTitle === batch.title);
  if (draft) return draft._id;
  const body = {
    taskTitle: batch.title,
    taskDetail: batch.detail,
    submissionInfo: batch.info,
    taskImageURL: await api.upload(token, await readBatchPicture(batch.rows[0]?.picture ?? '')),
    completionDate,
    payableAmount: batch.pay,
    form: batch.form,
    rowsPerPage: batch.rowsPerPage,
    overlap: { max: batch.overlap },
    ...(batch.checksPerPage && { checksPerPage: batch.checksPerPage }),
  };
  const { body: created } = await api.call<{ insertedId: string }>('POST', '/batches', { token, body });
  return created.insertedId;
};

/** @param completionDate YYYY-MM-DD */
export const postBatch = async (api: DemoApi, made: Made, batch: DemoBatch, completionDate: string): Promise<void> => {
  const { token } = sessionOf(made.sessions, batch.buyer);
  const posted = (await postedTasks(api, adminOf(made))).get(batch.title);
  if (posted) {
    made.tasks.set(batch.key, posted);
    return;
  }
  const draftId = await draftOf(api, token(), batch, completionDate);
  await api.put(token(), `/batches/${draftId}/rows`, await fileOf(api, token(), batch));
  const { body } = await api.call<{ insertedId: string }>('POST', `/batches/${draftId}/publish`, { token: token() });
  made.tasks.set(batch.key, { _id: body.insertedId });
};

/** Of a worker, the oldest first. */
const answersOf = async (api: DemoApi, made: Made, { batch, worker }: PlannedAnswer): Promise<Submission[]> => {
  const taskId = made.tasks.get(batch.key)?._id;
  const path = `/submissions?taskId=${taskId}`;
  const { body } = await api.call<Submission[]>('GET', path, { token: sessionOf(made.sessions, worker).token() });
  return body.reverse();
};

export const answerPage = async (api: DemoApi, made: Made, planned: PlannedAnswer): Promise<void> => {
  const { batch, worker, turn } = planned;
  if ((await answersOf(api, made, planned)).length > turn) return;
  const taskId = made.tasks.get(batch.key)?._id;
  const token = sessionOf(made.sessions, worker).token();
  const { body } = await api.call<{ page?: Page; message?: string }>('POST', `/tasks/${taskId}/reservation`, { token });
  const { page } = body;
  if (!page) throw new Error(`${worker} gets no page of '${batch.title}': ${body.message}`);
  const [key = ''] = Object.keys(batch.rows[0]?.values ?? {});
  const answers = page.rows.map(({ values }) => {
    const row = batch.rows.find((one) => one.values[key] === values[key]);
    if (!row) throw new Error(`'${batch.title}' has no row ${values[key]}`);
    return answerBy(worker, row);
  });
  await api.call('POST', '/submissions', { token, body: { taskId, page: page.number, answers } });
};

export const approveAnswer = async (api: DemoApi, made: Made, planned: PlannedAnswer): Promise<void> => {
  const submission = (await answersOf(api, made, planned))[planned.turn];
  if (submission?.status !== 'pending') return;
  await api.call('PATCH', `/submissions/${submission._id}`, {
    token: sessionOf(made.sessions, planned.batch.buyer).token(),
    body: { status: 'approved' },
  });
};
