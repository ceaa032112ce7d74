import type { WaitingGrant } from '@piecework/contracts';
import { Coins, type Column, color, Email, space, text } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { styled } from 'styled-components';
import { MinWidth, SecondaryLine, WholeWords } from '../list/list-elements';

const REASONS: Readonly<Record<WaitingGrant['reason'], string>> = {
  network: 'Many new accounts from this network that day',
  mailbox: 'Another account has the same mailbox',
};

const Choice = styled.label`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  min-height: 44px;
  cursor: pointer;

  input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: ${color.primary}; }
  small { display: block; color: ${color.soft}; font-size: ${text.small}; font-weight: 400; }
`;

interface Selection {
  isSelected: (userId: string) => boolean;
  onSelect: (userId: string) => void;
}

export const grantColumns = ({ isSelected, onSelect }: Selection): Column<WaitingGrant>[] => [
  {
    id: 'account',
    head: 'Account',
    primary: true,
    cell: ({ userId, userName, userEmail, userRole }) => (
      <Choice>
        <input
          type="checkbox"
          aria-label={`Select ${userName}, ${userEmail}`}
          checked={isSelected(userId)}
          onChange={() => onSelect(userId)}
        />
        <span>
          <WholeWords translate="no">{userName}</WholeWords>
          <small>{userRole}</small>
        </span>
      </Choice>
    ),
  },
  {
    id: 'email',
    head: 'Email',
    cell: ({ userEmail, emailConfirmed }) => (
      <>
        <Email address={userEmail} />
        <SecondaryLine>{emailConfirmed ? 'confirmed' : 'not confirmed'}</SecondaryLine>
      </>
    ),
  },
  { id: 'coins', head: 'Coins', align: 'end', cell: ({ coins }) => <Coins amount={coins} /> },
  {
    id: 'reason',
    head: 'Reason',
    wide: true,
    cell: ({ reason, network }) => (
      <MinWidth>
        <span>{REASONS[reason]}</span>
        <SecondaryLine translate="no">{network}</SecondaryLine>
      </MinWidth>
    ),
  },
  { id: 'since', head: 'Registered', cell: ({ since }) => <Moment at={since} /> },
];
