import type { Task } from '@piecework/contracts';
import { TASK_STATUSES } from '@piecework/contracts/constants';
import { Page } from '@piecework/ui';
import { onLive, usePageTitle } from '@piecework/web-kit';
import { type ListParams, LONG_PAGE_SIZE, useListParams, useStableRows } from '@piecework/web-kit/list';
import { useApiList, useNewTasks } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { ListFrame } from '../list/ListFrame';
import { HOLD_UNTIL_SHOWN } from '../list/list-settings';
import { DeleteTaskDialog } from './DeleteTaskDialog';
import { taskColumns } from './taskColumns';
import { useTaskDeletion } from './useTaskDeletion';

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'onProgress', label: 'On progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'closed', label: 'Closed' },
] as const;
const FILTER_NAMES = [...TASK_STATUSES, 'closed'] as const;

const EMPTY = {
  seed: 'tasks',
  title: 'No task available',
  text: 'Tasks appear here when buyers post them.',
  foundTitle: 'No tasks found',
  foundText: 'No task matches this search and status.',
  showAll: 'Show all tasks',
};

const idOf = ({ _id }: Task) => _id;

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

function useTaskList(params: ListParams) {
  const status = params.oneOf('status', FILTER_NAMES);
  const q = params.get('q') || undefined;
  const query = { ...(status === 'closed' ? { closed: '1' as const } : { status }), q, ...params.range };
  const list = useApiList('GET /tasks', { query });
  const stable = useStableRows<Task>(list, { scope: JSON.stringify(query), idOf, policy: HOLD_UNTIL_SHOWN });
  return { list, status, ...stable };
}

export default function ManageTasks() {
  usePageTitle('Manage Task');
  const params = useListParams(LONG_PAGE_SIZE);
  const { list, status, rows, waiting, show, finish } = useTaskList(params);
  const published = useNewTasks();
  const { chosen, choose, close, remove } = useTaskDeletion({ onDeleted: finish });
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
        columns={taskColumns({ isGone: ({ _id }) => deleted.has(_id), onDelete: choose })}
        rowKey={idOf}
        waiting={Math.max(waiting, published.count)}
        onShow={() => {
          show({ takesNext: published.count > 0 });
          published.show();
        }}
        empty={EMPTY}
      >
        {chosen && (
          <DeleteTaskDialog
            key={chosen._id}
            task={chosen}
            onSend={(reason) => remove(chosen, reason)}
            onClose={close}
          />
        )}
      </ListFrame>
    </Page>
  );
}
