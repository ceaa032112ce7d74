import { coinsToDollars, MIN_WITHDRAWAL_COINS } from '@piecework/contracts/constants';
import { parseWholeNumber } from '@piecework/contracts/text';
import { t } from '@piecework/i18n';

/** Dollars with two decimals; empty unless a whole number of coins is typed. */
export const amountOf = (typed: string): string => {
  const coins = parseWholeNumber(typed);
  return Number.isSafeInteger(coins) && coins > 0 ? coinsToDollars(coins).toFixed(2) : '';
};

/**
 * Warns of a request that will be canceled: an approval needs more coins than the request takes (P-5.3), and earlier
 * requests may be approved first.
 */
export const warningOf = (coins: number, balance: number, pendingCoins: number): string | undefined => {
  if (!(coins >= MIN_WITHDRAWAL_COINS)) return undefined;
  if (coins >= balance)
    return t(
      'You have {balance} coins. You can send this request, but it’s canceled unless your balance is above {coins} when an admin reviews it.',
      { balance, coins },
    );
  if (coins + pendingCoins >= balance)
    return t(
      'You’ve already requested {pendingCoins} coins. Your balance must be above {sum} to cover this request as well. Otherwise, the last request reviewed is canceled.',
      { pendingCoins, sum: coins + pendingCoins },
    );
  return undefined;
};

/** Leaves one coin, because an approval needs more than the request takes; undefined below the minimum. */
export const maxWithdrawalOf = (balance: number, pendingCoins: number): number | undefined => {
  const maximum = balance - pendingCoins - 1;
  return maximum >= MIN_WITHDRAWAL_COINS ? maximum : undefined;
};

export const coinsMissing = (balance: number): number => MIN_WITHDRAWAL_COINS - balance;
