import { isoTime } from '@piecework/base';
import type { Answer, FormField } from '@piecework/contracts';
import { cellOf } from '@piecework/contracts/forms';
import type { Sheet } from '@piecework/service-runtime';
import type { SubmissionDocument } from './submission.store';
import { answersOf, picturesOf, type Shown } from './submission.views';

const COLUMNS = [
  ...(['submission', 'worker', 'email', 'status', 'submitted', 'pay'] as const),
  ...(['decided by', 'decided', 'reason', 'reason text', 'details', 'attachments', 'bonus'] as const),
];

const columnOf = (field: string): string => `answer.${field}`;

const answerCells = (answer: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(answer).map(([name, value]) => [columnOf(name), cellOf(value)]));

/** @param fields of the form of the task. Answers to rows are in a file of their own (`row.sheets.ts`). */
export const submissionSheet = (
  settings: Shown,
  fields: readonly FormField[],
  hasRows: boolean,
): Sheet<SubmissionDocument> => ({
  columns: [...COLUMNS, ...(hasRows ? ['page'] : fields.map(({ name }) => columnOf(name)))],
  amounts: [
    'pay',
    'bonus',
    'page',
    ...fields.filter(({ kind }) => kind === 'number').map(({ name }) => columnOf(name)),
  ],
  cellsOf: (row) => ({
    submission: row._id,
    worker: row.workerName,
    email: row.workerEmail,
    status: row.status,
    submitted: isoTime(row.createdAt),
    pay: row.payable,
    bonus: row.bonus?.coins ?? '',
    'decided by': row.decidedBy ?? '',
    decided: row.decidedAt === undefined ? '' : isoTime(row.decidedAt),
    reason: row.reason?.code ?? '',
    'reason text': row.reason?.text ?? '',
    details: row.details,
    attachments: picturesOf(row, settings).attachments?.join(' ') ?? '',
    page: row.page ?? '',
    ...answerCells(answersOf(row, settings).answers?.[0] ?? {}),
  }),
});
