import { parseWholeNumber } from '@piecework/contracts/text';
import { CoinFact, Coins, Fact, Facts, formatCoins, Seam } from '@piecework/ui';
import { color, font, quietText, radius, space, text } from '@piecework/ui/styles';
import { useUser } from '@piecework/web-kit';
import { useCoinsOnTheWay } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { isAffordable, shortfallOf } from './posting';

/** From here on a cost is too long for a phone in the large size. */
const LONG_COST = 100_000_000;

interface TaskCostProps {
  places: string;
  pay: string;
  cost: number | null;
  /** What is paid, one and several. */
  units?: readonly [one: string, several: string];
  /** Without a cost. */
  lack?: string;
}

const WORKERS = ['worker', 'workers'] as const;

export const TaskCost = ({
  places,
  pay,
  cost,
  units = WORKERS,
  lack = 'Enter workers and pay to see the total.',
}: TaskCostProps) => {
  const { userAvailableCoin: balance } = useUser();
  const onTheWay = useCoinsOnTheWay();
  const isUnaffordable = cost !== null && !isAffordable(cost, balance);
  return (
    <CostPanel aria-label="Total cost">
      <p>Total cost</p>
      <Sum>{cost === null ? '–' : <Coins amount={cost} size={cost < LONG_COST ? 'h1' : 'h3'} />}</Sum>
      <small>
        {cost === null
          ? lack
          : `${formatCoins(parseWholeNumber(places))} ${units[parseWholeNumber(places) === 1 ? 0 : 1]} at ${formatCoins(parseWholeNumber(pay))} each`}
      </small>
      <Seam />
      <Facts>
        <CoinFact label="Your balance" amount={balance} />
        <Fact label="Balance after posting">
          <strong>{cost === null || isUnaffordable ? '–' : <Coins amount={balance - cost} />}</strong>
        </Fact>
      </Facts>
      <Affordability role="status" data-short={isUnaffordable}>
        {isUnaffordable
          ? `${shortfallOf(cost, balance)}${onTheWay > 0 ? ` ${formatCoins(onTheWay)} coins are on their way: an admin is checking your payment.` : ''}`
          : 'The coins are set aside when you post. Coins for open places are refunded when you close or delete the task.'}
      </Affordability>
    </CostPanel>
  );
};

const CostPanel = styled.section`
  display: grid;
  gap: ${space(2)};
  padding: ${space(5)};
  border-radius: ${radius.card};
  background: ${color.sunk};

  > p {
    margin: 0;
  }
  hr {
    margin: ${space(2)} 0;
  }
  small {
    color: ${color.soft};
  }
`;
const Sum = styled.div`
  font-family: ${font.head};
  font-size: ${text.h1};
  font-variant-numeric: tabular-nums;

  /* A number of any length stays in the panel. */
  > span {
    white-space: normal;
    overflow-wrap: anywhere;
  }
`;
const Affordability = styled.p`
  ${quietText}
  padding-top: ${space(2)};

  &[data-short='true'] {
    color: ${color.madder};
    font-weight: 600;
  }
`;
