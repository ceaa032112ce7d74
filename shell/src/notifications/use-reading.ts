import type { Notification } from '@piecework/contracts';
import { BELL_SIZE } from '@piecework/contracts/constants';
import { call } from '@piecework/web-kit';
import { refresh, useAction, useNotifications } from '@piecework/web-kit/query';

/** What the bell and its panel show; the same query for both, and for what marks all as read. */
export const useNewest = () => useNotifications({ limit: BELL_SIZE });

/** In the background: the screen that the notification leads to opens at once. */
export const markRead = ({ _id: id, read }: Notification): void => {
  if (read) return;
  void call('PATCH /notifications/{id}', { params: { id }, body: { read: true } }).then(
    () => refresh('GET /notifications'),
    // It stays unread.
    () => undefined,
  );
};

export const useReadAll = () =>
  useAction<Notification>(async ({ _id: until }) => {
    await call('POST /notifications/read', { body: { until } });
    refresh('GET /notifications');
  });
