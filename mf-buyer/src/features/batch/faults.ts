import type { Batch, Form } from '@piecework/contracts';
import { MAX_BATCH_PLACES } from '@piecework/contracts/constants';
import { columnsIn, pictureFaults } from '@piecework/contracts/forms';
import type { ApiError } from '@piecework/web-kit';
import { type BatchDraft, EMPTY_BATCH, faultOf, RULED, type Ruled } from './batch-draft';
import { figuresOf } from './figures';
import { STEPS, type Step } from './steps';
import type { BatchForm } from './useBatchForm';

/** Why a batch can't be published yet. */
export interface Fault {
  step: Step;
  /** Of the draft, or a path of the server. */
  field: string;
  message: string;
}

const OF_WHAT: readonly string[] = [
  'taskTitle',
  'taskDetail',
  'submissionInfo',
  'taskImageURL',
  'completionDate',
] satisfies Ruled[];

const stepOfField = (path: string): Step => {
  const [field = ''] = path.split('.');
  if (OF_WHAT.includes(field)) return 'what';
  if (field === 'form') return 'form';
  return ['rows', 'file', 'columns'].includes(field) ? 'data' : 'pay';
};

/** What may name columns, by its field. */
const textsOf = (detail: string, form: Form | null | undefined): [field: string, text: string][] => [
  ['taskDetail', detail],
  ...(form?.fields ?? []).flatMap(({ label, help = '' }, at): [string, string][] => [
    [`form.fields.${at}.label`, label],
    [`form.fields.${at}.help`, help],
  ]),
];

const unknownIn = (text: string, { file }: Batch): string[] =>
  columnsIn(text).filter((name) => !file?.columns.some((column) => column.name === name && column.kind !== 'expected'));

/** Names in the texts of workers that are no columns of the file. */
export const unknownColumns = (detail: string, form: Form | null | undefined, batch: Batch): string[] => [
  ...new Set(textsOf(detail, form).flatMap(([, text]) => unknownIn(text, batch))),
];

export const namedColumns = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

/** @param form undefined while it isn't valid, null without fields */
export const faultsOf = (draft: BatchDraft, form: Form | null | undefined, batch: Batch): Fault[] => {
  const faults: Fault[] = RULED.flatMap((field) => {
    const message = faultOf(field, draft);
    return message === null ? [] : [{ step: stepOfField(field), field, message }];
  });
  if (form === null) faults.push({ step: 'form', field: 'form', message: 'The form has no fields yet' });
  if (form === undefined) faults.push({ step: 'form', field: 'form', message: 'A field needs a change' });
  if (!batch.file) faults.push({ step: 'data', field: 'rows', message: 'Upload a file with your rows' });
  for (const [field, text] of batch.file ? textsOf(draft.taskDetail, form) : []) {
    const unknown = unknownIn(text, batch);
    if (unknown.length > 0)
      faults.push({ step: stepOfField(field), field, message: `Your file has no column ${namedColumns(unknown)}` });
  }
  for (const { path, message } of batch.file ? pictureFaults(form?.fields ?? [], batch.file.columns) : [])
    faults.push({ step: 'form', field: ['form', 'fields', ...path].join('.'), message });
  const places = figuresOf(batch.file?.rows ?? 0, draft)?.places ?? 0;
  if (places > MAX_BATCH_PLACES) {
    const most = MAX_BATCH_PLACES.toLocaleString('en');
    faults.push({ step: 'pay', field: 'overlap', message: `A batch can have at most ${most} answers` });
  }
  return faults.sort((a, b) => STEPS.indexOf(a.step) - STEPS.indexOf(b.step));
};

/** Fields of the draft that the server names otherwise. */
const NAMES: Readonly<Record<string, Ruled>> = { 'overlap.max': 'overlap', 'overlap.min': 'fewestAnswers' };

export const faultsIn = ({ fields }: ApiError): Fault[] =>
  Object.entries(fields).map(([path, message]) => ({ step: stepOfField(path), field: NAMES[path] ?? path, message }));

/** At the fields of a step; the first one gets the focus. @returns whether there is one */
export const showFaults = (form: BatchForm, faults: readonly Fault[], step: Step): boolean => {
  // The builder shows those of the form.
  const shown = faults.filter((fault) => fault.step === step && fault.field !== 'form' && fault.field in EMPTY_BATCH);
  shown.forEach(({ field, message }, at) => {
    form.setError(field as keyof BatchDraft, { type: 'server', message }, { shouldFocus: at === 0 });
  });
  return shown.length > 0;
};
