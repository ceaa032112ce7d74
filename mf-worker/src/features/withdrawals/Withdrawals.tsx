import { COINS_PER_DOLLAR, coinsToDollars, MIN_WITHDRAWAL_COINS } from '@piecework/contracts/constants';
import { Balance, Dollars, Figure, Figures, formatCoins, Page } from '@piecework/ui';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { useApiList } from '@piecework/web-kit/query';
import { WithdrawalHistory } from './WithdrawalHistory';
import { WithdrawForm } from './WithdrawForm';
import { coinsMissing } from './withdrawal-amounts';

export default function Withdrawals() {
  usePageTitle('Withdrawals');
  const balance = useUser().userAvailableCoin;
  const pendingCoins = usePendingCoins();
  return (
    <Page title="Withdrawals" lead={`Turn coins into money: ${COINS_PER_DOLLAR} coins = $1.`}>
      <Figures>
        <Figure
          label="Total Available Coin"
          value={<Balance value={balance} quiet />}
          note={pendingCoins ? `${formatCoins(pendingCoins)} requested and pending` : distanceNote(balance)}
        />
        <Figure
          label="Available Amount"
          value={<Dollars amount={coinsToDollars(balance)} />}
          note={`At ${coinsToDollars(1)} dollars per coin`}
        />
      </Figures>
      <WithdrawForm balance={balance} pendingCoins={pendingCoins}>
        <WithdrawalHistory />
      </WithdrawForm>
    </Page>
  );
}

const distanceNote = (balance: number) =>
  balance >= MIN_WITHDRAWAL_COINS
    ? 'Enough to withdraw'
    : `${coinsMissing(balance)} to go until you can withdraw`;

/** Coins of pending requests, which are still in the balance; undefined while they load. */
const usePendingCoins = (): number | undefined => {
  const pending = useApiList('GET /withdrawals', { query: { status: 'pending', limit: 100 } });
  return pending.data?.rows.reduce((sum, row) => sum + row.withdrawalCoin, 0);
};
