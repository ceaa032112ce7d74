import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';

const refundOf = ({ requiredWorkers, payableAmount, buyerName }: Task) =>
  requiredWorkers === 0
    ? 'No place is open, so no coins are refunded.'
    : `${formatCoins(requiredWorkers * payableAmount)} coins are refunded to ${buyerName}: ${formatCoins(requiredWorkers)} open × ${formatCoins(payableAmount)}.`;

const deletionConfirmation = (task: Task) => ({
  title: 'Are you sure?',
  detail: `“${task.taskTitle}” is deleted. ${refundOf(task)} Submitted work can still be approved and paid.`,
  text: "You won't be able to revert this!",
  confirmText: 'Yes, delete it!',
  danger: true,
});

export function useTaskDeletion({ onDeleted }: { onDeleted: (id: string) => void }) {
  const [deleting, setDeleting] = useState<string>();

  const remove = async (task: Task) => {
    if (!(await dialogs.confirm(deletionConfirmation(task)))) return;
    setDeleting(task._id);
    try {
      const { deletedCount } = await call('DELETE /tasks/{id}', { params: { id: task._id } });
      onDeleted(task._id);
      await (deletedCount === 0
        ? dialogs.success({
            title: 'Already deleted',
            text: 'Another admin has already deleted it. The coins were refunded once.',
            ms: MESSAGE_MS.medium,
          })
        : dialogs.success({ title: 'Deleted!', text: 'Your file has been deleted.' }));
    } finally {
      setDeleting(undefined);
      refresh('GET /tasks', 'GET /totals');
    }
  };

  const { run } = useAction(remove);
  return { remove: run, deleting };
}
