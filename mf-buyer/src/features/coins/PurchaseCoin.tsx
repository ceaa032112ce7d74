import { COIN_PACKAGES } from '@piecework/contracts/constants';
import { Card, Coin, formatCoins, formatDollars, Notice, Page, Stack } from '@piecework/ui';
import { color, media, plainList, quietText, space, text } from '@piecework/ui/styles';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useCoinsOnTheWay, useConfig } from '@piecework/web-kit/query';
import { Link, useLocation } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { missingCoins } from '../tasks/posting';
import { unfinishedPurchases } from './purchase';
import { draftPathOf, type UnfundedTask, unfundedTaskOf } from './unfunded-task';

export default function PurchaseCoin() {
  usePageTitle('Purchase Coin');
  const user = useUser();
  const packages = useConfig()?.packages ?? COIN_PACKAGES;
  const { state } = useLocation();
  const task = unfundedTaskOf(state);
  const unfinished = unfinishedPurchases(
    user._id,
    packages.map(({ price }) => price),
  );
  const onTheWay = useCoinsOnTheWay();
  const missing = task ? missingCoins(task.cost, user.userAvailableCoin) : 0;
  // The cheapest package that covers the unfunded task.
  const recommended = missing > 0 ? packages.find(({ coins }) => coins >= missing) : undefined;
  const highestRate = Math.max(...packages.map(centsPerCoin));

  return (
    <Page title="Purchase Coin" lead="Coins pay the people who do your tasks. Buy what you need; they never expire.">
      <Stack>
        {unfinished.map((price) => (
          <UnfinishedNotice key={price} price={price} />
        ))}
        {onTheWay > 0 && <OnTheWayNotice coins={onTheWay} />}
        {task && <UnfundedTaskNotice task={task} missing={missing} />}
        <Packages>
          {packages.map(({ price, coins }) => (
            <li key={price}>
              <Package>
                <CoinStack coins={coins} />
                <Amount>
                  <span>{formatCoins(coins)}</span> <small>coin</small>
                </Amount>
                <Price>{formatDollars(price)}</Price>
                <Rate>
                  <span>
                    {`${centsPerCoin({ price, coins }).toLocaleString('en', { maximumFractionDigits: 1 })}¢ a coin`}
                  </span>
                  {savingOf({ price, coins }, highestRate) > 0 && (
                    <b>{` · ${savingOf({ price, coins }, highestRate)}% less`}</b>
                  )}
                </Rate>
                {price === recommended?.price && <Recommended>Enough for your task</Recommended>}
                <LinkButton
                  variant={recommended === undefined || price === recommended.price ? 'primary' : 'secondary'}
                  to={paths.checkout(price)}
                  state={state}
                  aria-label={`Purchase ${coins} coin for $${price}`}
                  label="Purchase"
                />
              </Package>
            </li>
          ))}
        </Packages>
      </Stack>
    </Page>
  );
}

interface CoinPackage {
  price: number;
  coins: number;
}
const centsPerCoin = ({ price, coins }: CoinPackage) => (price * 100) / coins;
const savingOf = (of: CoinPackage, highestRate: number) => Math.round((1 - centsPerCoin(of) / highestRate) * 100);

const UnfinishedNotice = ({ price }: { price: number }) => (
  <Notice tone="warn">
    <span>{`Your payment of ${formatDollars(price)} went through but isn’t recorded yet. `}</span>
    <Link to={paths.checkout(price)}>Finish it</Link>
    <span>: your card won’t be charged again.</span>
  </Notice>
);

const OnTheWayNotice = ({ coins }: { coins: number }) => (
  <Notice tone="info">
    <span>
      {`${formatCoins(coins)} coins on their way: you’ve paid for them, and an admin will credit them. You don’t need to pay again. `}
    </span>
    <Link to={`${paths.payments}?state=recorded`}>View payments</Link>
  </Notice>
);

const UnfundedTaskNotice = ({ task, missing }: { task: UnfundedTask; missing: number }) => (
  <Notice tone="info">
    <span>
      {`${task.title ? `“${task.title}”` : 'Your task'} is saved as a draft. It costs ${formatCoins(task.cost)} coins`}
    </span>
    <span>{missing > 0 ? `; you need at least ${formatCoins(missing)} more.` : ', and you have enough now.'}</span>{' '}
    <Link to={draftPathOf(task)}>Back to the task</Link>
  </Notice>
);

const CoinStack = ({ coins }: { coins: number }) => (
  <Discs aria-hidden>
    {Array.from({ length: Math.max(1, Math.round(Math.log2(coins)) - 3) }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: discs have no identity
      <Coin key={at} size={36} />
    ))}
  </Discs>
);

const Discs = styled.div`
  display: flex;
  margin-bottom: ${space(2)};

  svg + svg {
    margin-inline-start: -16px;
  }
`;
const Packages = styled.ul`
  ${plainList}
  display: grid;
  gap: ${space(4)};

  > li {
    display: grid;
  }
  ${media.tablet} {
    grid-template-columns: 1fr 1fr;
  }
  @media (min-width: 1200px) {
    grid-template-columns: repeat(4, 1fr);
  }
`;
const Package = styled(Card)`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};

  > a {
    margin-top: auto;
  }
`;
const Amount = styled.h2`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  font-size: ${text.h1};
  font-variant-numeric: tabular-nums;

  small {
    color: ${color.soft};
    font-size: ${text.lead};
    font-weight: 400;
  }
`;
const Price = styled.p`
  margin: 0;
  font-size: ${text.h3};
`;
const Rate = styled.p`
  ${quietText}
  margin: 0 0 ${space(3)};

  b {
    color: ${color.sage};
  }
`;
const Recommended = styled.p`
  margin: 0;
  color: ${color.primary};
  font-size: ${text.small};
  font-weight: 600;
`;
