import type { Withdrawal } from '@piecework/contracts';
import { formatCoins, formatDollars, formatMoney } from '@piecework/ui';
import { factsOf, isTraced, warningOf } from './funding-summary';

export type Decision = 'approved' | 'canceled';

export const sumOf = ({ withdrawalAmount, localAmount, withdrawalCoin, paymentSystem, workerName }: Withdrawal) => {
  const local = localAmount ? `, ${formatMoney(localAmount.amount, localAmount.currency)},` : '';
  return `${formatDollars(withdrawalAmount)}${local} by ${paymentSystem} to ${workerName} (${formatCoins(withdrawalCoin)} coins)`;
};

/** P-5.8: coins of grants and packages cost less than a withdrawal pays. */
export const unearnedNote = ({ unearnedCoin = 0, withdrawalCoin }: Withdrawal): string | null =>
  unearnedCoin > 0
    ? `${formatCoins(unearnedCoin)} of ${formatCoins(withdrawalCoin)} coins weren’t earned from submissions`
    : null;

export const SHARED_NOTE = 'Another worker has given the same account number.';

export const SUSPENDED_NOTE = 'The account is suspended, so this waits until the suspension ends.';

export const confirmationOf = (withdrawal: Withdrawal, decision: Decision) => {
  const isApproval = decision === 'approved';
  const traced = isApproval && isTraced(withdrawal) ? withdrawal : null;
  const note = isApproval && !traced ? unearnedNote(withdrawal) : null;
  const warnings = [traced && warningOf(traced), isApproval && withdrawal.sharedAccount && SHARED_NOTE].filter(Boolean);
  return {
    title: 'Are you sure?',
    detail: `${decision === 'approved' ? 'Approve' : 'Cancel'} the request: ${sumOf(withdrawal)}${note ? `. ${note}.` : ''}`,
    ...(traced && { facts: factsOf(traced) }),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    text:
      decision === 'approved'
        ? 'The coins leave the balance now. Next, pay it from the To pay tab, where you’ll find the account number.'
        : 'Nothing is paid. The worker keeps the coins and can send a new request anytime.',
    confirmText: 'Yes, update it!',
    danger: decision === 'canceled',
  };
};
