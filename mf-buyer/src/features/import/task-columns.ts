import { latinDigits, parseWholeNumber } from '@piecework/contracts/text';
import { type Posting, postingRules, today } from '../tasks/posting';
import { TEMPLATES } from '../tasks/task-templates';

export type Field = keyof Posting;

/** Names of the columns, in the order of the template. */
export const COLUMNS = {
  taskTitle: 'Task Title',
  taskDetail: 'Task Detail',
  requiredWorkers: 'Required Workers',
  payableAmount: 'Payable Amount',
  completionDate: 'Completion Date',
  submissionInfo: 'Submission Info',
  taskImageURL: 'Task Image URL',
  autoApproveHours: 'Auto Approve Hours',
  reserveMinutes: 'Reserve Minutes',
  minApprovalRate: 'Min Approval Rate',
  afterCompletion: 'After Completion',
} as const satisfies Record<Field, string>;

/** A column, or a cell, of the other fields may be missing: then they have the values that Add Task starts with. */
export const REQUIRED = [
  'taskTitle',
  'taskDetail',
  'requiredWorkers',
  'payableAmount',
  'completionDate',
  'submissionInfo',
  'taskImageURL',
] as const satisfies readonly Field[];

/** The server's rule for addresses of other hosts. */
const isPicture = (value: string) => {
  try {
    const { protocol, username, password } = new URL(value);
    return protocol === 'https:' && username + password === '';
  } catch {
    return false;
  }
};

/** The rules of Add Task, and those that its date, choice and picture fields enforce by themselves. */
const faults: Record<Field, (value: string) => string | null> = {
  taskTitle: postingRules.taskTitle.faultOf,
  taskDetail: postingRules.taskDetail.faultOf,
  requiredWorkers: postingRules.requiredWorkers.faultOf,
  payableAmount: postingRules.payableAmount.faultOf,
  completionDate: postingRules.completionDate.faultOf,
  submissionInfo: postingRules.submissionInfo.faultOf,
  taskImageURL: (value) => {
    const fault = postingRules.taskImageURL.faultOf(value);
    if (fault !== null) return fault;
    if (/\s/.test(value)) return 'Task Image URL contains a space. Write it as %20';
    return isPicture(value) ? null : 'Task Image URL must be an https address';
  },
  autoApproveHours: postingRules.autoApproveHours.faultOf,
  reserveMinutes: postingRules.reserveMinutes.faultOf,
  minApprovalRate: postingRules.minApprovalRate.faultOf,
  afterCompletion: (value) => (['close', 'stay'].includes(value) ? null : 'After Completion must be close or stay'),
};

export const faultOf = (field: Field, value: string): string | undefined => faults[field](value) ?? undefined;

const NUMBERS: readonly Field[] = [
  'requiredWorkers',
  'payableAmount',
  'autoApproveHours',
  'reserveMinutes',
  'minApprovalRate',
];

/** Whether a text looks like a value of the field; undefined where any text does. */
export const isShaped = (field: Field, text: string): boolean | undefined => {
  if (NUMBERS.includes(field)) return !Number.isNaN(parseWholeNumber(text));
  if (field === 'completionDate') return /^\d[\d./-]+\d$/.test(latinDigits(text));
  return field === 'taskImageURL' ? isPicture(text) : undefined;
};

const DAY_MS = 24 * 3_600_000;

/** The head and one task, which passes the rules. */
export const templateRows = (): string[][] => {
  const posting: Posting = {
    ...TEMPLATES.survey.values,
    completionDate: new Date(Date.parse(today()) + 30 * DAY_MS).toISOString().slice(0, 10),
    taskImageURL: 'https://example.com/picture.png',
    minApprovalRate: '0',
  };
  const fields = Object.keys(COLUMNS) as Field[];
  return [Object.values(COLUMNS), fields.map((field) => posting[field])];
};
