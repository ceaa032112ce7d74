import type { Task } from '@piecework/contracts';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { refundTextOf } from './refund-texts';

/** Whether the operation outlasts its call: it is finished in a moment. */
export const isUnderway = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'still-underway') return true;
      throw error;
    },
  );

const ALMOST = { title: 'Almost there', ms: MESSAGE_MS.medium };

const removeTask = async (task: Task) => {
  const isConfirmed = await dialogs.confirm({
    title: 'Are you sure?',
    text: "You won't be able to revert this!",
    detail: `“${task.taskTitle}” — ${refundTextOf(task)}`,
    confirmText: 'Yes, delete it!',
    danger: true,
  });
  if (!isConfirmed) return;
  const isLate = await isUnderway(call('DELETE /tasks/{id}', { params: { id: task._id } }));
  refresh('GET /tasks', 'GET /totals', 'GET /user');
  await dialogs.success(
    isLate
      ? { ...ALMOST, text: 'The task is being deleted. Its coins will be refunded in a moment.' }
      : { title: 'Deleted!', text: 'Your file has been deleted.' },
  );
};

const closeTask = async (task: Task) => {
  const isConfirmed = await dialogs.confirm({
    title: 'Close this task now?',
    text: 'New workers can’t start it. Submissions and held places stay.',
    detail: `“${task.taskTitle}” — ${refundTextOf(task)}`,
    confirmText: 'Close task',
  });
  if (!isConfirmed) return;
  const isLate = await isUnderway(call('POST /tasks/{id}/end', { params: { id: task._id } }));
  refresh('GET /tasks', 'GET /tasks/{id}', 'GET /totals', 'GET /user');
  await dialogs.success(
    isLate
      ? { ...ALMOST, text: 'The task is closing. Its coins will be refunded in a moment.' }
      : { ...ALMOST, title: 'Closed', text: 'You’ll find it under “Closed”, with all its submissions.' },
  );
};

/** Pauses a task, or resumes a paused one. */
const pauseTask = async ({ _id: id, paused = false, taskTitle }: Task) => {
  await call('PATCH /tasks/{id}', { params: { id }, body: { paused: !paused } });
  refresh('GET /tasks', 'GET /tasks/{id}');
  dialogs.toast({
    icon: 'success',
    title: paused ? 'Resumed' : 'Paused',
    text: paused
      ? `Workers can start “${taskTitle}” again.`
      : `Workers can’t start “${taskTitle}” until you resume it. Held places stay held.`,
    ms: MESSAGE_MS.medium,
  });
};

export const useTaskActions = () => {
  const [removing, closing, pausing] = [useAction(removeTask), useAction(closeTask), useAction(pauseTask)];
  return {
    remove: (task: Task) => void removing.run(task),
    close: (task: Task) => void closing.run(task),
    pause: (task: Task) => void pausing.run(task),
    isBusy: removing.isRunning || closing.isRunning || pausing.isRunning,
  };
};
