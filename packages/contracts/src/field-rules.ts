/**
 * Rules of form fields: their limits and messages. The schemas of the contract and the forms of the screens both take them from here, so it imports no
 * zod (docs/adr/0021). The forms translate the messages.
 */
import * as c from './constants';
import {
  cleanAccountNumber,
  cleanEmail,
  cleanLine,
  cleanText,
  compareDecimals,
  decimalsOf,
  EMAIL_LENGTH,
  EMAIL_PATTERN,
  HIDDEN,
  lengthOf,
  parseDecimal,
  parseWholeNumber,
  plainAccountNumber,
} from './text';

export interface FieldRule {
  /** The first fault of a value, as a message, or null. */
  faultOf(value: string): string | null;
}

export const requiredFault = (label: string): string => `${label} is required`;

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

// Texts

/** The rule of a text. `min` and `max` are in characters. */
export interface TextRule extends FieldRule {
  label: string;
  min: number;
  max: number;
  required: string;
  clean(value: string): string;
}

export const isAtMost = (max: number, value: string): boolean => value.length <= max || lengthOf(value) <= max;

/** Characters that render as nothing, spaces, and the blank Braille pattern. */
const INVISIBLE = /* @__PURE__ */ new RegExp(`${HIDDEN.source}|[\\s\\u2800]`, 'gu');

interface Bounds {
  /** @default 1 */
  min?: number;
  max: number;
  required?: string;
}

const textRule = (
  clean: (value: string) => string,
  label: string,
  { min = 1, max, required = requiredFault(label) }: Bounds,
): TextRule => ({
  label,
  min,
  max,
  required,
  clean,
  faultOf: (typed) => {
    const value = clean(typed).trim();
    if (value === '') return required;
    if (!isAtMost(max, value)) return `${label} must be at most ${max} characters`;
    if (value.replace(INVISIBLE, '') === '') return `${label} must contain a visible character`;
    return lengthOf(value) < min ? `${label} must be at least ${min} characters` : null;
  },
});

/** A text on one line. */
export const lineRule = (label: string, bounds: Bounds): TextRule => textRule(cleanLine, label, bounds);

/** A text on one or several lines. */
export const linesRule = (label: string, bounds: Bounds): TextRule => textRule(cleanText, label, bounds);

/** The same rule, for a field that may stay empty. */
export const optional = ({ faultOf }: FieldRule): FieldRule => ({
  faultOf: (typed) => (typed.trim() === '' ? null : faultOf(typed)),
});

/** UTF-16 units that a field accepts (`maxLength`): a character has at most two. */
export const maxUnits = ({ max }: TextRule): number => 2 * max;

// Numbers

export interface WholeNumberRule {
  min: number;
  max: number;
  faultOf(value: unknown): string | null;
}

export const wholeNumberRule = (label: string, min: number, max = c.MAX_WHOLE_NUMBER): WholeNumberRule => ({
  min,
  max,
  faultOf: (value) => {
    if (isMissing(typeof value === 'string' ? value.trim() : value)) return requiredFault(label);
    const number = typeof value === 'string' ? parseWholeNumber(value) : value;
    if (!Number.isSafeInteger(number)) return `${label} must be a whole number`;
    if (Number(number) < min) return `${label} must be at least ${min}`;
    return Number(number) > max ? `${label} must be at most ${max}` : null;
  },
});

/** Zero, or between the bounds. */
const reserveMinutesRule = (): WholeNumberRule => {
  const label = 'Minutes to hold a place';
  const rule = wholeNumberRule(label, 0, c.RESERVE_MINUTES.max);
  return {
    ...rule,
    faultOf: (value) => {
      const minutes = typeof value === 'string' ? parseWholeNumber(value) : Number(value);
      const isShort = minutes > 0 && minutes < c.RESERVE_MINUTES.min;
      return rule.faultOf(value) ?? (isShort ? `${label} must be 0, or at least ${c.RESERVE_MINUTES.min}` : null);
    },
  };
};

// Days

const isDay = (value: string): boolean => {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

/** `YYYY-MM-DD`. */
export const dayFault = (label: string, value: string): string | null => {
  if (value === '') return requiredFault(label);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value) ? null : `${label} must be a date like 2026-12-31`;
};

export const COMPLETION_DATE = 'Completion Date';
/** P-3.3. @param today in UTC */
export const completionDateFault = (value: string, today: string): string | null =>
  dayFault(COMPLETION_DATE, value) ?? (value < today ? `${COMPLETION_DATE} must be today or later` : null);

// People

/** Of an authenticator app, or a recovery code; also with spaces. */
export const factorCodeRule = /* @__PURE__ */ lineRule('Code', { max: 40 });

