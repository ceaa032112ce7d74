import type { EventData, EventEnvelope, EventType } from '@piecework/contracts';
import { type Consumer, on } from '@piecework/service-runtime';
import { notifyAdmins } from './admin-news.store';
import type { Notify } from './delivery';
import type { FirstStart } from './first-start';
import type { News } from './notification';
import { EMITS, inboxes, markRead, type NotificationUnit, notificationId, notifications } from './notification.store';

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

const ofWork = (work: Work, role: 'worker' | 'buyer', kind: News['kind'], facts: Pick<News, 'coins' | 'why'> = {}) => ({
  userId: role === 'worker' ? work.workerId : work.buyerId,
  kind,
  role,
  ids: { taskId: work.taskId, submissionId: work.submissionId },
  title: work.taskTitle,
  ...facts,
});

const ofWithdrawal =
  (kind: News['kind']) =>
  (data: EventData<'withdrawal.approved'> & { reason?: string }): Announcement => {
    const { withdrawalId, workerId: userId, coins, reason } = data;
    const why = reason !== undefined && { why: reason };
    return { people: [{ userId, kind, role: 'worker', ids: { withdrawalId }, coins, ...why }] };
  };

const ofTask = (
  kind: News['kind'],
  { taskId, buyerId, title, coins }: { taskId: string; buyerId: string } & Pick<News, 'title' | 'coins'>,
  why?: string,
): PersonNews => ({
  userId: buyerId,
  kind,
  role: 'buyer',
  ids: { taskId },
  ...(title !== undefined && { title }),
  ...(coins !== undefined && { coins }),
  ...(why !== undefined && { why }),
});

/** What tasks of one import have in common, with `why` of one cause. */
const ofImport = (importId: string | undefined, taskId: string, why?: string) =>
  importId !== undefined && {
    ids: { importId },
    taskIds: [taskId],
    about: ['import', importId, ...(why === undefined ? [] : [why])].join(':'),
  };

