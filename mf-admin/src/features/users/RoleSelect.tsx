import type { User } from '@piecework/contracts';
import { ROLES, type Role } from '@piecework/contracts/constants';
import { SelectField, VisuallyHidden } from '@piecework/ui';
import { oneOf } from '../list/useListParams';
import { ROLE_NAMES } from './consequences';

/** In the spec's order. */
const OPTIONS = (['admin', 'buyer', 'worker'] as const).map((value) => ({ value, label: ROLE_NAMES[value] }));

interface RoleSelectProps {
  user: User;
  /** What was chosen and is being asked about or sent; otherwise the select shows the role that is. */
  chosen: Role | undefined;
  isDisabled: boolean;
  describedBy: string | undefined;
  onChoose: (role: Role) => void;
}

export function RoleSelect({ user, chosen, isDisabled, describedBy, onChoose }: RoleSelectProps) {
  return (
    <SelectField
      label={<VisuallyHidden>Role of {user.userName}</VisuallyHidden>}
      options={OPTIONS}
      value={chosen ?? user.userRole}
      disabled={isDisabled}
      aria-busy={chosen !== undefined}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => {
        const role = oneOf(ROLES, currentTarget.value);
        if (role && role !== user.userRole && chosen === undefined) onChoose(role);
      }}
    />
  );
}
