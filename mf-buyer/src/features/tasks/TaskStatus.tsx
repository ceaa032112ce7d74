import type { Task } from '@piecework/contracts';
import { Status } from '@piecework/ui';

/** A review, a pause and the end of a task matter more to its buyer than the progress of its work. */
export const TaskStatus = ({ task }: { task: Pick<Task, 'taskStatus' | 'paused' | 'review' | 'closed'> }) => {
  if (task.closed) return <Status status="closed" />;
  if (task.review) return <Status status="review" />;
  return <Status status={task.paused ? 'paused' : task.taskStatus} />;
};
