import {
  APPEAL_DAYS,
  MAX_API_KEYS,
  MAX_BLOCKS,
  MAX_BONUSES,
  MAX_DRAFTS,
  MAX_PASSKEYS,
  MAX_RAISED_PENDING,
  MAX_RESERVATIONS,
  MAX_TEXT_VERSIONS,
  MAX_UNANSWERED,
  RESERVATION_PAUSE_MINUTES,
  type ServiceName,
  THREAD_DAYS,
} from './constants';
import type { CommonProblem, ProblemTable } from './problem';

const conflict = (message: string) => ({ status: 409, message }) as const;

/** Text of the dialog in P-12.3; the client sets its title. */
const INSUFFICIENT_COINS = conflict('Please Purchase coin');
const TASK_CLOSED = conflict('This task is closed, so nothing can be added to it. You can post it again.');
const ROLE_UNSETTLED = conflict('This person’s role is still being changed. Please try again in a moment.');
const WORKER_LEFT = conflict('This worker is no longer on Piecework as a worker, so your coins can’t reach them.');
const ADDITION_UNDERWAY = conflict('This task is just being changed. Please try again in a moment.');

const FACTOR_REQUIRED = conflict('Please confirm that it’s you with your second factor.');

/**
 * Errors of single services, in addition to the common ones: code → status and message. An operation lists the codes that its handler returns
 * (`problems` in the table of operations).
 */
