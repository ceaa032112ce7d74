import type { AdminAct } from '@piecework/contracts';
import type { AdminAction } from '@piecework/contracts/constants';

const ACTIONS = {
  'role-changed': 'Changed a role',
  'account-closed': 'Closed an account',
  'task-deleted': 'Deleted a task',
  'task-ended': 'Ended a task',
  'withdrawal-approved': 'Approved a withdrawal',
  'withdrawal-canceled': 'Canceled a withdrawal',
  'withdrawal-held': 'Held a withdrawal',
  'withdrawal-released': 'Released a withdrawal',
  'grant-released': 'Released starting coins',
  'account-number-revealed': 'Revealed an account number',
  'payouts-exported': 'Exported the due payouts',
  'payout-paid': 'Recorded a payment',
  'payout-failed': 'Recorded a failed payment',
  'payment-credited': 'Credited a payment',
  'appeal-upheld': 'Upheld an appeal',
  'appeal-dismissed': 'Dismissed an appeal',
  'event-retried': 'Retried a parked event',
  'record-discarded': 'Discarded a record that is no event',
  'password-set': 'Set a password',
} as const satisfies Record<AdminAction, string>;

/** An act of a newer server is shown by its name. */
export const actionOf = ({ action }: AdminAct): string => (ACTIONS as Record<string, string>)[action] ?? action;

export const actorOf = ({ actor, actorEmail }: AdminAct): string =>
  actorEmail ?? (actor === 'operator' ? 'Operator, by a command' : actor);
