import { DAY_MS } from '@piecework/base';
import { NOTIFICATION_DAYS } from '@piecework/contracts';
import { expiry, timer } from '@piecework/service-runtime';
import { adminNews } from './admin-news.store';
import { EMITS, notifications, remove } from './notification.store';

const KEPT_MS = NOTIFICATION_DAYS * DAY_MS;

/** P-17.4. */
export const oldNotifications = timer({
  name: 'old-notifications',
  emits: EMITS,
  of: notifications,
  deadline: 'at',
  after: KEPT_MS,
  fire: (unit, row) => remove(unit, row.userId, [row]),
});

export const adminNewsExpiry = expiry({ name: 'admin-news', of: adminNews, deadline: 'at', after: KEPT_MS });
