import { COINS_PER_DOLLAR, coinsToDollars, MIN_WITHDRAWAL_COINS } from '@piecework/contracts/constants';
import { plural, t } from '@piecework/i18n';
import { Balance, Coins, Dollars, Figure, Figures, formatDollars, Page } from '@piecework/ui';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';
import { WithdrawalHistory } from './WithdrawalHistory';
import { WithdrawForm } from './WithdrawForm';
import { coinsMissing } from './withdrawal-amounts';

export default function Withdrawals() {
  usePageTitle(t('Withdrawals'));
  const balance = useUser().userAvailableCoin;
  const asked = useAskedCoins();
  const { pendingCoins, withdrawnCoins } = useApiQuery('GET /totals').data?.worker ?? {};
  return (
    <Page
      title={t('Withdrawals')}
      lead={t('Turn your coins into money: {coins} coins = $1.', { coins: COINS_PER_DOLLAR })}
    >
      <Figures>
        <Figure
          label={t('Total Available Coin')}
          value={<Balance value={balance} quiet />}
          note={asked ? t('{count} requested', { count: asked }) : distanceNote(balance)}
        />
        <Figure
          label={t('Available Amount')}
          value={<Dollars amount={coinsToDollars(balance)} />}
          note={t('At {price} per coin', { price: formatDollars(coinsToDollars(1)) })}
        />
        <Figure label={t('Pending')} value={shown(pendingCoins)} note={t('In review')} />
        <Figure label={t('Withdrawn')} value={shown(withdrawnCoins)} note={t('Approved withdrawals')} />
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
    ? t('Ready to withdraw')
    : plural(
        coinsMissing(balance),
        '{count} more coin until you can withdraw',
        '{count} more coins until you can withdraw',
      );

/** Coins of pending requests, which are still in the balance; undefined while they load. */
const useAskedCoins = (): number | undefined => {
  const pending = useApiList('GET /withdrawals', { query: { status: 'pending', limit: 100 } });
  return pending.data?.rows.reduce((sum, row) => sum + row.withdrawalCoin, 0);
};
