import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { notificationTally } from './notification.tally';

export const createNotificationGauges = ({
  counters,
}: Pick<ServiceDeps, 'counters'>): NonNullable<Service['gauges']> => ({
  piecework_notifications_kept: {
    help: 'Notifications that are kept',
    value: async () => (await counters.readCounted(notificationTally)).kept,
  },
  piecework_notifications_unread: {
    help: 'Kept notifications that have not been read',
    value: async () => (await counters.readCounted(notificationTally)).unread,
  },
});
