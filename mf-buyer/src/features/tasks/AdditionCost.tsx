import { CoinFact, Coins, Fact, Facts, Notice } from '@piecework/ui';
import { useUser } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { paths } from '../paths';
import { isAffordable, shortfallOf } from './posting';

/** @param cost null: it is not known yet */
export const useIsShort = (cost: number | null): boolean => {
  const { userAvailableCoin: balance } = useUser();
  return cost !== null && !isAffordable(cost, balance);
};

/** What the buyer pays for more of a task, and what is left. */
export const AdditionCost = ({ cost }: { cost: number | null }) => {
  const { userAvailableCoin: balance } = useUser();
  const isShort = useIsShort(cost);
  return (
    <>
      <Facts>
        <Fact label="Total cost">{cost === null ? '–' : <Coins amount={cost} />}</Fact>
        <CoinFact label="Your balance" amount={balance} />
        <Fact label="Balance after">{cost === null || isShort ? '–' : <Coins amount={balance - cost} />}</Fact>
      </Facts>
      {cost !== null && isShort && (
        <Notice tone="warn">
          <span>{shortfallOf(cost, balance)}</span> <Link to={paths.purchaseCoin}>Purchase Coin</Link>
        </Notice>
      )}
    </>
  );
};
