import { defineService } from '@piecework/service-runtime';
import { createMailConsumers } from './mail/mail.consumers';
import { createMailGauges } from './mail/mail.gauges';
import { mails } from './mail/mail.store';
import { createMailTimers } from './mail/mail.timers';
import { adminNews, desks } from './notification/admin-news.store';
import { createNotify, createQueueMail } from './notification/delivery';
import { createFirstStart } from './notification/first-start';
import { createNotificationConsumers } from './notification/notification.consumers';
import { createNotificationGauges } from './notification/notification.gauges';
import { createNotificationOperations } from './notification/notification.routes';
import { inboxes, notifications } from './notification/notification.store';
import { notificationTally } from './notification/notification.tally';
import { adminNewsExpiry, oldNotifications } from './notification/notification.timers';
import { notificationOwnData } from './own-data';
import { createAccountConsumers } from './person/account.consumers';
import { personConsumers } from './person/person.consumers';
import { people } from './person/person.store';

/** Owns notifications, in the inbox and by mail. It holds ids, titles and codes; the browser words them, and the attempt to send. */
export const notificationService = defineService({
  name: 'notification',
  collections: [notifications, inboxes, adminNews, desks, people, mails],
  ownData: notificationOwnData,
  tallies: [notificationTally],
  create: (deps) => {
    const firstStart = createFirstStart(deps);
    const queueMail = createQueueMail(deps);
    const notify = createNotify(queueMail);
    return {
      operations: createNotificationOperations(deps),
      consumers: [
        ...createAccountConsumers(notify, queueMail),
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
