import type { Task } from '@piecework/contracts';
import { Status } from '@piecework/ui';

/** A pause and the end of a task matter more to its buyer than the progress of its work. */
export const TaskStatus = ({ task }: { task: Pick<Task, 'taskStatus' | 'paused' | 'closed'> }) => {
  if (task.closed) return <Status status="closed" />;
  return <Status status={task.paused ? 'paused' : task.taskStatus} />;
};
