export { type AdminNews, adminNews } from './admin-news.store';
export { type MailDocument, mails } from './mail.store';
export { type Inbox, inboxes, type NotificationDocument, notifications } from './notification.store';
export { notificationTally } from './notification.tally';
