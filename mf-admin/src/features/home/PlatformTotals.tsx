import { coinsToDollars } from '@piecework/contracts/constants';
import { Coins, color, Failure, Figure, Figures, formatCoins, formatDollars, radius } from '@piecework/ui';
import { useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../../paths';
import { DollarTotals } from './DollarTotals';

/** Admins get no live notice when users register or leave. */
const REFRESH_MS = 30_000;

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
  return (
    <div aria-busy={!admin}>
      <Figures label="Totals">
        <Figure
          label="Workers"
          value={admin ? formatCoins(admin.workers) : <ValuePlaceholder />}
          note={admin ? pendingText(admin.pendingWithdrawals) : '\u00a0'}
          as={Link}
          to={paths.usersIn('worker')}
        />
        <Figure
          label="Buyers"
          value={admin ? formatCoins(admin.buyers) : <ValuePlaceholder />}
          as={Link}
          to={paths.usersIn('buyer')}
        />
        <Figure
          label="Total Coin"
          value={admin ? <Coins amount={admin.coins} /> : <ValuePlaceholder />}
          note={admin ? `${formatDollars(coinsToDollars(admin.coins))} at withdrawal` : '\u00a0'}
          as={Link}
          to={paths.usersByCoins}
        />
        <Figure
          label="Total Payment"
          value={admin ? <Coins amount={admin.committed} /> : <ValuePlaceholder />}
          note="cost of all tasks"
          as={Link}
          to={paths.tasks}
        />
      </Figures>
      <DollarTotals totals={admin} />
    </div>
  );
}
