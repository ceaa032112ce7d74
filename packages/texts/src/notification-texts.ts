import type { Notification as NotificationView } from '@piecework/contracts';
import {
  HOLD_DAYS,
  type MailChoice,
  type NotificationKind,
  type Role,
  rejectionSentence,
} from '@piecework/contracts/constants';

/** Kinds that a person of the role can choose to be mailed. */
export const KINDS_OF_ROLE: Readonly<Record<Role, readonly MailChoice[]>> = {
  worker: [
    'submission-approved',
    'submission-rejected',
    'revision-requested',
    'appeal-upheld',
    'appeal-dismissed',
    'withdrawal-approved',
    'withdrawal-canceled',
    'withdrawal-held',
    'withdrawal-released',
    'withdrawal-paid',
    'payout-failed',
    'reservation-lapsed',
    'grant-released',
  ],
  buyer: [
    'submission-created',
    'submission-resubmitted',
    'appeal-filed',
    'appeal-upheld',
    'appeal-dismissed',
    'payment-credited',
    'grant-released',
    'task-deleted',
    'task-closed',
    'places-declined',
  ],
  admin: ['withdrawal-requested', 'appeal-filed'],
};

/** What the sentences need; also of a mail, which has no row yet. */
export type Notification = Pick<
  NotificationView,
  'kind' | 'role' | 'ids' | 'title' | 'coins' | 'why' | 'account' | 'n'
>;

/** Words texts in a language: `t`, `plural` and `translated` of @piecework/i18n, or their English. */
export interface Wording {
  t(text: string, values?: Readonly<Record<string, string | number>>): string;
  plural(count: number, one: string, other: string, values?: Readonly<Record<string, string | number>>): string;
  translated(text: string): string;
}

/** Without the language of a browser: services word mails. */
const ENGLISH: Wording = {
  t: (text, values = {}) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name] ?? whole;
      return typeof value === 'number' ? value.toLocaleString('en-US') : value;
    }),
  plural: (count, one, other, values) => ENGLISH.t(count === 1 ? one : other, { count, ...values }),
  translated: (text) => text,
};

export interface NotificationText {
  text: string;
  detail?: string;
  /** The screen it is about, as a path. */
  to?: string;
}

type Words = (notification: Notification, wording: Wording) => NotificationText;

const coinsOf = ({ coins = 0 }: Notification, { plural }: Wording) => plural(coins, '1 coin', '{count} coins');
const titleOf = ({ title }: Notification, { t }: Wording) => (title === undefined ? t('a task') : `“${title}”`);
const sentences = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');

const MY_WORK = '/dashboard/workerSubmission';
const MY_WITHDRAWALS = '/dashboard/workerWithdrawal';
const deskOf = ({ ids: { taskId } }: Notification) =>
  `/dashboard/buyerReview${taskId === undefined ? '' : `?task=${taskId}`}`;
const resultsOf = ({ ids: { taskId } }: Notification) => `/dashboard/buyerTask${taskId ? `/${taskId}` : ''}`;

/** Why work was approved without a decision of its buyer. */
const approvedBy = (why: string | undefined, { t }: Wording): string | undefined => {
  if (why === 'deadline') return t('The buyer didn’t decide in time, so you’re paid automatically.');
  return why === 'departure' ? t('The buyer has left, so you’re paid automatically.') : undefined;
};
const canceledBy = (why: string | undefined, { t }: Wording): string => {
  if (why === 'insufficient-coins') return t('Your balance didn’t cover it.');
  return why === 'left-role' ? t('You’re no longer a worker.') : t('You keep your coins.');
};
const refunded = (notification: Notification, wording: Wording): string =>
  notification.coins
    ? wording.t('{coins} returned to your balance.', { coins: coinsOf(notification, wording) })
    : wording.t('No coins have come back so far.');

const ofWithdrawal =
  (
    text: (wording: Wording, coins: string) => string,
    detail?: (wording: Wording, notification: Notification) => string,
  ): Words =>
  (notification, wording) => ({
    text: text(wording, coinsOf(notification, wording)),
    ...(detail && { detail: detail(wording, notification) }),
    to: MY_WITHDRAWALS,
  });

