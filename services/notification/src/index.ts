import { defineService } from '@piecework/service-runtime';
import { createAccountConsumers } from './account.consumers';
import { adminNews, desks } from './admin-news.store';
import { createNotify } from './delivery';
import { createFirstStart } from './first-start';
import { createMailConsumers } from './mail.consumers';
import { createMailGauges } from './mail.gauges';
import { mails } from './mail.store';
import { createMailTimers } from './mail.timers';
import { createNotificationConsumers } from './notification.consumers';
import { createNotificationGauges } from './notification.gauges';
import { createNotificationOperations } from './notification.routes';
import { inboxes, notifications } from './notification.store';
import { notificationTally } from './notification.tally';
import { adminNewsExpiry, oldNotifications } from './notification.timers';
import { personConsumers } from './person.consumers';
import { people } from './person.store';

/** Owns notifications, in the inbox and by mail. It holds ids, titles and codes; the browser words them, and the attempt to send. */
export const notificationService = defineService({
  name: 'notification',
  collections: [notifications, inboxes, adminNews, desks, people, mails],
  tallies: [notificationTally],
  create: (deps) => {
    const firstStart = createFirstStart(deps);
    const notify = createNotify(deps);
    return {
      operations: createNotificationOperations(deps),
      consumers: [
        ...createAccountConsumers(notify),
        ...personConsumers,
        ...createMailConsumers(deps, firstStart),
        ...createNotificationConsumers(notify, firstStart),
      ],
      gauges: { ...createNotificationGauges(deps), ...createMailGauges(deps) },
      timers: [oldNotifications, adminNewsExpiry, ...createMailTimers(deps)],
      start: firstStart.note,
    };
  },
});