export const nameRule = /* @__PURE__ */ lineRule('Name', { max: c.TITLE_LENGTH });

export const emailRule: FieldRule = {
  faultOf: (typed) => {
    const address = cleanEmail(typed);
    if (address === '') return 'Email is required';
    if (address.length > EMAIL_LENGTH) return `Email must be at most ${EMAIL_LENGTH} characters`;
    return EMAIL_PATTERN.test(address) ? null : 'Email must look like name@example.com';
  },
};

/** For the password of an existing account. */
export const passwordRule: FieldRule = {
  faultOf: (typed) => {
    if (typed === '') return 'Password is required';
    return isAtMost(c.PASSWORD_LENGTH.max, typed) ? null : c.PASSWORD_TOO_LONG;
  },
};

/** P-1.5. */
export const newPasswordRule: FieldRule = {
  faultOf: (typed) => passwordRule.faultOf(typed) ?? (c.PASSWORD_PATTERN.test(typed) ? null : c.PASSWORD_MESSAGE),
};

export const PROFILE_PICTURE = 'Profile URL';

// Tasks (P-3.1)

export const taskRules = {
  taskTitle: /* @__PURE__ */ lineRule('Task Title', { max: c.TITLE_LENGTH }),
  taskDetail: /* @__PURE__ */ linesRule('Task Detail', { max: c.TEXT_LENGTH }),
  submissionInfo: /* @__PURE__ */ linesRule('Submission Info', { max: c.TEXT_LENGTH }),
  requiredWorkers: /* @__PURE__ */ wholeNumberRule('Required Workers', 1),
  payableAmount: /* @__PURE__ */ wholeNumberRule('Payable Amount', 1),
  taskImageURL: /* @__PURE__ */ lineRule('Task Image URL', { max: c.URL_LENGTH }),
  autoApproveHours: /* @__PURE__ */ wholeNumberRule('Hours until approval', 0, c.AUTO_APPROVE_HOURS.max),
  reserveMinutes: /* @__PURE__ */ reserveMinutesRule(),
  minApprovalRate: /* @__PURE__ */ wholeNumberRule('Approval rate', 0, 100),
};

// Batches (P-3.17)

export const batchRules = {
  rowsPerPage: /* @__PURE__ */ wholeNumberRule('Rows per page', 1, c.MAX_ROWS_PER_PAGE),
  overlap: /* @__PURE__ */ wholeNumberRule('Answers per page', 1, c.MAX_OVERLAP),
  fewestAnswers: /* @__PURE__ */ wholeNumberRule('Fewest answers per page', 1, c.MAX_OVERLAP),
  maxPagesPerWorker: /* @__PURE__ */ wholeNumberRule('Pages per worker', 1, c.MAX_ROWS),
  pilotPages: /* @__PURE__ */ wholeNumberRule('Pages of the pilot', 1, c.MAX_ROWS),
  checksPerPage: /* @__PURE__ */ wholeNumberRule('Checks per page', 0, c.MAX_CHECKS_PER_PAGE),
  checksBefore: /* @__PURE__ */ wholeNumberRule('Checks before the stop', 1, 100),
  minSeconds: /* @__PURE__ */ wholeNumberRule('Seconds for a page', 1, 3_600),
  reserveMinutes: /* @__PURE__ */ wholeNumberRule(
    'Minutes to hold a page',
    c.RESERVE_MINUTES.min,
    c.RESERVE_MINUTES.max,
  ),
};

export const FEWEST_FAULT = 'Fewest answers per page can’t be more than the most';

/** Number of a page of a batch. */
export const pageRule = /* @__PURE__ */ wholeNumberRule('Page', 1, c.MAX_ROWS);

export const placesRule = /* @__PURE__ */ wholeNumberRule('Places', 1);

/** Why an admin deletes or pauses a task. */
export const taskReasonRule = /* @__PURE__ */ linesRule('Reason', c.REASON_LENGTH);

// Submissions

export const submissionDetailsRule = /* @__PURE__ */ linesRule('Submission Details', {
  max: c.TEXT_LENGTH,
  required: 'Submission Details URL is required',
});
export const appealRule = /* @__PURE__ */ linesRule('Appeal', c.APPEAL_LENGTH);
/** Explains a request for a revision, or the decision about an appeal. */
/** Of a task in review. */
export const rejectionOfTaskRule = /* @__PURE__ */ linesRule('Reason', c.REASON_LENGTH);
export const noteRule = /* @__PURE__ */ linesRule('Note', c.REASON_LENGTH);

export const bonusCoinsRule = /* @__PURE__ */ wholeNumberRule('Coins', c.BONUS_COINS.min, c.BONUS_COINS.max);
export const bonusNoteRule = /* @__PURE__ */ linesRule('Note', c.BONUS_NOTE_LENGTH);

