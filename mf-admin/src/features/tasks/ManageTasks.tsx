import type { Task } from '@piecework/contracts';
import { TASK_STATUSES } from '@piecework/contracts/constants';
import { Button, DataTable, Empty, ListTools, Page, Pager, Segmented } from '@piecework/ui';
import { onLive, usePageTitle } from '@piecework/web-kit';
import {
  type ListParams,
  ListSearch,
  LONG_PAGE_SIZE,
  tableState,
  useListParams,
  usePages,
  useStableRows,
} from '@piecework/web-kit/list';
import { useApiList, useNewTasks } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { ListHead, ListRegion } from '../list/list-elements';
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
  const query = {
    ...(status === 'closed' ? { closed: '1' as const } : { status }),
    ...{ q, ...params.range },
  };
  const list = useApiList('GET /tasks', { query });
  const stable = useStableRows<Task>(list, { scope: JSON.stringify(query), idOf, policy: HOLD_UNTIL_SHOWN });
  return { list, status, isFiltered: Boolean(status || q), ...stable };
}

export default function ManageTasks() {
  usePageTitle('Manage Task');
  const params = useListParams(LONG_PAGE_SIZE);
  const { list, status, isFiltered, rows, waiting, show, finish } = useTaskList(params);
  const pages = usePages(params, list);
  const published = useNewTasks();
  const { chosen, choose, close, remove } = useTaskDeletion({ onDeleted: finish });
  const deleted = useDeleted();

  const columns = taskColumns({
    isGone: ({ _id }) => deleted.has(_id),
    onDelete: choose,
  });
  const clear = () => params.change({ q: '', status: '' });
  return (
    <Page title="Manage Task">
      <ListRegion aria-label="Tasks">
        <ListTools>
          <ListSearch label="Search by title, description, or buyer’s name" params={params} />
          <Segmented
            label="Which tasks"
            options={FILTERS}
            value={status ?? ''}
            onChange={(value) => params.change({ status: value })}
          />
        </ListTools>
        <ListHead
          total={list.data?.total}
          noun="task"
          isFiltered={isFiltered}
          waiting={Math.max(waiting, published.count)}
          onShow={() => {
            show({ takesNext: published.count > 0 });
            published.show();
          }}
        />
        <DataTable
          caption="Tasks"
          columns={columns}
          rows={rows}
          rowKey={idOf}
          {...tableState(list)}
          empty={<NoTasks isFiltered={isFiltered} onClear={clear} />}
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Tasks" />
        {chosen && (
          <DeleteTaskDialog
            key={chosen._id}
            task={chosen}
            onSend={(reason) => remove(chosen, reason)}
            onClose={close}
          />
        )}
      </ListRegion>
    </Page>
  );
}

function NoTasks({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return <Empty title="No task available" text="Tasks appear here when buyers post them." seed="tasks" />;
  return (
    <Empty
      title="No tasks found"
      text="No task matches this search and status."
      seed="tasks"
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all tasks
        </Button>
      }
    />
  );
}
