import type { Submission } from '@piecework/contracts';
import { Button, Empty, Failure, formatCoins, Notice, Page, Skeleton, Stack } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useSearchParams } from '@piecework/web-kit/router';
import { useState } from 'react';
import { paths } from '../paths';
import { Desk } from './Desk';
import { useDecisionBuffer } from './useDecisionBuffer';
import { useReviewQueue } from './useReviewQueue';

/** One submission after another, of all tasks or of one (`?task=`). */
export default function ReviewDesk() {
  usePageTitle('Review desk');
  const [params] = useSearchParams();
  const taskId = params.get('task') ?? '';
  return <Queue key={taskId} taskId={taskId} />;
}

function Queue({ taskId }: { taskId: string }) {
  const { buffer, state, notice, clearNotice } = useDecisionBuffer();
  const [openId, setOpenId] = useState<string>();
  const { query, rows, more, isWaiting } = useReviewQueue(taskId, openId);

  const isOut = ({ _id }: Submission) =>
    state.sending.has(_id) || state.done.has(_id) || state.held.some(({ submission }) => submission._id === _id);
  const left = rows.filter((row) => !isOut(row));
  const decided = state.held.length + state.sending.size + state.done.size;

  if (!query.data)
    return (
      <Page title="Review desk">{query.isError ? <Failure query={query} /> : <Skeleton shape="card" count={1} />}</Page>
    );
  return (
    <Page title="Review desk" lead={left.length > 0 ? undefined : leadOf(decided)}>
      <Stack>
        {notice && (
          <Notice tone="warn">
            <span>{notice}</span>{' '}
            <Button variant="quiet" size="small" onClick={clearNotice}>
              Dismiss
            </Button>
          </Notice>
        )}
        <Desk
          rows={left}
          decided={decided}
          more={more}
          isWaiting={isWaiting}
          openId={openId}
          onOpen={setOpenId}
          buffer={buffer}
          state={state}
        />
        {left.length === 0 && <AllDone taskId={taskId} />}
      </Stack>
    </Page>
  );
}

const leadOf = (decided: number) =>
  decided > 0
    ? `You’ve decided ${formatCoins(decided)} ${decided === 1 ? 'submission' : 'submissions'} in this visit.`
    : undefined;

const AllDone = ({ taskId }: { taskId: string }) => (
  <Empty
    title="Nothing to review"
    text="New submissions appear here automatically."
    action={
      <LinkButton
        variant="secondary"
        to={taskId ? paths.results(taskId) : paths.tasks}
        label={taskId ? 'View results' : "My Task's"}
      />
    }
  />
);
