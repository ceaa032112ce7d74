import type { EventData, EventEnvelope, EventType } from '@piecework/contracts';
import { type Consumer, on } from '@piecework/service-runtime';
import { notifyAdmins } from './admin-news.store';
import type { Notify } from './delivery';
import type { FirstStart } from './first-start';
import type { News } from './notification';
import { EMITS, inboxes, type NotificationUnit, notificationId, notifications } from './notification.store';

interface PersonNews extends Omit<News, 'at'> {
  /** Events of one kind that name the same share a notification. @default each event has its own */
  about?: string;
}

interface Announcement {
  people: readonly PersonNews[];
  /** Also the person whose act it was: the call may have ended before its outcome, or the caller may be a thief. */
  toActor?: true;
  admins?: News['kind'];
}

type Work = EventData<'appeal.filed'>;
const workIds = ({ taskId, submissionId }: Work) => ({ taskId, submissionId });

const toWorker = (work: Work, kind: News['kind'], facts: Pick<News, 'coins' | 'why'> = {}): PersonNews => ({
  userId: work.workerId,
  kind,
  role: 'worker',
  ids: workIds(work),
  title: work.taskTitle,
  ...facts,
});
const toBuyer = (work: Work, kind: News['kind']): PersonNews => ({
  userId: work.buyerId,
  kind,
  role: 'buyer',
  ids: workIds(work),
  title: work.taskTitle,
});

const ofWithdrawal =
  (kind: News['kind']) =>
  ({
    withdrawalId,
    workerId,
    coins,
    reason,
  }: EventData<'withdrawal.approved'> & { reason?: string }): Announcement => ({
    people: [
      {
        userId: workerId,
        kind,
        role: 'worker',
        ids: { withdrawalId },
        coins,
        ...(reason !== undefined && { why: reason }),
      },
    ],
  });

const declinedPlaces = (taskId: string, userId: string, why: string): PersonNews => ({
  userId,
  kind: 'places-declined',
  role: 'buyer',
  ids: { taskId },
  why,
});

/** The notifications of each event. Texts and whole account numbers are in no event, and so in no notification. */
const NEWS = {
  'submission.created': ({ buyerId, taskId, taskTitle }) => ({
    people: [
      { userId: buyerId, kind: 'submission-created', role: 'buyer', ids: { taskId }, title: taskTitle, about: taskId },
    ],
  }),
  'submission.approved': (work) => ({
    people: [
      toWorker(work, 'submission-approved', { coins: work.payable, ...(work.decidedBy && { why: work.decidedBy }) }),
    ],
  }),
  'submission.rejected': (work) => ({
    people: [toWorker(work, 'submission-rejected', work.reasonCode === undefined ? {} : { why: work.reasonCode })],
  }),
  'submission.revision-requested': (work) => ({ people: [toWorker(work, 'revision-requested')] }),
  'submission.resubmitted': (work) => ({ people: [toBuyer(work, 'submission-resubmitted')] }),
  'appeal.filed': (work) => ({ people: [toBuyer(work, 'appeal-filed')], admins: 'appeal-filed' }),
  'appeal.dismissed': (work) => ({ people: [toWorker(work, 'appeal-dismissed'), toBuyer(work, 'appeal-dismissed')] }),
  'submission.rejection-reversed': (work) => ({
    people: [
      toWorker(work, 'appeal-upheld', { coins: work.payable }),
      { ...toBuyer(work, 'appeal-upheld'), why: work.paidBy },
    ],
  }),
  'withdrawal.requested': () => ({ people: [], admins: 'withdrawal-requested' }),
  'withdrawal.approved': ofWithdrawal('withdrawal-approved'),
  'withdrawal.canceled': ofWithdrawal('withdrawal-canceled'),
  'withdrawal.held': ofWithdrawal('withdrawal-held'),
  'withdrawal.released': ofWithdrawal('withdrawal-released'),
  'withdrawal.paid': ofWithdrawal('withdrawal-paid'),
  'withdrawal.payout-failed': ofWithdrawal('payout-failed'),
  'withdrawal.number-changed': ({ account, ...data }) => {
    const { people } = ofWithdrawal('account-number-changed')(data);
    return { toActor: true, people: people.map((person) => ({ ...person, account })) };
  },
  'payment.credited': ({ paymentId, userId, coins }) => ({
    people: [{ userId, kind: 'payment-credited', role: 'buyer', ids: { paymentId }, coins }],
  }),
  'user.grant-released': ({ userId, role, coins }) => ({
    // None: those of a new role are in their place, or the account is closed.
    people: coins > 0 ? [{ userId, kind: 'grant-released', role, ids: {}, coins }] : [],
  }),
  'task.deleted': ({ taskId, buyerId, title, coins }) => ({
    people: [
      {
        userId: buyerId,
        kind: 'task-deleted',
        role: 'buyer',
        ids: { taskId },
        ...(title !== undefined && { title }),
        ...(coins !== undefined && { coins }),
      },
    ],
  }),
  'task.closed': ({ taskId, buyerId, title, coins, reason }) => ({
    people: [
      {
        userId: buyerId,
        kind: 'task-closed',
        role: 'buyer',
        ids: { taskId },
        coins,
        why: reason,
        ...(title !== undefined && { title }),
      },
    ],
  }),
  'task.places-declined': ({ taskId, buyerId, reason }) => ({
    toActor: true,
    people: reason === 'not-a-buyer' ? [] : [declinedPlaces(taskId, buyerId, reason)],
  }),
  'task.places-unwanted': ({ taskId, buyerId }) => ({
    toActor: true,
    people: [declinedPlaces(taskId, buyerId, 'task-closed')],
  }),
  'place.released': ({ taskId, taskTitle, workerId, why }) => ({
    people:
      why === 'returned'
        ? []
        : [{ userId: workerId, kind: 'reservation-lapsed', role: 'worker', ids: { taskId }, title: taskTitle, why }],
  }),
} satisfies { [T in EventType]?: (data: EventData<T>) => Announcement };

type NewsType = keyof typeof NEWS;
type Event = Pick<EventEnvelope<NewsType>, 'type' | 'eventId' | 'actor' | 'data'>;

const announcementOf = ({ type, data, actor }: Event): Announcement => {
  const announcement = (NEWS[type] as (data: unknown) => Announcement)(data);
  // People know what they did themselves.
  return announcement.toActor
    ? announcement
    : { ...announcement, people: announcement.people.filter(({ userId }) => userId !== actor) };
};

const idOf = ({ kind, about }: PersonNews, { eventId }: Event): string =>
  about === undefined ? eventId : `${kind}:${about}`;

export const createNotificationConsumers = (notify: Notify, { isBefore }: Pick<FirstStart, 'isBefore'>): Consumer[] => {
  const handle = async (event: EventEnvelope<NewsType>, unit: NotificationUnit) => {
    const at = Date.parse(event.occurredAt);
    if (isBefore(at)) return;
    const { people, admins } = announcementOf(event);
    for (const { about, ...news } of people)
      await notify(unit, idOf({ about, ...news } as PersonNews, event), { ...news, at }, event.eventId);
    if (admins) await notifyAdmins(notify, unit, { _id: event.eventId, kind: admins, at });
  };
  const reads = (event: EventEnvelope<NewsType>) => {
    const { people } = announcementOf(event);
    return [
      { of: inboxes, ids: people.map(({ userId }) => userId) },
      { of: notifications, ids: people.map((news) => notificationId(idOf(news, event), news.userId)) },
    ];
  };
  return (Object.keys(NEWS) as NewsType[]).map((type) => on(type, EMITS, handle, reads));
};
