import type { Readable } from 'node:stream';
import {
  MAX_BATCH_PLACES,
  MAX_COLUMNS,
  MAX_FIELDS,
  REJECTION_REASONS,
  type RejectionReason,
  RUN_DECISIONS,
  TEXT_LENGTH,
} from '@piecework/contracts/constants';
import { rejectionTextFault } from '@piecework/contracts/field-rules';
import { cleanLine, cleanText } from '@piecework/contracts/text';
import { createRowReader, formatOf, type RowReader } from '@piecework/csv-file';
import type { FieldError } from '@piecework/http';
import { armed } from '@piecework/service-runtime';
import { addFault, emptyFaults, errorsOf, mergeFaults } from '../batch/row-file.faults';
import { likenessOf } from '../batch/row-file.shape';
import { textOf, UnreadableFile } from '../batch/row-file.text';
import type { Decision } from '../submission/submission';
import type { Mark } from '../submission/submission.decisions';
import { decisionOf, STATUS_OF } from './decision-run';

/** With the row of the file that has it first. */
export interface FileMark extends Mark {
  row: number;
}

const COLUMNS = ['submission', 'decision', 'reason', 'reason text'] as const;
type ColumnName = (typeof COLUMNS)[number];

/** UTF-16 units of the longest line of an export, roughly: a cell is at most a long text, each character of which is two. */
const LINE_LENGTH = (MAX_COLUMNS + 2 * MAX_FIELDS) * 2 * TEXT_LENGTH;

/** Reads `answers.csv` as its buyer has filled it in. It stops where nothing behind can be trusted: the rest of the stream is then unread. Rejects with the error of the stream. */
export const readDecisionFile = async (file: Readable): Promise<{ marks: FileMark[] } | { errors: FieldError[] }> => {
  const lines = createLines();
  let reader: RowReader | undefined;
  try {
    for await (const { text, isLast } of textOf(file)) {
      reader ??= createRowReader(formatOf(text, likenessOf));
      const { rows, quoteFault } = reader.read(text, isLast);
      for (const cells of quoteFault ? rows.slice(0, quoteFault.row - lines.count) : rows) lines.read(cells);
      if (quoteFault || reader.held > LINE_LENGTH)
        throw new UnreadableFile(
          `Row ${lines.count + 1} has a quotation mark (") that isn’t closed. Close it, or write it twice`,
        );
    }
    return lines.end();
  } catch (error) {
    if (error instanceof UnreadableFile) return { errors: [{ field: 'rows', message: error.message }] };
    throw error;
  }
};

const TOO_MANY = `The file decides more than ${MAX_BATCH_PLACES.toLocaleString('en-US')} answers, which is more than a batch has. Download the answers again`;

interface Draft {
  row: number;
  status: Decision;
  code: string;
  text: string;
}

const createLines = () => {
  const faults = emptyFaults();
  const drafts = new Map<string, Draft>();
  let columns: ReadonlyMap<ColumnName, number> | undefined;
  let count = 0;

  const refuse = (column: ColumnName, message: string): void => addFault(faults, { row: count, column, message });

  const readLine = (cellOf: (column: ColumnName) => string): void => {
    const written = cellOf('decision').toLowerCase();
    if (written === '') return;
    const decision = RUN_DECISIONS.find((one) => one === written);
    const status = decision && STATUS_OF[decision];
    const submission = cellOf('submission');
    if (!status) refuse('decision', `Decision must be ${RUN_DECISIONS.join(', ')} or empty`);
    else if (submission === '') refuse('submission', 'The id of the answer is missing. Download the answers again');
    else if (status === 'approved') addDecision(submission, { row: count, status, code: '', text: '' });
    else
      addDecision(submission, {
        row: count,
        status,
        code: cellOf('reason').toLowerCase(),
        text: cellOf('reason text'),
      });
  };

  const addDecision = (submission: string, draft: Draft): void => {
    const { status, code, text } = draft;
    const first = drafts.get(submission);
    if (!first) {
      if (drafts.size === MAX_BATCH_PLACES) throw new UnreadableFile(TOO_MANY);
      drafts.set(submission, draft);
      return;
    }
    if (first.status !== status)
      refuse('decision', `Row ${first.row} decides otherwise about this answer: ${decisionOf(first.status)}`);
    for (const [column, before, now] of [
      ['reason', first.code, code],
      ['reason text', first.text, text],
    ] as const)
      if (before !== '' && now !== '' && before !== now)
        refuse(column, `Row ${first.row} has another reason for this answer`);
    first.code ||= code;
    first.text ||= text;
  };

  return {
    /** Rows of the file so far. */
    get count() {
      return count;
    },
    read: (raw: readonly string[]): void => {
      count += 1;
      const cells = raw.map((cell) => cleanText(armed(cell)).trim());
      if (cells.every((cell) => cell === '')) return;
      if (!columns) columns = columnsIn(cells);
      else readLine((column) => cells[columns?.get(column) ?? -1] ?? '');
    },
    end: (): { marks: FileMark[] } | { errors: FieldError[] } => {
      const unexplained = emptyFaults();
      for (const { row, status, code, text } of drafts.values()) {
        const fault = status === 'reject' ? reasonFault(code, text) : null;
        if (fault) addFault(unexplained, { row, ...fault });
      }
      const all = mergeFaults([faults, unexplained]);
      if (all.count > 0) return { errors: errorsOf(all) };
      if (drafts.size === 0)
        throw new UnreadableFile('The file decides nothing. Write approve or reject in its column “decision”');
      return {
        marks: [...drafts].map(([id, { row, status, code, text }]) => ({
          id,
          row,
          status,
          ...(status === 'reject' && { reason: { code: code as RejectionReason, text } }),
        })),
      };
    },
  };
};

const columnsIn = (head: readonly string[]): ReadonlyMap<ColumnName, number> => {
  const names = head.map((cell) => cleanLine(cell).toLowerCase());
  for (const required of ['submission', 'decision'] as const)
    if (!names.includes(required))
      throw new UnreadableFile(
        `The file has no column “${required}”. Download the answers as CSV, fill in their column “decision”, and upload that file`,
      );
  return new Map(COLUMNS.map((column) => [column, names.indexOf(column)]));
};

const reasonFault = (code: string, text: string): { column: ColumnName; message: string } | null => {
  if (!REJECTION_REASONS.some((reason) => reason === code))
    return { column: 'reason', message: `A rejection needs a reason: ${REJECTION_REASONS.join(', ')}` };
  const message = rejectionTextFault(code, text);
  return message === null ? null : { column: 'reason text', message };
};
