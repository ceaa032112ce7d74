import type { Reservation, Submission, Task } from '@piecework/contracts';
import { placesLeft } from '@piecework/contracts/constants';
import { localDigits, t } from '@piecework/i18n';
import { Button, Notice, Row, Skeleton, Stack, Status } from '@piecework/ui';
import { LinkButton } from '@piecework/web-kit/link-button';
import { Link } from '@piecework/web-kit/router';
import { useState } from 'react';
import { SUBMISSIONS, submissionsPath, TASKS, workPath } from '../../paths';
import { FormOfTask } from '../submissions/FormOfTask';
import { Outcome } from '../submissions/Outcome';
import { RejectionReason } from '../submissions/RejectionReason';
import { SubmissionDialog } from '../submissions/SubmissionDialog';
import { SubmittedWork } from '../submissions/SubmittedWork';
import { isSentBack } from '../submissions/submission-state';
import { WorkModePage } from '../work/work-mode-page';
import { ReserveButton, ReservedPlace } from './ReservedPlace';
import { SubmitWorkForm } from './SubmitWorkForm';
import { TitledSection } from './TitledSection';
import { useQualification } from './useQualification';

export interface SubmitSectionProps {
  task: Pick<
    Task,
    '_id' | 'hasForm' | 'batch' | 'requiredWorkers' | 'reserveMinutes' | 'paused' | 'review' | 'minApprovalRate'
  >;
  /** The buyer closed the task while the page was open. */
  isGone: boolean;
  isOwn: boolean;
  /** The worker's own submissions and reservations have loaded or failed to load. */
  isKnown: boolean;
  liveSubmission: Submission | undefined;
  rejected: Submission | undefined;
  reservation: Reservation | undefined;
}

/** The form, or the reason why there is none. */
export const SubmitSection = (props: SubmitSectionProps) => {
  const isBatch = props.task.batch !== undefined || props.reservation?.page !== undefined;
  return (
    <TitledSection id="submit-work" title={isBatch ? t('Work on this batch') : t('Submit your work')}>
      {isBatch ? <BatchWork {...props} /> : <Content {...props} />}
    </TitledSection>
  );
};

const OwnTask = () => (
  <Notice tone="info">
    {t('You posted this task, so you can’t work on it yourself. All other tasks are open to you.')}
  </Notice>
);

/** The way into work mode, or the reason why there is none. */
const BatchWork = ({ task, isGone, isOwn, isKnown, liveSubmission, rejected, reservation }: SubmitSectionProps) => {
  const unqualified = useQualification()(task);
  const isFull = placesLeft(task) === 0;
  const [isInReview, isPaused] = [task.review !== undefined, task.paused === true || task.review !== undefined];
  if (isOwn) return <OwnTask />;
  if (!isKnown) return <Skeleton shape="card" />;
  if (!reservation && !isGone && !isPaused && isFull && task.requiredWorkers > 0)
    return <Notice tone="info">{t('The buyer is looking at the first answers. More pages may follow.')}</Notice>;
  if (!reservation && (isGone || isPaused || isFull || unqualified !== null))
    return (
      <Held
        isGone={isGone}
        isPaused={isPaused}
        isInReview={isInReview}
        isFull={isFull}
        keepsText={false}
        unqualified={unqualified}
      />
    );
  void WorkModePage.preload();
  const isBegun = reservation ?? liveSubmission ?? rejected;
  return (
    <Stack>
      {reservation && <ReservedPlace reservation={reservation} />}
      <span>{t('Pages come one after another. You’re paid for each approved page.')}</span>
      <Row>
        <LinkButton to={workPath(task._id)} variant="primary" label={isBegun ? t('Continue') : t('Start working')} />
        {(liveSubmission ?? rejected) && (
          <LinkButton to={SUBMISSIONS} variant="quiet" label={t('View My Submissions')} />
        )}
      </Row>
    </Stack>
  );
};

