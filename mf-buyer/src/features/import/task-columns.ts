import { URL_LENGTH } from '@piecework/contracts/constants';
import { IMAGE_REQUIRED, type Posting, postingRules, today } from '../tasks/task-rules';
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

const isDay = (value: string) => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

/** The server's rule for addresses of other hosts. */
const isPicture = (value: string) => {
  try {
    const { protocol, username, password } = new URL(value);
    return protocol === 'https:' && username + password === '' && !/\s/.test(value);
  } catch {
    return false;
  }
};

/** The rules of Add Task, and those that its date, choice and picture fields enforce by themselves. */
const RULES: Record<Field, (value: string) => true | string> = {
  taskTitle: postingRules.taskTitle.validate,
  taskDetail: postingRules.taskDetail.validate,
  requiredWorkers: postingRules.requiredWorkers.validate,
  payableAmount: postingRules.payableAmount.validate,
  completionDate: (value) =>
    value === '' || isDay(value)
      ? postingRules.completionDate.validate(value)
      : 'Completion Date must be a date like 2026-12-31',
  submissionInfo: postingRules.submissionInfo.validate,
  taskImageURL: (value) => {
    if (value === '') return IMAGE_REQUIRED;
    if (value.length > URL_LENGTH) return `Task Image URL must be at most ${URL_LENGTH} characters`;
    return isPicture(value) || 'Task Image URL must be an https address';
  },
  autoApproveHours: postingRules.autoApproveHours.validate,
  reserveMinutes: postingRules.reserveMinutes.validate,
  minApprovalRate: postingRules.minApprovalRate.validate,
  afterCompletion: (value) => ['close', 'stay'].includes(value) || 'After Completion must be close or stay',
};

export const faultOf = (field: Field, value: string): string | undefined => {
  const found = RULES[field](value);
  return found === true ? undefined : found;
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
