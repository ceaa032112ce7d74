import type { ClosingReason } from '@piecework/contracts';
import type { Unit } from '@piecework/service-runtime';
import { type TaskDocument, tasks } from './task.store';

/** Starts the closing of an open task. */
export const requestClosing = async (
  unit: Unit<'task.closing-requested'>,
  { _id: taskId, buyerId }: TaskDocument,
  reason: ClosingReason,
  byAdmin: Pick<TaskDocument, 'endedBy' | 'rejection'> = {},
): Promise<void> => {
  const changes = { state: 'closing' as const, closing: reason, ...byAdmin };
  await unit.collection(tasks).updateOne({ _id: taskId }, { $set: changes });
  unit.emit('task.closing-requested', taskId, { taskId, buyerId, reason });
};

/** Its coins have come back when it was closed. */
export const deleteClosed = async (unit: Unit<'task.deleted'>, task: TaskDocument): Promise<void> => {
  const { _id: taskId, buyerId, places, title } = task;
  await unit.collection(tasks).updateOne({ _id: taskId }, { $set: { state: 'deleted' } });
  unit.emit('task.deleted', taskId, { taskId, buyerId, places, title, coins: 0 });
};
