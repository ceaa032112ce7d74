import type { Submission, Task } from '@piecework/contracts';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '@piecework/contracts/constants';
import {
  Card,
  Clamp,
  Empty,
  EnlargeablePicture,
  Fact,
  FactGrid,
  Failure,
  formatCoins,
  ListTools,
  Notice,
  Page,
  Pager,
  Segmented,
  Skeleton,
  Stack,
} from '@piecework/ui';
import { font, media, space, text } from '@piecework/ui/styles';
import { ApiError, loadable, pictureSources, usePageTitle, useUser } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { PAGE_SIZE, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';
import { useParams } from '@piecework/web-kit/router';
import { useState } from 'react';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { PilotPanel } from '../pilot/PilotPanel';
import { useWorkerPhotos } from '../submissions/useWorkerPhotos';
import { ExtendDialog } from '../tasks/ExtendDialog';
import { type Extension, extensionEntries } from '../tasks/extension';
import { KeptCoins } from '../tasks/KeptCoins';
import { closedText } from '../tasks/refund-texts';
import { reviewText } from '../tasks/review-text';
import { TaskStatus } from '../tasks/TaskStatus';
import { TaskTerms } from '../tasks/TaskTerms';
import { ActionMenu } from './ActionMenu';
import { DownloadWork } from './DownloadWork';
import { PlacesQuilt } from './PlacesQuilt';
import { ReleaseHolds } from './ReleaseHolds';
import { ResultCard } from './ResultCard';

export default function TaskResults() {
  const { id = '' } = useParams();
  const task = useApiQuery('GET /tasks/{id}', { params: { id } });
  const counts = useCounts(id);
  const { userEmail } = useUser();
  const [extension, setExtension] = useState<Extension>();
  const gone = task.error instanceof ApiError && task.error.status === 404 ? task.error : undefined;
  const isGone = gone !== undefined;
  const deletion = gone?.code === 'task-deleted' ? gone.message : undefined;
  const title = task.data?.taskTitle ?? (isGone ? counts.title : undefined);
  usePageTitle(title ?? 'Results');

  const isForeign = task.data && task.data.buyerEmail !== userEmail;
  if (isForeign || (isGone && !deletion && counts.total === 0)) return <NoTask />;
  if (task.isError && !isGone)
    return (
      <Page title="Results">
        <Failure query={task} />
      </Page>
    );
  // All at once: title, actions, places and tabs would push each other down.
  if (!(task.data || isGone) || !(counts.isKnown || counts.error)) return <Loading />;
  return (
    <Page
      title={title ?? 'Results'}
      actions={
        <>
          {counts.of.pending ? (
            <LinkButton variant="primary" to={paths.review(id)} label={`Review ${formatCoins(counts.of.pending)}`} />
          ) : null}
          {counts.of.pending && task.data?.batch ? <DecideMany taskId={id} batch={task.data.batch} /> : null}
          {counts.total ? <DownloadWork taskId={id} batch={task.data?.batch} /> : null}
          {task.data && !task.data.closed && (
            <>
              <ActionMenu label="Extend" icon="add" items={extensionEntries(task.data, setExtension)} />
              <LinkButton variant="secondary" icon="edit" to={paths.updateTask(id)} label="Edit" />
            </>
          )}
        </>
      }
    >
      <Stack gap={6}>
        {isGone && (
          <Notice tone={deletion ? 'warn' : 'info'}>
            {`${deletion ?? 'This task has been deleted.'} The submissions you received stay here.`}
          </Notice>
        )}
        {task.data && !task.data.closed && <PauseNotice task={task.data} />}
        {task.data?.review && <Notice tone="info">{reviewText(task.data.review)}</Notice>}
        {task.data?.closed && <Notice tone="info">{closedText(task.data.closed)}</Notice>}
        {task.data?.closed?.kept && (
          <Notice tone="info">
            <KeptCoins kept={task.data.closed.kept} />
          </Notice>
        )}
        {task.data && extension && (
          <ExtendDialog task={task.data} extension={extension} onClose={() => setExtension(undefined)} />
        )}
        {task.data && <PilotPanel task={task.data} answers={counts.of.approved + counts.of.pending} />}
        {task.data?.batch && <RunProgress taskId={id} />}
        {task.data && <Brief task={task.data} counts={counts.of} />}
        {counts.isKnown ? (
          <Work key={id} taskId={id} task={task.data} counts={counts.of} />
        ) : (
          <Failure text={counts.error?.message} onRetry={counts.retry} />
        )}
      </Stack>
    </Page>
  );
}

const PauseNotice = ({ task: { paused, adminPause } }: { task: Task }) => {
  if (adminPause)
    return (
      <Notice tone="warn">
        {`An admin paused this task, so workers can’t start it. The reason: “${adminPause.reason}” Submissions and held places go on, and you can still close the task.`}
      </Notice>
    );
  if (!paused) return null;
  return <Notice tone="warn">You paused this task, so workers can’t start it. Resume it in My Task's.</Notice>;
};

const Loading = () => (
  <Page title="Results">
    <Stack gap={6}>
      <Skeleton shape="card" count={1} />
      <Skeleton shape="row" count={4} />
    </Stack>
  </Page>
);

type Counts = Record<SubmissionStatus, number>;

const useCount = (taskId: string, status: SubmissionStatus) =>
  useApiList('GET /submissions', { query: { taskId, status, limit: 1 } });

const useCounts = (taskId: string) => {
  const lists = {
    pending: useCount(taskId, 'pending'),
    approved: useCount(taskId, 'approved'),
    reject: useCount(taskId, 'reject'),
  };
  const all = Object.values(lists);
  const isKnown = all.every(({ data }) => data !== undefined);
  const numbers = SUBMISSION_STATUSES.map((status) => [status, lists[status].data?.total ?? 0]);
  const of = Object.fromEntries(numbers) as Counts;
  return {
    of,
    isKnown,
    total: isKnown ? of.pending + of.approved + of.reject : undefined,
    /** As the workers saw it, for a task that has been deleted. */
    title: all.flatMap(({ data }) => data?.rows ?? [])[0]?.taskTitle,
    error: all.find(({ error }) => error)?.error,
    retry: () => {
      for (const list of all) void list.refetch();
    },
  };
};

const Brief = ({ task, counts }: { task: Task; counts: Counts }) => (
  <BriefCard aria-label="Your task">
    <div>
      <Clamp text={task.taskDetail} lines={4} />
      <h2>What to submit</h2>
      <Clamp text={task.submissionInfo} lines={3} />
    </div>
    <Stack>
      <EnlargeablePicture
        {...pictureSources(task.taskImageURL, 640)}
        sizes="(min-width: 1024px) 22rem, 100vw"
        seed={task._id}
        title={task.taskTitle}
        ratio={2}
      />
      {task.batch && <Progress batch={task.batch} counts={counts} />}
      <PlacesQuilt
        places={{
          approved: counts.approved,
          pending: counts.pending,
          reserved: task.reservedPlaces ?? 0,
          open: task.requiredWorkers,
          rejected: counts.reject,
        }}
      />
      {task.reservedPlaces ? <ReleaseHolds task={task} /> : null}
      <FactGrid>
        <Fact label="Status">
          <TaskStatus task={task} />
        </Fact>
        <TaskTerms task={task} />
      </FactGrid>
    </Stack>
  </BriefCard>
);

const Progress = ({ batch, counts }: { batch: NonNullable<Task['batch']>; counts: Counts }) => (
  <AnswersTaken>
    <strong>{formatCoins(counts.approved + counts.pending)}</strong>
    <span>{`of ${formatCoins(batch.pages * batch.overlap.max)} answers submitted`}</span>
  </AnswersTaken>
);

// Few tasks are batches.
const DecideMany = loadable(() => import('../decide/DecideMany'), null);
const RunProgress = loadable(() => import('../decide/RunProgress'), null);
const RowResults = loadable(() => import('./RowResults'), <Skeleton shape="row" count={4} />);

const BatchWorkers = loadable(() => import('./BatchWorkers'), <Skeleton shape="row" count={4} />);

const VIEWS = ['rows', 'submissions', 'workers'] as const;

interface WorkProps {
  taskId: string;
  /** Absent: deleted. */
  task: Task | undefined;
  counts: Counts;
}

function Work({ taskId, task, counts }: WorkProps) {
  const params = useListParams(PAGE_SIZE);
  const results = <Results taskId={taskId} counts={counts} />;
  if (!task?.batch) return results;
  const view = params.oneOf('view', VIEWS) ?? 'rows';
  return (
    <>
      <ListTools>
        <Segmented
          label="View"
          value={view}
          onChange={(next) => params.change({ view: next === 'rows' ? '' : next })}
          options={[
            { value: 'rows', label: 'By row' },
            { value: 'submissions', label: 'By submission' },
            { value: 'workers', label: 'Workers' },
          ]}
        />
      </ListTools>
      {view === 'rows' && <RowResults task={task} batch={task.batch} />}
      {view === 'submissions' && results}
      {view === 'workers' && <BatchWorkers taskId={taskId} />}
    </>
  );
}

const LABELS = { pending: 'Pending', approved: 'Approved', reject: 'Rejected' } as const satisfies Record<
  SubmissionStatus,
  string
>;

function Results({ taskId, counts }: { taskId: string; counts: Counts }) {
  const params = useListParams(PAGE_SIZE);
  const shown =
    params.oneOf('show', SUBMISSION_STATUSES) ?? SUBMISSION_STATUSES.find((status) => counts[status] > 0) ?? 'pending';
  const list = useApiList('GET /submissions', { query: { taskId, status: shown, ...params.range } });
  const pages = usePages(params, list);
  return (
    <Stack as="section" aria-label="Submissions">
      <ListTools>
        <Segmented
          label="State"
          value={shown}
          onChange={(show) => params.change({ show })}
          options={SUBMISSION_STATUSES.map((value) => ({
            value,
            label: `${LABELS[value]} ${formatCoins(counts[value])}`,
          }))}
        />
      </ListTools>
      {list.data ? (
        <Cards rows={list.data.rows} shown={shown} />
      ) : list.isError ? (
        <Failure query={list} />
      ) : (
        <Skeleton shape="row" count={4} />
      )}
      <Pager page={params.page} pages={pages} onPage={params.goTo} label="Submissions" />
    </Stack>
  );
}

const Cards = ({ rows, shown }: { rows: readonly Submission[]; shown: SubmissionStatus }) => {
  const photoOf = useWorkerPhotos();
  if (rows.length === 0) return <Empty {...EMPTY[shown]} />;
  return rows.map((row) => <ResultCard key={row._id} submission={row} photo={photoOf(row.workerEmail)} />);
};

const EMPTY = {
  pending: { title: 'No pending submissions', text: 'New submissions appear here automatically.' },
  approved: { title: 'No approved submissions yet', text: 'Approved submissions appear here.' },
  reject: { title: 'No rejected submissions', text: 'Rejected submissions appear here with their reasons.' },
} as const satisfies Record<SubmissionStatus, object>;

const NoTask = () => (
  <Page title="Results">
    <Empty
      title="Task not found"
      text="It was deleted before anything was submitted, or it belongs to another buyer."
      action={<LinkButton variant="primary" to={paths.tasks} label="My Task's" />}
    />
  </Page>
);

const AnswersTaken = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(2)};
  align-items: baseline;
  margin: 0;

  strong {
    font: 600 ${text.h2} / 1.2 ${font.head};
    font-variant-numeric: tabular-nums;
  }
`;
const BriefCard = styled(Card)`
  display: grid;
  gap: ${space(6)};

  h2 {
    margin: ${space(4)} 0 ${space(1)};
    font-size: inherit;
  }
  ${media.desk} {
    grid-template-columns: minmax(0, 1fr) min(22rem, 50%);
  }
`;
