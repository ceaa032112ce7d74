import type { Reservation, Task } from '@piecework/contracts';
import { coinsToDollars, MIN_DECISIONS, placesLeft } from '@piecework/contracts/constants';
import { columnsIn, fillIn } from '@piecework/contracts/forms';
import { t, translated } from '@piecework/i18n';
import {
  Coins,
  Day,
  Email,
  Empty,
  EnlargeablePicture,
  Fact,
  FactGrid,
  FactNote,
  Failure,
  formatCoins,
  formatDollars,
  formatDuration,
  LinkedParagraph,
  Notice,
  Page,
  Skeleton,
  Stack,
  WideFact,
} from '@piecework/ui';
import { media, radius, sheet, space } from '@piecework/ui/styles';
import { ApiError, pictureSources, usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { ReportButton } from '@piecework/web-kit/report';
import { useLocation, useParams } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { type FromList, TASKS } from '../../paths';
import { HideBuyer } from '../buyers/HideBuyer';
import { BackLink } from './BackLink';
import { BuyerStrip } from './BuyerStrip';
import { MessageBuyer } from './MessageBuyer';
import { SubmitSection, type SubmitSectionProps } from './SubmitSection';
import { TitledSection } from './TitledSection';
import { paceOf, sizeOf } from './task-facts';
import { useTask } from './useTask';

const SIZES = '(min-width: 1600px) 48rem, (min-width: 1024px) 20rem, 100vw';

export default function TaskDetail() {
  const { id = '' } = useParams();
  const { task, isGone, mine } = useTask(id);
  usePageTitle(task.data?.taskTitle ?? t('Task'));
  if (!task.data && isGone)
    return mine.reservation ? (
      <ReservedTask {...mine} reservation={mine.reservation} />
    ) : (
      <TaskUnavailable error={task.error} />
    );
  if (!task.data && task.isError)
    return (
      <Page title={t('Task')} lead={<AllTasks />}>
        <Failure title={t('The task couldn’t be loaded')} query={task} />
      </Page>
    );
  if (!task.data) return <Loading />;
  return (
    <Page title={task.data.taskTitle} lead={<AllTasks />}>
      <Columns>
        <Facts
          task={task.data}
          isOwn={mine.isOwn}
          hasBegun={Boolean(mine.reservation ?? mine.liveSubmission ?? mine.rejected)}
        />
        <TaskPicture
          seed={id}
          {...pictureSources(task.data.taskImageURL, 1280)}
          sizes={SIZES}
          title={task.data.taskTitle}
          ratio={2}
          priority
        />
        <Main>
          <Stack gap={6}>
            <About task={task.data} />
            {!mine.isOwn && <ReportTask task={task.data} />}
          </Stack>
          <div>
            <SubmitSection key={id} task={task.data} isGone={isGone || task.data.closed !== undefined} {...mine} />
          </div>
        </Main>
      </Columns>
    </Page>
  );
}

type ReservedTaskProps = { reservation: Reservation } & Pick<
  SubmitSectionProps,
  'isOwn' | 'isKnown' | 'liveSubmission' | 'rejected'
>;

/** Returns to the list with its search and page. */
const AllTasks = () => {
  const from = useLocation().state as FromList | null;
  return <BackLink to={`${TASKS}${from?.list ?? ''}`} label={t('All tasks')} />;
};

const Loading = () => (
  <Page title={t('Task')} lead={<AllTasks />}>
    <Columns>
      <Skeleton shape="card" />
      <Skeleton shape="card" />
      <Skeleton shape="text" count={4} />
    </Columns>
  </Page>
);

const TaskUnavailable = ({ error }: { error: Error | null }) => (
  <Page title={t('Task')}>
    <Empty
      title={t('This task is no longer available')}
      text={
        error instanceof ApiError && error.code === 'task-deleted'
          ? translated(error.message)
          : t('The buyer has closed it, or the link is wrong. There are other open tasks.')
      }
      seed="gone"
      action={<LinkButton to={TASKS} label={t('View open tasks')} />}
    />
  </Page>
);

/** The buyer has deleted the task, and the worker's place is kept. */
const ReservedTask = ({ reservation, ...mine }: ReservedTaskProps) => {
  // Only the call for its form tells whether it has one.
  const task = { _id: reservation.taskId, requiredWorkers: 0, hasForm: true } as const;
  return (
    <Page title={reservation.taskTitle} lead={<AllTasks />}>
      <Stack gap={6}>
        <Notice tone="info">
          {t(
            'The buyer deleted this task, so its description is no longer available. You can still submit the work you’ve started.',
          )}
        </Notice>
        <SubmitSection task={task} isGone {...mine} reservation={reservation} />
      </Stack>
    </Page>
  );
};

const About = ({ task }: { task: Task }) => (
  <>
    <TitledSection id="description" title={t('Description')}>
      <LinkedParagraph text={task.batch ? withColumns(task.taskDetail) : task.taskDetail} />
    </TitledSection>
    <TitledSection id="what-to-submit" title={t('What to submit')}>
      <LinkedParagraph text={task.submissionInfo} />
    </TitledSection>
  </>
);

const ReportTask = ({ task: { _id, taskTitle, buyerName } }: { task: Task }) => (
  <div>
    <ReportButton
      id={_id}
      name={taskTitle}
      options={[
        { about: 'task', label: t('This task') },
        { about: 'buyer', label: t('The buyer {name}', { name: buyerName }) },
      ]}
    />
  </div>
);

/** 'Copy {{id}}' → 'Copy [id]': the rows of a batch have the values. */
const withColumns = (detail: string): string =>
  fillIn(detail, Object.fromEntries(columnsIn(detail).map((name) => [name, `[${name}]`])));

const Facts = ({ task, isOwn, hasBegun }: { task: Task; isOwn: boolean; hasBegun: boolean }) => (
  <Panel aria-label={t('Task summary')}>
    <FactGrid>
      <WideFact label={task.batch ? t('Payable Amount per Page') : t('Payable Amount per Worker')}>
        <Coins amount={task.payableAmount} size="h2" />
        <FactNote>
          {t('{amount} when withdrawn', { amount: formatDollars(coinsToDollars(task.payableAmount)) })}
        </FactNote>
      </WideFact>
      {task.batch && (
        <WideFact label={t('Batch')}>
          <span>{sizeOf(task.batch)}</span>
          <FactNote>{paceOf(task)}</FactNote>
        </WideFact>
      )}
      <Fact label={task.batch ? t('Answers left') : t('Required Workers')}>
        <span aria-live="polite">
          {task.reservedPlaces
            ? t('{places} ({count} held)', { places: placesText(task), count: task.reservedPlaces })
            : placesText(task)}
        </span>
      </Fact>
      <Fact label={t('Completion Date')}>
        <Day iso={task.completionDate} />
        {task.closeAtCompletion && !task.closed && <FactNote>{t('Closes after this date (UTC)')}</FactNote>}
      </Fact>
      {task.autoApproveHours !== undefined && (
        <WideFact label={t('Decision')}>{decisionTimeOf(task.autoApproveHours)}</WideFact>
      )}
      {task.minApprovalRate !== undefined && (
        <WideFact label={t('Requirements')}>
          <span>{t('{rate}% approval rate', { rate: task.minApprovalRate })}</span>
          <FactNote>{t('Or fewer than {count} reviewed submissions so far.', { count: MIN_DECISIONS })}</FactNote>
        </WideFact>
      )}
      <WideFact label={t('Buyer')}>
        <BuyerStrip task={task} size={48} hasRejections>
          {task.buyerEmail && <Email address={task.buyerEmail} />}
        </BuyerStrip>
        {hasBegun && <MessageBuyer taskId={task._id} />}
        {!isOwn && <HideBuyer key={task._id} task={task} />}
      </WideFact>
    </FactGrid>
  </Panel>
);

const placesText = (task: Task): string => {
  if (task.closed) return t('Closed');
  return task.requiredWorkers === 0 ? t('All places taken') : formatCoins(placesLeft(task));
};

const decisionTimeOf = (hours: number): string =>
  hours === 0
    ? t('No deadline for the buyer’s decision')
    : t('Within {time}, or you’re paid automatically', { time: formatDuration(hours * 3_600_000) });

/** The picture stands where it does not push the form down: on a desk above the facts, on a wide screen above the text, with the form beside it. */
const Columns = styled.div`
  display: grid;
  gap: ${space(6)};
  align-items: start;

  > * { min-width: 0; }

  ${media.desk} {
    grid-template: 'main picture' auto 'main facts' 1fr / minmax(0, 44rem) minmax(min(14rem, 40%), min(20rem, 45%));
    column-gap: ${space(8)};

    > :nth-child(1) { grid-area: facts; }
    > :nth-child(2) { grid-area: picture; }
    > :nth-child(3) { grid-area: main; }
  }
  ${media.wide} {
    grid-template: 'picture facts' auto 'picture work' auto 'about work' 1fr / minmax(0, 48rem) minmax(0, 40rem);
    column-gap: ${space(12)};

    > :nth-child(1) { position: static; align-self: stretch; justify-self: stretch; }
  }
`;

const Main = styled.div`
  display: grid;
  gap: ${space(6)};

  > * { min-width: 0; }

  ${media.wide} {
    display: contents;

    > :nth-child(1) { grid-area: about; }
    > :nth-child(2) { grid-area: work; }
  }
`;

const Panel = styled.section`
  ${sheet}
  align-self: start;
  padding: ${space(5)} ${space(6)};

  dl { grid-template-columns: repeat(2, 1fr); gap: ${space(4)}; }
  dd { display: grid; justify-items: start; }

  ${media.desk} {
    position: sticky;
    top: calc(var(--table-top, 0px) + ${space(6)});

    dl { grid-template-columns: 1fr; }
  }
  ${media.wide} {
    dl { grid-template-columns: repeat(2, 1fr); }
  }
  ${media.phone} {
    a { display: inline-flex; align-items: center; min-height: 44px; }
  }
`;

const TaskPicture = styled(EnlargeablePicture)`
  border-radius: ${radius.card};
`;
