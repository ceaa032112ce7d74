import type { FlowDay } from '@piecework/contracts';
import { Card, Failure, formatDollars, Skeleton } from '@piecework/ui';
import { BarChart, type Series, weekRows } from '@piecework/ui/charts';
import { color, space } from '@piecework/ui/styles';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { REFRESH_MS } from '../refresh-interval';

const WEEKS = 8;
const FLOWS = [
  { name: 'in', ink: color.sage },
  { name: 'out', ink: color.madder },
];
const OWED = [{ name: 'owed', ink: color.marigold }];

const flowsOf = (week: readonly FlowDay[]): number[] => [
  week.reduce((sum, { dollarsIn }) => sum + dollarsIn, 0),
  week.reduce((sum, { dollarsOut }) => sum + dollarsOut, 0),
];
const owedAtEnd = (week: readonly FlowDay[]): number[] => [week.at(-1)?.dollarsOwed ?? 0];

/** P-13.1. */
export const DollarFlow = () => (
  <Pair>
    <Card aria-labelledby="dollar-flow">
      <h2 id="dollar-flow">Dollars by week</h2>
      <Weeks caption="Dollars in and out in each of the last eight weeks" series={FLOWS} valuesOf={flowsOf} />
    </Card>
    <Card aria-labelledby="dollars-owed">
      <h2 id="dollars-owed">Dollars owed</h2>
      <Weeks caption="Dollars owed at the end of each of the last eight weeks" series={OWED} valuesOf={owedAtEnd} />
    </Card>
  </Pair>
);

interface WeeksProps {
  caption: string;
  series: readonly Series[];
  valuesOf(week: readonly FlowDay[]): number[];
}

const Weeks = ({ caption, series, valuesOf }: WeeksProps) => {
  const flow = useApiQuery('GET /admin/flow', { query: { days: '90' } }, { refetchInterval: REFRESH_MS });
  return (
    <Reserved>
      {flow.data ? (
        <BarChart
          caption={caption}
          rowHead="Week"
          series={series}
          rows={weekRows(flow.data, WEEKS, valuesOf)}
          format={formatDollars}
          scaled
        />
      ) : flow.isError ? (
        <Failure title="The dollars couldn’t be loaded" query={flow} />
      ) : (
        <Skeleton shape="text" count={6} />
      )}
    </Reserved>
  );
};

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: ${space(6)};

  h2 { margin: 0 0 ${space(3)}; }
`;
/** The height of the chart, so that nothing below moves when it arrives. */
const Reserved = styled.div`
  min-height: 11.5rem;
`;
