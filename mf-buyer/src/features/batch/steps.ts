import type { Batch } from '@piecework/contracts';

export const STEPS = ['what', 'form', 'data', 'pay'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_TEXTS: Readonly<Record<Step, { label: string; title: string }>> = {
  what: { label: 'What', title: 'What is the work?' },
  form: { label: 'Form', title: 'What do workers answer?' },
  data: { label: 'Data', title: 'Which rows do they answer it for?' },
  pay: { label: 'Pay', title: 'What does it pay?' },
};

/** Whether the server's draft has what publishing needs of the step. */
const COMPLETE: Readonly<Record<Step, (batch: Batch) => boolean>> = {
  what: ({ taskTitle, taskDetail, submissionInfo, taskImageURL, completionDate }) =>
    [taskTitle, taskDetail, submissionInfo, taskImageURL, completionDate].every(Boolean),
  form: ({ form }) => form !== undefined,
  data: ({ file }) => file !== undefined,
  pay: ({ payableAmount }) => payableAmount !== undefined,
};

export const isComplete = (step: Step, batch: Batch): boolean => COMPLETE[step](batch);

/** @param asked of the address. Without one, the first step that lacks something. */
export const stepOf = (asked: string | null, batch: Batch): Step =>
  STEPS.find((step) => step === asked) ?? STEPS.find((step) => !isComplete(step, batch)) ?? 'pay';
