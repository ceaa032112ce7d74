import { Coins, Failure, Figure, Figures, formatCoins, Page, Skeleton, Stack } from '@piecework/ui';
import { loadable, usePageTitle, useUser } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { ReviewTable } from './ReviewTable';

/** Loaded only for new buyers. */
const FirstDays = loadable(() => import('./FirstDays'));

export function BuyerHome() {
  usePageTitle('Home');
  const { userName } = useUser();
  const query = useApiQuery('GET /totals');
  const totals = query.data?.buyer;
  return (
    <Page title={`Hi, ${userName}`} lead={totals?.tasks === 0 ? NEW_LEAD : leadOf(totals?.pendingSubmissions)}>
      <Stack gap={8}>
        {query.isError && !totals ? (
          <Failure title="Your totals couldn’t be loaded" query={query} />
        ) : totals?.tasks === 0 ? (
          <FirstDays />
        ) : (
          <Figures label="Your totals">
            <Figure
              as={Link}
              to={paths.tasks}
              label="Total Submission Task"
              value={totals ? formatCoins(totals.tasks) : <ValuePlaceholder />}
              note="tasks you posted"
            />
            <Figure
              as={Link}
              to={`${paths.tasks}?show=open`}
              label="Pending Task"
              value={totals ? formatCoins(totals.openPlaces) : <ValuePlaceholder />}
              note="places still open"
            />
            <Figure
              as={Link}
              to={paths.tasks}
              label="Total Payment"
              value={totals ? <Coins amount={totals.committed} /> : <ValuePlaceholder />}
              note="cost of all your tasks"
            />
          </Figures>
        )}
        <ReviewTable />
      </Stack>
    </Page>
  );
}

const NEW_LEAD = 'Three steps to your first results. A template gets you started faster.';

/** Two sentences in every case, so that the page does not move when the number arrives. */
const leadOf = (pending: number | undefined) => {
  if (pending === undefined) return 'Checking for new submissions… Approving pays the worker right away.';
  if (pending === 0) return 'You’ve reviewed every submission. New ones appear here automatically.';
  const waiting =
    pending === 1
      ? 'One submission is waiting for your review.'
      : `${formatCoins(pending)} submissions are waiting for your review.`;
  return `${waiting} Approving pays the worker right away.`;
};

const Line = styled.span`
  display: grid;
  height: 1lh;
  align-content: center;

  > * {
    margin: 0;
  }
`;

const ValuePlaceholder = () => (
  <Line>
    <Skeleton shape="text" />
  </Line>
);
