import type { ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { isTooOld, notificationMailOf } from '../mail/mail';
import { mails } from '../mail/mail.store';
import { personOf, recipientOf } from '../person/person.store';
import type { News } from './notification';
import { deliver, type NotificationUnit } from './notification.store';

/** @param id of the notification without its person */
export type Notify = (unit: NotificationUnit, id: string, news: News, eventId: string) => Promise<void>;

/** Once per event and person. */
export type QueueMail = (unit: Transaction, news: News, eventId: string) => Promise<void>;

export const createQueueMail =
  ({ settings, clock }: Pick<ServiceDeps, 'settings' | 'clock'>): QueueMail =>
  async (unit, news, eventId) => {
    if (settings.mail === 'none' || isTooOld(news.at, clock.now())) return;
    const recipient = recipientOf(await personOf(unit, news.userId), news.kind);
    if (!recipient) return;
    const rows = unit.collection(mails);
    const _id = `${eventId}:${news.userId}`;
    // One event may cause two notifications of a person.
    if (await rows.findOne({ _id })) return;
    await rows.insertOne({ _id, ...notificationMailOf(news, recipient) });
  };

/** Puts news into the inbox, and into the mail of a person who has chosen that. */
export const createNotify =
  (queueMail: QueueMail): Notify =>
  async (unit, id, news, eventId) => {
    // A notification that is unread already was mailed.
    if (await deliver(unit, id, news)) await queueMail(unit, news, eventId);
  };
