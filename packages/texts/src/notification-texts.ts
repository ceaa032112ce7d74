import type { Notification as NotificationView } from '@piecework/contracts';
import {
  HOLD_DAYS,
  type MailChoice,
  type NotificationKind,
  type Role,
  rejectionSentence,
  reportSentence,
  suspensionSentence,
} from '@piecework/contracts/constants';

/** Kinds that a person of the role can choose to be mailed. */
export const KINDS_OF_ROLE: Readonly<Record<Role, readonly MailChoice[]>> = {
  worker: [
    'submission-approved',
    'submission-rejected',
    'revision-requested',
    'appeal-upheld',
    'appeal-dismissed',
    'rejection-reversed',
    'bonus-received',
    'message-received',
    'withdrawal-approved',
    'withdrawal-canceled',
    'withdrawal-held',
    'withdrawal-released',
    'withdrawal-paid',
    'payout-failed',
    'reservation-lapsed',
    'coins-adjusted',
    'grant-released',
    'report-decided',
  ],
  buyer: [
    'submission-created',
    'submission-resubmitted',
    'appeal-filed',
    'appeal-upheld',
    'appeal-dismissed',
    'message-received',
    'payment-credited',
    'coins-adjusted',
    'grant-released',
    'task-deleted',
    'task-closed',
    'task-approved',
    'places-declined',
    'report-decided',
  ],
  admin: ['withdrawal-requested', 'appeal-filed', 'suspension-appealed', 'report-filed'],
};

/** What the sentences need; also of a mail, which has no row yet. */
export type Notification = Pick<
  NotificationView,
  'kind' | 'role' | 'ids' | 'title' | 'coins' | 'why' | 'account' | 'n' | 'tasks'
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

interface Facts extends Wording, Omit<Notification, 'title' | 'coins'> {
  /** In quotation marks, or "a task". */
  title: string;
  isNamed: boolean;
  /** With their noun. */
  coins: string;
  amount: number | undefined;
}

const factsOf = ({ title, coins, ...notification }: Notification, wording: Wording): Facts => ({
  ...notification,
  ...wording,
  title: title === undefined ? wording.t('a task') : `“${title}”`,
  isNamed: title !== undefined,
  coins: wording.plural(coins ?? 0, '1 coin', '{count} coins'),
  amount: coins,
});

const sentences = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');

/** The banner is on every page; this one is of every role. */
const PROFILE = '/dashboard/profile';
const MY_WORK = '/dashboard/workerSubmission';
const deskOf = ({ taskId }: Notification['ids']) =>
  `/dashboard/buyerReview${taskId === undefined ? '' : `?task=${taskId}`}`;
const resultsOf = ({ taskId }: Notification['ids']) => `/dashboard/buyerTask${taskId ? `/${taskId}` : ''}`;

/** In My Task's. */
const importOf = ({ importId = '' }: Notification['ids']) =>
  `/dashboard/buyerTask?import=${encodeURIComponent(importId)}`;

/** Why work was approved without a decision of its buyer. */
const approvedBy = ({ why, t }: Facts): string | undefined => {
  if (why === 'deadline') return t('The buyer didn’t decide in time, so you’re paid automatically.');
  if (why === 'agreement') return t('Other workers gave the same answers, so you’re paid automatically.');
  return why === 'departure' ? t('The buyer has left, so you’re paid automatically.') : undefined;
};
const closedBecause = ({ why, t }: Facts): string | undefined => {
  if (why === 'completed') return t('All of its pages are complete.');
  if (why === 'rejected') return t('An admin didn’t approve it. Open it to read why.');
  return why === 'expired' ? t('Its completion date has passed.') : undefined;
};
const canceledBy = ({ why, t }: Facts): string => {
  if (why === 'insufficient-coins') return t('Your balance didn’t cover it.');
  return why === 'left-role' ? t('You’re no longer a worker.') : t('You keep your coins.');
};
const refunded = ({ amount, coins, t }: Facts): string =>
  amount ? t('{coins} returned to your balance.', { coins }) : t('No coins have come back so far.');

