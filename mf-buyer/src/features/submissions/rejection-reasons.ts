import type { Submission } from '@piecework/contracts';
import { REASON_LENGTH, REJECTION_REASONS, type RejectionReason } from '@piecework/contracts/constants';

export interface GivenReason {
  reasonCode: RejectionReason;
  reasonText?: string;
}

/** What the buyer reads of a reason (P-12.2). */
export const REASON_LABELS: Readonly<
  Record<NonNullable<Submission['reason']>['code'], readonly [label: string, hint: string]>
> = {
  incomplete: ['Incomplete', 'Part of what you asked for is missing.'],
  wrong: ['Wrong', 'The answer is not correct.'],
  'off-task': ['Off task', 'It answers something else.'],
  'low-quality': ['Low quality', 'It cannot be used as it is.'],
  copied: ['Copied', 'It is the work of another person.'],
  'no-proof': ['No proof', 'The link or the picture that shows the work is missing.'],
  other: ['Other', 'Tell the worker in your own words.'],
  overdue: ['Overdue', 'The new version did not come in time.'],
};

/** Undefined: fine. Counts characters as the server does. */
export const faultOf = (code: RejectionReason | undefined, text: string): string | undefined => {
  const { length } = [...text.trim()];
  if (!code) return 'Choose a reason';
  if (code === 'other' && length < REASON_LENGTH.min)
    return `Tell the worker why, in at least ${REASON_LENGTH.min} characters`;
  return length > REASON_LENGTH.max ? `At most ${REASON_LENGTH.max} characters` : undefined;
};

/** Of the keys 1 to 7. */
export const reasonOfKey = (key: string): RejectionReason | undefined =>
  /^[1-9]$/.test(key) ? REJECTION_REASONS[Number(key) - 1] : undefined;

export const givenReason = (reasonCode: RejectionReason, text: string): GivenReason => ({
  reasonCode,
  ...(text.trim() && { reasonText: text.trim() }),
});
