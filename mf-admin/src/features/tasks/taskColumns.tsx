import type { Task } from '@piecework/contracts';
import { Clamp, type Column, formatCoins, IconButton, Status } from '@piecework/ui';
import { Email } from '../list/Email';
import { Aside } from '../list/ListParts';
import { Day } from '../list/Moment';

interface Acts {
  isGone: (task: Task) => boolean;
  isDeleting: (task: Task) => boolean;
  onDelete: (task: Task) => void;
}

const placesOf = ({ requiredWorkers, payableAmount }: Task) =>
  `${formatCoins(requiredWorkers)} open × ${formatCoins(payableAmount)} ${payableAmount === 1 ? 'coin' : 'coins'}`;

export const taskColumns = ({ isGone, isDeleting, onDelete }: Acts): Column<Task>[] => [
  {
    id: 'title',
    head: 'Title',
    primary: true,
    width: '24%',
    cell: (task) => (
      <>
        <Clamp text={task.taskTitle} />
        <Aside>{placesOf(task)}</Aside>
      </>
    ),
  },
  { id: 'detail', head: 'Description', width: '32%', cell: (task) => <Clamp text={task.taskDetail} /> },
  {
    id: 'due',
    head: 'Due date',
    cell: (task) => <Day iso={task.completionDate} />,
  },
  { id: 'buyer', head: 'Buyer email', cell: ({ buyerEmail = '' }) => <Email address={buyerEmail} /> },
  { id: 'status', head: 'Status', cell: (task) => <Status status={task.taskStatus} /> },
  {
    id: 'delete',
    head: 'Delete',
    action: true,
    cell: (task) =>
      isGone(task) ? (
        <Aside>Deleted by somebody else</Aside>
      ) : (
        <IconButton
          label={`Delete ${task.taskTitle}`}
          icon="delete"
          danger
          aria-disabled={isDeleting(task)}
          onClick={() => onDelete(task)}
        />
      ),
  },
];
