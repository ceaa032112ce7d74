import type { Role, User } from '@piecework/contracts';
import { control, Icon } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { ApiError, call, dialogs } from '@piecework/web-kit';
import { patchRow, refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { showOutcome } from '../dialogs/outcomes';
import { SecondaryLine } from '../list/list-elements';
import { goneText, ROLE_NAMES, roleConfirmation } from './user-confirmations';

const ORDER = ['admin', 'buyer', 'worker'] as const satisfies readonly Role[];

/** An admin cannot change their own account, so one admin always remains. The delete button refers to this note too. */
const OWN_NOTE = 'This is you. Another admin can change, suspend or delete your account.';
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

/** @param onLeft called with a user that may no longer match the filter */
function useRoleChange(user: User, onLeft: (id: string) => void) {
  /** The choice that is being confirmed or sent; otherwise the select shows the user's role. */
  const [chosen, setChosen] = useState<Role>();
  const { _id: id, userName } = user;
  const { run } = useAction(async (role: Role) => {
    setChosen(role);
    try {
      if (!(await dialogs.confirm(roleConfirmation(user, role)))) return;
      const { modifiedCount } = await call('PATCH /users/{id}', { params: { id }, body: { userRole: role } });
      patchRow('GET /users', id, (row) => ({ ...row, userRole: role }));
      onLeft(id);
      await showOutcome(
        modifiedCount,
        {
          title: 'Nothing to change',
          text: `${userName} is ${ROLE_NAMES[role]} already. Another admin changed the role.`,
        },
        { title: 'Updated!', text: 'Your role has been updated successfully.' },
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      onLeft(id);
      await dialogs.failure({ title: 'Already deleted', text: goneText(user) });
    } finally {
      setChosen(undefined);
      refresh('GET /users', 'GET /totals');
    }
  });
  return { chosen, change: (role: Role) => void run(role) };
}

export function RoleSelect({ user, isSelf, onLeft }: { user: User; isSelf: boolean; onLeft: (id: string) => void }) {
  const { chosen, change } = useRoleChange(user, onLeft);
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
            if (role && role !== user.userRole && chosen === undefined) change(role);
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
