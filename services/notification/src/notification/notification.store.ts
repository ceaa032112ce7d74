import { MAX_NOTIFICATIONS } from '@piecework/contracts';
import type { Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';
import { firstOf, joined, type News, type Notification } from './notification';

/** `_id`: `{event}:{userId}`, or `{kind}:{what}:{userId}` where events share a notification. */
export interface NotificationDocument extends Document, Notification {}

export const notifications = collection<NotificationDocument>('notifications', [
  { key: { userId: 1, at: -1 } },
  { key: { userId: 1, read: 1, at: -1 } },
  { key: { at: 1 } },
]);

/** One per person who ever had a notification, was an admin, or has closed the account. */
export interface Inbox extends Document {
  /** Numbers of notifications (I19). */
  unread: number;
  kept: number;
  /** Rises with every change of the person's notifications. */
  version: number;
  roleVersion?: number;
  /** Milliseconds since 1970; absent unless the person is an admin. */
  adminSince?: number;
  closed?: true;
}

export const inboxes = collection<Inbox>('inboxes', [{ key: { adminSince: 1 } }]);

export const EMITS = ['notification.changed'] as const;
export type NotificationUnit = Unit<(typeof EMITS)[number]>;

export const inboxOf = async (tx: Transaction, userId: string): Promise<Inbox> =>
  (await tx.collection(inboxes).findOne({ _id: userId })) ?? { _id: userId, unread: 0, kept: 0, version: 0 };

const count = async (unit: NotificationUnit, inbox: Inbox, by: { kept: number; unread: number }) => {
  const { _id: userId, kept, unread, version } = inbox;
  const changed = { kept: kept + by.kept, unread: unread + by.unread, version: version + 1 };
  await unit.collection(inboxes).updateOne({ _id: userId }, { $set: changed }, { upsert: true });
  unit.emit('notification.changed', userId, { userId, unread: changed.unread, version: changed.version });
};

const toCounts = (rows: readonly Notification[]) => ({
  kept: rows.length,
  unread: rows.filter(({ read }) => !read).length,
});

/**
 * @param id of the notification without its person
 * @returns whether the notification was absent or read, and is unread now
 */
export const deliver = async (unit: NotificationUnit, id: string, news: News): Promise<boolean> => {
  const inbox = await inboxOf(unit, news.userId);
  if (inbox.closed) return false;
  const rows = unit.collection(notifications);
  const _id = notificationId(id, news.userId);
  const existing = await rows.findOne({ _id });
  if (existing) {
    await rows.updateOne({ _id }, { $set: joined(existing, news) });
    await count(unit, inbox, { kept: 0, unread: Number(existing.read) });
    return existing.read;
  }
  await rows.insertOne({ _id, ...firstOf(news) });
  const dropped = inbox.kept < MAX_NOTIFICATIONS ? { kept: 0, unread: 0 } : await dropOldest(unit, inbox);
  await count(unit, inbox, { kept: 1 - dropped.kept, unread: 1 - dropped.unread });
  return true;
};

export const notificationId = (id: string, userId: string): string => `${id}:${userId}`;

const dropOldest = async (unit: NotificationUnit, { _id: userId }: Inbox) => {
  const rows = unit.collection(notifications);
  const oldest = await rows.findOne({ userId }, { sort: { at: 1 } });
  if (oldest) await rows.deleteOne({ _id: oldest._id });
  return toCounts(oldest ? [oldest] : []);
};

/** Deletes notifications of one person. */
export const remove = async (
  unit: NotificationUnit,
  userId: string,
  rows: readonly NotificationDocument[],
): Promise<void> => {
  if (rows.length === 0) return;
  for (const { _id } of rows) await unit.collection(notifications).deleteOne({ _id });
  const { kept, unread } = toCounts(rows);
  await count(unit, await inboxOf(unit, userId), { kept: -kept, unread: -unread });
};

/** @returns how many of one person's notifications were unread */
export const markRead = async (
  unit: NotificationUnit,
  userId: string,
  rows: readonly NotificationDocument[],
): Promise<number> => {
  const unread = rows.filter(({ read }) => !read);
  if (unread.length === 0) return 0;
  for (const { _id } of unread) await unit.collection(notifications).updateOne({ _id }, { $set: { read: true } });
  await count(unit, await inboxOf(unit, userId), { kept: 0, unread: -unread.length });
  return unread.length;
};
