export { type MailDocument, mails } from './mail/mail.store';
export { type AdminNews, adminNews } from './notification/admin-news.store';
export {
  type Inbox,
  inboxes,
  type NotificationDocument,
  notifications,
} from './notification/notification.store';
export { notificationTally } from './notification/notification.tally';
