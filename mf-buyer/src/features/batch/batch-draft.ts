import type { Batch, Form } from '@piecework/contracts';
import { batchRules, type FieldRule, optional, type TextRule, taskRules } from '@piecework/contracts/field-rules';
import { parseWholeNumber } from '@piecework/contracts/text';
import { EMPTY_POSTING, postingRules } from '../tasks/posting';

const { requiredWorkers: _, ...EMPTY_TEXTS } = EMPTY_POSTING;

/** The fields of all steps, as they are typed. */
export const EMPTY_BATCH = {
  ...EMPTY_TEXTS,
  /** As `draftsIn` of the form builder reads it. */
  form: '',
  rowsPerPage: '1',
  overlap: '1',
  maxPagesPerWorker: '',
};
export type BatchDraft = typeof EMPTY_BATCH;

export type Ruled = Exclude<keyof BatchDraft, 'form' | 'afterCompletion'>;

export const draftRules = {
  taskTitle: taskRules.taskTitle,
  taskDetail: taskRules.taskDetail,
  submissionInfo: taskRules.submissionInfo,
  taskImageURL: taskRules.taskImageURL,
  completionDate: postingRules.completionDate,
  rowsPerPage: batchRules.rowsPerPage,
  overlap: batchRules.overlap,
  payableAmount: taskRules.payableAmount,
  autoApproveHours: taskRules.autoApproveHours,
  reserveMinutes: batchRules.reserveMinutes,
  minApprovalRate: taskRules.minApprovalRate,
  maxPagesPerWorker: optional(batchRules.maxPagesPerWorker),
} as const satisfies Record<Ruled, FieldRule>;
export const RULED = Object.keys(draftRules) as Ruled[];

type Stored = Pick<Batch, Ruled | 'closeAtCompletion' | 'form'>;
/** A body of the server: an absent field stays as it is, `null` takes it away. */
export type Changes = { [K in keyof Stored]?: Stored[K] | null };

const cleanedBy =
  ({ clean }: TextRule) =>
  (typed: string) =>
    clean(typed).trim();

const READERS = {
  taskTitle: cleanedBy(taskRules.taskTitle),
  taskDetail: cleanedBy(taskRules.taskDetail),
  submissionInfo: cleanedBy(taskRules.submissionInfo),
  taskImageURL: cleanedBy(taskRules.taskImageURL),
  completionDate: (typed: string) => typed,
  rowsPerPage: parseWholeNumber,
  overlap: (typed: string) => ({ max: parseWholeNumber(typed) }),
  payableAmount: parseWholeNumber,
  autoApproveHours: parseWholeNumber,
  reserveMinutes: parseWholeNumber,
  minApprovalRate: parseWholeNumber,
  maxPagesPerWorker: parseWholeNumber,
} as const satisfies { [K in Ruled]: (typed: string) => Stored[K] };

/** Undefined for a value that isn't valid yet. */
const sentOf = (name: Ruled, typed: string) => {
  if (typed.trim() === '' && EMPTY_BATCH[name] === '') return null;
  return draftRules[name].faultOf(typed) === null ? READERS[name](typed) : undefined;
};

/** @param form undefined while it isn't valid, null without fields */
export const bodyOf = (draft: BatchDraft, form: Form | null | undefined): Changes => ({
  ...Object.fromEntries(
    RULED.map((name) => [name, sentOf(name, draft[name])] as const).filter(([, value]) => value !== undefined),
  ),
  closeAtCompletion: draft.afterCompletion === 'close',
  ...(form !== undefined && { form }),
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What the server's draft lacks of a body. */
export const changesOf = (body: Changes, stored: Stored): Changes =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => !isSame(value, stored[name as keyof Stored])));

export const withChanges = (batch: Batch, changes: Changes): Batch => {
  const entries = Object.entries({ ...batch, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as unknown as Batch;
};

const textOf = (name: Ruled, { overlap, ...batch }: Batch): string => {
  const stored = name === 'overlap' ? overlap?.max : batch[name];
  return stored === undefined ? EMPTY_BATCH[name] : String(stored);
};

/** The server's draft as texts. What was typed stays as it was typed where it means the same. */
export const textsOf = (batch: Batch, typed?: BatchDraft): BatchDraft => ({
  ...(Object.fromEntries(
    RULED.map((name) => [
      name,
      typed && isSame(sentOf(name, typed[name]), batch[name]) && sentOf(name, typed[name]) !== undefined
        ? typed[name]
        : textOf(name, batch),
    ]),
  ) as Pick<BatchDraft, Ruled>),
  afterCompletion: batch.closeAtCompletion === false ? 'stay' : 'close',
  form: batch.form ? JSON.stringify(batch.form) : '',
});

/** The messages of typed values that aren't valid yet, which only this browser has. */
export const unsentFaults = (draft: BatchDraft): string[] =>
  RULED.flatMap((name) => (draft[name].trim() === '' ? [] : (draftRules[name].faultOf(draft[name]) ?? [])));
