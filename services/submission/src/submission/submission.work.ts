import { type Answer, lengthOf, TEXT_LENGTH } from '@piecework/contracts';
import { answerText, type FormField, readAnswer } from '@piecework/contracts/forms';
import { type Failure, fail, failField } from '@piecework/http';
import { type Pictures, picturesIn } from './submission.pictures';

/** A refusal with status 200: `message` for the worker. */
export interface Declined {
  declined: string;
}

/** What a worker has submitted. */
export interface Work {
  /** Of answers: their text. */
  details: string;
  attachments?: Pictures;
  /** To a task with a form: by the names of its fields. */
  answers?: Answer[];
}

interface Typed {
  submissionDetails?: string | undefined;
  answers?: Record<string, unknown>[] | undefined;
  attachments?: Pictures;
}

const WITHOUT_ANSWERS =
  'This task has a form: open the task’s page and answer it there. Programs read it at GET /tasks/{id}/form.';

const shortened = (text: string): string =>
  lengthOf(text) <= TEXT_LENGTH ? text : `${[...text].slice(0, TEXT_LENGTH - 1).join('')}…`;

/** Of a task with a form: its fields for each row of the page, or once. */
export type RowFields = readonly (readonly FormField[])[];

/** @param rows null: the task has no form */
export const readWork = (
  rows: RowFields | null,
  { submissionDetails: details, answers, attachments }: Typed,
): Work | Declined | Failure<'validation'> => {
  if (!rows) {
    if (details === undefined) return failField('submissionDetails', 'This task has no form. Send submissionDetails');
    return { details, ...picturesIn(attachments) };
  }
  // P-4.23: clients of the first contract know no forms.
  if (!answers) return { declined: WITHOUT_ANSWERS };
  if (answers.length !== rows.length)
    return failField(
      'answers',
      rows.length === 1 ? 'Send one answer' : `Send ${rows.length} answers: one for each row`,
    );
  const read = answers.map((typed, row) => readAnswer(rows[row] ?? [], typed, attachments ?? []));
  const faults = read.flatMap((one, row) => (one.ok ? [] : one.faults.map((fault) => ({ row, ...fault }))));
  if (faults.length > 0) {
    const errors = faults.map(({ row, name, message }) => ({
      field: ['answers', row, ...(name === '' ? [] : [name])].join('.'),
      message,
    }));
    return fail('validation', { errors, ...(errors.length === 1 && { message: errors[0]?.message }) });
  }
  const kept = read.flatMap((one) => (one.ok ? [one.answer] : []));
  const text = kept.map((answer, row) => answerText(rows[row] ?? [], answer)).join('\n\n');
  const values = new Set(kept.flatMap((answer) => Object.values(answer).flat()));
  return { details: shortened(text), ...picturesIn(attachments?.filter((url) => values.has(url))), answers: kept };
};
