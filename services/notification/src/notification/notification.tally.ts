import { tally } from '@piecework/service-runtime';
import { notifications } from './notification.store';

export const notificationTally = tally({
  name: 'notifications',
  of: notifications,
  fields: ['kept', 'unread'],
  amounts: ({ read }) => ({ kept: 1, unread: Number(!read) }),
});
