import { coinsToDollars } from '@piecework/contracts/constants';
import { Coins, Failure, Figure, Figures, formatCoins, formatDollars, Skeleton } from '@piecework/ui';
import { useApiQuery } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { Money } from './Money';

/** People come and go without a live message to admins. */
const REFRESH_MS = 30_000;

/** The four numbers of the spec, each a way to the list behind it. */
export function PlatformFigures() {
  const totals = useApiQuery('GET /totals', undefined, { refetchInterval: REFRESH_MS });
  if (totals.isError && !totals.data)
    return <Failure text="The totals could not be loaded." onRetry={() => void totals.refetch()} />;
  const admin = totals.data?.admin;
  if (!admin) return <Skeleton shape="figure" count={4} />;
  return (
    <>
      <Figures>
        <Figure
          label="Workers"
          value={formatCoins(admin.workers)}
          as={Link}
          to="/dashboard/manageUser?role=worker"
        />
        <Figure
          label="Buyers"
          value={formatCoins(admin.buyers)}
          as={Link}
          to="/dashboard/manageUser?role=buyer"
        />
        <Figure
          label="Total Coin"
          value={<Coins amount={admin.coins} />}
          note={`${formatDollars(coinsToDollars(admin.coins))} at withdrawal`}
          as={Link}
          to="/dashboard/manageUser?sort=coins"
        />
        <Figure
          label="Total Payment"
          value={<Coins amount={admin.committed} />}
          note="put into all tasks"
          as={Link}
          to="/dashboard/manageTask"
        />
      </Figures>
      <Money in={admin.dollarsIn} out={admin.dollarsOut} owed={admin.dollarsOwed} />
    </>
  );
}
