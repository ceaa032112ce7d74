import type { AdminAct } from '@piecework/contracts';
import type { AdminAction } from '@piecework/contracts/constants';
import type { Column } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { styled } from 'styled-components';
import { SecondaryLine, WholeWords } from '../list/list-elements';
import { PersonLink } from '../people/PersonLink';

const ACTIONS = {
  'role-changed': 'Changed a role',
  'account-closed': 'Closed an account',
  'account-suspended': 'Suspended an account',
  'suspension-lifted': 'Lifted a suspension',
  'suspension-kept': 'Kept a suspension on appeal',
  'note-added': 'Added a note',
  'report-decided': 'Decided reports',
  'task-deleted': 'Deleted a task',
  'task-ended': 'Ended a task',
  'task-paused': 'Paused a task',
  'task-resumed': 'Resumed a task',
  'task-approved': 'Approved a task',
  'task-rejected': 'Rejected a task',
  'withdrawal-approved': 'Approved a withdrawal',
  'withdrawal-canceled': 'Canceled a withdrawal',
  'withdrawal-held': 'Held a withdrawal',
  'withdrawal-released': 'Released a withdrawal',
  'grant-released': 'Released starting coins',
  'account-number-revealed': 'Revealed an account number',
  'payouts-exported': 'Exported the due payouts',
  'payout-rate-set': 'Set a payout rate',
  'payout-paid': 'Recorded a payment',
  'payout-failed': 'Recorded a failed payment',
  'payment-credited': 'Credited a payment',
  'adjustment-posted': 'Adjusted a balance',
  'adjustment-requested': 'Requested an adjustment',
  'adjustment-approved': 'Approved an adjustment',
  'adjustment-declined': 'Declined an adjustment',
  'appeal-upheld': 'Upheld an appeal',
  'appeal-dismissed': 'Dismissed an appeal',
  'event-retried': 'Retried a parked event',
  'record-discarded': 'Discarded a record that is no event',
  'password-set': 'Set a password',
  'factors-removed': 'Removed second factors',
} as const satisfies Record<AdminAction, string>;

/** An act of a newer server is shown by its name. */
const actionOf = ({ action }: AdminAct): string => (ACTIONS as Record<string, string>)[action] ?? action;

const Id = styled.span.attrs({ translate: 'no' })`
  overflow-wrap: anywhere;
`;

export const TRAIL_COLUMNS: readonly Column<AdminAct>[] = [
  {
    id: 'act',
    head: 'Action',
    primary: true,
    cell: (act) => (
      <>
        <WholeWords>{actionOf(act)}</WholeWords>
        {act.detail && <SecondaryLine>{act.detail}</SecondaryLine>}
      </>
    ),
  },
  {
    id: 'subject',
    head: 'About',
    wide: true,
    cell: ({ subject: { type, id, title } }) => (
      <>
        {title?.includes('@') ? (
          <PersonLink of={type === 'user' ? id : title} name={title} />
        ) : (
          <Id>{title ?? type}</Id>
        )}
        <SecondaryLine>
          <span>{type}</span> <Id>{id}</Id>
        </SecondaryLine>
      </>
    ),
  },
  {
    id: 'actor',
    head: 'By',
    cell: ({ actor, actorEmail }) =>
      actorEmail ? <PersonLink of={actorEmail} /> : <Id>{actor === 'operator' ? 'Operator, by a command' : actor}</Id>,
  },
  { id: 'at', head: 'When', cell: ({ at }) => <Moment at={at} /> },
];
