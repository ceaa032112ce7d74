import type { Task } from '@piecework/contracts';
import { TASK_STATUSES } from '@piecework/contracts/constants';
import { Page } from '@piecework/ui';
import { loadable, onLive, usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiList, useNewTasks } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { ListFrame } from '../list/ListFrame';
import { idOf, useHeldRows } from '../list/useHeldRows';
import { DeleteTaskDialog } from './DeleteTaskDialog';
import { taskColumns } from './taskColumns';

const ReviewDialog = loadable(() => import('./ReviewDialog'), null);

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'onProgress', label: 'On progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'closed', label: 'Closed' },
  { value: 'review', label: 'In review' },
] as const;
const FILTER_NAMES = [...TASK_STATUSES, 'closed', 'review'] as const;

const EMPTY = {
  seed: 'tasks',
  title: 'No task available',
  text: 'Tasks appear here when buyers post them.',
  foundTitle: 'No tasks found',
  foundText: 'No task matches this search and status.',
  showAll: 'Show all tasks',
};

/** Tasks deleted since the page was opened. */
function useDeleted(): ReadonlySet<string> {
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      onLive('task', ({ id, change }) => {
        if (change === 'deleted') setDeleted((known) => new Set(known).add(id));
      }),
    [],
  );
  return deleted;
}

export default function ManageTasks() {
  usePageTitle('Manage Task');
  const params = useListParams(LONG_PAGE_SIZE);
  const status = params.oneOf('status', FILTER_NAMES);
  const shown = status === 'closed' || status === 'review' ? { [status]: '1' } : { status };
  const query = { ...shown, q: params.get('q') || undefined, ...params.range };
  const list = useApiList('GET /tasks', { query });
  const { rows, waiting, show, finish } = useHeldRows<Task>(list, query);
  const published = useNewTasks();
  const [chosen, setChosen] = useState<Task>();
  const [reviewed, setReviewed] = useState<Task>();
  const deleted = useDeleted();
  return (
    <Page title="Manage Task">
      <ListFrame
        params={params}
        list={list}
        rows={rows}
        label="Tasks"
        noun="task"
        search="Search by title, description, or buyer’s name"
        filter={{ name: 'status', label: 'Which tasks', options: FILTERS, value: status }}
        columns={taskColumns({
          isGone: ({ _id }) => deleted.has(_id),
          onReview: rows.some(({ review }) => review) ? setReviewed : undefined,
          onDelete: setChosen,
        })}
        rowKey={idOf}
        waiting={Math.max(waiting, published.count)}
        onShow={() => {
          show({ takesNext: published.count > 0 });
          published.show();
        }}
        empty={EMPTY}
      >
        {reviewed && (
          <ReviewDialog
            key={reviewed._id}
            taskId={reviewed._id}
            onDone={finish}
            onClose={() => setReviewed(undefined)}
          />
        )}
        {chosen && (
          <DeleteTaskDialog key={chosen._id} task={chosen} onDeleted={finish} onClose={() => setChosen(undefined)} />
        )}
      </ListFrame>
    </Page>
  );
}
