import type { Task } from '@piecework/contracts';
import { Icon, Menu, type MenuEntry } from '@piecework/ui';
import { call, dialogs, loadable } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';
import { showOutcome } from '../dialogs/outcomes';
import { refundOf } from './task-refunds';

const PauseTaskDialog = loadable(() => import('./PauseTaskDialog'), null);

const resumeTask = async ({ _id: id, taskTitle }: Task) => {
  const isConfirmed = await dialogs.confirm({
    title: 'Resume this task?',
    detail: `“${taskTitle}” takes new work again.`,
    text: 'If its buyer has paused it too, or is suspended, it stays paused.',
    confirmText: 'Resume task',
  });
  if (!isConfirmed) return;
  try {
    const { deletedCount } = await call('DELETE /tasks/{id}/pause', { params: { id } });
    await showOutcome(
      deletedCount,
      { title: 'Already resumed', text: 'Another admin already resumed it.' },
      { title: 'Resumed', text: 'The buyer is notified.' },
    );
  } finally {
    refresh('GET /tasks');
  }
};

const closeTask = async (task: Task) => {
  const isConfirmed = await dialogs.confirm({
    title: 'Close this task now?',
    detail: `“${task.taskTitle}” — ${refundOf(task)}`,
    text: 'Workers can’t start it, and it can’t be opened again. Submissions and held places stay, and can still be paid.',
    confirmText: 'Close task',
    danger: true,
  });
  if (!isConfirmed) return;
  try {
    const { modifiedCount } = await call('POST /tasks/{id}/end', { params: { id: task._id } });
    await showOutcome(
      modifiedCount,
      { title: 'Already closed', text: 'It was closed before. Its coins were refunded once.' },
      { title: 'Closed', text: 'The buyer is notified, and its submissions stay readable.' },
    );
  } finally {
    refresh('GET /tasks', 'GET /totals');
  }
};

/** What an admin can do with an open task, beside its deletion. */
export function TaskActs({ task }: { task: Task }) {
  const [isPausing, setPausing] = useState(false);
  const [resuming, closing] = [useAction(resumeTask), useAction(closeTask)];
  if (task.closed) return null;
  const disabled = resuming.isRunning || closing.isRunning;
  const items: MenuEntry[] = [
    task.adminPause
      ? { label: 'Resume', icon: 'play', disabled, onSelect: () => void resuming.run(task) }
      : { label: 'Pause', icon: 'pause', disabled, onSelect: () => setPausing(true) },
    { label: 'Close now', icon: 'close', disabled, onSelect: () => void closing.run(task) },
  ];
  return (
    <>
      <Menu label={`More actions for ${task.taskTitle}`} trigger={<Icon name="more" />} items={items} />
      {isPausing && <PauseTaskDialog task={task} onClose={() => setPausing(false)} />}
    </>
  );
}
