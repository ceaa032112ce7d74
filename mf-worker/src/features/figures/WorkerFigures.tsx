import type { WorkDay } from '@piecework/contracts';
import { approvalRate, coinsToDollars, MIN_DECISIONS } from '@piecework/contracts/constants';
import { plural, t } from '@piecework/i18n';
import { Card, Empty, Failure, Figure, Figures, formatDollars, formatDuration, Page, Skeleton } from '@piecework/ui';
import { BarChart } from '@piecework/ui/charts';
import { color, space } from '@piecework/ui/styles';
import { usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { HOME, TASKS } from '../../paths';
import { BackLink } from '../tasks/BackLink';
import { Accuracies } from './Accuracies';
import { NextRejection } from './NextRejection';
import { ownPace, RECENT_DAYS, recentRates, weeklyRates } from './work-rates';

/** P-11.12. */
export default function WorkerFigures() {
  const title = t('Your figures');
  usePageTitle(title);
  return (
    <Page title={title} lead={<BackLink to={HOME} label={t('Home')} />}>
      <Shown />
    </Page>
  );
}

const Shown = () => {
  const totals = useApiQuery('GET /totals');
  const days = useApiQuery('GET /work-days', { query: { days: '90' } });
  const failed = [totals, days].find(({ isError, data }) => isError && !data);
  if (failed) return <Failure title={t('Your figures couldn’t be loaded')} query={failed} />;
  if (!totals.data || !days.data)
    return (
      <>
        <Skeleton shape="figure" count={3} />
        <Skeleton shape="card" />
      </>
    );
  const reviewed = totals.data.worker?.reviewed;
  if (!reviewed?.decided)
    return (
      <Empty
        title={t('Your figures start with your first decision')}
        text={t(
          'Once a buyer has decided on your work, you’ll see here how much of it is approved, and how that changes.',
        )}
        seed="figures"
        action={<LinkButton to={TASKS} label={t('Find a task')} />}
      />
    );
  return (
    <>
      <Rates reviewed={reviewed} days={days.data} />
      <Card aria-labelledby="weeks">
        <Heading id="weeks">{t('Approved in the last twelve weeks')}</Heading>
        <BarChart
          caption={t('Approval rate of each of the last twelve weeks')}
          rowHead={t('Week')}
          series={[{ name: t('Approved'), ink: color.sage }]}
          rows={weeklyRates(days.data)}
          format={(rate) => (rate === 0 ? t('None approved') : percent(rate))}
        />
      </Card>
      <NextRejection reviewed={reviewed} />
      <Accuracies />
    </>
  );
};

const percent = (rate: number | null): string => (rate === null ? NONE : t('{rate}%', { rate }));
const NONE = '–';

interface RatesProps {
  reviewed: { approved: number; decided: number };
  days: readonly WorkDay[];
}

const Rates = ({ reviewed, days }: RatesProps) => {
  const { recent, before } = recentRates(days, reviewed);
  const { seconds, coins } = ownPace(days);
  return (
    <Figures>
      <Figure
        label={t('Approval rate')}
        value={percent(approvalRate(reviewed))}
        note={t('{approved} of {decided} approved', { ...reviewed })}
      />
      <Figure
        label={t('In the last {days} days', { days: RECENT_DAYS })}
        value={percent(recent)}
        note={trendOf(recent, before)}
      />
      <Figure
        label={t('Pay per hour')}
        value={coins === undefined ? NONE : formatDollars(coinsToDollars(coins))}
        note={
          coins === undefined
            ? t('Measured while you work on batches')
            : t('From {time} of decided work on batches', { time: formatDuration(seconds * 1000) })
        }
      />
    </Figures>
  );
};

const trendOf = (recent: number | null, before: number | null): string => {
  if (recent === null) return plural(MIN_DECISIONS, 'From {count} decision on', 'From {count} decisions on');
  if (before === null) return t('Your first {days} days', { days: RECENT_DAYS });
  if (recent === before) return t('As before');
  return recent > before
    ? t('Up from {rate}% before', { rate: before })
    : t('Down from {rate}% before', { rate: before });
};

const Heading = styled.h2`
  margin: 0 0 ${space(3)};
`;
