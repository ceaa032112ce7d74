import type { EarningDay } from '@piecework/contracts';
import { missingOf } from '@piecework/contracts/withdrawal-coins';
import { plural, t } from '@piecework/i18n';
import { Card, Failure, formatCoins, Row, Skeleton } from '@piecework/ui';
import { BarChart, type ChartRow, Meter, weekRows } from '@piecework/ui/charts';
import { color, media, space } from '@piecework/ui/styles';
import { useUser } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { FIGURES } from '../../paths';
import { useWorkerCoins } from '../withdrawals/withdrawal-amounts';

/** Coins that cover the smallest withdrawal. */
const ENOUGH = missingOf({ available: 0, requested: 0 });

/** P-11.9. */
export const Earnings = () => {
  const coins = useWorkerCoins();
  return (
    <Pair>
      <Card aria-labelledby="earnings">
        <Row justify="space-between" align="baseline">
          <h2 id="earnings">{t('Earned in the last eight weeks')}</h2>
          <LinkButton to={FIGURES} variant="quiet" size="small" label={t('Your figures')} />
        </Row>
        <Weeks />
      </Card>
      <Card aria-labelledby="way">
        <h2 id="way">{coins && missingOf(coins) === 0 ? t('Ready to withdraw') : t('On the way to a withdrawal')}</h2>
        <Way />
      </Card>
    </Pair>
  );
};

const Weeks = () => {
  const earnings = useApiQuery('GET /earnings', { query: { days: '90' } });
  if (!earnings.data)
    return (
      <Reserved>
        {earnings.isError ? (
          <Failure title={t('Your earnings couldn’t be loaded')} query={earnings} />
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
        rows={earningWeeks(earnings.data)}
        format={formatCoins}
      />
    </Reserved>
  );
};

const Way = () => {
  const { pendingCoins } = useApiQuery('GET /totals').data?.worker ?? {};
  const balance = useUser().userAvailableCoin;
  const { requested, missing } = useFree();
  const free = Math.max(0, balance - requested);
  return (
    <>
      <Meter label={t('Progress toward a withdrawal')} value={free} max={ENOUGH}>
        {missing > 0
          ? t('{balance} of {coins} coins: {missing} more until you can withdraw', {
              balance: free,
              coins: ENOUGH,
              missing,
            })
          : t('{balance} coins', { balance: free })}
      </Meter>
      {requested > 0 && <Waiting>{t('{count} requested', { count: requested })}</Waiting>}
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

/** As if nothing was requested and missing, while that is not known. */
const useFree = () => {
  const coins = useWorkerCoins();
  return { requested: coins?.requested ?? 0, missing: coins ? missingOf(coins) : 0 };
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

/** The last eight weeks. @param days oldest first */
const earningWeeks = (days: readonly EarningDay[]): ChartRow[] =>
  weekRows(days, 8, (week) => [week.reduce((sum, { earned }) => sum + earned, 0)]);
