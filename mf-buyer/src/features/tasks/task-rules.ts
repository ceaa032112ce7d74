import {
  AUTO_APPROVE_HOURS,
  MAX_WHOLE_NUMBER,
  RESERVE_MINUTES,
  TEXT_LENGTH,
  TITLE_LENGTH,
} from '@piecework/contracts/constants';
import { lengthOf, parseWholeNumber } from '@piecework/contracts/text';
import { serverNow } from '@piecework/web-kit';

export interface Posting {
  taskTitle: string;
  taskDetail: string;
  requiredWorkers: string;
  payableAmount: string;
  completionDate: string;
  submissionInfo: string;
  autoApproveHours: string;
  reserveMinutes: string;
  minApprovalRate: string;
  /** Or `stay`. */
  afterCompletion: string;
  taskImageURL: string;
}

export const EMPTY_POSTING: Posting = {
  taskTitle: '',
  taskDetail: '',
  requiredWorkers: '',
  payableAmount: '',
  completionDate: '',
  submissionInfo: '',
  autoApproveHours: String(AUTO_APPROVE_HOURS.default),
  reserveMinutes: String(RESERVE_MINUTES.default),
  minApprovalRate: '0',
  afterCompletion: 'close',
  taskImageURL: '',
};

/** Of `POST /tasks`. */
export const bodyOf = ({ afterCompletion, ...values }: Posting) => ({
  ...values,
  ...numbersOf({ afterCompletion, ...values }),
  closeAtCompletion: afterCompletion === 'close',
});

const numbersOf = (posting: Posting) => ({
  requiredWorkers: parseWholeNumber(posting.requiredWorkers),
  payableAmount: parseWholeNumber(posting.payableAmount),
  autoApproveHours: parseWholeNumber(posting.autoApproveHours),
  reserveMinutes: parseWholeNumber(posting.reserveMinutes),
  minApprovalRate: parseWholeNumber(posting.minApprovalRate),
});

/** Validation of a task's fields (P-3.1 to P-3.3) for react-hook-form. */

const textRule = (label: string, max: number) => ({
  validate: (value: string) => {
    const length = lengthOf(value.trim());
    if (length === 0) return `${label} is required`;
    return length <= max || `${label} must be at most ${max.toLocaleString('en')} characters`;
  },
});

export const wholeNumberRule = (label: string, { min = 1, max = MAX_WHOLE_NUMBER } = {}) => ({
  validate: (value: string) => {
    if (value.trim() === '') return `${label} is required`;
    const number = parseWholeNumber(value);
    if (Number.isNaN(number)) return `${label} must be a whole number`;
    if (number < min) return `${label} must be at least ${min}`;
    return number <= max || `${label} must be at most ${max.toLocaleString('en')}`;
  },
});

/** On the clock of the server, in UTC (P-3.3). */
export const today = (): string => new Date(serverNow()).toISOString().slice(0, 10);

export const textRules = {
  taskTitle: textRule('Task Title', TITLE_LENGTH),
  taskDetail: textRule('Task Detail', TEXT_LENGTH),
  submissionInfo: textRule('Submission Info', TEXT_LENGTH),
};

export const postingRules = {
  ...textRules,
  requiredWorkers: wholeNumberRule('Required Workers'),
  payableAmount: wholeNumberRule('Payable Amount'),
  autoApproveHours: wholeNumberRule('Hours until approval', { min: 0, max: AUTO_APPROVE_HOURS.max }),
  reserveMinutes: {
    validate: (value: string) => {
      const fault = wholeNumberRule('Minutes to hold a place', {
        min: 0,
        max: RESERVE_MINUTES.max,
      }).validate(value);
      if (fault !== true) return fault;
      const minutes = parseWholeNumber(value);
      return (
        minutes === 0 ||
        minutes >= RESERVE_MINUTES.min ||
        `Minutes to hold a place must be 0, or at least ${RESERVE_MINUTES.min}`
      );
    },
  },
  minApprovalRate: wholeNumberRule('Approval rate', { min: 0, max: 100 }),
  completionDate: {
    validate: (value: string) => {
      if (!value) return 'Completion Date is required';
      return value >= today() || 'Completion Date must be today or later';
    },
  },
};
export const IMAGE_REQUIRED = 'Task Image URL is required';

export const costOf = (requiredWorkers: string, payableAmount: string): number | null => {
  const [places, pay] = [requiredWorkers, payableAmount].map(parseWholeNumber) as [number, number];
  return places > 0 && pay > 0 ? places * pay : null;
};

/** Strictly less (P-3.4). */
export const isAffordable = (cost: number, balance: number): boolean => cost < balance;

/** Of a cost that is not affordable. */
export const shortfallOf = (cost: number, balance: number): string => {
  const coins = cost + 1 - balance;
  return `You need ${coins.toLocaleString('en')} more ${coins === 1 ? 'coin' : 'coins'}: the cost must be less than your balance.`;
};
