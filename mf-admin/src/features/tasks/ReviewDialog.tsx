import type { Task } from '@piecework/contracts';
import { maxUnits, rejectionOfTaskRule } from '@piecework/contracts/field-rules';
import { Failure, Notice, RadioCards, Skeleton, Stack, TextArea } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { useTaskForm } from '@piecework/web-kit/answer-form';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh, useApiQuery } from '@piecework/web-kit/query';
import { Brief } from '../appeals/TaskBrief';
import { refreshedOnConflict } from '../dialogs/outcomes';
import { PersonLink } from '../people/PersonLink';
import { wordsText } from './taskColumns';

const OUTCOMES = [
  { value: 'approved', label: 'Approve', hint: 'Workers see the task and can start.' },
  { value: 'rejected', label: 'Reject', hint: 'The task closes, and its coins return to the buyer.' },
];

interface ReviewDialogProps {
  taskId: string;
  /** Called before the message, so that the row disappears with the next answer. */
  onDone(id: string): void;
  onClose(): void;
}

/** P-3.33. */
export default function ReviewDialog({ taskId: id, onDone, onClose }: ReviewDialogProps) {
  const { data: task, error, refetch } = useApiQuery('GET /tasks/{id}', { params: { id } });
  const form = useForm<{ outcome: 'approved' | 'rejected'; reason: string }>({
    defaultValues: { outcome: 'approved', reason: '' },
  });
  const isRejected = form.watch('outcome') === 'rejected';
  const submission = useSubmit(form, async ({ outcome, reason }) => {
    const body = {
      outcome,
      version: task?.review?.version ?? 0,
      ...(outcome === 'rejected' && { reason: reason.trim() }),
    };
    const { modifiedCount } = await refreshedOnConflict(
      call('PATCH /tasks/{id}/review', { params: { id }, body }),
      'GET /tasks',
      'GET /tasks/{id}',
    );
    onDone(id);
    onClose();
    refresh('GET /tasks', 'GET /tasks/{id}', 'GET /totals');
    await dialogs.success({
      title: modifiedCount === 0 ? `Already ${outcome}` : outcome === 'approved' ? 'Approved' : 'Rejected',
      text: outcome === 'approved' ? 'Workers can start now.' : 'The task closes, and the buyer reads your reason.',
      ms: MESSAGE_MS.medium,
    });
  });
  return (
    <FormDialog
      title={task?.taskTitle ?? 'Review a task'}
      confirmText={isRejected ? 'Reject and refund' : 'Approve'}
      danger={isRejected}
      isDisabled={!task?.review}
      submission={submission}
      onClose={onClose}
    >
      {task ? (
        <UnderReview task={task} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <p>This task has been deleted.</p>
      ) : error ? (
        <Failure text={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="text" count={6} />
      )}
      <RadioCards label="Decision" options={OUTCOMES} {...form.register('outcome')} />
      {isRejected && (
        <TextArea
          label="Reason"
          hint={`The buyer reads this. Explain it in ${rejectionOfTaskRule.min} to ${rejectionOfTaskRule.max} characters.`}
          rows={4}
          maxLength={maxUnits(rejectionOfTaskRule)}
          {...fieldOf(form, 'reason', rejectionOfTaskRule)}
        />
      )}
    </FormDialog>
  );
}

const UnderReview = ({ task }: { task: Task }) => (
  <Stack gap={4}>
    <Notice tone={task.review ? 'warn' : 'info'}>{whyText(task.review)}</Notice>
    <div>
      <span>Posted by </span>
      <PersonLink of={task.buyerEmail ?? ''} name={task.buyerName} />
    </div>
    <Brief task={task} />
    {task.hasForm && <FormTexts taskId={task._id} />}
    {task.batch && <p>{`Each of its ${task.batch.rows} rows adds texts or pictures of the buyer’s file.`}</p>}
  </Stack>
);

const whyText = (review: Task['review']): string => {
  if (!review) return 'This task no longer waits for review.';
  const words = review.words?.length ? ` Words from the list: ${wordsText(review.words)}.` : '';
  if (review.cause === 'words') return `Held for its words.${words}`;
  return `${review.cause === 'new-buyer' ? 'This buyer has no public task yet.' : 'Each task waits for review.'}${words}`;
};

/** What workers read in the form. */
const FormTexts = ({ taskId }: { taskId: string }) => {
  const { data: form, isError } = useTaskForm(taskId, true);
  if (!form) return isError ? <span>The form couldn’t be loaded.</span> : <Skeleton shape="text" count={2} />;
  return (
    <Stack gap={2}>
      <strong>The form</strong>
      <ol>
        {form.fields.map((field) => (
          <li key={field.name}>
            {[field.label, field.help, 'options' in field && field.options.map(({ label }) => label).join(', ')]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ol>
    </Stack>
  );
};
