import type { Totals } from '@piecework/contracts';
import { coinsToDollars } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Coins, Failure, Figure, Figures, formatCoins, formatDollars, Page, Skeleton } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { loadable, usePageTitle, useServerNow, useUser } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { preloadWhenIdle } from '../../pages';
import { SUBMISSIONS, submissionsPath, TASKS } from '../../paths';
import { ApprovedSubmissions } from './ApprovedSubmissions';
import { Earnings } from './Earnings';
import { NeedList } from './NeedList';
import { type NeedSources, needsOf } from './needs';
import { useNeedSources } from './useNeedSources';

/** Loaded only for new workers. */
const FirstDays = loadable(() => import('./FirstDays'));

export const WorkerHome = () => {
  usePageTitle(t('Home'));
  useEffect(preloadWhenIdle, []);
  const totals = useApiQuery('GET /totals');
  const needs = useNeedSources();
  // Once and for all: the needs arrive with what they would move, and no later refetch hides it.
  const [isSettled, setSettled] = useState(false);
  if (!isSettled && !totals.isPending && needs.isSettled) setSettled(true);
  const [firstName = ''] = useUser().userName.split(' ');
  return (
    <Page
      title={t('Hi, Welcome Back')}
      lead={t('Good to see you, {firstName}. Every task counts.', { firstName })}
      actions={<LinkButton to={TASKS} variant="primary" icon="tasks" label={t('Find a task')} />}
    >
      {isSettled && <NeedsYou sources={needs.sources} />}
      {isSettled && totals.data?.worker?.submissions === 0 ? (
        <FirstDays />
      ) : (
        <>
          {isSettled ? <WorkerTotals /> : <Skeleton shape="figure" count={3} />}
          <Settled $isSettled={isSettled}>
            <Earnings />
            <ApprovedSubmissions />
          </Settled>
        </>
      )}
    </Page>
  );
};

const WorkerTotals = () => {
  const query = useApiQuery('GET /totals');
  const { data } = query;
  if (query.isError && !data) return <Failure title={t('Your totals couldn’t be loaded')} query={query} />;
  if (!data) return <Skeleton shape="figure" count={3} />;
  const totals: NonNullable<Totals['worker']> = data.worker ?? { submissions: 0, pending: 0, approved: 0, earned: 0 };
  return (
    <Figures>
      <Figure
        label={t('Total Submission')}
        value={formatCoins(totals.submissions)}
        note={
          totals.submissions === 0 ? t('Submit your first task') : t('{count} approved', { count: totals.approved })
        }
        as={Link}
        to={SUBMISSIONS}
      />
      <Figure
        label={t('Pending Submission')}
        value={formatCoins(totals.pending)}
        note={totals.pending === 0 ? t('None in review') : t('In review')}
        as={Link}
        to={submissionsPath('pending')}
      />
      <Figure
        label={t('Total Earning')}
        value={<Coins amount={totals.earned} />}
        note={t('{amount} when withdrawn', { amount: formatDollars(coinsToDollars(totals.earned)) })}
        as={Link}
        to={submissionsPath('approved')}
      />
    </Figures>
  );
};

/** Invisible until the height of the content above is known, so that the list does not shift visibly. */
const Settled = styled.div<{ $isSettled: boolean }>`
  display: grid;
  gap: ${space(6)};
  visibility: ${({ $isSettled }) => ($isSettled ? 'visible' : 'hidden')};
`;

/** P-11.10. */
const NeedsYou = ({ sources }: { sources: NeedSources }) => {
  const needs = needsOf(sources, useServerNow());
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby="needs-you">
      <Heading id="needs-you">{t('Needs you')}</Heading>
      <NeedList needs={needs} />
    </section>
  );
};

const Heading = styled.h2`
  margin: 0 0 ${space(3)};
`;
