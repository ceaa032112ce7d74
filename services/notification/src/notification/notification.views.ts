import { isoTime } from '@piecework/base';
import type { Notification as NotificationView } from '@piecework/contracts';
import type { NotificationDocument } from './notification.store';

export const toView = ({ userId: _, at, ...notification }: NotificationDocument): NotificationView => ({
  ...notification,
  at: isoTime(at),
});
