import { searchKey } from '@piecework/contracts';
import { fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import {
  actorOf,
  answer,
  inBatches,
  linesReply,
  listRows,
  type ServiceDeps,
  sheetReply,
} from '@piecework/service-runtime';
import { containing } from '@piecework/store';
import { rowNumbers } from '../batch/batch';
import { knownBatch, type RowDocument, readRows, rows } from '../batch/batch.store';
import { fieldsOf } from '../form/form.store';
import { shownValues } from '../page/page.views';
import type { BatchPlaces } from '../places/places';
import { type PlacesDocument, taskPlaces } from '../places/places.store';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { answersOf } from '../submission/submission.views';
import { type AnsweredRow, answerView, stateOf, withAnswers } from './row.answers';
import { answerLine, answersSheet, type BatchTable, type GivenAnswer, rowsSheet } from './row.sheets';

type Deps = Pick<ServiceDeps, 'store' | 'settings'>;
type BatchTask = PlacesDocument & { batch: BatchPlaces };

export const createRowOperations = (deps: Deps) => ({
  ...listBatchRows(deps),
  ...exportRows(deps, 'exportRows'),
  ...exportRows(deps, 'exportRowsJsonl'),
  ...exportAnswers(deps, 'exportAnswers'),
  ...exportAnswers(deps, 'exportAnswersJsonl'),
});

/** For its owner and admins. */
const readableBatch = async ({ store }: Deps, { role, userId }: Actor, taskId: string): Promise<BatchTask | null> => {
  const task = await store.collection(taskPlaces).findOne({ _id: taskId });
  const isReadable = role === 'admin' || task?.buyerId === userId;
  return isReadable && task?.batch ? { ...task, batch: task.batch } : null;
};

const columnsOf = async ({ store }: Deps, { _id }: BatchTask) => (await knownBatch(store, _id)).file?.columns ?? [];

const tableOf = async (deps: Deps, task: BatchTask): Promise<BatchTable> => ({
  batch: task.batch,
  columns: await columnsOf(deps, task),
  fields: (await fieldsOf(deps.store, task)) ?? [],
});

const listBatchRows = (deps: Deps) =>
  answer('listRows', [], async ({ params: { id }, query: { q, offset, limit } }, call) => {
    const { store, settings } = deps;
    const task = await readableBatch(deps, actorOf(call), id);
    if (!task) return fail('not-found');
    const { batch } = task;
    const columns = await columnsOf(deps, task);
    const filter = { fileId: batch.fileId, ...(q && { search: containing(searchKey(q)) }) };
    const total = q ? undefined : async () => batch.rows;
    const range = { sort: { number: 1 }, settings, offset, limit, q, total } as const;
    return listRows(store.collection(rows), filter, range, async (found) =>
      (await withAnswers(deps, task, found)).map((answered) => ({
        number: answered.row.number,
        page: answered.page,
        values: shownValues(columns, answered.row.values, settings),
        state: stateOf(answered, batch),
        answers: answered.answers.map(answerView),
      })),
    );
  });

async function* answeredRows(deps: Deps, task: BatchTask): AsyncGenerator<AnsweredRow[]> {
  const inOrder = inBatches(deps.store.collection(rows), { fileId: task.batch.fileId }, 'number', 1);
  for await (const found of inOrder) yield withAnswers(deps, task, found as RowDocument[]);
}

const rowLine = (answered: AnsweredRow, batch: BatchPlaces) => ({
  row: answered.row.number,
  page: answered.page,
  values: answered.row.values,
  state: stateOf(answered, batch),
  answers: answered.answers.map(answerView),
});

async function* rowLines(deps: Deps, task: BatchTask) {
  for await (const answered of answeredRows(deps, task)) yield answered.map((row) => rowLine(row, task.batch));
}

const exportRows = (deps: Deps, operation: 'exportRows' | 'exportRowsJsonl') =>
  answer(operation, [], async ({ params: { id } }, call) => {
    const task = await readableBatch(deps, actorOf(call), id);
    if (!task) return fail('not-found');
    const file = { name: `rows-${id}`, total: task.batch.rows };
    if (operation === 'exportRowsJsonl') return linesReply(rowLines(deps, task), file);
    return sheetReply('csv', rowsSheet(await tableOf(deps, task)), answeredRows(deps, task), file);
  });

async function* givenAnswers(
  { store, settings }: Deps,
  { _id: taskId, batch }: BatchTask,
): AsyncGenerator<GivenAnswer[]> {
  for await (const found of inBatches(store.collection(submissions), { taskId }, 'createdAt', -1)) {
    const lines: GivenAnswer[] = [];
    for (const submission of found as SubmissionDocument[]) {
      const { answers = [] } = answersOf(submission, settings);
      const ofPage = await readRows(store, batch.fileId, rowNumbers(batch, submission.page ?? 0));
      for (const [at, { number: row, values }] of ofPage.entries())
        lines.push({ submission, row, values, answer: answers[at] ?? {} });
    }
    yield lines;
  }
}

async function* answerLines(deps: Deps, task: BatchTask) {
  for await (const given of givenAnswers(deps, task)) yield given.map(answerLine);
}

/** Lines of the file: the last page may have fewer rows. */
const countLines = async ({ store }: Deps, { _id: taskId, batch }: BatchTask): Promise<number> => {
  const given = await store.collection(submissions).countDocuments({ taskId });
  const last = await store.collection(submissions).countDocuments({ taskId, page: batch.pages });
  return given * batch.rowsPerPage - last * (batch.pages * batch.rowsPerPage - batch.rows);
};

const exportAnswers = (deps: Deps, operation: 'exportAnswers' | 'exportAnswersJsonl') =>
  answer(operation, [], async ({ params: { id } }, call) => {
    const task = await readableBatch(deps, actorOf(call), id);
    if (!task) return fail('not-found');
    const file = { name: `answers-${id}`, total: await countLines(deps, task) };
    if (operation === 'exportAnswersJsonl') return linesReply(answerLines(deps, task), file);
    return sheetReply('csv', answersSheet(await tableOf(deps, task)), givenAnswers(deps, task), file);
  });