const securityChange = ({ why, t }: Pick<Facts, 'why' | 't'>): string => {
  if (why === 'sign-in') return t('New sign-in to your account');
  return why === 'password' ? t('Your password was changed') : t('Your second factor was changed');
};

const ofWithdrawal = (text: string, detailOf?: (facts: Facts) => string) => (facts: Facts) => ({
  text: facts.t(text, { coins: facts.coins }),
  ...(detailOf && { detail: detailOf(facts) }),
  to: '/dashboard/workerWithdrawal',
});

/** Texts of the inbox and of mail. */
const WORDS: Record<NotificationKind, (facts: Facts) => NotificationText> = {
  'submission-created': ({ n, tasks = 1, ids, title, t, plural }) =>
    tasks > 1
      ? { text: t('{count} new submissions for {tasks} tasks of an import', { count: n, tasks }), to: importOf(ids) }
      : {
          text: plural(n, 'New submission for {title}', '{count} new submissions for {title}', { title }),
          to: deskOf(ids),
        },
  'submission-approved': (facts) => ({
    text: facts.t('Your submission for {title} was approved', { title: facts.title }),
    detail: sentences(facts.t('You earned {coins}.', { coins: facts.coins }), approvedBy(facts)),
    to: MY_WORK,
  }),
  'submission-rejected': ({ why, title, t, translated }) => ({
    text: t('Your submission for {title} was rejected', { title }),
    detail:
      translated(rejectionSentence(why === undefined ? undefined : { code: why, text: '' })) ||
      t('The buyer explained why.'),
    to: MY_WORK,
  }),
  'revision-requested': ({ title, t }) => ({
    text: t('Revision requested for {title}', { title }),
    detail: t('Submit your revision in time, or your submission is rejected.'),
    to: MY_WORK,
  }),
  'submission-resubmitted': ({ ids, title, t }) => ({
    text: t('Revised submission for {title}', { title }),
    to: deskOf(ids),
  }),
  'appeal-filed': ({ role, n, ids, title, t, plural }) =>
    role === 'admin'
      ? {
          text: plural(n, 'New appeal', '{count} new appeals'),
          detail: t('An admin needs to decide.'),
          to: '/dashboard/adminAppeals',
        }
      : {
          text: t('A worker appealed your rejection for {title}', { title }),
          detail: t('An admin will decide. No coins leave your balance.'),
          to: `${resultsOf(ids)}?show=reject`,
        },
  'appeal-upheld': ({ role, why, ids, title, coins, t }) =>
    role === 'worker'
      ? {
          text: t('Your appeal for {title} was upheld', { title }),
          detail: t('You earned {coins}.', { coins }),
          to: MY_WORK,
        }
      : {
          text: t('The appeal for {title} was upheld', { title }),
          detail:
            why === 'escrow'
              ? t('The worker was paid from an open place in the task.')
              : t('Piecework paid the worker.'),
          to: `${resultsOf(ids)}?show=approved`,
        },
  'appeal-dismissed': ({ role, ids, title, t }) =>
    role === 'worker'
      ? { text: t('Your appeal for {title} was dismissed', { title }), to: MY_WORK }
      : { text: t('The appeal for {title} was dismissed', { title }), to: `${resultsOf(ids)}?show=reject` },
  'rejection-reversed': ({ title, coins, t }) => ({
    text: t('The buyer approved your submission for {title} after all', { title }),
    detail: t('You earned {coins}.', { coins }),
    to: MY_WORK,
  }),
  'bonus-received': ({ title, coins, t }) => ({
    text: t('You got a bonus of {coins} for {title}', { coins, title }),
    detail: t('Open your submission to read the buyer’s note.'),
    to: MY_WORK,
  }),
  'message-received': ({ n, role, ids, title, t, plural }) => ({
    text:
      role === 'worker'
        ? plural(n, 'New message from the buyer of {title}', '{count} new messages from the buyer of {title}', {
            title,
          })
        : plural(n, 'New message from a worker of {title}', '{count} new messages from a worker of {title}', { title }),
    detail: t('Open it to read and answer.'),
    to: `/dashboard/messages?thread=${encodeURIComponent(ids.threadId ?? '')}`,
  }),
  'withdrawal-requested': ({ n, plural }) => ({
    text: plural(n, 'New withdrawal request', '{count} new withdrawal requests'),
    to: '/dashboard/adminHome',
  }),
  'withdrawal-approved': ofWithdrawal('Your withdrawal of {coins} was approved', ({ t }) => t('Payout comes next.')),
  'withdrawal-canceled': ofWithdrawal('Your withdrawal of {coins} was canceled', canceledBy),
  'withdrawal-held': ofWithdrawal('Your withdrawal of {coins} is on hold', ({ t }) =>
    t('Open it to see why. The hold ends within {days} days.', { days: HOLD_DAYS }),
  ),
  'withdrawal-released': ofWithdrawal('Your withdrawal of {coins} is no longer on hold', ({ t }) =>
    t('It’s waiting for a decision again.'),
  ),
  'withdrawal-paid': ofWithdrawal('Your withdrawal of {coins} was paid out'),
  'payout-failed': ofWithdrawal('Your withdrawal of {coins} couldn’t be paid out', ({ t }) =>
    t('Please check the account number.'),
  ),
  'account-number-changed': ofWithdrawal(
    'The account number of your withdrawal of {coins} was changed',
    ({ t, account: { mask = '', before } = {} }) =>
      before === undefined
        ? t('It’s now •••{mask}. If you didn’t do this, change it back and choose a new password.', { mask })
        : t(
            'It was •••{before} and is now •••{mask}. If you didn’t do this, change it back and choose a new password.',
            { before, mask },
          ),
  ),
  'account-closing': ({ t }) => ({
    text: t('You’re closing your account'),
    detail: t(
      'It closes after a day, as soon as nothing is due. If this wasn’t you, keep it and choose a new password.',
    ),
    to: '/dashboard/profile',
  }),
  'account-closed': ({ t }) => ({
    text: t('Your account is closed'),
    detail: t('Thank you for your time with Piecework. This address can’t be used for a new account.'),
    to: '/',
  }),
  'security-changed': ({ why, t }) => ({
    text: securityChange({ why, t }),
    detail: t('If this wasn’t you, choose a new password and sign out your other browsers.'),
    to: '/dashboard/security',
  }),
  'payment-credited': ({ coins, t }) => ({
    text: t('Added to your balance: {coins}', { coins }),
    to: '/dashboard/buyerPayment',
  }),
  'coins-adjusted': ({ amount = 0, why, t, plural }) => {
    const coins = plural(Math.abs(amount), '1 coin', '{count} coins');
    const added =
      why === 'refund'
        ? t('Piecework refunded {coins} to your balance', { coins })
        : t('Piecework added {coins} to your balance', { coins });
    return {
      text: amount < 0 ? t('Piecework took {coins} from your balance', { coins }) : added,
      detail: t('Your coin statement says why.'),
      to: '/dashboard/statement?kind=adjust',
    };
  },
  'grant-released': ({ coins, t }) => ({
    text: t('Your starting coins are here: {coins}', { coins }),
    to: '/dashboard/statement',
  }),
  'task-deleted': (facts) => ({
    text: facts.isNamed
      ? facts.t('Your task {title} was deleted', { title: facts.title })
      : facts.t('One of your tasks was deleted'),
    ...(facts.amount !== undefined && { detail: refunded(facts) }),
    // It has the reason.
    to: resultsOf(facts.ids),
  }),
  'task-closed': (facts) => {
    const { tasks = 1, why, ids, t } = facts;
    if (tasks > 1)
      return {
        text: t('{tasks} tasks of an import were closed', { tasks }),
        detail: sentences(why === 'expired' ? t('Their completion date has passed.') : undefined, refunded(facts)),
        to: importOf(ids),
      };
    return {
      text: facts.isNamed
        ? t('Your task {title} was closed', { title: facts.title })
        : t('One of your tasks was closed'),
      detail: sentences(closedBecause(facts), refunded(facts)),
      to: resultsOf(ids),
    };
  },
  'task-paused': ({ ids, title, t }) => ({
    text: t('An admin paused your task {title}', { title }),
    detail: t('Its page has the reason. Submissions and held places stay.'),
    to: resultsOf(ids),
  }),
  'task-resumed': ({ ids, title, t }) => ({
    text: t('An admin resumed your task {title}', { title }),
    to: resultsOf(ids),
  }),
  'task-approved': ({ tasks = 1, ids, title, isNamed, t }) =>
    tasks > 1
      ? { text: t('{tasks} tasks of an import are public now', { tasks }), to: importOf(ids) }
      : {
          text: isNamed ? t('Your task {title} is public now', { title }) : t('One of your tasks is public now'),
          detail: t('An admin has approved it, so workers can start.'),
          to: resultsOf(ids),
        },
  'places-declined': ({ why, ids, t }) => ({
    text: t('Nothing was added to your task'),
    detail:
      why === 'insufficient-coins'
        ? t('You don’t have enough coins for it.')
        : t('The task closed first. The coins returned to your balance.'),
    to: resultsOf(ids),
  }),
  'account-suspended': ({ why, t, translated }) => ({
    text: t('Your account was suspended'),
    detail: sentences(
      translated(suspensionSentence(why ?? '')),
      t('Your dashboard says what still works, and how to appeal.'),
    ),
    to: PROFILE,
  }),
  'suspension-lifted': ({ why, t }) => ({
    text: t('Your account is no longer suspended'),
    detail: sentences(
      why === 'expired'
        ? t('Its end date has passed.')
        : why === 'appeal'
          ? t('An admin decided your appeal.')
          : undefined,
      t('Everything works again.'),
    ),
    to: PROFILE,
  }),
  'suspension-kept': ({ t }) => ({
    text: t('Your account stays suspended'),
    detail: t('Another admin decided your appeal. Your dashboard has the answer.'),
    to: PROFILE,
  }),
  'suspension-appealed': ({ n, t, plural }) => ({
    text: plural(n, 'New appeal against a suspension', '{count} new appeals against suspensions'),
    detail: t('Another admin than the one who suspended the account decides.'),
    to: '/dashboard/adminAppeals?state=suspensions',
  }),
  'report-filed': ({ n, plural }) => ({
    text: plural(n, 'New report', '{count} new reports'),
    to: '/dashboard/adminReports',
  }),
  'report-decided': ({ why, t }) => ({
    text: t('We looked at your report'),
    detail: why === 'acted' ? t('Thank you. We acted on it.') : t('We found nothing against the rules this time.'),
    to: '/',
  }),
  'account-warned': ({ role, why, ids, title, isNamed, t, translated }) => ({
    text: isNamed ? t('Piecework warns you about {title}', { title }) : t('Piecework warns you'),
    detail: sentences(translated(reportSentence(why ?? '')), t('If it happens again, your account may be suspended.')),
    to: role === 'buyer' && ids.taskId !== undefined ? resultsOf(ids) : PROFILE,
  }),
  'reservation-lapsed': ({ why, ids, title, t }) => ({
    text: t('Your place in {title} is no longer held', { title }),
    detail:
      why === 'lapsed'
        ? t('Its time is up.')
        : why === 'released'
          ? t('The buyer released it. You can still submit while the task has an open place.')
          : t('The buyer has left.'),
    to: `/dashboard/workerTaskList/${ids.taskId ?? ''}`,
  }),
};

/** Also of a kind that a newer server knows. */
export const sentencesOf = (notification: Notification, wording = ENGLISH): NotificationText =>
  (WORDS as Readonly<Record<string, (facts: Facts) => NotificationText>>)[notification.kind]?.(
    factsOf(notification, wording),
  ) ?? { text: wording.t('Something changed in your account') };
