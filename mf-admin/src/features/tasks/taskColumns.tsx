import type { Task } from '@piecework/contracts';
import { Button, Clamp, type Column, formatCoins, formatDate, Status, VisuallyHidden } from '@piecework/ui';
import { Aside } from '../list/ListParts';

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
    cell: (task) => <time dateTime={task.completionDate}>{formatDate(task.completionDate)}</time>,
  },
  { id: 'buyer', head: 'Buyer email', cell: (task) => task.buyerEmail },
  { id: 'status', head: 'Status', cell: (task) => <Status status={task.taskStatus} /> },
  {
    id: 'delete',
    head: 'Delete',
    action: true,
    cell: (task) =>
      isGone(task) ? (
        <Aside>Deleted by somebody else</Aside>
      ) : (
        <Button
          variant="danger"
          size="small"
          icon="delete"
          busy={isDeleting(task)}
          onClick={() => onDelete(task)}
        >
          Delete<VisuallyHidden> {task.taskTitle}</VisuallyHidden>
        </Button>
      ),
  },
];
