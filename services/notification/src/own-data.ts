import { exported, type OwnData, withheld } from '@piecework/service-runtime';
import { mails } from './mail/mail.store';
import { toMailView } from './mail/mail.views';
import { adminNews, desks } from './notification/admin-news.store';
import { inboxes, notifications } from './notification/notification.store';
import { toView } from './notification/notification.views';
import { people } from './person/person.store';

export const notificationOwnData: readonly OwnData[] = [
  exported({
    of: notifications,
    file: 'notifications',
    where: ({ userId }) => ({ userId }),
    by: 'at',
    view: (found) => found.map(toView),
  }),
  exported({
    of: people,
    file: 'notification-settings',
    where: ({ userId }) => ({ _id: userId }),
    by: 'email',
    view: (found) =>
      found.map(({ email, name, isConfirmed = false, mailed = {} }) => ({ email, name, isConfirmed, mailed })),
  }),
  exported({
    of: mails,
    file: 'emails',
    where: ({ email }) => ({ to: email }),
    by: 'createdAt',
    view: (found) => found.map((mail) => toMailView(mail, false)),
  }),
  withheld('counts of notifications', inboxes),
  withheld('news of admins, which name no person', adminNews, desks),
];
