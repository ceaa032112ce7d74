import { isoTime } from '@piecework/base';
import type { Notification as NotificationView } from '@piecework/contracts';
import type { NotificationDocument } from './notification.store';

export const toView = (notification: NotificationDocument): NotificationView => {
  const { _id, kind, role, ids, title, coins, why, account, n, read, at } = notification;
  return { _id, kind, role, ids, title, coins, why, account, n, read, at: isoTime(at) };
};
