import { DAY_MS } from '@piecework/base';
import { APPEAL_DAYS, type AppealState } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { Placed, TaskPlaces } from '../places/places';
import type { Appeal, AppealPayer, Submission } from '../submission/submission';

export type Outcome = Exclude<AppealState, 'open'>;

/** Milliseconds since 1970; undefined when the submission cannot be appealed at all. */
export const appealUntil = ({
  status,
  decidedBy,
  decidedAt,
  appeal,
  isFinal,
}: Pick<Submission, 'status' | 'decidedBy' | 'decidedAt' | 'appeal' | 'isFinal'>): number | undefined =>
  status === 'reject' &&
  !appeal &&
  !isFinal &&
  decidedAt !== undefined &&
  (decidedBy === 'buyer' || decidedBy === 'deadline')
    ? decidedAt + APPEAL_DAYS * DAY_MS
    : undefined;

export const fileAppeal = (
  submission: Submission | null,
  by: Actor,
  { text, now, hasOther }: { text: string; now: number; hasOther: boolean },
):
  | Appeal
  | Failure<
      'not-found' | 'not-rejected' | 'too-late' | 'appealed-before' | 'submitted-again' | 'reversal-underway'
    > => {
  if (submission?.workerId !== by.userId) return fail('not-found');
  if (submission.appeal) return fail('appealed-before');
  if (submission.reversal?.state === 'underway') return fail('reversal-underway');
  if (submission.status !== 'reject' || submission.decidedBy === 'departure') return fail('not-rejected');
  if (hasOther) return fail('submitted-again');
  const until = appealUntil(submission);
  if (until === undefined || now > until) return fail('too-late');
  return { text, filedAt: now, rejectedAt: submission.decidedAt ?? now, state: 'open' };
};

export const decideAppeal = (
  submission: Submission | null,
  by: Actor,
  outcome: Outcome,
): 'decide' | 'repeat' | Failure<'not-found' | 'own-appeal' | 'already-decided' | 'reversal-underway'> => {
  if (!submission?.appeal) return fail('not-found');
  // The buyer or the worker may have become an admin since.
  if (by.userId === submission.buyerId || by.userId === submission.workerId) return fail('own-appeal');
  const { state } = submission.appeal;
  if (submission.reversal?.state === 'underway') return fail('reversal-underway');
  if (state === 'open') return 'decide';
  return state === outcome
    ? 'repeat'
    : fail('already-decided', { message: 'This appeal has already been decided. Reload to see the decision.' });
};

/** D-3.7. @param pageFree open and spared places of the page, of an open batch: they pay for their own page alone */
export const payerOf = (
  { places: { open }, kept = 0, batch, state }: Placed & Pick<TaskPlaces, 'batch' | 'state'>,
  pageFree = 0,
): AppealPayer => {
  const payable = batch && state === 'open' ? pageFree : open;
  return payable + kept > 0 ? 'escrow' : 'platform';
};

export interface AppealPayment {
  paidBy: AppealPayer;
  /** Coins. */
  payable: number;
}

/** Of an appeal that is upheld now: the place pays what it is worth now, and Piecework what the submission was rejected at (ADR 94). */
export const paymentOf = (
  task: (Placed & Pick<TaskPlaces, 'batch' | 'state' | 'payable'>) | undefined,
  submission: Pick<Submission, 'payable'>,
  pageOpen?: number,
): AppealPayment =>
  task && payerOf(task, pageOpen) === 'escrow'
    ? { paidBy: 'escrow', payable: task.payable }
    : { paidBy: 'platform', payable: submission.payable };
