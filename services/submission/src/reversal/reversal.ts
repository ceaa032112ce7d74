import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { AppealPayer, ReversalPayer, Submission } from '../submission/submission';

/** A rejection can be reversed as long as an appeal can reverse it. */
export const decideReversal = <S extends Submission>(
  submission: S | null,
  by: Pick<Actor, 'userId'>,
  now: number,
): { next: 'reverse' | 'wait' | 'repeat'; of: S } | Failure<'not-found' | 'not-reversible' | 'reversal-over'> => {
  if (submission?.buyerId !== by.userId) return fail('not-found');
  const { status, decidedBy, reversal, appeal, appealableUntil } = submission;
  if (reversal?.state === 'made') return { next: 'repeat', of: submission };
  if (reversal?.state === 'underway') return { next: 'wait', of: submission };
  if (status !== 'reject' || decidedBy === 'departure') return fail('not-reversible');
  const isInTime = appealableUntil !== undefined && (appeal?.state === 'open' || now <= appealableUntil);
  return isInTime ? { next: 'reverse', of: submission } : fail('reversal-over');
};

/** Where Piecework would pay an upheld appeal, the buyer pays. */
export const payerOf = (paidBy: AppealPayer): ReversalPayer => (paidBy === 'escrow' ? 'escrow' : 'balance');
