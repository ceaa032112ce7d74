import type { Batch, Form } from '@piecework/contracts';
import {
  batchRules,
  FEWEST_FAULT,
  type FieldRule,
  optional,
  type TextRule,
  taskRules,
  wholeNumberRule,
} from '@piecework/contracts/field-rules';
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
  /** `overlap.min` of the server. */
  fewestAnswers: '',
  /** A share. */
  agreement: '1',
  /** Or `yes`. */
  approveOnAgreement: 'no',
  maxPagesPerWorker: '',
  pilotPages: '',
  checksPerPage: '',
  checksBefore: '',
  minAccuracy: '',
  minSeconds: '',
};
export type BatchDraft = typeof EMPTY_BATCH;

export type Ruled = Exclude<keyof BatchDraft, 'form' | 'afterCompletion' | 'agreement' | 'approveOnAgreement'>;

/** In percent; the server has a share. */
const accuracyRule = wholeNumberRule('Accuracy', 0, 100);

export const draftRules = {
  taskTitle: taskRules.taskTitle,
  taskDetail: taskRules.taskDetail,
  submissionInfo: taskRules.submissionInfo,
  taskImageURL: taskRules.taskImageURL,
  completionDate: postingRules.completionDate,
  rowsPerPage: batchRules.rowsPerPage,
  overlap: batchRules.overlap,
  fewestAnswers: optional(batchRules.fewestAnswers),
  payableAmount: taskRules.payableAmount,
  autoApproveHours: taskRules.autoApproveHours,
  reserveMinutes: batchRules.reserveMinutes,
  minApprovalRate: taskRules.minApprovalRate,
  maxPagesPerWorker: optional(batchRules.maxPagesPerWorker),
  pilotPages: optional(batchRules.pilotPages),
  checksPerPage: optional(batchRules.checksPerPage),
  checksBefore: optional(batchRules.checksBefore),
  minAccuracy: optional(accuracyRule),
  minSeconds: optional(batchRules.minSeconds),
} as const satisfies Record<Ruled, FieldRule>;
export const RULED = Object.keys(draftRules) as Ruled[];

/** The fault of a typed value, also beside the others. */
export const faultOf = (name: Ruled, draft: BatchDraft): string | null => {
  const isMore = parseWholeNumber(draft.fewestAnswers) > parseWholeNumber(draft.overlap);
  return draftRules[name].faultOf(draft[name]) ?? (name === 'fewestAnswers' && isMore ? FEWEST_FAULT : null);
};

type Stored = Pick<Batch, keyof Batch & (keyof BatchDraft | 'closeAtCompletion')>;
/** The server's, one for each text. */
type Values = Omit<Pick<Batch, keyof Batch & Ruled>, 'overlap'> & {
  overlap?: number | undefined;
  fewestAnswers?: number | undefined;
};
const valuesOf = ({ overlap, ...batch }: Batch): Values => ({
  ...batch,
  overlap: overlap?.max,
  fewestAnswers: overlap?.min,
});

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
  overlap: parseWholeNumber,
  fewestAnswers: parseWholeNumber,
  payableAmount: parseWholeNumber,
  autoApproveHours: parseWholeNumber,
  reserveMinutes: parseWholeNumber,
  minApprovalRate: parseWholeNumber,
  maxPagesPerWorker: parseWholeNumber,
  pilotPages: parseWholeNumber,
  checksPerPage: parseWholeNumber,
  checksBefore: parseWholeNumber,
  minAccuracy: (typed: string) => parseWholeNumber(typed) / 100,
  minSeconds: parseWholeNumber,
} as const satisfies { [K in Ruled]: (typed: string) => Values[K] };

/** Undefined for a value that isn't valid yet. */
const sentOf = <N extends Ruled>(name: N, draft: BatchDraft) => {
  const typed = draft[name];
  if (typed.trim() === '' && EMPTY_BATCH[name] === '') return null;
  return faultOf(name, draft) === null ? (READERS[name](typed) as Values[N]) : undefined;
};

/** Nothing while one of its two numbers isn't valid. */
const overlapOf = (draft: BatchDraft): Pick<Changes, 'overlap'> => {
  const [min, max] = [sentOf('fewestAnswers', draft), sentOf('overlap', draft)];
  return min === undefined || !max ? {} : { overlap: { ...(min !== null && { min }), max } };
};

/** @param form undefined while it isn't valid, null without fields */
export const bodyOf = (draft: BatchDraft, form: Form | null | undefined): Changes => ({
  ...Object.fromEntries(
    RULED.filter((name) => name !== 'overlap' && name !== 'fewestAnswers')
      .map((name) => [name, sentOf(name, draft)] as const)
      .filter(([, value]) => value !== undefined),
  ),
  ...overlapOf(draft),
  agreement: draft.agreement === EMPTY_BATCH.agreement ? null : Number(draft.agreement),
  approveOnAgreement: draft.approveOnAgreement === 'yes' || null,
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

/** The server's draft as texts. What was typed stays as it was typed where it means the same. */
export const textsOf = (batch: Batch, typed?: BatchDraft): BatchDraft => {
  const stored = valuesOf(batch);
  const textOf = (name: Ruled): string => {
    const sent = typed && sentOf(name, typed);
    if (sent !== undefined && isSame(sent, stored[name])) return typed?.[name] ?? '';
    const share = name === 'minAccuracy' ? stored.minAccuracy : undefined;
    return String(share === undefined ? (stored[name] ?? EMPTY_BATCH[name]) : Math.round(share * 100));
  };
  return {
    ...(Object.fromEntries(RULED.map((name) => [name, textOf(name)])) as Pick<BatchDraft, Ruled>),
    afterCompletion: batch.closeAtCompletion === false ? 'stay' : 'close',
    agreement: String(batch.agreement ?? EMPTY_BATCH.agreement),
    approveOnAgreement: batch.approveOnAgreement ? 'yes' : 'no',
    form: batch.form ? JSON.stringify(batch.form) : '',
  };
};

/** The messages of typed values that aren't valid yet, which only this browser has. */
export const unsentFaults = (draft: BatchDraft): string[] =>
  RULED.flatMap((name) => (draft[name].trim() === '' ? [] : (faultOf(name, draft) ?? [])));