export const SERVICE_PROBLEMS = {
  user: {
    'role-change-underway': conflict(
      'The last change to this account is still in progress. Please try again in a moment.',
    ),
    'own-role': conflict('You can’t change your own role. Please ask another admin to do it.'),
    'own-account': conflict('You can’t delete your own account. Please ask another admin to do it.'),
    'already-suspended': conflict('This account is already suspended. Reload to see why.'),
    'own-suspension': conflict('You suspended this account. Please ask another admin to decide the appeal.'),
    'own-report': conflict('You are part of this case. Please ask another admin to decide it.'),
    'not-suspended': conflict('This account is no longer suspended. Reload to see its status.'),
    'appealed-before': conflict('You already appealed. You can read the decision on your dashboard.'),
    'already-decided': conflict('This appeal has already been decided. Reload to see the decision.'),
    'invalid-credential': {
      status: 400,
      message: 'The email or password is incorrect. Please check both and try again.',
    },
    'email-in-use': conflict('This email already has an account. Please sign in instead.'),
    'email-not-verified': {
      status: 403,
      message:
        'An account with this email already exists, and we couldn’t confirm that it’s yours. Choose “Forgot your password?” and follow the link in the email, or sign in with Google; then try again.',
    },
    'invalid-refresh-token': { status: 400, message: 'Your session has ended. Please sign in again.' },
    'mail-off': { status: 404, message: 'This site can’t send email. Please ask its administrator for help.' },
    'invalid-link': { status: 400, message: 'This link is no longer valid. Please request a new one.' },
    'too-many-keys': conflict(`You already have ${MAX_API_KEYS} API keys. Please revoke one you no longer use.`),
    'factor-required': FACTOR_REQUIRED,
    'wrong-factor': {
      status: 400,
      message:
        'This code isn’t right, or it has been used. Please wait for the next one, and check the time of your phone.',
    },
    'wrong-passkey': { status: 400, message: 'This passkey wasn’t accepted. Please try again, or use another one.' },
    'too-many-passkeys': conflict(`You already have ${MAX_PASSKEYS} passkeys. Please remove one you no longer use.`),
    'set-up-expired': conflict('The set-up took too long. Please start it again.'),
    'no-factor': conflict('This account has no second factor. Please set one up first.'),
    'last-factor': conflict('Admins need a second factor here. Please add another one before you remove this one.'),
    'no-password': conflict('This account signs in with Google, so it has no password to change.'),
  },
  task: {
    'insufficient-coins': INSUFFICIENT_COINS,
    'task-deleted': { status: 404, message: 'An admin has deleted this task.' },
    'task-funding': conflict('The coins for this task are still being set aside. Please try again in a moment.'),
    'task-closed': TASK_CLOSED,
    'task-reviewed': conflict('This task has already been approved. Reload to see it.'),
    'task-changed': conflict('The buyer has changed this task since you read it. Please read it again.'),
    'is-batch': conflict('This task has rows, so you can’t add places to it. Add rows instead.'),
    'addition-underway': ADDITION_UNDERWAY,
    'too-many-pending': conflict(
      `You can raise the pay while at most ${MAX_RAISED_PENDING.toLocaleString('en-US')} submissions are pending. Please decide some of them first.`,
    ),
  },
  submission: {
    'too-many-drafts': conflict(`You already have ${MAX_DRAFTS} drafts. Please publish or delete one of them.`),
    'too-many-blocks': conflict(
      `You already block ${MAX_BLOCKS.toLocaleString('en-US')} people. Please remove one of them from your list first.`,
    ),
    // Of rows for an open batch.
    'insufficient-coins': INSUFFICIENT_COINS,
    'task-closed': TASK_CLOSED,
    'addition-underway': ADDITION_UNDERWAY,
    'already-published': conflict(
      'This batch has been published, so its draft can’t be changed. You’ll find it under My Tasks.',
    ),
    'own-task': conflict('This is your own task. Please choose another one.'),
    'not-offered': conflict('This task doesn’t hold places. You can submit your work right away.'),
    'too-many-reservations': conflict(
      `You already hold ${MAX_RESERVATIONS} places. Submit your work for one of them, or release one.`,
    ),
    'cooling-off': conflict(
      `Your hold on this task has ended. You can hold a place again ${RESERVATION_PAUSE_MINUTES} minutes after it ended, or submit your work without a hold.`,
    ),
    'newcomers-hold': conflict(
      'Workers without approved work already hold as many places here as they can. Submit your work without a hold, or try again later.',
    ),
    'holds-too-new': conflict('These holds are still too new to release. The workers may be submitting soon.'),
    'too-many-submissions': {
      status: 429,
      message: 'You’ve submitted to this task as often as one day allows. Please try again tomorrow.',
    },
    'thread-over': conflict(`This thread has ended: it closes ${THREAD_DAYS} days after the last decision.`),
    'thread-closed': conflict('This thread is closed. You can still read it.'),
    'too-many-unanswered': {
      status: 429,
      message: `You’ve written ${MAX_UNANSWERED} messages without an answer. Please wait for one, or write again tomorrow.`,
    },
    'already-decided': conflict('This submission has already been reviewed. Reload to see the decision.'),
    'awaiting-revision': conflict(
      'You requested a revision of this submission. Approve it now, or wait for the revision before you reject it.',
    ),
    'revision-used': conflict('You already requested a revision of this submission. Please approve or reject it.'),
    'not-awaited': conflict('No revision is expected for this submission. Reload to see its status.'),
    'not-rejected': conflict('You can only appeal a submission that a buyer rejected. Reload to see its status.'),
    'too-late': conflict(`This rejection can no longer be appealed. Appeals close after ${APPEAL_DAYS} days.`),
    'appealed-before': conflict('You already appealed this rejection. You’ll find the appeal with your submission.'),
    'submitted-again': conflict('You submitted this task again, so this rejection can no longer be appealed.'),
    'not-reversible': conflict(
      'Only a submission that was rejected can be approved after all. Reload to see its status.',
    ),
    'reversal-over': conflict(
      `This rejection is final: its ${APPEAL_DAYS} days are over, an admin has decided the appeal, or the worker has submitted again.`,
    ),
    'reversal-underway': conflict('The buyer is just approving this submission. Please try again in a moment.'),
    'role-unsettled': ROLE_UNSETTLED,
    'worker-left': WORKER_LEFT,
    'own-appeal': conflict('You were the buyer or the worker in this case. Please ask another admin to decide.'),
  },
  wallet: {
    'insufficient-coins': INSUFFICIENT_COINS,
    'worker-left': WORKER_LEFT,
    'too-many-bonuses': conflict(
      `This submission already has ${MAX_BONUSES} bonuses, which is as many as it can have.`,
    ),
    'already-decided': conflict('This withdrawal has already been decided. Reload to see the decision.'),
    'worker-suspended': conflict(
      'This person’s account is suspended, so their withdrawals wait. Lift the suspension first, or cancel the request.',
    ),
    'on-hold': conflict('This withdrawal is on hold. Release it first, or cancel it.'),
    'role-unsettled': ROLE_UNSETTLED,
    'email-unconfirmed': conflict(
      'Please confirm your email address before your first withdrawal. We can send you the link again.',
    ),
    'too-many-pending': conflict(
      'You already have as many pending withdrawals as a worker can have. Please try again when one of them has been decided.',
    ),
    'not-approved': conflict('This withdrawal hasn’t been approved, so there’s nothing to pay.'),
    'closed-payout': conflict('This payout has changed in the meantime. Reload to see its status.'),
    'number-changed': conflict(
      'This withdrawal now has another account number. Reload to see it, and check which one you paid.',
    ),
    'number-just-changed': conflict(
      'The account number was changed a short time ago, so this payout has to wait. To pay now, give a reason.',
    ),
    'too-many-changes': {
      status: 429,
      message: 'You’ve changed this account number as often as one day allows. Please try again tomorrow.',
    },
    'no-account': conflict('We can’t read an account number for this withdrawal. Please ask the worker for it.'),
    // The status that Stripe uses for it.
    'card-declined': { status: 402, message: 'Your card was declined. Please try another one.' },
    'processor-down': {
      status: 503,
      message: 'We can’t reach the card processor right now. Please try again in a moment.',
    },
    'bad-signature': { status: 400, message: 'The event must be signed by Stripe, within the last five minutes.' },
    'no-payment': conflict('We found no new payment for this amount. Please pay by card first.'),
    'not-a-buyer': conflict(
      'The payer is no longer a buyer, so these coins can’t be credited. Refund the payment instead.',
    ),
    'own-adjustment': conflict('You requested this adjustment, so another admin has to approve it.'),
    'adjustment-decided': conflict('This adjustment has already been decided. Reload to see the decision.'),
    'not-adjustable': conflict('The coins of closed accounts and of admins can’t be adjusted.'),
    'too-few-coins': conflict('This account doesn’t have that many coins.'),
    'payment-reversed': conflict('This payment has been refunded or disputed, so its coins can’t be credited.'),
  },
  media: {
    'upload-incomplete': { status: 400, message: 'The upload was incomplete. Please send the picture again.' },
    'image-host-down': {
      status: 503,
      message: 'The picture server isn’t responding. Nothing you typed is lost. Please try again in a moment.',
    },
  },
  notification: {},
  gateway: {
    // Of the task that publishes a batch.
    'insufficient-coins': INSUFFICIENT_COINS,
    'no-pilot': conflict('This batch has no pilot at the moment, so its texts stay as they are.'),
    'too-many-versions': conflict(
      `The texts of this batch have been corrected ${MAX_TEXT_VERSIONS - 1} times already. Offer all pages, or close the batch and publish it again.`,
    ),
    'factor-required': FACTOR_REQUIRED,
    'factor-missing': conflict('Admins need a second factor here. Please set one up under Security first.'),
    'not-registered': { status: 403, message: 'Please choose a role to continue.' },
    'key-not-allowed': {
      status: 403,
      message: 'API keys can’t be used for this. Please sign in and use an access token.',
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
