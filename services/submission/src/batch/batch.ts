import {
  type BatchFigures,
  type Batch as BatchView,
  CHECKS_BEFORE,
  type ColumnKind,
  type EventData,
  type Form,
  MAX_BATCH_PLACES,
  MAX_HELD_PAGES,
  MIN_ACCURACY,
  RESERVE_MINUTES,
} from '@piecework/contracts';
import { comparableFields, pictureFaults, columnsIn as placeholdersIn } from '@piecework/contracts/forms';
import type { FieldError } from '@piecework/http';
import type { Checks } from '../check/check';

export interface Column {
  name: string;
  /** As the file has it. */
  label: string;
  kind: ColumnKind;
  /** Of an `expected` column: the field of the form. */
  field?: string | undefined;
}

/** Column → text. */
export type Values = Readonly<Record<string, string>>;

/** What its buyer has given so far: nothing is required before the publication. */
export type DraftFields = Omit<BatchView, '_id' | 'form' | 'file' | 'figures' | 'isPublishing' | 'changedAt'> & {
  form?: Form;
};

/** What workers read, as far as a correction changes it. */
export interface Texts {
  taskDetail: string;
  formId: string;
}

/** Its rows are under this id; `rows` counts those without expected values, `checks` the others. */
export interface BatchFile {
  id: string;
  rows: number;
  checks?: number;
  columns: Column[];
  /** Numbers of rows, each of which begins a page of its own. Absent: all are one part. */
  parts?: number[];
}

/** Rows for a published batch, in a file of their own until they are paid (ADR 100). */
export interface Growth {
  fileId: string;
  rows: number;
  checks?: number;
  /** The task service decides it: the rows stay as they are. Absent: its owner may replace them. */
  additionId?: string;
  /** The last decision about them. */
  refused?: { additionId: string; reason: EventData<'task.rows-refused'>['reason'] };
}

/** The draft of a task with rows. */
export interface Batch {
  buyerId: string;
  fields: DraftFields;
  /** Absent: none was uploaded. */
  file?: BatchFile;
  growth?: Growth;
  /** The task that publishes it. Absent: it can be changed. */
  taskId?: string;
  /** Of a published one: versions 2 and further of its texts. */
  corrections?: Texts[];
  /** Milliseconds since 1970. Absent: it is published. */
  changedAt?: number;
}

export const publishingOf = ({ taskId, changedAt }: Batch): 'draft' | 'publishing' | 'published' => {
  if (changedAt === undefined) return 'published';
  return taskId === undefined ? 'draft' : 'publishing';
};

/** With `parts` as in the file. */
export interface PageFigures extends BatchFigures {
  parts?: readonly number[] | undefined;
}

/** Null without rows. */
export const figuresOf = ({ fields, file }: Batch): PageFigures | null => (file ? pagesOf(file, fields) : null);

export const pagesOf = (file: BatchFile, fields: DraftFields): PageFigures => {
  const { rowsPerPage = 1, overlap = { max: 1 }, pilotPages } = fields;
  const { rows, parts } = file;
  const pages = (parts ?? [rows]).reduce((sum, part) => sum + Math.ceil(part / rowsPerPage), 0);
  return {
    rows,
    rowsPerPage,
    overlap,
    pages,
    ...(parts && { parts }),
    ...(pilotPages !== undefined && { pilotPages }),
  };
};

/** Undefined: no page has checks. The secret comes with the publication. */
export const checksOf = ({ fields, file }: Batch): Omit<Checks, 'secret'> | undefined => {
  const { checks: count = 0 } = file ?? {};
  const { checksPerPage: perPage = count > 0 ? 1 : 0 } = fields;
  const { checksBefore: before = CHECKS_BEFORE, minAccuracy = MIN_ACCURACY } = fields;
  return perPage > 0 ? { count, perPage, before, minAccuracy } : undefined;
};

export const placesOf = ({ pages, overlap }: BatchFigures): number => pages * overlap.max;

/** Each part with the numbers of the rows and pages before it. */
const partsIn = ({ rows, rowsPerPage, parts = [rows] }: PageFigures) => {
  let [row, page] = [0, 0];
  return parts.map((count) => {
    const part = { count, row, page, pages: Math.ceil(count / rowsPerPage) };
    row += count;
    page += part.pages;
    return part;
  });
};

/** Numbers of the rows of a page, from 1. */
export const rowNumbers = (figures: PageFigures, page: number): number[] => {
  const { rowsPerPage } = figures;
  const part = partsIn(figures).find((one) => page <= one.page + one.pages);
  if (!part) return [];
  const before = (page - part.page - 1) * rowsPerPage;
  const count = Math.min(rowsPerPage, part.count - before);
  return Array.from({ length: count }, (_, at) => part.row + before + 1 + at);
};

/** Pages with fewer rows than the others, and how many fewer. */
export const shortPages = (figures: PageFigures): { page: number; missing: number }[] =>
  partsIn(figures)
    .map(({ count, page, pages }) => ({ page: page + pages, missing: pages * figures.rowsPerPage - count }))
    .filter(({ missing }) => missing > 0);

