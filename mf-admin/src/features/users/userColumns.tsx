import type { User } from '@piecework/contracts';
import { Avatar, Coins, type Column, Row } from '@piecework/ui';
import { call, dialogs, imageSrc } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { AdjustButton } from '../adjustments/AdjustButton';
import { showOutcome } from '../dialogs/outcomes';
import { DeleteButton } from '../list/DeleteButton';
import { PersonLink } from '../people/PersonLink';
import { OWN_NOTE_ID, RoleSelect } from './RoleSelect';
import { RoleTag } from './RoleTag';
import { SuspensionCell } from './SuspensionCell';
import { deletionConfirmation, goneText } from './user-confirmations';

const AVATAR_SIZE = 40;

function DeleteUser({ user, isSelf, onDeleted }: { user: User; isSelf: boolean; onDeleted: (id: string) => void }) {
  const { run, isRunning } = useAction(async () => {
    try {
      const { deletedCount } = await call('DELETE /users/{id}', { params: { id: user._id } });
      onDeleted(user._id);
      await showOutcome(
        deletedCount,
        { title: 'Already deleted', text: goneText(user) },
        { title: 'Deleted!', text: 'Your file has been deleted.' },
      );
    } finally {
      refresh('GET /users', 'GET /totals');
    }
  });
  // Not in the action: the button would be busy behind the question.
  const ask = async () => {
    if (await dialogs.confirm(deletionConfirmation(user))) await run();
  };
  return (
    <DeleteButton
      name={user.userName}
      isBusy={isRunning}
      isDisabled={isSelf}
      describedBy={isSelf ? OWN_NOTE_ID : undefined}
      onPress={() => void ask()}
    />
  );
}

interface RowActions {
  ownId: string;
  /** Called with a user that was deleted, or may no longer match the filter. */
  onGone(id: string): void;
  onSuspend(user: User): void;
}

export const userColumns = ({ ownId, onGone, onSuspend }: RowActions): Column<User>[] => [
  {
    id: 'name',
    head: 'Name',
    primary: true,
    cell: (row) => (
      <Row wrap={false}>
        <Avatar name={row.userName} src={imageSrc(row.userPhotoURL, 80)} size={AVATAR_SIZE} />
        <PersonLink of={row._id} name={row.userName} isRow />
      </Row>
    ),
  },
  { id: 'email', head: 'Email', cell: (row) => <PersonLink of={row.userEmail} /> },
  { id: 'role', head: 'Role', cell: (row) => <RoleTag role={row.userRole} /> },
  {
    id: 'coin',
    head: 'Coin',
    align: 'end',
    cell: (row) => (
      <>
        <Coins amount={row.userAvailableCoin} />
        <div>
          <AdjustButton person={row} />
        </div>
      </>
    ),
  },
  {
    id: 'change',
    head: 'Change role',
    width: '11rem',
    cell: (row) => <RoleSelect user={row} isSelf={row._id === ownId} onLeft={onGone} />,
  },
  {
    id: 'suspension',
    head: 'Suspension',
    action: true,
    cell: (row) => (
      <SuspensionCell
        user={row}
        describedBy={row._id === ownId ? OWN_NOTE_ID : undefined}
        onSuspend={() => onSuspend(row)}
      />
    ),
  },
  {
    id: 'delete',
    head: 'Delete',
    action: true,
    cell: (row) => <DeleteUser user={row} isSelf={row._id === ownId} onDeleted={onGone} />,
  },
];
