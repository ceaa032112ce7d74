import type { Task } from '@piecework/contracts';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';

/** Pauses a task, or resumes a paused one. */
export const usePauseTask = () => {
  const { run, isRunning } = useAction(async ({ _id: id, paused = false, taskTitle }: Task) => {
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
  });
  return { pause: run, isRunning };
};
