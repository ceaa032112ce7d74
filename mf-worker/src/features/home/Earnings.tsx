import { MIN_WITHDRAWAL_COINS } from '@piecework/contracts/constants';
import { plural, t } from '@piecework/i18n';
import { Card, color, Failure, formatCoins, media, Skeleton, space } from '@piecework/ui';
import { BarChart, Meter } from '@piecework/ui/charts';
import { useUser } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { earningWeeks } from './earning-weeks';

/** P-11.9. */
export const Earnings = () => {
  const balance = useUser().userAvailableCoin;
  return (
    <Pair>
      <Card aria-labelledby="earnings">
        <h2 id="earnings">{t('Earned in the last eight weeks')}</h2>
        <Weeks />
      </Card>
      <Card aria-labelledby="way">
        <h2 id="way">
          {balance < MIN_WITHDRAWAL_COINS
            ? t('On the way to {coins} coins', { coins: MIN_WITHDRAWAL_COINS })
            : t('Ready to withdraw')}
        </h2>
        <Way />
      </Card>
    </Pair>
  );
};

const Weeks = () => {
  const { data, isError, error, refetch } = useApiQuery('GET /earnings', { query: { days: '90' } });
  if (!data)
    return (
      <Reserved>
        {isError ? (
          <Failure
            title={t('Your earnings couldn’t be loaded')}
            text={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton shape="text" count={6} />
        )}
      </Reserved>
    );
  return (
    <Reserved>
      <BarChart
        caption={t('Coins earned in each of the last eight weeks')}
        rowHead={t('Week')}
        series={[{ name: t('Coins earned'), ink: color.sage }]}
        rows={earningWeeks(data)}
        format={formatCoins}
      />
    </Reserved>
  );
};

const Way = () => {
  const balance = useUser().userAvailableCoin;
  const { data } = useApiQuery('GET /totals');
  const { pendingCoins } = data?.worker ?? {};
  const missing = MIN_WITHDRAWAL_COINS - balance;
  return (
    <>
      <Meter
        label={t('Progress toward {coins} coins', { coins: MIN_WITHDRAWAL_COINS })}
        value={balance}
        max={MIN_WITHDRAWAL_COINS}
      >
        {missing > 0
          ? t('{balance} of {coins} coins: {missing} more until you can withdraw', {
              balance,
              coins: MIN_WITHDRAWAL_COINS,
              missing,
            })
          : t('{balance} coins', { balance })}
      </Meter>
      <Waiting>
        {pendingCoins === undefined
          ? '\u00a0'
          : pendingCoins === 0
            ? t('No coins in review')
            : plural(pendingCoins, '{count} coin in review', '{count} coins in review')}
      </Waiting>
    </>
  );
};

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
  gap: ${space(5)};

  h2 { margin: 0 0 ${space(3)}; }
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`;
/** The height of the chart, so that nothing below moves when it arrives. */
const Reserved = styled.div`
  min-height: 11.125rem;
`;
const Waiting = styled.p`
  margin: ${space(3)} 0 0;
`;
