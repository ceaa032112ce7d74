import type { Task } from '@piecework/contracts';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { refundTextOf } from './refund-text';

export const useCloseTask = () => {
  const { run, isRunning } = useAction(async (task: Task) => {
    const isConfirmed = await dialogs.confirm({
      title: 'Close this task now?',
      text: 'New workers can’t start it. Submissions and held places stay.',
      detail: `“${task.taskTitle}” — ${refundTextOf(task)}`,
      confirmText: 'Close task',
    });
    if (!isConfirmed) return;
    const underway = await call('POST /tasks/{id}/end', { params: { id: task._id } }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'still-underway') return true;
        throw error;
      },
    );
    refresh('GET /tasks', 'GET /tasks/{id}', 'GET /totals', 'GET /user');
    await dialogs.success({
      title: underway ? 'Almost there' : 'Closed',
      text: underway
        ? 'The task is closing. Its coins will be refunded in a moment.'
        : 'You’ll find it under “Closed”, with all its submissions.',
      ms: MESSAGE_MS.medium,
    });
  });
  return { close: run, isRunning };
};
