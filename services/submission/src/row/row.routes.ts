import { setImmediate as turn } from 'node:timers/promises';
import { ROW_STATES, type RowState, searchKey } from '@piecework/contracts';
import { fail, ok } from '@piecework/http';
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
import { rowNumbers, rowsOf, shortPages } from '../batch/batch';
import { knownBatch, type RowDocument, readRows, rows } from '../batch/batch.store';
import { CHECK_NUMBERS, isRight } from '../check/check';
import type { ModelsOf } from '../consensus/models';
import { fieldsOf } from '../form/form.store';
import { shownValues } from '../page/page.views';
import type { BatchPlaces } from '../places/places';
import { type BatchTask, readableBatch } from '../places/places.store';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { answersOf } from '../submission/submission.views';
import { accuracies } from '../worker/worker.store';
import { type AnsweredRow, answerView, type Judging, withAnswers } from './row.answers';
import { answerLine, answersSheet, type BatchTable, type GivenAnswer, rowsSheet } from './row.sheets';

type Deps = Pick<ServiceDeps, 'store' | 'settings'> & { modelsOf: ModelsOf };

export const createRowOperations = (deps: Deps) => ({
  ...listBatchRows(deps),
  ...readProgress(deps),
  ...exportRows(deps, 'exportRows'),
  ...exportRows(deps, 'exportRowsJsonl'),
  ...exportAnswers(deps, 'exportAnswers'),
  ...exportAnswers(deps, 'exportAnswersJsonl'),
});

const columnsOf = async ({ store }: Deps, { _id }: BatchTask) => (await knownBatch(store, _id)).file?.columns ?? [];

const tableOf = async (deps: Deps, task: BatchTask): Promise<BatchTable> => ({
  batch: task.batch,
  columns: await columnsOf(deps, task),
  fields: (await fieldsOf(deps.store, task)) ?? [],
});

const withoutChecks = ({ fileId }: BatchPlaces) => ({ fileId, number: { $lte: CHECK_NUMBERS } }) as const;

/** @param isExact with the weights of all answers so far */
const judgingOf = async ({ store, modelsOf }: Deps, task: BatchTask, isExact: boolean): Promise<Judging> => {
  const fields = (await fieldsOf(store, task)) ?? [];
  return { fields, models: await modelsOf(task, fields, { isExact }) };
};

const listBatchRows = (deps: Deps) =>
  answer('listRows', [], async ({ params: { id }, query: { page, state, q, offset, limit } }, call) => {
    const { store, settings } = deps;
    const task = await readableBatch(deps.store, actorOf(call), id);
    if (!task) return fail('not-found');
    const { batch } = task;
    const columns = await columnsOf(deps, task);
    const judging = await judgingOf(deps, task, false);
    const filter = {
      ...withoutChecks(batch),
      ...(page !== undefined && { number: { $in: rowNumbers(batch, page) } }),
      ...(state && { state: storedState(state) }),
      ...(q && { search: containing(searchKey(q)) }),
    };
    const total = q || state || page !== undefined ? undefined : async () => batch.rows;
    const range = { sort: { number: 1 }, settings, offset, limit, q, total } as const;
    return listRows(store.collection(rows), filter, range, async (found) =>
      (await withAnswers(deps, task, judging, found)).map((answered) => ({
        number: answered.row.number,
        page: answered.page,
        values: shownValues(columns, answered.row.values, settings),
        state: answered.row.state ?? 'open',
        ...(answered.consensus && { consensus: answered.consensus }),
        answers: answered.answers.map(answerView),
      })),
    );
  });

const readProgress = (deps: Deps) =>
  answer('getProgress', [], async ({ params: { id } }, call) => {
    const task = await readableBatch(deps.store, actorOf(call), id);
    if (!task) return fail('not-found');
    const count = async (state: RowState) => {
      const filter = { ...withoutChecks(task.batch), state: storedState(state) };
      return [state, await deps.store.collection(rows).countDocuments(filter)] as const;
    };
    const counts = Object.fromEntries(await Promise.all(ROW_STATES.map(count))) as Record<RowState, number>;
    return ok({ rows: counts });
  });

