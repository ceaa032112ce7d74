import {
  accountNumberFault,
  excessFault,
  type HoldReason,
  isCovered,
  type PaymentSystem,
  type PayoutState,
  type WithdrawalStatus,
  type Withdrawal as WithdrawalView,
} from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { hasLeft, type UserAccount } from '../account/account';
import type { Fingerprints, SealedNumber } from './account-number';

type State = NonNullable<WithdrawalView['timeline']>[number]['state'];

export interface TimelineEntry {
  state: State;
  /** Milliseconds since 1970. */
  at: number;
  /** The reference of a payment, or a reason. */
  note?: string;
  /** The last characters of the account number that was given, or paid; outlive it. */
  mask?: string;
  /** Those of the number that was replaced. */
  before?: string;
}

export interface Withdrawal extends Partial<Fingerprints> {
  workerId: string;
  workerEmail: string;
  workerName: string;
  coins: number;
  paymentSystem: PaymentSystem;
  status: WithdrawalStatus;
  /** At the time of the request. */
  roleVersion: number;
  requestedAt: number;
  /** The admin. Absent if pending, or if canceled by the worker or because they left. */
  decidedBy?: string;
  /** Approved ones only: paid coins that were not earned by work. */
  unearned: number | null;
  /** Erased at a cancellation, and ACCOUNT_NUMBER_DAYS after the payment or the last failure. */
  account?: SealedNumber;
  /** Of the approval, if the payment system had one. */
  payoutRate?: { currency: string; perDollar: string };
  /** From the approval on. */
  payout?: PayoutState;
  payoutReference?: string;
  /** Milliseconds since 1970. After a change of the account number: until then a payment needs a reason. */
  payFrom?: number;
  cancelReason?: string;
  /** Oldest first. */
  timeline: readonly TimelineEntry[];
  /** When the account number is erased, milliseconds since 1970. */
  eraseAt?: number;
  /** Only while it is pending. */
  hold?: Hold;
  /** Milliseconds since 1970; with `hold`. */
  holdUntil?: number;
  /** Holds and releases by admins, each of which has a row in the trail. */
  holdActs?: number;
}

export interface Hold {
  reasonCode: HoldReason;
  /** For admins only. */
  note?: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface WithdrawalRequest {
  coins: number;
  paymentSystem: PaymentSystem;
  accountNumber?: string | undefined;
}

/** P-5.2. @param now at most `limit` pending ones, and of those that the worker has taken back since a day, are looked at */
export const requestWithdrawal = (
  worker: Actor,
  account: UserAccount,
  { coins, paymentSystem, accountNumber }: WithdrawalRequest,
  now: { pending: readonly Pick<Withdrawal, 'coins'>[]; takenBack: number; limit: number; time: number },
): Withdrawal | Failure<'forbidden' | 'account-suspended' | 'too-many-pending' | 'validation'> => {
  const fault = accountNumber === undefined ? null : accountNumberFault(paymentSystem, accountNumber);
  if (fault !== null) return failField('accountNumber', fault);
  if (hasLeft(account, worker.roleVersion, 'worker')) return fail('forbidden');
  if (account.isSuspended) return fail('account-suspended');
  if (now.pending.length >= now.limit) return fail('too-many-pending');
  if (now.takenBack >= now.limit)
    return fail('too-many-pending', { message: 'You’ve taken back many requests today. Please try again tomorrow.' });
  const requested = now.pending.reduce((sum, one) => sum + one.coins, 0);
  const excess = excessFault(coins, { available: account.balance, requested });
  if (excess !== null) return failField('withdrawalCoin', excess);
  return {
    workerId: worker.userId,
    workerEmail: worker.email,
    workerName: account.name ?? worker.name,
    coins,
    paymentSystem,
    status: 'pending',
    roleVersion: Math.max(worker.roleVersion, account.roleVersion),
    requestedAt: now.time,
    unearned: null,
    timeline: [{ state: 'requested', at: now.time }],
  };
};

export type WithdrawalDecision =
  | { status: 'approved'; unearned: number }
  | { status: 'canceled'; reason: 'admin' | 'insufficient-coins' }
  | 'repeat';

export const decideWithdrawal = (
  { status, coins, hold }: Pick<Withdrawal, 'status' | 'coins' | 'hold'>,
  {
    role,
    balance,
    earned,
    change,
    isSuspended,
  }: Pick<UserAccount, 'role' | 'balance' | 'earned' | 'change' | 'isSuspended'>,
  wanted: 'approved' | 'canceled',
): WithdrawalDecision | Failure<'already-decided' | 'worker-suspended' | 'on-hold' | 'role-unsettled'> => {
  if (status !== 'pending') return status === wanted ? 'repeat' : fail('already-decided');
  if (wanted === 'canceled') return { status: 'canceled', reason: 'admin' };
  if (isSuspended) return fail('worker-suspended');
  if (hold) return fail('on-hold');
  // Before the settlement the balance is that of the former role.
  if (change !== null) return fail('role-unsettled');
  if (role !== 'worker' || !isCovered(balance, coins)) return { status: 'canceled', reason: 'insufficient-coins' };
  return { status: 'approved', unearned: unearnedOf(coins, earned) };
};

/** Shown to the worker and to admins. */
export const CANCEL_REASONS = {
  'insufficient-coins': 'The balance didn’t cover it.',
  'left-role': 'The worker left this role.',
  worker: 'The worker took it back.',
} as const;

export const unearnedOf = (coins: number, earned: number): number => Math.max(0, coins - earned);
