import { COINS_PER_DOLLAR, coinsToDollars } from '@piecework/contracts/constants';
import type { WorkerCoins } from '@piecework/contracts/withdrawal-coins';
import { t } from '@piecework/i18n';
import { Balance, Coins, Dollars, Figure, Figures, formatDollars, Page } from '@piecework/ui';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { WithdrawalHistory } from './WithdrawalHistory';
import { WithdrawForm } from './WithdrawForm';
import { missingNote, useWorkerCoins } from './withdrawal-amounts';
import { YearButton } from './YearlySummary';

export default function Withdrawals() {
  usePageTitle(t('Withdrawals'));
  const balance = useUser().userAvailableCoin;
  const coins = useWorkerCoins();
  const { pendingCoins, withdrawnCoins } = useApiQuery('GET /totals').data?.worker ?? {};
  return (
    <Page
      title={t('Withdrawals')}
      lead={t('Turn your coins into money: {coins} coins = $1.', { coins: COINS_PER_DOLLAR })}
      actions={<YearButton />}
    >
      <Figures>
        <Figure label={t('Total Available Coin')} value={<Balance value={balance} quiet />} note={noteOf(coins)} />
        <Figure
          label={t('Available Amount')}
          value={<Dollars amount={coinsToDollars(balance)} />}
          note={t('At {price} per coin', { price: formatDollars(coinsToDollars(1)) })}
        />
        <Figure label={t('Pending')} value={shown(pendingCoins)} note={t('In review')} />
        <Figure label={t('Withdrawn')} value={shown(withdrawnCoins)} note={t('Approved withdrawals')} />
      </Figures>
      <WithdrawForm balance={balance} coins={coins}>
        <WithdrawalHistory coins={coins} />
      </WithdrawForm>
    </Page>
  );
}

/** A non-breaking space reserves the line while the totals load. */
const shown = (amount: number | undefined) => (amount === undefined ? '\u00a0' : <Coins amount={amount} />);

const noteOf = (coins: WorkerCoins | undefined): string => {
  if (!coins) return '\u00a0';
  return coins.requested > 0 ? t('{count} requested', { count: coins.requested }) : missingNote(coins);
};
