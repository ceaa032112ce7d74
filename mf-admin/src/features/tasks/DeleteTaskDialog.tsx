import type { Task } from '@piecework/contracts';
import { taskReasonRule } from '@piecework/contracts/field-rules';
import { call } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { showOutcome } from '../dialogs/outcomes';
import { TextDialog } from '../dialogs/TextDialog';
import { refundOf } from './task-refunds';

/** A task that is `pending` has no rejection. */
const laterOf = ({ taskStatus, requiredWorkers }: Task) =>
  taskStatus === 'pending' || requiredWorkers === 0
    ? ''
    : ' If a worker can still appeal a rejection, the coins for its place come back later.';

interface DeleteTaskDialogProps {
  task: Task;
  onDeleted(id: string): void;
  onClose(): void;
}

export function DeleteTaskDialog({ task, onDeleted, onClose }: DeleteTaskDialogProps) {
  const send = async (reason: string) => {
    try {
      const { deletedCount } = await call('DELETE /tasks/{id}', { params: { id: task._id }, query: { reason } });
      onDeleted(task._id);
      await showOutcome(
        deletedCount,
        { title: 'Already deleted', text: 'Another admin already deleted it. The coins were refunded once.' },
        { title: 'Deleted!', text: 'Your file has been deleted.' },
      );
      // Not before: an open modal contains the message.
      onClose();
    } finally {
      refresh('GET /tasks', 'GET /totals');
    }
  };
  return (
    <TextDialog
      onSend={send}
      onClose={onClose}
      title="Are you sure?"
      confirmText="Yes, delete it!"
      field="reason"
      label="Reason"
      hint="The buyer and the workers see this."
      rule={taskReasonRule}
      danger
    >
      <p>
        <strong>{`“${task.taskTitle}” is deleted.`}</strong>{' '}
        <span>{`${refundOf(task)}${laterOf(task)} Submissions can still be approved and paid.`}</span>
      </p>
      <p>You won't be able to revert this!</p>
    </TextDialog>
  );
}
