import type { NotificationKind } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { Notify } from './delivery';
import { inboxes, type NotificationUnit, notifications, remove } from './notification.store';

/** An event that all admins are notified of, for those whose change of role arrives after it. `_id`: that of the event. */
export interface AdminNews extends Document {
  kind: NotificationKind;
  /** Milliseconds since 1970. */
  at: number;
}

export const adminNews = collection<AdminNews>('adminNews', [{ key: { at: 1 } }]);

interface Desk extends Document {
  /** The first start of this service on its store, in milliseconds since 1970. */
  startedAt: number;
  /** News of admins, and changes of role and closings. */
  changes: number;
}

/** One document. */
export const desks = collection<Desk>('desk');
export const DESK = 'desk';

/** When news and a change of role conflict here, one transaction is repeated and sees the other, so that no admin misses news. */
export const lockDesk = (tx: Transaction) => tx.collection(desks).updateOne({ _id: DESK }, { $inc: { changes: 1 } });

/** An admin has one notification of each kind. */
const notifyAdmin = (notify: Notify, unit: NotificationUnit, userId: string, { _id, kind, at }: AdminNews) =>
  notify(unit, `${kind}:admins`, { userId, kind, role: 'admin', ids: {}, at }, _id);

export const notifyAdmins = async (notify: Notify, unit: NotificationUnit, news: AdminNews): Promise<void> => {
  await lockDesk(unit);
  await unit.collection(adminNews).insertOne(news);
  for (const { _id } of await unit.collection(inboxes).find({ adminSince: { $lte: news.at } }))
    await notifyAdmin(notify, unit, _id, news);
};

export const becomeAdmin = async (
  notify: Notify,
  unit: NotificationUnit,
  userId: string,
  since: number,
): Promise<void> => {
  await unit.collection(inboxes).updateOne({ _id: userId }, { $set: { adminSince: since } });
  for (const news of await unit.collection(adminNews).find({ at: { $gte: since } }))
    await notifyAdmin(notify, unit, userId, news);
};

export const leaveAdmins = async (unit: NotificationUnit, userId: string): Promise<void> => {
  await unit.collection(inboxes).updateOne({ _id: userId }, { $unset: { adminSince: true } });
  await remove(unit, userId, await unit.collection(notifications).find({ userId, role: 'admin' }));
};
