import type { Submission, Task } from '@piecework/contracts';
import { Button, Notice, Skeleton, Stack, Status } from '@piecework/ui';
import { Link } from '@piecework/web-kit/router';
import { useState } from 'react';
import { SUBMISSIONS, TASKS } from '../../paths';
import { Work } from '../submissions/Work';
import { SubmitWork } from './SubmitWork';

interface HandInProps {
  task: Task;
  isOwn: boolean;
  isKnown: boolean;
  handedIn: Submission | undefined;
  rejected: Submission | undefined;
}

/** The form, or why there is none: what stands in the way is said before anything is typed. */
export const HandIn = ({ task, isOwn, isKnown, handedIn, rejected }: HandInProps) => {
  // Whoever has begun to type keeps the field, whatever becomes of the task meanwhile.
  const [hasText, setHasText] = useState(false);
  const isFull = task.requiredWorkers === 0;
  return (
    <section aria-labelledby="hand-in">
      <h2 id="hand-in">Hand in your work</h2>
      <Stack gap={4}>
        {isOwn ? (
          <Notice tone="info">
            This task is your own, so others do it. Everything else in the list is open to you.
          </Notice>
        ) : handedIn ? (
          <AlreadyIn submission={handedIn} />
        ) : !isKnown && !hasText ? (
          <Skeleton shape="card" />
        ) : (
          <>
            {rejected && <Again submission={rejected} />}
            {isFull && <Full keepsText={hasText} />}
            {(!isFull || hasText) && <SubmitWork task={task} isFull={isFull} onText={setHasText} />}
          </>
        )}
      </Stack>
    </section>
  );
};

const AlreadyIn = ({ submission }: { submission: Submission }) => (
  <>
    <Notice tone={submission.status === 'approved' ? 'good' : 'info'}>
      {submission.status === 'approved'
        ? 'You have done this task: your work was approved and the coins are in your balance.'
        : `You have handed this in on ${submission.submissionDate}. The buyer has yet to decide.`}
    </Notice>
    <div>
      <Status status={submission.status} />
    </div>
    <Work>{submission.submissionDetails}</Work>
    <div>
      <Button as={Link} to={SUBMISSIONS} variant="secondary">
        See My Submissions
      </Button>
    </div>
  </>
);

const Again = ({ submission }: { submission: Submission }) => (
  <Notice tone="warn">
    What you handed in on {submission.submissionDate} was rejected. You may try again: read once more what the
    buyer asks for.
  </Notice>
);

const Full = ({ keepsText }: { keepsText: boolean }) => (
  <Notice tone="warn">
    {keepsText
      ? 'All places were taken while you were writing. Your text is kept here; you can send it as soon as a place comes free.'
      : 'All places of this task are taken. One may come free when a piece of work is rejected; this page will say so.'}{' '}
    <Link to={TASKS}>See the open tasks</Link>
  </Notice>
);
