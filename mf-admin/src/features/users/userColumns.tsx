import type { Role, User } from '@piecework/contracts';
import { Avatar, Coins, type Column, Email, Row } from '@piecework/ui';
import { imageSrc } from '@piecework/web-kit';
import { DeleteButton } from '../list/DeleteButton';
import { WholeWords } from '../list/list-elements';
import { OWN_NOTE_ID, RoleSelect } from './RoleSelect';
import { RoleTag } from './RoleTag';

interface RowActions {
  ownId: string;
  chosenOf: (user: User) => Role | undefined;
  onChoose: (user: User, role: Role) => void;
  isDeleting: (user: User) => boolean;
  onDelete: (user: User) => void;
}

const AVATAR_SIZE = 40;

export const userColumns = ({ ownId, chosenOf, onChoose, isDeleting, onDelete }: RowActions): Column<User>[] => {
  const isSelf = ({ _id }: User) => _id === ownId;
  return [
    {
      id: 'name',
      head: 'Name',
      primary: true,
      cell: (row) => (
        <Row wrap={false}>
          <Avatar name={row.userName} src={imageSrc(row.userPhotoURL, 80)} size={AVATAR_SIZE} />
          <WholeWords translate="no">{row.userName}</WholeWords>
        </Row>
      ),
    },
    { id: 'email', head: 'Email', cell: (row) => <Email address={row.userEmail} /> },
    { id: 'role', head: 'Role', cell: (row) => <RoleTag $role={row.userRole}>{row.userRole}</RoleTag> },
    { id: 'coin', head: 'Coin', align: 'end', cell: (row) => <Coins amount={row.userAvailableCoin} /> },
    {
      id: 'change',
      head: 'Change role',
      width: '11rem',
      cell: (row) => (
        <RoleSelect user={row} chosen={chosenOf(row)} isSelf={isSelf(row)} onChoose={(role) => onChoose(row, role)} />
      ),
    },
    {
      id: 'delete',
      head: 'Delete',
      action: true,
      cell: (row) => (
        <DeleteButton
          name={row.userName}
          isBusy={isDeleting(row)}
          isDisabled={isSelf(row)}
          describedBy={isSelf(row) ? OWN_NOTE_ID : undefined}
          onPress={() => onDelete(row)}
        />
      ),
    },
  ];
};
