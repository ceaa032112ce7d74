import type { Task } from '@piecework/contracts';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { refundTextOf } from './refund-text';

export const useDeleteTask = () => {
  const { run, isRunning } = useAction(async (task: Task) => {
    const isConfirmed = await dialogs.confirm({
      title: 'Are you sure?',
      text: "You won't be able to revert this!",
      detail: `“${task.taskTitle}” — ${refundTextOf(task)}`,
      confirmText: 'Yes, delete it!',
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await call('DELETE /tasks/{id}', { params: { id: task._id } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'still-underway') throw error;
      refresh('GET /tasks', 'GET /totals');
      await dialogs.success({
        title: 'Almost there',
        text: 'The task is being deleted. Its coins will be refunded in a moment.',
        ms: MESSAGE_MS.medium,
      });
      return;
    }
    refresh('GET /tasks', 'GET /totals', 'GET /user');
    await dialogs.success({ title: 'Deleted!', text: 'Your file has been deleted.' });
  });
  return { remove: run, isRunning };
};
