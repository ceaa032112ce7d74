import type { EventType } from '@piecework/contracts';

/** One flow of architecture.md: its start and its events. The order of the events is derived from the code. */
export interface Flow {
  title: string;
  /** Calls and timers that start it, as `METHOD /path`, `internal name` or `timer name`. */
  calls: readonly string[];
  events: readonly EventType[];
}

export const FLOWS: readonly Flow[] = [
  {
    title: 'Sign-up',
    calls: [
      'POST /users',
      'POST /admin/grants/release',
      'POST /identity/verification/confirm',
      'POST /identity/password-reset/confirm',
      'POST /jwt',
      'PATCH /users/{id}',
      'DELETE /users/{id}',
      'internal confirmEmail',
      'internal makeAdmin',
    ],
    events: ['user.registered', 'user.grant-released', 'wallet.balance-changed'],
  },
  { title: 'Change of profile', calls: ['PATCH /profile'], events: ['user.profile-changed'] },
  {
    title: 'API keys',
    calls: ['POST /api-keys', 'DELETE /api-keys/{id}', 'POST /jwt', 'POST /identity/password-reset/confirm'],
    events: ['user.api-key-added', 'user.api-key-revoked'],
  },
  {
    title: 'End of a session',
    calls: [
      'POST /identity/sign-out',
      'POST /identity/refresh',
      'POST /identity/password',
      'POST /identity/password-reset/confirm',
      'internal setPassword',
    ],
    events: ['user.sessions-ended'],
  },
  {
    title: 'Mailed links',
    calls: [
      'timer mailed-links',
      'POST /identity/sign-up',
      'POST /identity/password-reset',
      'POST /identity/password-reset/confirm',
      'POST /identity/verification',
      'POST /identity/verification/confirm',
      'internal confirmEmail',
      'POST /users',
      'POST /jwt',
    ],
    events: ['user.mail-link-requested', 'mail.link-issued', 'user.email-confirmed'],
  },
  {
    title: 'Add task',
    calls: ['POST /tasks', 'PATCH /tasks/{id}'],
    events: [
      'task.funding-requested',
      'task.funded',
      'task.funding-declined',
      'wallet.balance-changed',
      'task.published',
      'task.edited',
      'task.pause-changed',
    ],
  },
  {
    title: 'Add places',
    calls: ['POST /tasks/{id}/places'],
    events: [
      'task.places-requested',
      'task.places-funded',
      'task.places-declined',
      'task.places-added',
      'task.places-opened',
      'task.places-unwanted',
      'wallet.balance-changed',
    ],
  },
  {
    title: 'Submit work, approve',
    calls: [
      'POST /submissions',
      'PATCH /submissions/{id}',
      'POST /submissions/decisions',
      'timer auto-approval',
    ],
    events: [
      'submission.created',
      'submission.pictures-attached',
      'submission.approved',
      'wallet.balance-changed',
    ],
  },
  {
    title: 'Reserve a place',
    calls: [
      'POST /tasks/{id}/reservation',
      'DELETE /tasks/{id}/reservation',
      'DELETE /tasks/{id}/reservations',
      'timer reservation-lapse',
    ],
    events: ['place.reserved', 'place.released', 'wallet.balance-changed'],
  },
  {
    title: 'Reject',
    calls: ['PATCH /submissions/{id}', 'POST /submissions/decisions', 'timer overdue-revision'],
    events: ['submission.rejected', 'wallet.balance-changed'],
  },
  {
    title: 'Revision',
    calls: ['POST /submissions/{id}/revision', 'POST /submissions/{id}/resubmission'],
    events: ['submission.revision-requested', 'submission.resubmitted', 'submission.pictures-attached'],
  },
  {
    title: 'Appeal',
    calls: ['POST /submissions/{id}/appeal', 'PATCH /appeals/{id}', 'timer appeal-window'],
    events: [
      'appeal.filed',
      'appeal.dismissed',
      'appeal.place-returned',
      'submission.rejection-reversed',
      'wallet.balance-changed',
    ],
  },
  {
    title: 'Close task',
    calls: ['POST /tasks/{id}/end', 'timer task-expiry'],
    events: [
      'task.closing-requested',
      'task.places-closed',
      'task.refunded',
      'task.closed',
      'wallet.balance-changed',
    ],
  },
  {
    title: 'Delete task',
    calls: ['DELETE /tasks/{id}'],
    events: [
      'task.deletion-requested',
      'task.places-closed',
      'task.refunded',
      'task.deleted',
      'wallet.balance-changed',
    ],
  },
  {
    title: 'Change of role and closing',
    calls: ['PATCH /users/{id}', 'DELETE /users/{id}', 'internal makeAdmin'],
    events: [
      'user.role-changed',
      'user.closed',
      'task.deletion-requested',
      'place.released',
      'task.places-closed',
      'task.refunded',
      'task.deleted',
      'task.owner-cleared',
      'submission.approved',
      'submission.rejected',
      'appeal.dismissed',
      'appeal.place-returned',
      'withdrawal.canceled',
      'wallet.role-settled',
      'wallet.account-closed',
    ],
  },
  {
    title: 'Withdraw',
    calls: [
      'POST /withdrawals',
      'PATCH /withdrawals/{id}',
      'POST /withdrawals/{id}/hold',
      'POST /withdrawals/{id}/release',
      'timer holds-to-end',
      'PATCH /withdrawals/{id}/account',
      'POST /withdrawals/{id}/payout',
    ],
    events: [
      'withdrawal.requested',
      'withdrawal.approved',
      'withdrawal.canceled',
      'withdrawal.held',
      'withdrawal.released',
      'withdrawal.number-changed',
      'withdrawal.paid',
      'withdrawal.payout-failed',
      'wallet.balance-changed',
    ],
  },
  {
    title: 'Buy coins',
    calls: [
      'POST /storePayment',
      'POST /webhooks/stripe',
      'POST /payments/{intent}/credit',
      'internal reversePayment',
    ],
    events: ['payment.recorded', 'payment.credited', 'payment.reversed', 'wallet.balance-changed'],
  },
  {
    title: 'Notify',
    calls: ['POST /notifications/read', 'PATCH /notifications/{id}', 'timer old-notifications'],
    events: ['notification.changed'],
  },
  { title: 'Add testimonial', calls: ['internal addTestimonial'], events: ['testimonial.added'] },
];
