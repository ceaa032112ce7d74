import { COINS_PER_DOLLAR, coinsToDollars, MIN_WITHDRAWAL_COINS } from '@piecework/contracts/constants';
import { Balance, Coins, Dollars, Figure, Figures, formatCoins, Page } from '@piecework/ui';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';
import { WithdrawalHistory } from './WithdrawalHistory';
import { WithdrawForm } from './WithdrawForm';
import { coinsMissing } from './withdrawal-amounts';

export default function Withdrawals() {
  usePageTitle('Withdrawals');
  const balance = useUser().userAvailableCoin;
  const asked = useAskedCoins();
  const { pendingCoins, withdrawnCoins } = useApiQuery('GET /totals').data?.worker ?? {};
  return (
    <Page title="Withdrawals" lead={`Turn coins into money: ${COINS_PER_DOLLAR} coins = $1.`}>
      <Figures>
        <Figure
          label="Total Available Coin"
          value={<Balance value={balance} quiet />}
          note={asked ? `${formatCoins(asked)} requested and pending` : distanceNote(balance)}
        />
        <Figure
          label="Available Amount"
          value={<Dollars amount={coinsToDollars(balance)} />}
          note={`At ${coinsToDollars(1)} dollars per coin`}
        />
        <Figure label="Pending" value={shown(pendingCoins)} note="Waiting for a review" />
        <Figure label="Withdrawn" value={shown(withdrawnCoins)} note="Approved withdrawals" />
      </Figures>
      <WithdrawForm balance={balance} pendingCoins={asked}>
        <WithdrawalHistory />
      </WithdrawForm>
    </Page>
  );
}

/** A non-breaking space reserves the line while the totals load. */
const shown = (amount: number | undefined) => (amount === undefined ? '\u00a0' : <Coins amount={amount} />);

const distanceNote = (balance: number) =>
  balance >= MIN_WITHDRAWAL_COINS
    ? 'Enough to withdraw'
    : `${coinsMissing(balance)} to go until you can withdraw`;

/** Coins of pending requests, which are still in the balance; undefined while they load. */
const useAskedCoins = (): number | undefined => {
  const pending = useApiList('GET /withdrawals', { query: { status: 'pending', limit: 100 } });
  return pending.data?.rows.reduce((sum, row) => sum + row.withdrawalCoin, 0);
};
