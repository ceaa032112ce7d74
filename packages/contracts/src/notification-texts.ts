import { HOLD_DAYS, type NotificationKind, type Role, rejectionSentence } from './constants';
import type { Notification as NotificationView } from './schemas';

/** Kinds that a person of the role can get. */
export const KINDS_OF_ROLE: Readonly<Record<Role, readonly NotificationKind[]>> = {
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
  ],
  buyer: [
    'submission-created',
    'submission-resubmitted',
    'appeal-filed',
    'appeal-upheld',
    'appeal-dismissed',
    'payment-credited',
    'task-deleted',
    'task-closed',
    'places-declined',
  ],
  admin: ['withdrawal-requested', 'appeal-filed'],
};

/** What the sentences need; also of a mail, which has no row yet. */
export type Notification = Pick<NotificationView, 'kind' | 'role' | 'ids' | 'title' | 'coins' | 'why' | 'n'>;

export interface NotificationText {
  text: string;
  detail?: string;
  /** The screen it is about, as a path. */
  to?: string;
}

type Words = (notification: Notification) => NotificationText;

const counted = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);
const coinsOf = ({ coins = 0 }: Notification) =>
  coins === 1 ? '1 coin' : `${coins.toLocaleString('en-US')} coins`;
const titleOf = ({ title }: Notification) => (title === undefined ? 'a task' : `“${title}”`);

const MY_WORK = '/dashboard/workerSubmission';
const MY_WITHDRAWALS = '/dashboard/workerWithdrawal';
const deskOf = ({ ids: { taskId } }: Notification) =>
  `/dashboard/buyerReview${taskId === undefined ? '' : `?task=${taskId}`}`;
const resultsOf = ({ ids: { taskId } }: Notification) => `/dashboard/buyerTask${taskId ? `/${taskId}` : ''}`;

const APPROVED: Readonly<Record<string, string>> = {
  deadline: 'The buyer did not decide in time, so you are paid.',
  departure: 'The buyer has left, so you are paid.',
};
const CANCELED: Readonly<Record<string, string>> = {
  'insufficient-coins': 'Your balance did not cover it.',
  'left-role': 'You have left the worker role.',
};

const ofWithdrawal =
  (outcome: string, detail?: (notification: Notification) => string): Words =>
  (notification) => ({
    text: `Your withdrawal of ${coinsOf(notification)} ${outcome}`,
    ...(detail && { detail: detail(notification) }),
    to: MY_WITHDRAWALS,
  });

