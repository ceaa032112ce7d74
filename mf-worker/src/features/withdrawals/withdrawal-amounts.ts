import { coinsToDollars, MIN_WITHDRAWAL_COINS } from '@piecework/contracts/constants';
import { formatCoins } from '@piecework/ui';

/** Coins as typed → dollars with two decimals, or nothing while no whole number of coins is typed. */
export const amountOf = (typed: string): string => {
  const coins = Number(typed);
  return typed.trim() !== '' && Number.isSafeInteger(coins) && coins > 0
    ? coinsToDollars(coins).toFixed(2)
    : '';
};

/**
 * What becomes of a request for so many coins, where it may not be what the worker expects: an approval needs more coins in the balance
 * than the request takes (P-5.3), and earlier requests may be approved first.
 */
export const warningOf = (coins: number, balance: number, waiting: number): string | undefined => {
  if (!(coins >= MIN_WITHDRAWAL_COINS)) return undefined;
  if (coins >= balance)
    return `You have ${formatCoins(balance)} coins. You can ask, but the request will be canceled unless your balance is above ${formatCoins(coins)} when an admin gets to it.`;
  if (coins + waiting >= balance)
    return `You have asked for ${formatCoins(waiting)} coins already. With this request your balance has to be above ${formatCoins(coins + waiting)}, or the one that is decided last will be canceled.`;
  return undefined;
};

/** The most that can be asked for and paid as things stand; nothing when that is below the minimum. */
export const maxWithdrawalOf = (balance: number, waiting: number): number | undefined => {
  const most = balance - waiting - 1;
  return most >= MIN_WITHDRAWAL_COINS ? most : undefined;
};

/** How far a balance is from the minimum, in words. */
export const coinsMissing = (balance: number): string => {
  const missing = MIN_WITHDRAWAL_COINS - balance;
  return missing === 1 ? '1 coin' : `${formatCoins(missing)} coins`;
};
