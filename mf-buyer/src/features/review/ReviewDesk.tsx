import type { Submission } from '@piecework/contracts';
import { Button, Empty, Failure, formatCoins, Notice, Page, Skeleton, Stack } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useSearchParams } from '@piecework/web-kit/router';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../paths';
import { Desk } from './Desk';
import { subjectKey, subjectsOf } from './review-subjects';
import { useDecisionBuffer } from './useDecisionBuffer';
import { useReviewQueue } from './useReviewQueue';

/** One submission after another, of all tasks or of one (`?task=`), from the oldest deadline on or from one of them (`?submission=`). */
export default function ReviewDesk() {
  usePageTitle('Review desk');
  const [params] = useSearchParams();
  const taskId = params.get('task') ?? '';
  const submissionId = params.get('submission') ?? undefined;
  return <Queue key={`${taskId} ${submissionId}`} taskId={taskId} submissionId={submissionId} />;
}

function Queue({ taskId, submissionId }: { taskId: string; submissionId: string | undefined }) {
  const { buffer, state, notice, clearNotice } = useDecisionBuffer();
  const [openKey, setOpenKey] = useState(submissionId);
  const { query, rows, more, isWaiting, keyOf } = useReviewQueue(taskId, openKey);
  const [isMissing, setMissing] = useState<boolean>();
  // The list that an earlier visit has left may lack it.
  if (submissionId && isMissing === undefined && query.data && !query.isFetching) {
    const chosen = query.data.rows.find(({ _id }) => _id === submissionId);
    setMissing(!chosen);
    if (chosen) setOpenKey(subjectKey(chosen));
  }

  const isOut = ({ _id }: Submission) =>
    state.sending.has(_id) || state.done.has(_id) || state.held.some(({ submission }) => submission._id === _id);
  const left = subjectsOf(rows.filter((row) => !isOut(row)));
  const leftKeys = new Set(left.map(({ key }) => key));
  const made = [...state.held.map(({ submission }) => submission._id), ...state.sending.keys(), ...state.done.keys()];
  const decided = new Set(made.map(keyOf).filter((key) => !leftKeys.has(key))).size;

  if (!query.data)
    return (
      <Page title="Review desk">{query.isError ? <Failure query={query} /> : <Skeleton shape="card" count={1} />}</Page>
    );
  return (
    <Page title="Review desk" lead={left.length > 0 ? undefined : leadOf(made.length)}>
      <Stack>
        {notice && (
          <Notice tone="warn">
            <span>{notice}</span>{' '}
            <Button variant="quiet" size="small" onClick={clearNotice}>
              Dismiss
            </Button>
          </Notice>
        )}
        {isMissing && <Notice tone="info">{more > 0 ? NOT_LOADED : DECIDED}</Notice>}
        <Desk
          subjects={left}
          decided={decided}
          more={more}
          isWaiting={isWaiting}
          openKey={openKey}
          onOpen={setOpenKey}
          submissionId={submissionId}
          buffer={buffer}
          state={state}
        />
        {left.length === 0 && <AllDone taskId={taskId} hasDecided={made.length > 0} />}
      </Stack>
    </Page>
  );
}

const NOT_LOADED = 'The submission that you chose isn’t loaded yet. It follows once you decide these.';
const DECIDED = 'The submission that you chose has already been decided.';

const leadOf = (decided: number) =>
  decided > 0
    ? `You’ve decided ${formatCoins(decided)} ${decided === 1 ? 'submission' : 'submissions'} in this visit.`
    : undefined;

interface AllDoneProps {
  taskId: string;
  hasDecided: boolean;
}

/** After the last decision it takes the focus, which its submission has lost. */
const AllDone = ({ taskId, hasDecided }: AllDoneProps) => {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasDecided) element.current?.focus();
  }, [hasDecided]);
  return (
    <div ref={element} tabIndex={-1}>
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
    </div>
  );
};
