import { latinDigits, parseWholeNumber } from '@piecework/contracts/text';
import { EMPTY_POSTING, type Posting, postingRules, today } from '../tasks/posting';
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

/** The rules of Add Task, and those that its choice and picture fields enforce by themselves. */
export const faultOf = (field: Field, value: string): string | undefined => {
  if (field === 'afterCompletion')
    return ['close', 'stay'].includes(value) ? undefined : 'After Completion must be close or stay';
  const fault = postingRules[field].faultOf(value);
  if (fault !== null || field !== 'taskImageURL') return fault ?? undefined;
  if (/\s/.test(value)) return 'Task Image URL contains a space. Write it as %20';
  return isPicture(value) ? undefined : 'Task Image URL must be an https address';
};

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

export const FIELDS = Object.keys(COLUMNS) as Field[];

/** A row in the form of the template. */
export const cellsOf = (posting: Posting): string[] => FIELDS.map((field) => posting[field]);

const DAY_MS = 24 * 3_600_000;

/** The head and one task, which passes the rules. */
export const templateRows = (): string[][] => {
  const posting: Posting = {
    ...EMPTY_POSTING,
    ...TEMPLATES.survey.values,
    completionDate: new Date(Date.parse(today()) + 30 * DAY_MS).toISOString().slice(0, 10),
    taskImageURL: 'https://example.com/picture.png',
  };
  return [Object.values(COLUMNS), cellsOf(posting)];
};