const Content = (props: SubmitSectionProps) => {
  const { task, isGone, isOwn, isKnown, liveSubmission, rejected, reservation } = props;
  // Keeps the field once the worker has begun to type, whatever happens to the task.
  const [hasText, setHasText] = useState(false);
  // A submission or reservation under way takes a place of the task itself.
  const [isSending, setSending] = useState(false);
  const [isReserving, setReserving] = useState(false);
  const isFull = task.requiredWorkers === 0;
  const unqualified = useQualification()(task);
  const [isInReview, isPaused] = [task.review !== undefined, task.paused === true || task.review !== undefined];
  const isClosed = isGone || isFull || isPaused || unqualified !== null;
  const isHeld = isClosed && !reservation && !isSending && !isReserving;
  if (liveSubmission) return <AlreadySubmitted submission={liveSubmission} />;
  if (rejected?.appeal?.state === 'open' && !hasText) return <Appealed submission={rejected} />;
  if (isOwn) return <OwnTask />;
  if (!isKnown && !hasText) return <Skeleton shape="card" />;
  return (
    <Stack>
      {isHeld && (
        <Held
          isGone={isGone}
          isPaused={isPaused}
          isInReview={isInReview}
          isFull={isFull}
          keepsText={hasText}
          unqualified={unqualified}
        />
      )}
      {reservation ? (
        <ReservedPlace reservation={reservation} />
      ) : (
        !isHeld && !isSending && <ReserveButton task={task} onBusy={setReserving} />
      )}
      {rejected && !isHeld && <RejectedBefore submission={rejected} />}
      {(!isHeld || hasText) && (
        <FormOfTask taskId={task._id} hasForm={task.hasForm === true}>
          {(fields) => (
            <SubmitWorkForm task={task} fields={fields} isHeld={isHeld} onText={setHasText} onBusy={setSending} />
          )}
        </FormOfTask>
      )}
    </Stack>
  );
};

const AlreadySubmitted = ({ submission }: { submission: Submission }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span>{t('You submitted this on {date}.', { date: localDigits(submission.submissionDate) })}</span>
      <Outcome submission={submission} />
      <SubmittedWork submission={submission} />
      <Row>
        <Status status={submission.status} />
        {isSentBack(submission) && <Button onClick={() => setOpen(true)}>{t('Revise submission')}</Button>}
        <LinkButton to={SUBMISSIONS} variant="quiet" label={t('View My Submissions')} />
      </Row>
      <SubmissionDialog submission={isOpen ? submission : undefined} onClose={() => setOpen(false)} />
    </>
  );
};

const RejectedBefore = ({ submission }: { submission: Submission }) => (
  <Notice tone="warn">
    <Stack gap={2}>
      <span>
        {t('Your submission from {date} was rejected. You can try again. Check the task’s instructions first.', {
          date: localDigits(submission.submissionDate),
        })}
      </span>
      <RejectionReason submission={submission} />
    </Stack>
  </Notice>
);

/** A new submission is refused meanwhile. */
const Appealed = ({ submission }: { submission: Submission }) => (
  <>
    <Outcome submission={submission} />
    <Notice tone="info">
      <span>{t('You appealed this rejection. You can submit again if an admin dismisses your appeal.')}</span>{' '}
      <Link to={submissionsPath('reject')}>{t('View your appeal')}</Link>
    </Notice>
  </>
);

interface HeldProps {
  isGone: boolean;
  /** Also by a review. */
  isPaused: boolean;
  isInReview: boolean;
  isFull: boolean;
  keepsText: boolean;
  unqualified: string | null;
}

const Held = (props: HeldProps) => {
  const isUnqualified = !props.isGone && !props.isPaused && !props.isFull;
  return (
    <Notice tone="warn">
      <span>{heldText(props)}</span>{' '}
      {isUnqualified && <span>{t('Approved work for other buyers raises your approval rate.')}</span>}{' '}
      <Link to={TASKS}>{t('View open tasks')}</Link>
    </Notice>
  );
};

const heldText = ({ isGone, isPaused, isInReview, isFull, keepsText, unqualified }: HeldProps): string | null => {
  if (isGone)
    return keepsText
      ? t('The buyer closed this task while you were writing. Your draft stays here so you can copy it.')
      : t('The buyer has closed this task.');
  if (isInReview)
    return keepsText
      ? t('Piecework is checking this task. Your draft is saved, and you can submit it when that’s done.')
      : t('Piecework is checking this task. This page updates when that’s done.');
  if (isPaused)
    return keepsText
      ? t('This task was paused while you were writing. Your draft is saved, and you can submit it when it resumes.')
      : t('This task is paused. This page updates when it resumes.');
  if (!isFull) return unqualified;
  return keepsText
    ? t(
        'All places filled up while you were writing. Your draft is saved, and you can submit it as soon as a place opens up.',
      )
    : t('All places are taken. This page updates when one opens up.');
};
