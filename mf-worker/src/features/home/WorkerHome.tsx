import type { Totals } from '@piecework/contracts';
import { coinsToDollars } from '@piecework/contracts/constants';
import {
  Button,
  Coins,
  Failure,
  Figure,
  Figures,
  formatCoins,
  formatDollars,
  Page,
  Skeleton,
  space,
} from '@piecework/ui';
import { loadable, usePageTitle, useUser } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { preloadWhenIdle } from '../../pages';
import { SUBMISSIONS, submissionsPath, TASKS } from '../../paths';
import { ReservationsNotice } from '../tasks/ReservationsNotice';
import { ApprovedSubmissions } from './ApprovedSubmissions';
import { Earnings } from './Earnings';
import { SentBackNotice } from './SentBackNotice';

/** Loaded only for new workers. */
const FirstDays = loadable(() => import('./FirstDays'));

export const WorkerHome = () => {
  usePageTitle('Home');
  useEffect(preloadWhenIdle, []);
  const totals = useApiQuery('GET /totals');
  const [firstName] = useUser().userName.split(' ');
  return (
    <Page
      title="Hi, Welcome Back"
      lead={`Good to see you, ${firstName}. Every piece counts.`}
      actions={
        <Button as={Link} to={TASKS} variant="primary" icon="tasks">
          Find a task
        </Button>
      }
    >
      {totals.data?.worker?.submissions === 0 ? (
        <FirstDays />
      ) : (
        <>
          <WorkerTotals />
          <Settled $isSettled={!totals.isPending}>
            <Earnings />
            <ApprovedSubmissions />
          </Settled>
        </>
      )}
    </Page>
  );
};

const WorkerTotals = () => {
  const { data, isError, error, refetch } = useApiQuery('GET /totals');
  if (isError && !data)
    return (
      <Failure text={error.message} onRetry={() => void refetch()} title="Your totals could not be loaded" />
    );
  if (!data) return <Skeleton shape="figure" count={3} />;
  const totals: NonNullable<Totals['worker']> = data.worker ?? {
    submissions: 0,
    pending: 0,
    approved: 0,
    earned: 0,
  };
  return (
    <>
      <ReservationsNotice />
      <SentBackNotice count={totals.sentBack ?? 0} />
      <Figures>
        <Figure
          label="Total Submission"
          value={formatCoins(totals.submissions)}
          note={
            totals.submissions === 0 ? 'Submit your first one' : `${formatCoins(totals.approved)} approved`
          }
          as={Link}
          to={SUBMISSIONS}
        />
        <Figure
          label="Pending Submission"
          value={formatCoins(totals.pending)}
          note={totals.pending === 0 ? 'None waiting for review' : 'Waiting for review'}
          as={Link}
          to={submissionsPath('pending')}
        />
        <Figure
          label="Total Earning"
          value={<Coins amount={totals.earned} />}
          note={`${formatDollars(coinsToDollars(totals.earned))} when withdrawn`}
          as={Link}
          to={submissionsPath('approved')}
        />
      </Figures>
    </>
  );
};

/** Invisible until the height of the content above is known, so that the list does not shift visibly. */
const Settled = styled.div<{ $isSettled: boolean }>`
  display: grid;
  gap: ${space(6)};
  visibility: ${({ $isSettled }) => ($isSettled ? 'visible' : 'hidden')};
`;
