import { type Consumer, on } from '@piecework/service-runtime';
import { deleteMails } from '../mail/mail.store';
import { becomeAdmin, leaveAdmins, lockDesk } from '../notification/admin-news.store';
import type { Notify, QueueMail } from '../notification/delivery';
import { EMITS, inboxes, inboxOf, notifications } from '../notification/notification.store';
import { people } from './person.store';

export const createAccountConsumers = (notify: Notify, queueMail: QueueMail): readonly Consumer[] => [
  on('user.role-changed', EMITS, async ({ data: { userId, to, roleVersion }, occurredAt }, unit) => {
    const { _id, ...inbox } = await inboxOf(unit, userId);
    if (inbox.closed || (inbox.roleVersion ?? 0) >= roleVersion) return;
    await lockDesk(unit);
    await unit.collection(inboxes).updateOne({ _id }, { $set: { ...inbox, roleVersion } }, { upsert: true });
    if (to === 'admin') await becomeAdmin(notify, unit, userId, Date.parse(occurredAt));
    else await leaveAdmins(unit, userId);
  }),
  on('user.closed', [], async ({ data: { userId, email, role, roleVersion, isOwn }, occurredAt, eventId }, unit) => {
    await lockDesk(unit);
    const { version } = await inboxOf(unit, userId);
    await unit.collection(notifications).deleteMany({ userId });
    await deleteMails(unit, email);
    const goodbye = { userId, kind: 'account-closed', role, ids: {}, at: Date.parse(occurredAt) } as const;
    if (isOwn) await queueMail(unit, goodbye, eventId);
    await unit.collection(people).deleteOne({ _id: userId });
    const emptied = { unread: 0, kept: 0, version: version + 1, roleVersion, closed: true } as const;
    await unit
      .collection(inboxes)
      .updateOne({ _id: userId }, { $set: emptied, $unset: { adminSince: true } }, { upsert: true });
  }),
];