/** Texts of the inbox and of mail. */
const WORDS: Record<NotificationKind, Words> = {
  'submission-created': (notification, wording) => ({
    text: wording.plural(notification.n, 'New submission for {title}', '{count} new submissions for {title}', {
      title: titleOf(notification, wording),
    }),
    to: deskOf(notification),
  }),
  'submission-approved': (notification, wording) => ({
    text: wording.t('Your submission for {title} was approved', { title: titleOf(notification, wording) }),
    detail: sentences(
      wording.t('You earned {coins}.', { coins: coinsOf(notification, wording) }),
      approvedBy(notification.why, wording),
    ),
    to: MY_WORK,
  }),
  'submission-rejected': (notification, wording) => ({
    text: wording.t('Your submission for {title} was rejected', { title: titleOf(notification, wording) }),
    detail:
      wording.translated(
        rejectionSentence(notification.why === undefined ? undefined : { code: notification.why, text: '' }),
      ) || wording.t('The buyer explained why.'),
    to: MY_WORK,
  }),
  'revision-requested': (notification, wording) => ({
    text: wording.t('Revision requested for {title}', { title: titleOf(notification, wording) }),
    detail: wording.t('Submit your revision in time, or your submission is rejected.'),
    to: MY_WORK,
  }),
  'submission-resubmitted': (notification, wording) => ({
    text: wording.t('Revised submission for {title}', { title: titleOf(notification, wording) }),
    to: deskOf(notification),
  }),
  'appeal-filed': (notification, wording) =>
    notification.role === 'admin'
      ? {
          text: wording.plural(notification.n, 'New appeal', '{count} new appeals'),
          detail: wording.t('An admin needs to decide.'),
          to: '/dashboard/adminAppeals',
        }
      : {
          text: wording.t('A worker appealed your rejection for {title}', { title: titleOf(notification, wording) }),
          detail: wording.t('An admin will decide. No coins leave your balance.'),
          to: `${resultsOf(notification)}?show=reject`,
        },
  'appeal-upheld': (notification, wording) =>
    notification.role === 'worker'
      ? {
          text: wording.t('Your appeal for {title} was upheld', { title: titleOf(notification, wording) }),
          detail: wording.t('You earned {coins}.', { coins: coinsOf(notification, wording) }),
          to: MY_WORK,
        }
      : {
          text: wording.t('The appeal for {title} was upheld', { title: titleOf(notification, wording) }),
          detail:
            notification.why === 'escrow'
              ? wording.t('The worker was paid from an open place in the task.')
              : wording.t('Piecework paid the worker.'),
          to: `${resultsOf(notification)}?show=approved`,
        },
  'appeal-dismissed': (notification, wording) =>
    notification.role === 'worker'
      ? {
          text: wording.t('Your appeal for {title} was dismissed', { title: titleOf(notification, wording) }),
          to: MY_WORK,
        }
      : {
          text: wording.t('The appeal for {title} was dismissed', { title: titleOf(notification, wording) }),
          to: `${resultsOf(notification)}?show=reject`,
        },
  'withdrawal-requested': ({ n }, { plural }) => ({
    text: plural(n, 'New withdrawal request', '{count} new withdrawal requests'),
    to: '/dashboard/adminHome',
  }),
  'withdrawal-approved': ofWithdrawal(
    ({ t }, coins) => t('Your withdrawal of {coins} was approved', { coins }),
    ({ t }) => t('Payout comes next.'),
  ),
  'withdrawal-canceled': ofWithdrawal(
    ({ t }, coins) => t('Your withdrawal of {coins} was canceled', { coins }),
    (wording, { why }) => canceledBy(why, wording),
  ),
  'withdrawal-held': ofWithdrawal(
    ({ t }, coins) => t('Your withdrawal of {coins} is on hold', { coins }),
    ({ t }) => t('Open it to see why. The hold ends within {days} days.', { days: HOLD_DAYS }),
  ),
  'withdrawal-released': ofWithdrawal(
    ({ t }, coins) => t('Your withdrawal of {coins} is no longer on hold', { coins }),
    ({ t }) => t('It’s waiting for a decision again.'),
  ),
  'withdrawal-paid': ofWithdrawal(({ t }, coins) => t('Your withdrawal of {coins} was paid out', { coins })),
  'payout-failed': ofWithdrawal(
    ({ t }, coins) => t('Your withdrawal of {coins} couldn’t be paid out', { coins }),
    ({ t }) => t('Please check the account number.'),
  ),
  'account-number-changed': ofWithdrawal(
    ({ t }, coins) => t('The account number of your withdrawal of {coins} was changed', { coins }),
    ({ t }, { account: { mask = '', before } = {} }) =>
      before === undefined
        ? t('It’s now •••{mask}. If you didn’t do this, change it back and choose a new password.', { mask })
        : t(
            'It was •••{before} and is now •••{mask}. If you didn’t do this, change it back and choose a new password.',
            { before, mask },
          ),
  ),
  'payment-credited': (notification, wording) => ({
    text: wording.t('Added to your balance: {coins}', { coins: coinsOf(notification, wording) }),
    to: '/dashboard/buyerPayment',
  }),
  'grant-released': (notification, wording) => ({
    text: wording.t('Your starting coins are here: {coins}', { coins: coinsOf(notification, wording) }),
    to: '/dashboard/statement',
  }),
  'task-deleted': (notification, wording) => ({
    text:
      notification.title === undefined
        ? wording.t('One of your tasks was deleted')
        : wording.t('Your task {title} was deleted', { title: titleOf(notification, wording) }),
    ...(notification.coins !== undefined && { detail: refunded(notification, wording) }),
    // It has the reason.
    to: resultsOf(notification),
  }),
  'task-closed': (notification, wording) => ({
    text:
      notification.title === undefined
        ? wording.t('One of your tasks was closed')
        : wording.t('Your task {title} was closed', { title: titleOf(notification, wording) }),
    detail: sentences(
      notification.why === 'expired' ? wording.t('Its completion date has passed.') : undefined,
      refunded(notification, wording),
    ),
    to: resultsOf(notification),
  }),
  'places-declined': (notification, { t }) => ({
    text: t('No places were added to your task'),
    detail:
      notification.why === 'insufficient-coins'
        ? t('You don’t have enough coins for them.')
        : t('The task closed first. The coins for the places returned to your balance.'),
    to: resultsOf(notification),
  }),
  'reservation-lapsed': (notification, wording) => ({
    text: wording.t('Your place in {title} is no longer held', { title: titleOf(notification, wording) }),
    detail:
      notification.why === 'lapsed'
        ? wording.t('Its time is up.')
        : notification.why === 'released'
          ? wording.t('The buyer released it. You can still submit while the task has an open place.')
          : wording.t('The buyer has left.'),
    to: `/dashboard/workerTaskList/${notification.ids.taskId ?? ''}`,
  }),
};

/** Also of a kind that a newer server knows. */
export const sentencesOf = (notification: Notification, wording = ENGLISH): NotificationText =>
  (WORDS as Readonly<Record<string, Words>>)[notification.kind]?.(notification, wording) ?? {
    text: wording.t('Something changed in your account'),
  };
