import { coinsToDollars } from '@piecework/contracts/constants';
import { Coins, Failure, Figure, Figures, formatCoins, formatDollars } from '@piecework/ui';
import { color, radius } from '@piecework/ui/styles';
import { useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../../paths';
import { REFRESH_MS } from '../refresh-interval';
import { DollarTotals } from './DollarTotals';

const pendingText = (requests: number) =>
  requests === 1 ? '1 withdrawal pending' : `${formatCoins(requests)} withdrawals pending`;

/** Reserves the width of a number while it loads. */
const ValuePlaceholder = styled.span.attrs({ 'aria-hidden': true, children: '\u00a0' })`
  display: inline-block;
  width: 4ch;
  border-radius: ${radius.control};
  background: ${color.sunk};
`;

export function PlatformTotals() {
  const totals = useApiQuery('GET /totals', undefined, { refetchInterval: REFRESH_MS });
  const admin = totals.data?.admin;
  if (!admin && totals.isError)
    return <Failure text="The totals couldn’t be loaded." onRetry={() => void totals.refetch()} />;
  const figures = [
    {
      label: 'Workers',
      value: admin && formatCoins(admin.workers),
      note: admin ? pendingText(admin.pendingWithdrawals) : '\u00a0',
      to: paths.usersIn('worker'),
    },
    { label: 'Buyers', value: admin && formatCoins(admin.buyers), to: paths.usersIn('buyer') },
    {
      label: 'Total Coin',
      value: admin && <Coins amount={admin.coins} />,
      note: admin ? `${formatDollars(coinsToDollars(admin.coins))} at withdrawal` : '\u00a0',
      to: paths.usersByCoins,
    },
    {
      label: 'Total Payment',
      value: admin && <Coins amount={admin.committed} />,
      note: 'cost of all tasks',
      to: paths.tasks,
    },
  ];
  return (
    <div aria-busy={!admin}>
      <Figures label="Totals">
        {figures.map(({ value = <ValuePlaceholder />, ...rest }) => (
          <Figure key={rest.label} as={Link} value={value} {...rest} />
        ))}
      </Figures>
      <DollarTotals totals={admin} />
    </div>
  );
}
