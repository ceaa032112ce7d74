import { AUTO_APPROVE_HOURS, RESERVE_MINUTES } from '@piecework/contracts/constants';
import { completionDateFault, type FieldRule, taskRules } from '@piecework/contracts/field-rules';
import { parseWholeNumber } from '@piecework/contracts/text';
import { serverNow } from '@piecework/web-kit';

export const EMPTY_POSTING = {
  taskTitle: '',
  taskDetail: '',
  requiredWorkers: '',
  payableAmount: '',
  completionDate: '',
  submissionInfo: '',
  autoApproveHours: String(AUTO_APPROVE_HOURS.default),
  reserveMinutes: String(RESERVE_MINUTES.default),
  minApprovalRate: '0',
  /** Or `stay`. */
  afterCompletion: 'close',
  taskImageURL: '',
};
export type Posting = typeof EMPTY_POSTING;

/** The fields of Add Task. */
export const EMPTY_TASK = {
  ...EMPTY_POSTING,
  /** Or `form`. */
  answerBy: 'text',
  /** As `draftsIn` of the form builder reads it; kept when workers answer with a text after all. */
  form: '',
};
export type TaskDraft = typeof EMPTY_TASK;

/** The body of `POST /tasks`, without a form. */
export const bodyOf = ({ afterCompletion, answerBy: _, form: __, ...posting }: Posting & Partial<TaskDraft>) => ({
  ...posting,
  requiredWorkers: parseWholeNumber(posting.requiredWorkers),
  payableAmount: parseWholeNumber(posting.payableAmount),
  autoApproveHours: parseWholeNumber(posting.autoApproveHours),
  reserveMinutes: parseWholeNumber(posting.reserveMinutes),
  minApprovalRate: parseWholeNumber(posting.minApprovalRate),
  closeAtCompletion: afterCompletion === 'close',
});

/** On the clock of the server, in UTC (P-3.3). */
export const today = (): string => new Date(serverNow()).toISOString().slice(0, 10);

/** Validation of a task's fields (P-3.1 to P-3.3). */
export const postingRules = {
  ...taskRules,
  completionDate: { faultOf: (value) => completionDateFault(value, today()) } satisfies FieldRule,
};

export const costOf = (requiredWorkers: string, payableAmount: string): number | null => {
  const [places, pay] = [requiredWorkers, payableAmount].map(parseWholeNumber) as [number, number];
  return places > 0 && pay > 0 ? places * pay : null;
};

/** Strictly less (P-3.4). */
export const isAffordable = (cost: number, balance: number): boolean => cost < balance;

/** Coins that the balance lacks for this cost. */
export const missingCoins = (cost: number, balance: number): number => Math.max(0, cost + 1 - balance);

/** For a cost that is not affordable. */
export const shortfallOf = (cost: number, balance: number): string => {
  const coins = missingCoins(cost, balance);
  return `You need ${coins.toLocaleString('en')} more ${coins === 1 ? 'coin' : 'coins'}: the cost must be less than your balance.`;
};
