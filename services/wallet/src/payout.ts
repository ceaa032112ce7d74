import { accountNumberFault, type PayoutState } from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import type { TimelineEntry, Withdrawal } from './withdrawal';

export const timelineOf = ({
  timeline,
  requestedAt,
}: Pick<Withdrawal, 'timeline' | 'requestedAt'>): readonly TimelineEntry[] =>
  timeline ?? [{ state: 'requested', at: requestedAt }];

/** A repeated correction replaces the previous one, which bounds the size of the document. */
export const withEntry = (
  withdrawal: Pick<Withdrawal, 'timeline' | 'requestedAt'>,
  entry: TimelineEntry,
): readonly TimelineEntry[] => {
  const known = timelineOf(withdrawal);
  const isRepeated = entry.state === 'corrected' && known.at(-1)?.state === 'corrected';
  return [...(isRepeated ? known.slice(0, -1) : known), entry];
};

type Payable = Pick<Withdrawal, 'status' | 'payout' | 'timeline' | 'requestedAt'>;

/** `note`: the reference of the payment, or why it failed. */
export const decidePayout = (
  withdrawal: Payable,
  outcome: Exclude<PayoutState, 'due'>,
  note: string,
): 'decided' | 'repeat' | Failure<'not-approved' | 'closed-payout'> => {
  const { status, payout } = withdrawal;
  if (status !== 'approved') return fail('not-approved');
  // Undefined: approved before payouts were recorded. An admin may still record the payment.
  if (payout === undefined || payout === 'due') return 'decided';
  return payout === outcome && timelineOf(withdrawal).at(-1)?.note === note
    ? 'repeat'
    : fail('closed-payout');
};

/** P-5.11: until the payment. What was approved before payouts were recorded may have been paid. */
export const correctNumber = (
  { status, payout, paymentSystem }: Pick<Withdrawal, 'status' | 'payout' | 'paymentSystem'>,
  accountNumber: string,
): 'pending' | 'due' | Failure<'closed-payout' | 'validation'> => {
  if (status === 'canceled' || payout === 'paid') return fail('closed-payout');
  if (status === 'approved' && payout === undefined) return fail('closed-payout');
  const fault = accountNumberFault(paymentSystem, accountNumber);
  if (fault !== null) return failField('accountNumber', fault);
  return status === 'pending' ? 'pending' : 'due';
};

/** P-5.10. */
export const refuseReveal = ({
  status,
  payout,
}: Pick<Withdrawal, 'status' | 'payout'>): Failure<
  'not-approved' | 'closed-payout' | 'no-account'
> | null => {
  if (status !== 'approved') return fail('not-approved');
  if (payout === undefined) return fail('no-account');
  return payout === 'due' ? null : fail('closed-payout');
};
