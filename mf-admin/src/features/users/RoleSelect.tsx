import type { Role, User } from '@piecework/contracts';

import { control, Icon, space } from '@piecework/ui';
import { styled } from 'styled-components';
import { SecondaryLine } from '../list/list-elements';
import { ROLE_NAMES } from './user-confirmations';

const ORDER = ['admin', 'buyer', 'worker'] as const satisfies readonly Role[];

/** An admin cannot change their own account, so one admin always remains. The delete button refers to this note too. */
const OWN_NOTE = 'This is you. Another admin can change or delete your account.';
export const OWN_NOTE_ID = 'own-account-note';

const Box = styled.div`
  position: relative;
  display: inline-block;

  svg {
    position: absolute;
    inset: 0 ${space(2)} 0 auto;
    height: 100%;
    rotate: 90deg;
    pointer-events: none;
  }
`;

const Choice = styled.select`
  ${control}
  min-width: 7.5rem;
  padding-inline-end: ${space(8)};
  appearance: none;
  cursor: pointer;
`;

interface RoleSelectProps {
  user: User;
  /** The choice that is being confirmed or sent; otherwise the select shows the user's role. */
  chosen: Role | undefined;
  isSelf: boolean;
  onChoose: (role: Role) => void;
}

export function RoleSelect({ user, chosen, isSelf, onChoose }: RoleSelectProps) {
  return (
    <>
      <Box>
        <Choice
          aria-label={`Role of ${user.userName}`}
          aria-describedby={isSelf ? OWN_NOTE_ID : undefined}
          aria-busy={chosen !== undefined}
          disabled={isSelf}
          value={chosen ?? user.userRole}
          onChange={({ currentTarget }) => {
            const role = ORDER.find((known) => known === currentTarget.value);
            if (role && role !== user.userRole && chosen === undefined) onChoose(role);
          }}
        >
          {ORDER.map((role) => (
            <option key={role} value={role}>
              {ROLE_NAMES[role]}
            </option>
          ))}
        </Choice>
        <Icon name="next" size="1rem" />
      </Box>
      {isSelf && <SecondaryLine id={OWN_NOTE_ID}>{OWN_NOTE}</SecondaryLine>}
    </>
  );
}
