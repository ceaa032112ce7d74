import { isoTime } from '@piecework/base';
import type { Answer, FormField } from '@piecework/contracts';
import type { Sheet } from '@piecework/service-runtime';
import type { Column, Values } from '../batch/batch';
import type { BatchPlaces } from '../places/places';
import type { SubmissionDocument } from '../submission/submission.store';
import { type AnsweredRow, isLive, stateOf } from './row.answers';

export interface BatchTable {
  batch: BatchPlaces;
  columns: readonly Column[];
  fields: readonly FormField[];
}

/** Titles of the buyer's own columns: as in the file, unless another column has the title. */
const inputTitles = (columns: readonly Column[], taken: readonly string[]): Map<string, string> => {
  const used = new Set(taken);
  return new Map(
    columns.map(({ name, label }) => {
      const title = label !== '' && !used.has(label) ? label : `row.${name}`;
      used.add(title);
      return [name, title];
    }),
  );
};

const inputCells = (titles: ReadonlyMap<string, string>, values: Values): Record<string, string> =>
  Object.fromEntries([...titles].map(([name, title]) => [title, values[name] ?? '']));

const answerCells = (prefix: string, answer: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(answer).map(([name, value]) => [`${prefix}.${name}`, [value].flat().join(' ')]));

const namesOf = (prefix: string, fields: readonly FormField[]): string[] =>
  fields.map(({ name }) => `${prefix}.${name}`);
const numbersOf = (prefix: string, fields: readonly FormField[]): string[] =>
  namesOf(
    prefix,
    fields.filter(({ kind }) => kind === 'number'),
  );

/** One line per row, with the answers side by side. */
export const rowsSheet = ({ batch, columns, fields }: BatchTable): Sheet<AnsweredRow> => {
  const { max } = batch.overlap;
  const prefixes = max === 1 ? ['answer'] : Array.from({ length: max }, (_, at) => `answer${at + 1}`);
  const own = ['row', 'page', 'state', 'answers'];
  const given = prefixes.flatMap((prefix) => [`${prefix}.worker`, `${prefix}.status`, ...namesOf(prefix, fields)]);
  const titles = inputTitles(columns, [...own, ...given]);
  return {
    columns: [...titles.values(), ...own, ...given],
    amounts: ['row', 'page', 'answers', ...prefixes.flatMap((prefix) => numbersOf(prefix, fields))],
    cellsOf: (answered) => {
      const live = answered.answers.filter(isLive);
      const cells = live
        .slice(0, max)
        .map(({ submission, answer }, at) => ({
          [`${prefixes[at]}.worker`]: submission.workerName,
          [`${prefixes[at]}.status`]: submission.status,
          ...answerCells(prefixes[at] ?? '', answer),
        }));
      return {
        ...inputCells(titles, answered.row.values),
        row: answered.row.number,
        page: answered.page,
        state: stateOf(answered, batch),
        answers: live.length,
        ...Object.assign({}, ...cells),
      };
    },
  };
};

/** An answer to one row, with the row. */
export interface GivenAnswer {
  submission: SubmissionDocument;
  row: number;
  values: Values;
  answer: Answer;
}

const ANSWER_COLUMNS = [
  ...(['submission', 'worker', 'email', 'status', 'submitted', 'decided by', 'decided'] as const),
  ...(['reason', 'reason text', 'page', 'row'] as const),
];

/** One line per row and answer. */
export const answersSheet = ({ columns, fields }: BatchTable): Sheet<GivenAnswer> => {
  const given = namesOf('answer', fields);
  const titles = inputTitles(columns, [...ANSWER_COLUMNS, ...given]);
  return {
    columns: [...ANSWER_COLUMNS, ...titles.values(), ...given],
    amounts: ['page', 'row', ...numbersOf('answer', fields)],
    cellsOf: ({ submission, row, values, answer }) => ({
      submission: submission._id,
      worker: submission.workerName,
      email: submission.workerEmail,
      status: submission.status,
      submitted: isoTime(submission.createdAt),
      'decided by': submission.decidedBy ?? '',
      decided: submission.decidedAt === undefined ? '' : isoTime(submission.decidedAt),
      reason: submission.reason?.code ?? '',
      'reason text': submission.reason?.text ?? '',
      page: submission.page ?? '',
      row,
      ...inputCells(titles, values),
      ...answerCells('answer', answer),
    }),
  };
};

export const answerLine = ({ submission, row, values, answer }: GivenAnswer) => ({
  submission: submission._id,
  worker: submission.workerName,
  email: submission.workerEmail,
  status: submission.status,
  submitted: isoTime(submission.createdAt),
  ...(submission.decidedBy && { decidedBy: submission.decidedBy }),
  ...(submission.decidedAt !== undefined && { decided: isoTime(submission.decidedAt) }),
  ...(submission.reason && { reason: submission.reason }),
  page: submission.page,
  row,
  values,
  answer,
});
