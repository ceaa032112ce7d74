import type { PaymentSystem, Withdrawal } from '@piecework/contracts';
import { PAYOUT_HOURS } from '@piecework/contracts/constants';
import { t, translated } from '@piecework/i18n';
import { formatDollars } from '@piecework/ui';

interface Account {
  paymentSystem: PaymentSystem;
  accountMask?: string | undefined;
}

export const accountOf = ({ paymentSystem, accountMask }: Account): string => {
  const system = translated(paymentSystem);
  return accountMask ? t('{system} •••{mask}', { system, mask: accountMask }) : system;
};

export const failureOf = (withdrawal: Withdrawal): string =>
  t('We couldn’t pay {amount} to {account}. The money is still yours.', {
    amount: formatDollars(withdrawal.withdrawalAmount),
    account: accountOf(withdrawal),
  });

const PAYOUT_MS = PAYOUT_HOURS.to * 3_600_000;

/** By when the money is promised, in milliseconds since 1970. @param from when nothing but the payout is left to wait for */
export const payoutBy = (from: number): number => from + PAYOUT_MS;

/** Each restarts the payout period (P-5.18). */
const STARTS: readonly string[] = ['requested', 'released', 'corrected'];

/** Undefined while it is held, and when nothing is paid any more. */
export const payoutOf = ({ status, payout, hold, payFrom, timeline = [] }: Withdrawal): number | undefined => {
  const start = timeline.findLast(({ state }) => STARTS.includes(state));
  if (!start || hold || status === 'canceled' || payout === 'paid' || payout === 'failed') return undefined;
  return payoutBy(Math.max(Date.parse(start.at), payFrom === undefined ? 0 : Date.parse(payFrom)));
};
