import type { Role, User } from '@piecework/contracts';
import { Avatar, Button, Coins, type Column, Row, VisuallyHidden } from '@piecework/ui';
import { imageSrc } from '@piecework/web-kit';
import { Aside } from '../list/ListParts';
import { RoleSelect } from './RoleSelect';
import { RoleTag } from './RoleTag';

interface Acts {
  ownId: string;
  chosenOf: (user: User) => Role | undefined;
  onChoose: (user: User, role: Role) => void;
  isDeleting: (user: User) => boolean;
  onDelete: (user: User) => void;
}

const OWN_NOTE = 'own-account-note';
const AVATAR_SIZE = 36;

export const userColumns = ({ ownId, chosenOf, onChoose, isDeleting, onDelete }: Acts): Column<User>[] => {
  const isOneself = ({ _id }: User) => _id === ownId;
  /** Nobody changes themselves, so that an admin always remains. */
  const describedBy = (user: User) => (isOneself(user) ? OWN_NOTE : undefined);
  return [
    {
      id: 'name',
      head: 'Name',
      primary: true,
      cell: (row) => (
        <Row wrap={false}>
          <Avatar name={row.userName} src={imageSrc(row.userPhotoURL, AVATAR_SIZE * 2)} size={AVATAR_SIZE} />
          <span>{row.userName}</span>
        </Row>
      ),
    },
    { id: 'email', head: 'Email', cell: (row) => row.userEmail },
    { id: 'role', head: 'Role', cell: (row) => <RoleTag $role={row.userRole}>{row.userRole}</RoleTag> },
    { id: 'coin', head: 'Coin', align: 'end', cell: (row) => <Coins amount={row.userAvailableCoin} /> },
    {
      id: 'change',
      head: 'Change role',
      width: '11rem',
      cell: (row) => (
        <>
          <RoleSelect
            user={row}
            chosen={chosenOf(row)}
            isDisabled={isOneself(row)}
            describedBy={describedBy(row)}
            onChoose={(role) => onChoose(row, role)}
          />
          {isOneself(row) && (
            <Aside id={OWN_NOTE}>This is you: another admin can change or delete your account.</Aside>
          )}
        </>
      ),
    },
    {
      id: 'delete',
      head: 'Delete',
      action: true,
      cell: (row) => (
        <Button
          variant="danger"
          size="small"
          icon="delete"
          busy={isDeleting(row)}
          disabled={isOneself(row)}
          aria-describedby={describedBy(row)}
          onClick={() => onDelete(row)}
        >
          Delete<VisuallyHidden> {row.userName}</VisuallyHidden>
        </Button>
      ),
    },
  ];
};