/** Wording of the inbox and of mail. */
const WORDS: Record<NotificationKind, Words> = {
  'submission-created': (notification) => ({
    text: `${counted(notification.n, 'New work', 'new pieces of work')} for ${titleOf(notification)}`,
    to: deskOf(notification),
  }),
  'submission-approved': (notification) => ({
    text: `Your work for ${titleOf(notification)} was approved`,
    detail: [`You have earned ${coinsOf(notification)}.`, APPROVED[notification.why ?? '']]
      .filter(Boolean)
      .join(' '),
    to: MY_WORK,
  }),
  'submission-rejected': (notification) => ({
    text: `Your work for ${titleOf(notification)} was rejected`,
    detail:
      rejectionSentence(notification.why === undefined ? undefined : { code: notification.why, text: '' }) ||
      'The buyer wrote you the reason.',
    to: MY_WORK,
  }),
  'revision-requested': (notification) => ({
    text: `Your work for ${titleOf(notification)} came back`,
    detail: 'The buyer asks for a new version. Without one it is rejected.',
    to: MY_WORK,
  }),
  'submission-resubmitted': (notification) => ({
    text: `A new version of the work for ${titleOf(notification)}`,
    to: deskOf(notification),
  }),
  'appeal-filed': (notification) =>
    notification.role === 'admin'
      ? {
          text: counted(notification.n, 'A worker has appealed', 'appeals were filed'),
          detail: 'They wait for a decision of an admin.',
          to: '/dashboard/adminAppeals',
        }
      : {
          text: `A worker has appealed against your rejection for ${titleOf(notification)}`,
          detail: 'An admin decides. No coins leave your balance.',
          to: `${resultsOf(notification)}?show=reject`,
        },
  'appeal-upheld': (notification) =>
    notification.role === 'worker'
      ? {
          text: `Your appeal about ${titleOf(notification)} was upheld`,
          detail: `You have earned ${coinsOf(notification)}.`,
          to: MY_WORK,
        }
      : {
          text: `The appeal about ${titleOf(notification)} was upheld`,
          detail:
            notification.why === 'escrow'
              ? 'An open place of the task paid the worker.'
              : 'Piecework paid the worker.',
          to: `${resultsOf(notification)}?show=approved`,
        },
  'appeal-dismissed': (notification) => ({
    text: `${notification.role === 'worker' ? 'Your' : 'The'} appeal about ${titleOf(notification)} was dismissed`,
    to: notification.role === 'worker' ? MY_WORK : `${resultsOf(notification)}?show=reject`,
  }),
  'withdrawal-requested': ({ n }) => ({
    text: counted(n, 'A withdrawal was requested', 'withdrawals were requested'),
    to: '/dashboard/adminHome',
  }),
  'withdrawal-approved': ofWithdrawal('was approved', () => 'It is paid out next.'),
  'withdrawal-canceled': ofWithdrawal(
    'was canceled',
    ({ why = '' }) => CANCELED[why] ?? 'The coins stay with you.',
  ),
  'withdrawal-held': ofWithdrawal(
    'is held',
    () => `You find the reason with it. It is decided later; the hold ends within ${HOLD_DAYS} days.`,
  ),
  'withdrawal-released': ofWithdrawal('is not held any more', () => 'It waits for its decision again.'),
  'withdrawal-paid': ofWithdrawal('was paid'),
  'payout-failed': ofWithdrawal('could not be paid', () => 'Please check the account number.'),
  'payment-credited': (notification) => ({
    text: `${coinsOf(notification)} were added to your balance`,
    to: '/dashboard/buyerPayment',
  }),
  'task-deleted': (notification) => ({
    text:
      notification.title === undefined
        ? 'A task of yours was deleted'
        : `Your task ${titleOf(notification)} was deleted`,
    ...(notification.coins !== undefined && {
      detail:
        notification.coins === 0
          ? 'No coins were left to come back.'
          : `${coinsOf(notification)} came back to you.`,
    }),
    // It has the reason.
    to: resultsOf(notification),
  }),
  'task-closed': (notification) => ({
    text:
      notification.title === undefined
        ? 'A task of yours was closed'
        : `Your task ${titleOf(notification)} was closed`,
    detail: [
      notification.why === 'expired' ? 'Its completion date has passed.' : '',
      notification.coins ? `${coinsOf(notification)} came back to you.` : 'No coins were left to come back.',
    ]
      .filter(Boolean)
      .join(' '),
    to: resultsOf(notification),
  }),
  'places-declined': (notification) => ({
    text: 'No places were added to your task',
    detail:
      notification.why === 'insufficient-coins'
        ? 'You have too few coins for them.'
        : 'The task was closed before. The coins for the places came back to you.',
    to: resultsOf(notification),
  }),
  'reservation-lapsed': (notification) => ({
    text: `Your place at ${titleOf(notification)} is no longer reserved`,
    detail: notification.why === 'lapsed' ? 'Its time is over.' : 'The buyer has left.',
    to: `/dashboard/workerTaskList/${notification.ids.taskId ?? ''}`,
  }),
};

/** Of a kind that a newer server knows. */
const UNKNOWN: NotificationText = { text: 'Something has changed in your account' };

export const sentencesOf = (notification: Notification): NotificationText =>
  (WORDS as Readonly<Record<string, Words>>)[notification.kind]?.(notification) ?? UNKNOWN;
