import type { Withdrawal } from '@piecework/contracts';
import { t, translated } from '@piecework/i18n';
import { formatDollars } from '@piecework/ui';

export const accountOf = ({ paymentSystem, accountMask }: Withdrawal): string => {
  const system = translated(paymentSystem);
  return accountMask ? t('{system} •••{mask}', { system, mask: accountMask }) : system;
};

export const failureOf = (withdrawal: Withdrawal): string =>
  t('We couldn’t pay {amount} to {account}. The money is still yours.', {
    amount: formatDollars(withdrawal.withdrawalAmount),
    account: accountOf(withdrawal),
  });
