import type { Notification } from '@piecework/contracts';
import type { DemoApi } from './api';
import { adminOf, type Made } from './made';
import { sessionOf } from './sessions';

/** Marks what the three accounts of the sign-in page have been told as read, but for the newest `unread`. */
export const readNotifications = async (api: DemoApi, made: Made, unread: number): Promise<void> => {
  for (const { token } of [sessionOf(made.sessions, 'worker'), sessionOf(made.sessions, 'buyer'), adminOf(made)]) {
    const path = `/notifications?limit=1&offset=${unread}`;
    const [newest] = (await api.call<Notification[]>('GET', path, { token: token() })).body;
    if (newest) await api.call('POST', '/notifications/read', { token: token(), body: { until: newest._id } });
  }
};
