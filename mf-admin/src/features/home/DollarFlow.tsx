import type { FlowDay } from '@piecework/contracts';
import { Card, Failure, formatDollars, Skeleton } from '@piecework/ui';
import { BarChart, weekRows } from '@piecework/ui/charts';
import { color, space } from '@piecework/ui/styles';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { REFRESH_MS } from '../refresh-interval';

const WEEKS = 8;
const SERIES = [
  { name: 'in', ink: color.sage },
  { name: 'out', ink: color.madder },
  { name: 'owed', ink: color.marigold },
];

/** In and out of the week, owed at its end. */
const valuesOf = (week: readonly FlowDay[]): number[] => [
  week.reduce((sum, { dollarsIn }) => sum + dollarsIn, 0),
  week.reduce((sum, { dollarsOut }) => sum + dollarsOut, 0),
  week.at(-1)?.dollarsOwed ?? 0,
];

/** P-13.1. */
export const DollarFlow = () => (
  <Card aria-labelledby="dollar-flow">
    <Heading id="dollar-flow">Dollars by week</Heading>
    <Reserved>
      <Weeks />
    </Reserved>
  </Card>
);

const Weeks = () => {
  const { data, isError, error, refetch } = useApiQuery(
    'GET /admin/flow',
    { query: { days: '90' } },
    { refetchInterval: REFRESH_MS },
  );
  if (data)
    return (
      <BarChart
        caption="Dollars in and out in each of the last eight weeks, and dollars owed at the end of each"
        rowHead="Week"
        series={SERIES}
        rows={weekRows(data, WEEKS, valuesOf)}
        format={formatDollars}
      />
    );
  return isError ? (
    <Failure title="Dollars by week couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
  ) : (
    <Skeleton shape="text" count={6} />
  );
};

const Heading = styled.h2`
  margin: 0 0 ${space(3)};
`;
/** The height of the chart, so that nothing below moves when it arrives. */
const Reserved = styled.div`
  min-height: 11.5rem;
`;
