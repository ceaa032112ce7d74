import {
  APPEAL_DAYS,
  MAX_API_KEYS,
  MAX_PENDING_WITHDRAWALS,
  MAX_RESERVATIONS,
  RESERVATION_PAUSE_MINUTES,
  type ServiceName,
} from './constants';
import type { CommonProblem, ProblemTable } from './problem';

/**
 * Errors of single services, in addition to the common ones: code → status and message. An operation lists the codes that its handler returns
 * (`problems` in the table of operations).
 */
export const SERVICE_PROBLEMS = {
  user: {
    'role-change-underway': {
      status: 409,
      message: 'The last change to this account is still in progress. Please try again in a moment.',
    },
    'own-role': {
      status: 409,
      message: 'You cannot change your own role. Please ask another admin to do it.',
    },
    'own-account': {
      status: 409,
      message: 'You cannot delete your own account. Please ask another admin to do it.',
    },
    'invalid-credential': {
      status: 400,
      message: 'The email or password is incorrect. Please check both and try again.',
    },
    'email-in-use': { status: 409, message: 'This email already has an account. Please sign in instead.' },
    'email-not-verified': {
      status: 403,
      message:
        'An account with this email already exists, and we could not confirm that it is yours. Choose “Forgot your password?” and follow the link in the email, or sign in with Google; then try again.',
    },
    'invalid-refresh-token': { status: 400, message: 'Your session has ended. Please sign in again.' },
    'mail-off': {
      status: 404,
      message: 'This site cannot send email. Please ask its administrator for help.',
    },
    'invalid-link': {
      status: 400,
      message: 'This link is not valid any more. Please ask for a new one.',
    },
    'too-many-keys': {
      status: 409,
      message: `You have ${MAX_API_KEYS} API keys already. Please revoke one that you do not use any more.`,
    },
    'no-password': {
      status: 409,
      message: 'This account signs in with Google, so it has no password to change.',
    },
  },
  task: {
    // Text of the dialog in P-12.3; the client sets its title.
    'insufficient-coins': { status: 409, message: 'Please Purchase coin' },
    'task-deleted': { status: 404, message: 'An admin has deleted this task.' },
    'task-funding': {
      status: 409,
      message: 'The coins for this task are still being set aside. Please try again in a moment.',
    },
    'task-closed': {
      status: 409,
      message: 'This task is closed, so it takes no more places. You can post it again.',
    },
    'addition-underway': {
      status: 409,
      message: 'Places are being added to this task already. Please try again in a moment.',
    },
  },
  submission: {
    'own-task': { status: 409, message: 'This is your own task. Please choose another one.' },
    'not-offered': {
      status: 409,
      message: 'Places of this task cannot be reserved. You can submit your work right away.',
    },
    'too-many-reservations': {
      status: 409,
      message: `You hold ${MAX_RESERVATIONS} reservations already. Submit your work for one of them, or give it back.`,
    },
    'cooling-off': {
      status: 409,
      message: `Your last reservation of this task ran out. You can reserve it again ${RESERVATION_PAUSE_MINUTES} minutes after that, or submit your work without a reservation.`,
    },
    'already-decided': {
      status: 409,
      message: 'This submission has already been reviewed. Reload to see the decision.',
    },
    'awaiting-revision': {
      status: 409,
      message:
        'You have sent this work back. Approve it now, or wait for the new version before you reject it.',
    },
    'revision-used': {
      status: 409,
      message: 'You have sent this work back once already. Please approve or reject it.',
    },
    'not-awaited': {
      status: 409,
      message: 'A new version of this work is not awaited. Reload to see its state.',
    },
    'not-rejected': {
      status: 409,
      message: 'Only work that a buyer rejected can be appealed. Reload to see its state.',
    },
    'too-late': {
      status: 409,
      message: `The ${APPEAL_DAYS} days in which this rejection could be appealed are over.`,
    },
    'appealed-before': {
      status: 409,
      message: 'You have appealed this rejection already. You find the appeal with your submission.',
    },
    'submitted-again': {
      status: 409,
      message: 'You have submitted this task again since, so the rejection cannot be appealed any more.',
    },
    'own-appeal': {
      status: 409,
      message: 'You were the buyer or the worker of this work. Please ask another admin to decide.',
    },
  },
  wallet: {
    'already-decided': {
      status: 409,
      message: 'This withdrawal has already been decided the other way. Reload to see the decision.',
    },
    'on-hold': {
      status: 409,
      message: 'This withdrawal is held. Release it first, or cancel it.',
    },
    'role-unsettled': {
      status: 409,
      message: 'This person’s role is still being changed. Please try again in a moment.',
    },
    'email-unconfirmed': {
      status: 409,
      message:
        'Please confirm your email address before your first withdrawal. We can send you the link again.',
    },
    'too-many-pending': {
      status: 409,
      message: `You already have ${MAX_PENDING_WITHDRAWALS} pending withdrawals. Please try again when some of them have been decided.`,
    },
    'not-approved': {
      status: 409,
      message: 'This withdrawal has not been approved, so there is nothing to pay.',
    },
    'closed-payout': {
      status: 409,
      message: 'This payout has changed in the meantime. Reload to see its state.',
    },
    'no-account': {
      status: 409,
      message:
        'We have no account number for this withdrawal that we can read. Please ask the worker for it.',
    },
    // The status that Stripe uses for it.
    'card-declined': { status: 402, message: 'Your card was declined. Please try another one.' },
    'processor-down': {
      status: 503,
      message: 'We cannot reach the card processor right now. Please try again in a moment.',
    },
    'bad-signature': {
      status: 400,
      message: 'The event must be signed by Stripe, within the last five minutes.',
    },
    'no-payment': {
      status: 409,
      message: 'We found no new payment of this amount. Please pay by card first.',
    },
    'not-a-buyer': {
      status: 409,
      message:
        'The payer is no longer a buyer, so these coins cannot be credited. Refund the payment instead.',
    },
    'payment-reversed': {
      status: 409,
      message: 'This payment has been refunded or disputed, so its coins cannot be credited.',
    },
  },
  media: {
    'upload-incomplete': {
      status: 400,
      message: 'The upload was incomplete. Please send the image again.',
    },
    'image-host-down': {
      status: 503,
      message: 'The image host is not responding. Nothing you typed is lost; please try again in a moment.',
    },
  },
  notification: {},
  gateway: {
    'not-registered': { status: 403, message: 'Please choose a role to continue.' },
    'key-not-allowed': {
      status: 403,
      message: 'API keys do not open this operation. Please sign in and use an access token.',
    },
  },
} as const satisfies Record<ServiceName | 'gateway', ProblemTable>;

type ServiceProblem = {
  [S in keyof typeof SERVICE_PROBLEMS]: keyof (typeof SERVICE_PROBLEMS)[S];
}[keyof typeof SERVICE_PROBLEMS];

/** The code of an error: stable, for programs. */
export type ProblemCode = CommonProblem | ServiceProblem;

export type ProblemSource = keyof typeof SERVICE_PROBLEMS;
/** Codes for which a service (or the gateway) has a status and a message. */
export type ProblemCodeOf<S extends ProblemSource> = S extends ProblemSource
  ? CommonProblem | keyof (typeof SERVICE_PROBLEMS)[S]
  : never;
