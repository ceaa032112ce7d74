import type { Task } from '@piecework/contracts';
import { Clamp, type Column, Day, Email, formatCoins, Status } from '@piecework/ui';
import { DeleteButton } from '../list/DeleteButton';
import { MinWidth, SecondaryLine } from '../list/list-elements';

interface RowActions {
  isGone: (task: Task) => boolean;
  onDelete: (task: Task) => void;
}

/** A pause and the end of a task matter more than the progress of its work. */
const statusOf = ({ taskStatus, paused, closed }: Task) => {
  if (closed) return 'closed';
  return paused ? 'paused' : taskStatus;
};

const placesOf = ({ requiredWorkers, payableAmount }: Task) =>
  `${formatCoins(requiredWorkers)} open × ${formatCoins(payableAmount)} ${payableAmount === 1 ? 'coin' : 'coins'}`;

export const taskColumns = ({ isGone, onDelete }: RowActions): Column<Task>[] => [
  {
    id: 'title',
    head: 'Title',
    primary: true,
    width: '23%',
    cell: (task) => (
      <MinWidth>
        <Clamp text={task.taskTitle} lines={3} />
        <SecondaryLine>{placesOf(task)}</SecondaryLine>
      </MinWidth>
    ),
  },
  {
    id: 'detail',
    head: 'Description',
    wide: true,
    width: '22%',
    cell: (task) => (
      <MinWidth>
        <Clamp text={task.taskDetail} />
      </MinWidth>
    ),
  },
  { id: 'due', head: 'Due date', cell: (task) => <Day iso={task.completionDate} /> },
  { id: 'buyer', head: 'Buyer email', cell: ({ buyerEmail = '' }) => <Email address={buyerEmail} /> },
  { id: 'status', head: 'Status', cell: (task) => <Status status={statusOf(task)} /> },
  {
    id: 'delete',
    head: 'Delete',
    action: true,
    cell: (task) =>
      isGone(task) ? (
        <SecondaryLine>Deleted just now</SecondaryLine>
      ) : (
        <DeleteButton name={task.taskTitle} onPress={() => onDelete(task)} />
      ),
  },
];
