import { defineService } from '@piecework/service-runtime';
import { accountConsumers } from './account.consumers';
import { adminNews, desks } from './admin-news.store';
import { createFirstStart } from './first-start';
import { createNotificationConsumers } from './notification.consumers';
import { createNotificationGauges } from './notification.gauges';
import { createNotificationOperations } from './notification.routes';
import { inboxes, notifications } from './notification.store';
import { notificationTally } from './notification.tally';
import { adminNewsExpiry, oldNotifications } from './notification.timers';

/** Owns what people are told. It holds ids, titles and codes; the browser words them. */
export const notificationService = defineService({
  name: 'notification',
  collections: [notifications, inboxes, adminNews, desks],
  tallies: [notificationTally],
  create: (deps) => {
    const firstStart = createFirstStart(deps);
    return {
      operations: createNotificationOperations(deps),
      consumers: [...accountConsumers, ...createNotificationConsumers(firstStart)],
      gauges: createNotificationGauges(deps),
      timers: [oldNotifications, adminNewsExpiry],
      start: firstStart.note,
    };
  },
});
