import type { Task } from '@piecework/contracts';
import { plural, t, translated } from '@piecework/i18n';
import { Button, Empty, Failure, LinkedParagraph, Page, Row, Skeleton, VisuallyHidden } from '@piecework/ui';
import { color, space, text } from '@piecework/ui/styles';
import { dialogs, MESSAGE_MS, usePageTitle } from '@piecework/web-kit';
import { rowTitle, useTaskForm } from '@piecework/web-kit/answer-form';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useAction } from '@piecework/web-kit/query';
import { Navigate, useNavigate, useParams } from '@piecework/web-kit/router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { SUBMISSIONS, TASKS, taskPath } from '../../paths';
import { BackLink } from '../tasks/BackLink';
import { useTaskQuery } from '../tasks/useTaskQuery';
import { PageForm } from './PageForm';
import { WorkBar } from './WorkBar';
import { createWorkSession, type Work, type WorkSession } from './work-session';

/** A batch answered page after page. */
export default function WorkMode() {
  const { id = '' } = useParams();
  return <Session key={id} taskId={id} />;
}

const Session = ({ taskId }: { taskId: string }) => {
  const [session] = useState(() => createWorkSession(taskId));
  const work = useSyncExternalStore(session.subscribe, session.current);
  const { data: task, isError } = useTaskQuery(taskId);
  // Not of a task without rows, which would hold a place. A deleted one may still have held pages.
  const isReady = task ? task.batch !== undefined : isError;
  useEffect(() => {
    if (!isReady) return;
    session.open();
    return session.close;
  }, [session, isReady]);
  const isBegun = useRef(false);
  const { run: leave, isRunning: isLeaving } = useLeave(taskId, session, { task, isBegun });
  usePageTitle(task?.taskTitle ?? t('Task'));
  if (task && !task.batch) return <Navigate to={taskPath(taskId)} replace />;
  return (
    <Page
      title={task?.taskTitle ?? t('Task')}
      lead={<BackLink to={taskPath(taskId)} label={t('About this task')} />}
      actions={
        work.end === undefined && (
          <Button variant="secondary" busy={isLeaving} onClick={() => void leave()}>
            {t('Enough for today')}
          </Button>
        )
      }
    >
      <WorkBar work={work} task={task} />
      <Shown taskId={taskId} task={task} isReady={isReady} session={session} work={work} isBegun={isBegun} />
    </Page>
  );
};

interface ShownProps {
  taskId: string;
  task: Task | undefined;
  isReady: boolean;
  session: WorkSession;
  work: Work;
  isBegun: { current: boolean };
}

const Shown = ({ taskId, task, isReady, session, work, isBegun }: ShownProps) => {
  const { queue, failure, end, refusals, answeredAt } = work;
  const [held, next] = queue;
  // While no page is there, that of most batches.
  const form = useTaskForm(taskId, isReady, held?.page.version ?? 1);
  // Read ahead: a page that was taken after a correction has another one.
  useTaskForm(taskId, next !== undefined, next?.page.version);
  if (end !== undefined) return <NoPage message={end} summary={summaryOf(work, task)} />;
  if (failure)
    return (
      <Failure title={t('The next page couldn’t be loaded')} text={failure.message} onRetry={() => session.retry()} />
    );
  if (form.isError && !form.data) return <Failure title={t('The form couldn’t be loaded')} query={form} />;
  if (!held || !form.data) return <Skeleton shape="card" />;
  const { page } = held;
  const isNext = answeredAt !== undefined;
  return (
    <>
      <VisuallyHidden role="status">
        {isNext && <span key={page.number}>{t('Next page: {row}', { row: rowTitle(page, 0) })}</span>}
      </VisuallyHidden>
      {task && <Brief task={task} work={work} />}
      <PageForm
        // A page that comes back starts again from its draft, with its faults.
        key={`${page.number}-${refusals.has(page.number)}`}
        taskId={taskId}
        detail={task?.taskDetail}
        fields={form.data.fields}
        held={held}
        refusal={refusals.get(page.number)}
        session={session}
        isNext={isNext}
        isBegun={isBegun}
      />
    </>
  );
};

interface Leaving {
  task: Task | undefined;
  /** Whether the shown page has answers. */
  isBegun: { readonly current: boolean };
}

const useLeave = (taskId: string, session: WorkSession, { task, isBegun }: Leaving) => {
  const navigate = useNavigate();
  return useAction(async () => {
    const isSure =
      !isBegun.current ||
      (await dialogs.confirm({
        title: t('Release this page?'),
        text: t(
          'You’ve started this page. Your answers to it stay on this device, but another worker may get the page.',
        ),
        confirmText: t('Release'),
      }));
    if (!isSure || !(await session.leave())) return;
    await navigate(taskPath(taskId));
    const summary = summaryOf(session.current(), task);
    await dialogs.success({
      title: t('Thanks for your work'),
      text: summary ?? t('Your pages are open to other workers now.'),
      ms: MESSAGE_MS.medium,
    });
  });
};

const summaryOf = ({ answered }: Work, task: Task | undefined): string | undefined => {
  if (answered === 0 || !task) return undefined;
  const coins = plural(answered * task.payableAmount, '{count} coin', '{count} coins');
  return plural(
    answered,
    'You answered {count} page. In review: {coins}.',
    'You answered {count} pages. In review: {coins}.',
    { coins },
  );
};

const NoPage = ({ message, summary }: { message: string; summary: string | undefined }) => (
  <Empty
    title={t('No page for you right now')}
    text={
      <>
        <span>{translated(message)}</span> {summary && <span>{summary}</span>}
      </>
    }
    seed="no-page"
    action={
      <Row justify="center">
        <LinkButton to={TASKS} label={t('View open tasks')} />
        <LinkButton to={SUBMISSIONS} variant="quiet" label={t('View My Submissions')} />
      </Row>
    }
  />
);

/** Open until the first page is submitted. What differs from row to row stands at the rows. */
const Brief = ({ task, work: { queue, answeredAt } }: { task: Task; work: Work }) => {
  const rows = queue[0]?.page.rows ?? [];
  return (
    <Fold open={answeredAt === undefined}>
      <summary>{t('What to do')}</summary>
      {rows.every((row) => row.text === task.taskDetail) && <LinkedParagraph text={task.taskDetail} />}
      <h2>{t('What to submit')}</h2>
      <LinkedParagraph text={task.submissionInfo} />
    </Fold>
  );
};

const Fold = styled.details`
  summary {
    padding: ${space(3)} 0;
    color: ${color.primary};
    font-weight: 600;
    cursor: pointer;
  }
  h2 { margin: ${space(3)} 0 ${space(1)}; font-size: ${text.body}; }
`;
