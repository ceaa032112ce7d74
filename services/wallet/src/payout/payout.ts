import { DAY_MS } from '@piecework/base';
import { accountNumberFault, type PayoutState } from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import type { TimelineEntry, Withdrawal } from '../withdrawal/withdrawal';

/** Undefined for the number of the request. A failed payout may be due again with the same number, which has no mask. */
export const numberChangedAt = ({ timeline }: Pick<Withdrawal, 'timeline'>): number | undefined =>
  timeline.findLast(({ state, mask }) => state === 'corrected' && mask !== undefined)?.at;

/** Corrections in a row that are kept apart. */
const MAX_CORRECTIONS = 20;

/** When there are more corrections in a row, the two oldest become one, which bounds the size of the document. */
export const withEntry = (
  { timeline }: Pick<Withdrawal, 'timeline'>,
  entry: TimelineEntry,
): readonly TimelineEntry[] => {
  const entries = [...timeline, entry];
  const start = entries.findLastIndex(({ state }) => state !== 'corrected') + 1;
  const [oldest, next] = entries.slice(start);
  if (!oldest || !next || entries.length - start <= MAX_CORRECTIONS) return entries;
  const { before: _, ...merged } = next;
  const before = oldest.before === undefined ? {} : { before: oldest.before };
  return [...entries.slice(0, start), { ...merged, ...before }, ...entries.slice(start + 2)];
};

type Payable = Pick<Withdrawal, 'status' | 'payout' | 'timeline' | 'account' | 'payFrom'>;

interface PayoutOutcome {
  outcome: Exclude<PayoutState, 'due'>;
  /** The reference of the payment, or why it failed. */
  note: string;
  accountMask?: string | undefined;
  earlyReason?: string | undefined;
}

/** P-5.7. */
const MIN_ACCOUNT_DIGITS = 4;

const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** P-5.9, P-5.15. */
export const decidePayout = (
  { status, payout, timeline, account, payFrom = 0 }: Payable,
  { outcome, note, accountMask, earlyReason }: PayoutOutcome,
  { now, isSuspended }: { now: number; isSuspended: boolean },
):
  | 'decided'
  | 'repeat'
  | Failure<
      'not-approved' | 'closed-payout' | 'worker-suspended' | 'number-changed' | 'number-just-changed' | 'validation'
    > => {
  if (earlyReason !== undefined && digitsIn(earlyReason) >= MIN_ACCOUNT_DIGITS)
    return failField(
      'earlyReason',
      'Reason must have at most three digits: it stays in the admin trail, which has no account numbers',
    );
  if (status !== 'approved') return fail('not-approved');
  if (payout !== 'due') return payout === outcome && timeline.at(-1)?.note === note ? 'repeat' : fail('closed-payout');
  // A payment that fell through before is still recorded.
  if (outcome === 'paid' && isSuspended) return fail('worker-suspended');
  if (outcome === 'paid' && account && accountMask === undefined)
    return failField('accountMask', 'Account Mask is required');
  if (accountMask !== undefined && accountMask !== account?.mask) return fail('number-changed');
  if (outcome === 'paid' && now < payFrom && earlyReason === undefined) return fail('number-just-changed');
  return 'decided';
};

/** Milliseconds until the number may change again; undefined when it may now. The same number again has no mask. */
export const waitForChange = (
  { timeline }: Pick<Withdrawal, 'timeline'>,
  { now, limit }: { now: number; limit: number },
): number | undefined => {
  const ends = timeline
    .filter(({ state, mask }) => state === 'corrected' && mask !== undefined)
    .map(({ at }) => at + DAY_MS - now);
  return ends.filter((end) => end > 0).at(-limit);
};

/** P-5.11: until the payment. */
export const correctNumber = (
  { status, payout, paymentSystem }: Pick<Withdrawal, 'status' | 'payout' | 'paymentSystem'>,
  accountNumber: string,
): 'pending' | 'due' | Failure<'closed-payout' | 'validation'> => {
  if (status === 'canceled' || payout === 'paid') return fail('closed-payout');
  const fault = accountNumberFault(paymentSystem, accountNumber);
  if (fault !== null) return failField('accountNumber', fault);
  return status === 'pending' ? 'pending' : 'due';
};

/** P-5.10. */
export const refuseReveal = (
  { status, payout }: Pick<Withdrawal, 'status' | 'payout'>,
  isSuspended: boolean,
): Failure<'not-approved' | 'closed-payout' | 'worker-suspended'> | null => {
  if (status !== 'approved') return fail('not-approved');
  if (payout !== 'due') return fail('closed-payout');
  return isSuspended ? fail('worker-suspended') : null;
};
