import type { Notification } from '@piecework/contracts';
import type { NotificationKind } from '@piecework/contracts/constants';
import { plural, t, translated } from '@piecework/i18n';
import { type NotificationText as Sentences, sentencesOf } from '@piecework/texts/notification-texts';
import type { IconName } from '@piecework/ui';

export interface NotificationText extends Sentences {
  icon: IconName;
}

const ICONS: Record<NotificationKind, IconName> = {
  'submission-created': 'submissions',
  'submission-approved': 'check',
  'submission-rejected': 'reject',
  'revision-requested': 'retry',
  'submission-resubmitted': 'submissions',
  'appeal-filed': 'appeals',
  'appeal-upheld': 'appeals',
  'appeal-dismissed': 'appeals',
  'rejection-reversed': 'check',
  'bonus-received': 'star',
  'message-received': 'email',
  'withdrawal-requested': 'withdraw',
  'withdrawal-approved': 'check',
  'withdrawal-canceled': 'reject',
  'withdrawal-held': 'clock',
  'withdrawal-released': 'withdraw',
  'withdrawal-paid': 'withdraw',
  'payout-failed': 'alert',
  'account-number-changed': 'alert',
  'security-changed': 'lock',
  'account-closing': 'alert',
  'account-closed': 'check',
  'payment-credited': 'purchase',
  'coins-adjusted': 'purchase',
  'grant-released': 'check',
  'task-deleted': 'delete',
  'task-closed': 'tasks',
  'task-paused': 'pause',
  'task-resumed': 'play',
  'task-approved': 'check',
  'account-suspended': 'lock',
  'suspension-lifted': 'check',
  'suspension-kept': 'lock',
  'suspension-appealed': 'appeals',
  'report-filed': 'alert',
  'report-decided': 'check',
  'account-warned': 'alert',
  'reservation-lapsed': 'clock',
  'places-declined': 'alert',
};

export const textOf = (notification: Notification): NotificationText => ({
  // A newer server knows more kinds.
  icon: (ICONS as Readonly<Record<string, IconName>>)[notification.kind] ?? 'info',
  ...sentencesOf(notification, { t, plural, translated }),
});
