import { Coins, Failure, Figure, Figures, formatCoins, Page, Skeleton, Stack } from '@piecework/ui';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { paths } from '../paths';
import { ReviewTable } from './ReviewTable';

export function BuyerHome() {
  usePageTitle('Home');
  const { userName } = useUser();
  const query = useApiQuery('GET /totals');
  const totals = query.data?.buyer;
  return (
    <Page
      title={`Hi, ${userName}`}
      lead={totals ? leadOf(totals.pendingSubmissions) : 'Looking through what was handed in …'}
    >
      <Stack gap={8}>
        {query.isError && !totals ? (
          <Failure
            title="Your totals did not arrive"
            text={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Figures label="Your totals">
            <Figure
              as={Link}
              to={paths.tasks}
              label="Total Submission Task"
              value={totals ? formatCoins(totals.tasks) : <Waiting />}
              note="tasks you posted"
            />
            <Figure
              as={Link}
              to={`${paths.tasks}?show=open`}
              label="Pending Task"
              value={totals ? formatCoins(totals.openPlaces) : <Waiting />}
              note="places still open"
            />
            <Figure
              as={Link}
              to={paths.tasks}
              label="Total Payment"
              value={totals ? <Coins amount={totals.committed} /> : <Waiting />}
              note="coins committed to your tasks"
            />
          </Figures>
        )}
        <ReviewTable />
      </Stack>
    </Page>
  );
}

const leadOf = (pending: number) => {
  if (pending === 0) return 'Everything handed in is decided.';
  return pending === 1
    ? 'One submission waits for your answer.'
    : `${formatCoins(pending)} submissions wait for your answer.`;
};

/** As high as the number that comes. */
const Waiting = () => <Skeleton shape="text" />;
