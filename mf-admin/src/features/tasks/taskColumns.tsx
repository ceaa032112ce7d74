import type { Task } from '@piecework/contracts';
import { Clamp, type Column, Day, formatCoins, Status } from '@piecework/ui';
import { DeleteButton } from '../list/DeleteButton';
import { MinWidth, SecondaryLine } from '../list/list-elements';
import { PersonLink } from '../people/PersonLink';

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

export const TITLE: Column<Task> = {
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
};
export const DUE: Column<Task> = { id: 'due', head: 'Due date', cell: (task) => <Day iso={task.completionDate} /> };
export const STATUS: Column<Task> = {
  id: 'status',
  head: 'Status',
  cell: (task) => <Status status={statusOf(task)} />,
};

export const taskColumns = ({ isGone, onDelete }: RowActions): Column<Task>[] => [
  TITLE,
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
  DUE,
  { id: 'buyer', head: 'Buyer email', cell: ({ buyerEmail = '' }) => <PersonLink of={buyerEmail} /> },
  STATUS,
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
