import { isoTime } from '@piecework/base';
import type { Notification as NotificationView } from '@piecework/contracts';
import type { News } from './notification';
import type { NotificationDocument } from './notification.store';

/** An import of which it is about one task is answered like that task. */
export const aboutOf = ({ ids, taskIds }: Pick<News, 'ids' | 'taskIds'>): Pick<NotificationView, 'ids' | 'tasks'> => {
  if (!taskIds) return { ids };
  const [taskId, ...others] = taskIds;
  return { ids: { ...ids, ...(others.length === 0 && { taskId }) }, tasks: taskIds.length };
};

export const toView = (notification: NotificationDocument): NotificationView => {
  const { _id, kind, role, title, coins, why, account, n, read, at } = notification;
  return { _id, kind, role, ...aboutOf(notification), title, coins, why, account, n, read, at: isoTime(at) };
};
