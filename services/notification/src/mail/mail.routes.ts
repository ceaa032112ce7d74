import { MAIL_CHOICES } from '@piecework/contracts';
import { fail, ok } from '@piecework/http';
import { actorOf, answer, answerInTransaction, listRows, type ServiceDeps } from '@piecework/service-runtime';
import { inboxOf } from '../notification/notification.store';
import { personOf, updatePerson } from '../person/person.store';
import { mails } from './mail.store';
import { toMailView } from './mail.views';

export const createMailOperations = (deps: ServiceDeps) => ({
  ...notificationSettings(deps),
  ...changeNotificationSettings,
  ...listMail(deps),
});

const notificationSettings = ({ store, settings }: ServiceDeps) =>
  answer('notificationSettings', [], async (_, call) => {
    const { mailed, isConfirmed } = await personOf(store, actorOf(call).userId);
    const email = Object.fromEntries(MAIL_CHOICES.map((kind) => [kind, mailed?.[kind] ?? false]));
    if (settings.mail === 'none') return ok({ email, emailBlocked: 'no-mail' as const });
    return ok({ email, ...(!isConfirmed && { emailBlocked: 'unconfirmed' as const }) });
  });

const changeNotificationSettings = answerInTransaction(
  'changeNotificationSettings',
  [],
  async (unit, { body: { email } }, call) => {
    const { userId } = actorOf(call);
    const { mailed = {} } = await personOf(unit, userId);
    const isChanged = MAIL_CHOICES.some((kind) => email[kind] !== undefined && email[kind] !== (mailed[kind] ?? false));
    // Nothing is kept about a closed account.
    if (!isChanged || (await inboxOf(unit, userId)).closed) return ok({ modifiedCount: 0 });
    await updatePerson(unit, userId, { mailed: { ...mailed, ...email } });
    return ok({ modifiedCount: 1 });
  },
);

const listMail = ({ store, settings }: ServiceDeps) =>
  answer('listMail', [], async ({ query: { state, limit, offset } }) => {
    if (settings.mail === 'none') return fail('not-found');
    const range = { sort: { createdAt: -1 }, settings, offset, limit } as const;
    return listRows(store.collection(mails), state === undefined ? {} : { state }, range, (found) =>
      found.map((mail) => toMailView(mail, settings.mail === 'outbox')),
    );
  });
