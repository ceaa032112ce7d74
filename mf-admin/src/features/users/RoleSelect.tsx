import type { User } from '@piecework/contracts';
import { ROLES, type Role } from '@piecework/contracts/constants';
import { SelectField, space, VisuallyHidden } from '@piecework/ui';
import { styled } from 'styled-components';
import { oneOf } from '../list/useListParams';
import { ROLE_NAMES } from './consequences';

/** In the spec's order. */
const OPTIONS = (['admin', 'buyer', 'worker'] as const).map((value) => ({ value, label: ROLE_NAMES[value] }));

const OWN_ID = 'own-role';
/** So that an admin always remains. The button that deletes is explained by it as well. */
const OWN_NOTE = 'This is you: another admin can change or delete your account.';
export const OWN_NOTE_ID = `${OWN_ID}-hint`;

/** The field keeps a gap under its label, which is for screen readers only. */
const Flush = styled.div`
  margin-top: -${space(1)};
`;

interface RoleSelectProps {
  user: User;
  /** What was chosen and is being asked about or sent; otherwise the select shows the role that is. */
  chosen: Role | undefined;
  isOneself: boolean;
  onChoose: (role: Role) => void;
}

export function RoleSelect({ user, chosen, isOneself, onChoose }: RoleSelectProps) {
  return (
    <Flush>
      <SelectField
        {...(isOneself && { id: OWN_ID, hint: OWN_NOTE })}
        label={<VisuallyHidden>Role of {user.userName}</VisuallyHidden>}
        options={OPTIONS}
        value={chosen ?? user.userRole}
        disabled={isOneself}
        aria-busy={chosen !== undefined}
        onChange={({ currentTarget }) => {
          const role = oneOf(ROLES, currentTarget.value);
          if (role && role !== user.userRole && chosen === undefined) onChoose(role);
        }}
      />
    </Flush>
  );
}
