import type { Task } from '@piecework/contracts';
import { Clamp, type Column, Day, formatCoins, Row, Status } from '@piecework/ui';
import { DeleteButton } from '../list/DeleteButton';
import { MinWidth, RowButton, SecondaryLine } from '../list/list-elements';
import { PersonLink } from '../people/PersonLink';
import { TaskActs } from './TaskActs';

interface RowActions {
  isGone: (task: Task) => boolean;
  /** Absent: no row waits for review. */
  onReview?: ((task: Task) => void) | undefined;
  onDelete: (task: Task) => void;
}

/** A review, a pause and the end of a task matter more than the progress of its work. */
const statusOf = ({ taskStatus, paused, review, closed }: Task) => {
  if (closed) return 'closed';
  if (review) return 'review';
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
  cell: (task) => (
    <>
      <Status status={statusOf(task)} />
      {task.adminPause && !task.closed && (
        <SecondaryLine>
          <Clamp text={`By an admin: ${task.adminPause.reason}`} />
        </SecondaryLine>
      )}
      {task.review?.words?.length ? <SecondaryLine>{wordsText(task.review.words)}</SecondaryLine> : null}
    </>
  ),
};
export const ACTS: Column<Task> = {
  id: 'acts',
  head: 'Actions',
  action: true,
  cell: (task) => <TaskActs task={task} />,
};

export const wordsText = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

export const taskColumns = ({ isGone, onReview, onDelete }: RowActions): Column<Task>[] => [
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
  ...(onReview
    ? [
        {
          id: 'review',
          head: 'Review',
          action: true,
          cell: (task: Task) =>
            task.review && !isGone(task) ? (
              <RowButton label="Review" about={task.taskTitle} variant="secondary" onClick={() => onReview(task)} />
            ) : null,
        },
      ]
    : []),
  {
    id: 'acts',
    head: 'Actions',
    action: true,
    cell: (task) =>
      isGone(task) ? (
        <SecondaryLine>Deleted just now</SecondaryLine>
      ) : (
        <Row gap={1} wrap={false}>
          <DeleteButton name={task.taskTitle} onPress={() => onDelete(task)} />
          <TaskActs task={task} />
        </Row>
      ),
  },
];
