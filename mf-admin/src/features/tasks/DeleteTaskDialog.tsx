import type { Task } from '@piecework/contracts';
import { deletionReasonRule } from '@piecework/contracts/field-rules';
import { formatCoins } from '@piecework/ui';
import { TextDialog } from '../dialogs/TextDialog';

/** A task that is `pending` has no rejection. */
const laterOf = ({ taskStatus, requiredWorkers }: Task) =>
  taskStatus === 'pending' || requiredWorkers === 0
    ? ''
    : ' If a worker can still appeal a rejection, the coins for its place come back later.';

const refundOf = ({ requiredWorkers, payableAmount, buyerName }: Task) =>
  requiredWorkers === 0
    ? 'No places are open, so no coins are refunded.'
    : `${formatCoins(requiredWorkers * payableAmount)} coins are refunded to ${buyerName}: ${formatCoins(requiredWorkers)} open × ${formatCoins(payableAmount)}.`;

interface DeleteTaskDialogProps {
  task: Task;
  onSend(reason: string): Promise<void>;
  onClose(): void;
}

export function DeleteTaskDialog({ task, onSend, onClose }: DeleteTaskDialogProps) {
  return (
    <TextDialog
      onSend={onSend}
      onClose={onClose}
      title="Are you sure?"
      confirmText="Yes, delete it!"
      field="reason"
      label="Reason"
      hint="The buyer and the workers see this."
      rule={deletionReasonRule}
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
