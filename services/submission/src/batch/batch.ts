import {
  type BatchFigures,
  type Batch as BatchView,
  type ColumnKind,
  type Form,
  MAX_BATCH_PLACES,
  RESERVE_MINUTES,
} from '@piecework/contracts';
import { columnsIn } from '@piecework/contracts/forms';
import type { FieldError } from '@piecework/http';

export interface Column {
  name: string;
  /** As the file has it. */
  label: string;
  kind: ColumnKind;
}

/** Column → text. */
export type Values = Readonly<Record<string, string>>;

/** What its buyer has given so far: nothing is required before the publication. */
export type DraftFields = Omit<BatchView, '_id' | 'form' | 'file' | 'figures' | 'isPublishing' | 'changedAt'> & {
  form?: Form;
};

/** The draft of a task with rows. */
export interface Batch {
  buyerId: string;
  fields: DraftFields;
  /** Its rows are under this id. Absent: none were uploaded. */
  file?: { id: string; rows: number; columns: Column[] };
  /** The task that publishes it. Absent: it can be changed. */
  taskId?: string;
  /** Milliseconds since 1970. Absent: it is published. */
  changedAt?: number;
}

export const publishingOf = ({ taskId, changedAt }: Batch): 'draft' | 'publishing' | 'published' => {
  if (changedAt === undefined) return 'published';
  return taskId === undefined ? 'draft' : 'publishing';
};

/** Null without rows. */
export const figuresOf = ({ fields, file }: Batch): BatchFigures | null => {
  if (!file) return null;
  const { rowsPerPage = 1, overlap = { max: 1 } } = fields;
  return { rows: file.rows, rowsPerPage, overlap, pages: Math.ceil(file.rows / rowsPerPage) };
};

export const placesOf = ({ pages, overlap }: BatchFigures): number => pages * overlap.max;

/** Numbers of the rows of a page, from 1. */
export const rowNumbers = ({ rows, rowsPerPage }: BatchFigures, page: number): number[] => {
  const first = (page - 1) * rowsPerPage + 1;
  const count = Math.max(0, Math.min(rowsPerPage, rows - first + 1));
  return Array.from({ length: count }, (_, at) => first + at);
};

export const pageOfRow = ({ rowsPerPage }: BatchFigures, row: number): number => Math.ceil(row / rowsPerPage);

/** The body of `POST /tasks` for a batch; the contract of that call finds what is missing. */
export const postingOf = ({ fields }: Batch, figures: BatchFigures): Record<string, unknown> => {
  const { rowsPerPage: _, overlap: _overlap, maxPagesPerWorker: _most, ...posting } = fields;
  return { reserveMinutes: RESERVE_MINUTES.default, ...posting, requiredWorkers: placesOf(figures) };
};

/** What the contract of a task does not find. */
export const batchFaults = (batch: Batch): FieldError[] => {
  const { fields, file } = batch;
  const figures = figuresOf(batch);
  const faults: FieldError[] = [];
  if (!fields.form) faults.push({ field: 'form', message: 'Give the form at least one field' });
  if (!file || !figures) return [...faults, { field: 'rows', message: 'Upload the file with the rows' }];
  const places = placesOf(figures);
  if (places > MAX_BATCH_PLACES)
    faults.push({
      field: 'overlap.max',
      message: `A batch has at most ${MAX_BATCH_PLACES.toLocaleString('en-US')} answers, and this one has ${places.toLocaleString('en-US')}. Put more rows on a page, or ask for fewer answers`,
    });
  const known = new Set(file.columns.map(({ name }) => name));
  for (const [field, text] of textsOf(fields)) {
    const unknown = columnsIn(text).find((name) => !known.has(name));
    if (unknown !== undefined) faults.push({ field, message: `The file has no column {{${unknown}}}` });
  }
  return faults;
};

const textsOf = ({ taskDetail = '', form }: DraftFields): [field: string, text: string][] => [
  ['taskDetail', taskDetail],
  ...(form?.fields ?? []).flatMap(({ label, help = '' }, at): [string, string][] => [
    [`form.fields.${at}.label`, label],
    [`form.fields.${at}.help`, help],
  ]),
];
