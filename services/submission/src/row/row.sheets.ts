import { isoTime } from '@piecework/base';
import type { Answer, FormField } from '@piecework/contracts';
import { cellOf } from '@piecework/contracts/forms';
import type { Sheet } from '@piecework/service-runtime';
import type { Column, Values } from '../batch/batch';
import type { Accuracy } from '../check/check';
import type { RowConsensus } from '../consensus/consensus';
import type { BatchPlaces } from '../places/places';
import { isLiveWork } from '../submission/submission';
import type { SubmissionDocument } from '../submission/submission.store';
import type { AnsweredRow } from './row.answers';

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
  Object.fromEntries(Object.entries(answer).map(([name, value]) => [`${prefix}.${name}`, cellOf(value)]));

const namesOf = (prefix: string, fields: readonly FormField[]): string[] =>
  fields.map(({ name }) => `${prefix}.${name}`);
const numbersOf = (prefix: string, fields: readonly FormField[]): string[] =>
  namesOf(
    prefix,
    fields.filter(({ kind }) => kind === 'number'),
  );

const consensusCells = (consensus: RowConsensus = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(consensus).flatMap(([name, { value = '', share }]) => [
      [`consensus.${name}`, cellOf(value)],
      [`share.${name}`, String(Math.round(share * 100) / 100)],
    ]),
  );

/** Of answers, in files of a batch whose texts were corrected: others stay as they are. */
const versionColumns = ({ version }: BatchPlaces): string[] => (version === undefined ? [] : ['version']);

/** One line per row, with the answers side by side. */
export const rowsSheet = ({ batch, columns, fields }: BatchTable): Sheet<AnsweredRow> => {
  const { max } = batch.overlap;
  const version = versionColumns(batch);
  const prefixes = max === 1 ? ['answer'] : Array.from({ length: max }, (_, at) => `answer${at + 1}`);
  const own = ['row', 'page', 'state', 'answers'];
  const given = prefixes.flatMap((prefix) => [
    ...['worker', 'status', ...version].map((name) => `${prefix}.${name}`),
    ...namesOf(prefix, fields),
  ]);
  const decided = fields.filter(({ kind }) => kind !== 'picture');
  const together = decided.flatMap(({ name }) => [`consensus.${name}`, `share.${name}`]);
  const titles = inputTitles(columns, [...own, ...together, ...given]);
  return {
    columns: [...titles.values(), ...own, ...together, ...given],
    amounts: [
      ...['row', 'page', 'answers', ...namesOf('share', decided)],
      ...['consensus', ...prefixes].flatMap((prefix) => numbersOf(prefix, fields)),
    ],
    cellsOf: (answered) => {
      const live = answered.answers.filter(({ submission }) => isLiveWork(submission));
      const cells = live
        .slice(0, max)
        .map(({ submission, answer }, at) => ({
          [`${prefixes[at]}.worker`]: submission.workerName,
          [`${prefixes[at]}.status`]: submission.status,
          [`${prefixes[at]}.version`]: submission.version ?? 1,
          ...answerCells(prefixes[at] ?? '', answer),
        }));
      return {
        ...inputCells(titles, answered.row.values),
        row: answered.row.number,
        page: answered.page,
        state: answered.row.state ?? 'open',
        answers: live.length,
        ...consensusCells(answered.consensus),
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
  /** The row is a check. */
  check?: { expected: Answer; isRight: boolean } | undefined;
  /** Of the worker, in a batch with checks. */
  accuracy?: Accuracy | undefined;
}

const ANSWER_COLUMNS = [
  ...(['submission', 'worker', 'email', 'status', 'decision', 'submitted', 'decided by', 'decided'] as const),
  ...(['reason', 'reason text', 'page', 'row'] as const),
];

/** Of a batch with checks. `check`: 'right' or 'wrong', of a check. */
const CHECK_COLUMNS = ['check', 'checks right', 'checks met'] as const;

/** One line per row and answer. A check has no number of a row. */
export const answersSheet = ({ batch, columns, fields }: BatchTable): Sheet<GivenAnswer> => {
  const own = [...ANSWER_COLUMNS, ...versionColumns(batch), ...(batch.checks ? CHECK_COLUMNS : [])];
  const given = namesOf('answer', fields);
  const titles = inputTitles(columns, [...own, ...given]);
  return {
    columns: [...own, ...titles.values(), ...given],
    amounts: ['page', 'row', 'version', ...(batch.checks ? CHECK_COLUMNS : []), ...numbersOf('answer', fields)],
    cellsOf: ({ submission, row, values, answer, check, accuracy }) => ({
      submission: submission._id,
      worker: submission.workerName,
      email: submission.workerEmail,
      status: submission.status,
      // Its buyer writes it there, and uploads the file (P-4.27).
      decision: '',
      submitted: isoTime(submission.createdAt),
      'decided by': submission.decidedBy ?? '',
      decided: submission.decidedAt === undefined ? '' : isoTime(submission.decidedAt),
      reason: submission.reason?.code ?? '',
      'reason text': submission.reason?.text ?? '',
      page: submission.page ?? '',
      row: check ? '' : row,
      version: submission.version ?? 1,
      ...(batch.checks && {
        check: check ? outcomeOf(check) : '',
        'checks right': accuracy?.right ?? '',
        'checks met': accuracy?.met ?? '',
      }),
      ...inputCells(titles, values),
      ...answerCells('answer', answer),
    }),
  };
};

const outcomeOf = ({ isRight }: NonNullable<GivenAnswer['check']>) => (isRight ? 'right' : 'wrong');

export const answerLine = ({ submission, row, values, answer, check, accuracy }: GivenAnswer) => ({
  submission: submission._id,
  worker: submission.workerName,
  email: submission.workerEmail,
  status: submission.status,
  submitted: isoTime(submission.createdAt),
  ...(submission.decidedBy && { decidedBy: submission.decidedBy }),
  ...(submission.decidedAt !== undefined && { decided: isoTime(submission.decidedAt) }),
  ...(submission.reason && { reason: submission.reason }),
  page: submission.page,
  ...(check ? { check: { expected: check.expected, outcome: outcomeOf(check) } } : { row }),
  ...(accuracy && { accuracy }),
  version: submission.version ?? 1,
  values,
  answer,
});