/** Open ones have none. */
const storedState = (state: RowState) => (state === 'open' ? null : state);

/** Answers that one download holds in memory. */
const ANSWERS_AT_ONCE = 250;

async function* answeredRows(deps: Deps, task: BatchTask): AsyncGenerator<AnsweredRow[]> {
  const judging = await judgingOf(deps, task, true);
  const { rowsPerPage, overlap } = task.batch;
  const size = Math.ceil(ANSWERS_AT_ONCE / overlap.max) * rowsPerPage;
  const inOrder = inBatches(deps.store.collection(rows), withoutChecks(task.batch), 'number', 1);
  for await (const found of inOrder)
    for (let at = 0; at < found.length; at += size) {
      yield withAnswers(deps, task, judging, found.slice(at, at + size) as RowDocument[]);
      // The embedded store answers in the same turn of the event loop.
      await turn();
    }
}

const rowLine = (answered: AnsweredRow) => ({
  row: answered.row.number,
  page: answered.page,
  values: answered.row.values,
  state: answered.row.state ?? 'open',
  ...(answered.consensus && { consensus: answered.consensus }),
  answers: answered.answers.map(answerView),
});

async function* rowLines(deps: Deps, task: BatchTask) {
  for await (const answered of answeredRows(deps, task)) yield answered.map(rowLine);
}

const exportRows = (deps: Deps, operation: 'exportRows' | 'exportRowsJsonl') =>
  answer(operation, [], async ({ params: { id } }, call) => {
    const task = await readableBatch(deps.store, actorOf(call), id);
    if (!task) return fail('not-found');
    const file = { name: `rows-${id}`, total: task.batch.rows };
    if (operation === 'exportRowsJsonl') return linesReply(rowLines(deps, task), file);
    return sheetReply('csv', rowsSheet(await tableOf(deps, task)), answeredRows(deps, task), file);
  });

async function* givenAnswers({ store, settings }: Deps, task: BatchTask): AsyncGenerator<GivenAnswer[]> {
  const { _id: taskId, batch } = task;
  const fields = batch.checks ? ((await fieldsOf(store, task)) ?? []) : [];
  for await (const found of inBatches(store.collection(submissions), { taskId }, 'createdAt', -1)) {
    const lines: GivenAnswer[] = [];
    const accuracyOf = batch.checks ? await accuracies(store, found as SubmissionDocument[]) : () => undefined;
    for (const submission of found as SubmissionDocument[]) {
      const { answers = [] } = answersOf(submission, settings);
      const ofPage = await readRows(store, batch.fileId, rowsOf(batch, submission));
      const accuracy = accuracyOf(submission);
      for (const [at, { number: row, values, expected }] of ofPage.entries()) {
        const answer = answers[at] ?? {};
        const check = expected && { expected, isRight: isRight(fields, expected, answer) };
        lines.push({ submission, row, values, answer, check, accuracy });
      }
    }
    yield lines;
  }
}

async function* answerLines(deps: Deps, task: BatchTask) {
  for await (const given of givenAnswers(deps, task)) yield given.map(answerLine);
}

/** Lines of the file: some pages have fewer rows. */
const countLines = async ({ store }: Deps, { _id: taskId, batch }: BatchTask): Promise<number> => {
  const given = store.collection(submissions);
  const perPage = batch.rowsPerPage + (batch.checks?.perPage ?? 0);
  const missing = await Promise.all(
    shortPages(batch).map(async ({ page, missing }) => missing * (await given.countDocuments({ taskId, page }))),
  );
  return (await given.countDocuments({ taskId })) * perPage - missing.reduce((sum, lines) => sum + lines, 0);
};

const exportAnswers = (deps: Deps, operation: 'exportAnswers' | 'exportAnswersJsonl') =>
  answer(operation, [], async ({ params: { id } }, call) => {
    const task = await readableBatch(deps.store, actorOf(call), id);
    if (!task) return fail('not-found');
    const file = { name: `answers-${id}`, total: await countLines(deps, task) };
    if (operation === 'exportAnswersJsonl') return linesReply(answerLines(deps, task), file);
    return sheetReply('csv', answersSheet(await tableOf(deps, task)), givenAnswers(deps, task), file);
  });