/** The notifications of each event. Texts and whole account numbers are in no event, and so in no notification. */
const NEWS = {
  'submission.created': ({ buyerId: userId, taskId, taskTitle: title, importId }) => ({
    people: [
      {
        userId,
        kind: 'submission-created',
        role: 'buyer',
        title,
        ids: { taskId },
        about: taskId,
        ...ofImport(importId, taskId),
      },
    ],
  }),
  'submission.approved': (work) => ({
    people: [
      ofWork(work, 'worker', 'submission-approved', {
        coins: work.payable,
        ...(work.decidedBy && { why: work.decidedBy }),
      }),
    ],
  }),
  'submission.rejected': (work) => ({
    people: [
      ofWork(work, 'worker', 'submission-rejected', work.reasonCode === undefined ? {} : { why: work.reasonCode }),
    ],
  }),
  'submission.revision-requested': (work) => ({ people: [ofWork(work, 'worker', 'revision-requested')] }),
  'submission.resubmitted': (work) => ({ people: [ofWork(work, 'buyer', 'submission-resubmitted')] }),
  'appeal.filed': (work) => ({ people: [ofWork(work, 'buyer', 'appeal-filed')], admins: 'appeal-filed' }),
  'appeal.dismissed': (work) => ({
    people: [ofWork(work, 'worker', 'appeal-dismissed'), ofWork(work, 'buyer', 'appeal-dismissed')],
  }),
  'submission.rejection-reversed': (work) => ({
    people:
      work.by === 'buyer'
        ? [ofWork(work, 'worker', 'rejection-reversed', { coins: work.payable })]
        : [
            ofWork(work, 'worker', 'appeal-upheld', { coins: work.payable }),
            { ...ofWork(work, 'buyer', 'appeal-upheld'), why: work.paidBy },
          ],
  }),
  'wallet.bonus-paid': ({ submissionId, taskId, taskTitle, workerId, coins }) => ({
    people: [
      {
        userId: workerId,
        kind: 'bonus-received',
        role: 'worker',
        ids: { taskId, submissionId },
        ...(taskTitle !== undefined && { title: taskTitle }),
        coins,
      },
    ],
  }),
  'message.sent': ({ threadId, taskId, taskTitle: title, workerId, buyerId, by }) => ({
    people: [
      {
        userId: by === 'worker' ? buyerId : workerId,
        kind: 'message-received',
        role: by === 'worker' ? 'buyer' : 'worker',
        ids: { threadId, taskId },
        title,
        about: threadId,
      },
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
  // Also of what the person did: a thief of the session would be the actor.
  'user.security-changed': ({ userId, role, change }) => ({
    toActor: true,
    people: [{ userId, kind: 'security-changed', role, ids: {}, why: change }],
  }),
  'payment.credited': ({ paymentId, userId, coins }) => ({
    people: [{ userId, kind: 'payment-credited', role: 'buyer', ids: { paymentId }, coins }],
  }),
  'adjustment.posted': ({ userId, role, kind, coins }) => ({
    people: [{ userId, kind: 'coins-adjusted', role, ids: {}, coins, why: kind }],
  }),
  'user.grant-released': ({ userId, role, coins }) => ({
    // None: those of a new role are in their place, or the account is closed.
    people: coins > 0 ? [{ userId, kind: 'grant-released', role, ids: {}, coins }] : [],
  }),
  'user.closing-changed': ({ userId, role, closesAt }) => ({
    toActor: true,
    people: closesAt === undefined ? [] : [{ userId, kind: 'account-closing', role, ids: {} }],
  }),
  'user.suspension-changed': ({ userId, role, isSuspended, why }) => ({
    // The closing of an account ends its suspension.
    people:
      why === 'closed'
        ? []
        : [{ userId, kind: isSuspended ? 'account-suspended' : 'suspension-lifted', role, ids: {}, why }],
  }),
  'user.suspension-appealed': () => ({ people: [], admins: 'suspension-appealed' }),
  'user.suspension-kept': ({ userId, role }) => ({ people: [{ userId, kind: 'suspension-kept', role, ids: {} }] }),
  'report.filed': () => ({ people: [], admins: 'report-filed' }),
  'report.decided': ({ outcome, reasonCode, ownerId, ownerRole, taskId, title, reporters }) => ({
    people: [
      ...reporters.map(({ userId, role }) => ({
        userId,
        kind: 'report-decided' as const,
        role,
        ids: {},
        why: outcome === 'nothing' || outcome === 'unfounded' ? 'nothing' : 'acted',
      })),
      // Of a pause and a suspension their own events notify.
      ...(outcome === 'warn' || outcome === 'close-task'
        ? [
            {
              userId: ownerId,
              kind: 'account-warned' as const,
              role: ownerRole,
              ids: taskId === undefined ? {} : { taskId },
              ...(title !== undefined && { title }),
              ...(reasonCode !== undefined && { why: reasonCode }),
            },
          ]
        : []),
    ],
  }),
  'task.deleted': (data) => ({ people: [ofTask('task-deleted', data)] }),
  'task.closed': ({ importId, isRejected, ...data }) => {
    const why = isRejected ? 'rejected' : data.reason;
    return { people: [{ ...ofTask('task-closed', data, why), ...ofImport(importId, data.taskId, why) }] };
  },
  'task.approved': ({ importId, ...data }) => ({
    people: [{ ...ofTask('task-approved', data), ...ofImport(importId, data.taskId) }],
  }),
  'task.pause-changed': ({ taskId, byAdmin }) => ({
    people: byAdmin ? [ofTask(byAdmin.isPaused ? 'task-paused' : 'task-resumed', { taskId, ...byAdmin })] : [],
  }),
  'task.places-declined': ({ taskId, buyerId, reason }) => ({
    toActor: true,
    people: reason === 'not-a-buyer' ? [] : [ofTask('places-declined', { taskId, buyerId }, reason)],
  }),
  'task.places-unwanted': ({ taskId, buyerId }) => ({
    toActor: true,
    people: [ofTask('places-declined', { taskId, buyerId }, 'task-closed')],
  }),
  'place.released': ({ taskId, taskTitle, workerId, why, workerSuspended }) => ({
    people:
      // The notification of the suspension covers it.
      why === 'returned' || workerSuspended
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

/** What a person has read in the thread is no news in the bell. Both events have the key of the thread, so earlier messages were handled. */
const threadRead = on('thread.read', EMITS, async ({ data: { threadId, userId, unread } }, unit) => {
  if (unread > 0) return;
  const row = await unit.collection(notifications).findOne({ _id: notificationId(messageNews(threadId), userId) });
  if (row) await markRead(unit, userId, [row]);
});

const messageNews = (threadId: string): string => `message-received:${threadId}`;

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
  return [...(Object.keys(NEWS) as NewsType[]).map((type) => on(type, EMITS, handle, reads)), threadRead];
};