/** What was shown as one page: `rows` are the numbers in the order that its worker saw. Absent: those of the page, as in the file. */
export interface ShownPage {
  page?: number | undefined;
  rows?: readonly number[] | undefined;
  /** Of the texts. Absent: 1. */
  version?: number | undefined;
}

/** Numbers of the rows that the answers of a submission are to, in their order. */
export const rowsOf = (figures: PageFigures, { page, rows }: ShownPage): readonly number[] =>
  rows ?? (page === undefined ? [] : rowNumbers(figures, page));

export const pageOfRow = (figures: PageFigures, row: number): number => {
  const part = partsIn(figures).findLast((one) => one.row < row);
  return part ? part.page + Math.ceil((row - part.row) / figures.rowsPerPage) : 0;
};

/** Undefined for version 1, which is what was published. */
export const correctionOf = (corrections: readonly Texts[] = [], version = 1): Texts | undefined =>
  corrections[version - 2];

/** Settings that are none of a task. */
const OWN_SETTINGS: readonly string[] = [
  ...(['rowsPerPage', 'overlap', 'maxPagesPerWorker'] as const),
  ...(['pilotPages', 'agreement', 'approveOnAgreement'] as const),
  ...(['checksPerPage', 'checksBefore', 'minAccuracy', 'minSeconds'] as const),
] satisfies (keyof DraftFields)[];

/** The body of `POST /tasks` for a batch; the contract of that call finds what is missing. */
export const postingOf = ({ fields }: Batch, figures: BatchFigures): Record<string, unknown> => {
  const posting = Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_SETTINGS.includes(name)));
  return { reserveMinutes: RESERVE_MINUTES.default, ...posting, requiredWorkers: placesOf(figures) };
};

/** Checks that a file needs for each one of a page. Otherwise a check could be on two pages that a worker holds, and show itself before an answer to it. */
const CHECK_POOL = MAX_HELD_PAGES + 1;

/** What neither the contract of a task nor `expectedColumnFaults` finds. */
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
  if (figures.pilotPages !== undefined && figures.pilotPages >= figures.pages)
    faults.push({
      field: 'pilotPages',
      message: `A pilot has fewer pages than the batch, which has ${figures.pages.toLocaleString('en-US')}`,
    });
  if (figures.rows === 0)
    faults.push({ field: 'rows', message: 'Each row has an expected value, so all are checks. Add rows without one' });
  const { count = 0, perPage = 0 } = checksOf(batch) ?? {};
  const needed = CHECK_POOL * perPage;
  if (count < needed)
    faults.push({
      field: 'checksPerPage',
      message: `With ${perPage} on each page, the file needs at least ${needed} checks, and it has ${count}. Give ${needed - count} more rows an expected value`,
    });
  faults.push(...agreementFaults(fields), ...columnFaults(file.columns, fields));
  for (const { path, message } of pictureFaults(fields.form?.fields ?? [], file.columns))
    faults.push({ field: ['form', 'fields', ...path].join('.'), message });
  return faults;
};

/** Columns whose values stand in the texts. */
export const columnsIn = (texts: Pick<DraftFields, 'taskDetail' | 'form'>): ReadonlySet<string> =>
  new Set(textsOf(texts).flatMap(([, text]) => placeholdersIn(text)));

/** Names in the texts that are no columns of the file that workers read. */
export const columnFaults = (
  columns: readonly Pick<Column, 'name' | 'kind'>[],
  texts: Pick<DraftFields, 'taskDetail' | 'form'>,
): FieldError[] => {
  const known = new Set(columns.filter(({ kind }) => kind !== 'expected').map(({ name }) => name));
  return textsOf(texts).flatMap(([field, text]) => {
    const unknown = placeholdersIn(text).find((name) => !known.has(name));
    return unknown === undefined ? [] : [{ field, message: `The file has no column {{${unknown}}}` }];
  });
};

/** Answers can only agree in fields that are compared, and not with themselves. */
const agreementFaults = ({ form, overlap = { max: 1 }, approveOnAgreement }: DraftFields): FieldError[] => {
  const { min, max } = overlap;
  const faults: FieldError[] = [];
  if (form && comparableFields(form.fields).length === 0) {
    const message = 'Answers can only agree in a choice, a number or a date, and the form has none';
    if (min !== undefined) faults.push({ field: 'overlap.min', message });
    if (approveOnAgreement) faults.push({ field: 'approveOnAgreement', message });
  } else if (approveOnAgreement && (min ?? max) < 2)
    faults.push({
      field: 'approveOnAgreement',
      message: 'Ask for at least 2 answers per page: one can’t agree with another',
    });
  return faults;
};

const textsOf = ({
  taskDetail = '',
  form,
}: Pick<DraftFields, 'taskDetail' | 'form'>): [field: string, text: string][] => [
  ['taskDetail', taskDetail],
  ...(form?.fields ?? []).flatMap(({ label, help = '' }, at): [string, string][] => [
    [`form.fields.${at}.label`, label],
    [`form.fields.${at}.help`, help],
  ]),
];