export const messageRule = /* @__PURE__ */ linesRule('Message', c.MESSAGE_LENGTH);

/** Explains a suspension to the person. */
export const suspensionTextRule = /* @__PURE__ */ linesRule('Explanation', c.REASON_LENGTH);

/** The text of a rejection. The reason `other` requires it, with a minimum. */
export const rejectionTextRule = /* @__PURE__ */ linesRule('Reason', { max: c.REASON_LENGTH.max });
export const rejectionTextFault = (code: string, typed: string): string | null =>
  explanationFault(code, typed, c.REASON_LENGTH.min) ?? optional(rejectionTextRule).faultOf(typed);

/** The reason `other` has to be explained. */
const explanationFault = (code: string, typed: string, min: number): string | null =>
  code === 'other' && lengthOf(cleanText(typed).trim()) < min ? `Explain why, in at least ${min} characters` : null;

/** What a reporter writes. The reason `other` requires it. */
export const reportTextRule = /* @__PURE__ */ linesRule('Text', { max: c.REPORT_TEXT_LENGTH });
export const reportTextFault = (code: string, typed: string): string | null =>
  explanationFault(code, typed, c.REASON_LENGTH.min) ?? optional(reportTextRule).faultOf(typed);

// Withdrawals

export const withdrawalCoinsRule = /* @__PURE__ */ wholeNumberRule(
  'Coin',
  c.MIN_WITHDRAWAL_COINS,
  Number.MAX_SAFE_INTEGER,
);

export const PAYMENT_SYSTEM = 'Payment System';

/** What a dollar is in another currency (P-5.17). */
export const payoutRateRule: FieldRule = {
  faultOf: (typed) => {
    if (typed.trim() === '') return requiredFault('Rate');
    const rate = parseDecimal(typed);
    if (rate === null) return 'Rate must be a number like 122.50';
    const { decimals, max } = c.PAYOUT_RATE;
    if (decimalsOf(rate) > decimals) return `Rate can have at most ${decimals} digits behind the point`;
    if (compareDecimals(rate, '0') <= 0) return 'Rate must be above 0';
    return compareDecimals(rate, String(max)) > 0 ? `Rate must be at most ${max}` : null;
  },
};

/** For any payment system. */
export const accountNumberRule: FieldRule = {
  faultOf: (typed) => {
    const { min, max } = c.ACCOUNT_NUMBER_LENGTH;
    const plain = plainAccountNumber(typed);
    if (plain === '') return requiredFault('Account Number');
    if (plain.length < min) return `Account Number must be at least ${min} characters`;
    if (plain.length > max) return `Account Number must be at most ${max} characters`;
    return c.ACCOUNT_NUMBER_PATTERNS.any.test(plain) ? null : c.ACCOUNT_NUMBER_FAULT;
  },
};

/** P-5.7. */
export const accountNumberFault = (system: c.PaymentSystem, typed: string): string | null => {
  const accountNumber = cleanAccountNumber(system, typed);
  const fault = accountNumberRule.faultOf(accountNumber);
  if (fault !== null) return fault;
  const pattern = c.ACCOUNT_NUMBER_PATTERNS[system === 'other' ? 'other' : 'digits'];
  if (pattern.test(accountNumber)) return null;
  return system === 'other'
    ? c.ACCOUNT_NUMBER_FAULT
    : 'Account Number for this payment system can only have digits, spaces and dashes, with at least four digits';
};

export const holdNoteRule = /* @__PURE__ */ linesRule('Note', { max: c.HOLD_NOTE_LENGTH.max });
export const holdNoteFault = (code: string, typed: string): string | null =>
  explanationFault(code, typed, c.HOLD_NOTE_LENGTH.min) ?? optional(holdNoteRule).faultOf(typed);

export const payoutReferenceRule = /* @__PURE__ */ lineRule('Reference', c.PAYOUT_REFERENCE_LENGTH);
/** Why a withdrawal is canceled, a payout failed, or it is paid soon after a change of its account number. */
export const personNoteRule = /* @__PURE__ */ linesRule('Note', { max: c.PERSON_NOTE_LENGTH });
export const adjustmentReasonRule = /* @__PURE__ */ linesRule('Reason', { min: 10, max: 500 });
export const adjustmentCoinsRule = /* @__PURE__ */ wholeNumberRule('Coins', 1, c.MAX_ADJUSTMENT);
export const payoutReasonRule = /* @__PURE__ */ linesRule('Reason', { max: c.PAYOUT_REASON_LENGTH });
export const earlyReasonRule = /* @__PURE__ */ linesRule('Reason to pay now', { max: c.PAYOUT_REASON_LENGTH });
