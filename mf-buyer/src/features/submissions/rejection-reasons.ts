import type { Submission } from '@piecework/contracts';
import { REJECTION_REASONS, type RejectionReason } from '@piecework/contracts/constants';
import { rejectionTextFault } from '@piecework/contracts/field-rules';

export interface GivenReason {
  reasonCode: RejectionReason;
  reasonText?: string;
}

/** What the buyer reads of a reason (P-12.2). */
export const REASON_LABELS: Readonly<
  Record<NonNullable<Submission['reason']>['code'], readonly [label: string, hint: string]>
> = {
  incomplete: ['Incomplete', 'Part of the submission is missing.'],
  wrong: ['Wrong', 'The answer isn’t correct.'],
  'off-task': ['Off task', 'It doesn’t do what the task says.'],
  'low-quality': ['Low quality', 'It can’t be used as it is.'],
  copied: ['Copied', 'It’s copied from someone else.'],
  'no-proof': ['No proof', 'The link or picture that proves the work is missing.'],
  other: ['Other', 'Explain in your own words.'],
  overdue: ['Overdue', 'The revision didn’t arrive in time.'],
};

/** Undefined: fine. */
export const faultOf = (code: RejectionReason | undefined, text: string): string | undefined => {
  if (!code) return 'Choose a reason';
  return rejectionTextFault(code, text) ?? undefined;
};

/** The keys 1 to 7 choose a reason. */
export const reasonOfKey = (key: string): RejectionReason | undefined =>
  /^[1-9]$/.test(key) ? REJECTION_REASONS[Number(key) - 1] : undefined;

export const givenReason = (reasonCode: RejectionReason, text: string): GivenReason => ({
  reasonCode,
  ...(text.trim() && { reasonText: text.trim() }),
});
