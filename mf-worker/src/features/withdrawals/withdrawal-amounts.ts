import { coinsToDollars, MIN_WITHDRAWAL_COINS } from '@piecework/contracts/constants';
import { parseWholeNumber } from '@piecework/contracts/text';
import { excessFault, missingOf, shortfallOf, type WorkerCoins } from '@piecework/contracts/withdrawal-coins';
import { localDigits, plural, t, translated } from '@piecework/i18n';
import { useUser } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';

/** Undefined until it is known how many coins are requested. */
export const useWorkerCoins = (): WorkerCoins | undefined => {
  const available = useUser().userAvailableCoin;
  const requested = useApiQuery('GET /totals').data?.worker?.askedCoins;
  return requested === undefined ? undefined : { available, requested };
};

/** Dollars with two decimals, as they are shown; empty unless a whole number of coins is typed. */
export const amountOf = (typed: string): string => {
  const coins = parseWholeNumber(typed);
  return Number.isSafeInteger(coins) && coins > 0 ? localDigits(coinsToDollars(coins).toFixed(2)) : '';
};

/** Warns of a request that is refused, or canceled unless the balance grows. */
export const warningOf = (coins: number, worker: WorkerCoins): string | undefined => {
  if (!(coins >= MIN_WITHDRAWAL_COINS) || shortfallOf(coins, worker) === 0) return undefined;
  const fault = excessFault(coins, worker);
  if (fault !== null) return translated(fault);
  return t(
    'You have {balance} coins. You can send this request, but it’s canceled unless your balance is above {coins} when an admin reviews it.',
    { balance: worker.available, coins },
  );
};

/** For the one request that may exceed the balance (P-5.2). */
export const uncoveredNote = ({ requested }: WorkerCoins): string =>
  t(
    'Your balance doesn’t cover this yet. It’s canceled unless your balance is above {coins} when an admin reviews it.',
    { coins: requested },
  );

export const missingNote = (worker: WorkerCoins): string => {
  const missing = missingOf(worker);
  return missing === 0
    ? t('Ready to withdraw')
    : plural(missing, '{count} more coin until you can withdraw', '{count} more coins until you can withdraw');
};

/** Why a withdrawal needs more coins than its minimum. */
export const missingText = (worker: WorkerCoins): string =>
  plural(
    missingOf(worker),
    '{count} more coin to go. A withdrawal takes at least {coins} and leaves 1 in your balance.',
    '{count} more coins to go. A withdrawal takes at least {coins} and leaves 1 in your balance.',
    { coins: MIN_WITHDRAWAL_COINS },
  );
