import { fail, ok } from '@piecework/http';
import { actorOf, answer, answerInTransaction, listRows, type ServiceDeps } from '@piecework/service-runtime';
import { createMailOperations } from '../mail/mail.routes';
import { EMITS, inboxOf, markRead, notifications } from './notification.store';
import { toView } from './notification.views';

export const createNotificationOperations = (deps: ServiceDeps) => ({
  ...listNotifications(deps),
  ...readNotification,
  ...readNotifications,
  ...createMailOperations(deps),
});

const listNotifications = ({ store, settings }: ServiceDeps) =>
  answer('listNotifications', [], async ({ query: { unread: isUnread, limit, offset } }, call) => {
    const { userId } = actorOf(call);
    const { unread, kept } = await inboxOf(store, userId);
    const filter = { userId, ...(isUnread && { read: false }) };
    const total = async () => (isUnread ? unread : kept);
    const range = { sort: { at: -1 }, settings, offset, limit, total } as const;
    const reply = await listRows(store.collection(notifications), filter, range, (found) => found.map(toView));
    return { ...reply, headers: { ...reply.headers, 'x-unread-count': String(unread) } };
  });

const readNotification = answerInTransaction('readNotification', EMITS, async (unit, { params: { id } }, call) => {
  const { userId } = actorOf(call);
  const row = await unit.collection(notifications).findOne({ _id: id });
  if (row?.userId !== userId) return fail('not-found');
  return ok({ modifiedCount: await markRead(unit, userId, [row]) });
});

const readNotifications = answerInTransaction('readNotifications', EMITS, async (unit, { body: { until } }, call) => {
  const { userId } = actorOf(call);
  const rows = unit.collection(notifications);
  const last = await rows.findOne({ _id: until });
  if (last?.userId !== userId) return fail('not-found');
  const { at } = last;
  const unread = await rows.find({ userId, read: false, at: { $lte: at } });
  // In the order of the list.
  const seen = unread.filter((row) => row.at < at || row._id <= until);
  return ok({ modifiedCount: await markRead(unit, userId, seen) });
});
