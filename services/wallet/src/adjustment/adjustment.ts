import type { AdjustmentKind, AdjustmentState } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { UserAccount } from '../account/account';

export interface Adjustment {
  userId: string;
  /** Of the person, at the time of the request. */
  email: string;
  name: string;
  /** Negative: the account loses them. */
  coins: number;
  kind: AdjustmentKind;
  /** The person reads it. In no event and not in the trail. */
  reason: string;
  state: AdjustmentState;
  requestedBy: string;
  requestedByEmail: string;
  /** Milliseconds since 1970. */
  requestedAt: number;
  /** Without a sign; of one that its admin posted without another one. */
  alone?: number;
  /** Another admin. Of one that was taken back: the same one. */
  decidedBy?: string;
  decidedByEmail?: string;
  decidedAt?: number;
}

type Coins = Pick<UserAccount, 'balance' | 'role' | 'change' | 'closed' | 'opened'>;

/** Pending withdrawals take no coins before their approval, so they hold none back from it. */
export const refuseAdjustment = (
  { balance, role, change, closed, opened }: Coins,
  coins: number,
): Failure<'not-adjustable' | 'role-unsettled' | 'too-few-coins' | 'unavailable'> | null => {
  if (closed || role === 'admin') return fail('not-adjustable');
  // The registration is on its way, or the settlement replaces the balance.
  if (!opened) return fail('unavailable');
  if (change !== null) return fail('role-unsettled');
  if (balance + coins < 0)
    return fail('too-few-coins', { message: `This account has ${balance} coins, so at most these can be taken.` });
  return null;
};

/** @param alone coins that the admin has adjusted without another one, within the hours of the limit */
export const needsSecondAdmin = (coins: number, alone: number, limit: number): boolean =>
  alone + Math.abs(coins) > limit;

/** `posted`: it is to be posted. */
export const decideAdjustment = (
  { state, requestedBy, userId }: Pick<Adjustment, 'state' | 'requestedBy' | 'userId'>,
  adminId: string,
  wanted: 'approved' | 'declined',
): 'posted' | 'declined' | 'taken-back' | 'repeat' | Failure<'adjustment-decided' | 'own-adjustment'> => {
  const isOwn = requestedBy === adminId;
  const outcomes = { approved: 'posted', declined: isOwn ? 'taken-back' : 'declined' } as const;
  if (state !== 'waiting') return state === outcomes[wanted] ? 'repeat' : fail('adjustment-decided');
  if (wanted === 'approved' && (isOwn || userId === adminId)) return fail('own-adjustment');
  return outcomes[wanted];
};
