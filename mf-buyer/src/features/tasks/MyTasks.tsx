import type { Task } from '@piecework/contracts';
import { TASK_STATUSES, type TaskStatus } from '@piecework/contracts/constants';
import {
  Button,
  Clamp,
  Coins,
  color,
  DataTable,
  Empty,
  formatCoins,
  formatDate,
  IconButton,
  media,
  Notice,
  Page,
  Pager,
  Picture,
  Row,
  radius,
  SearchField,
  SelectField,
  Stack,
  Status,
  space,
  text,
} from '@piecework/ui';
import { imageSrc, imageSrcSet, usePageTitle } from '@piecework/web-kit';
import { useApiList } from '@piecework/web-kit/query';
import { Link, useLocation } from '@piecework/web-kit/router';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { PAGE_SIZE, pagesOf, useLastPage, usePaging } from '../usePaging';
import { useDeleteTask } from './useDeleteTask';

/** What the filter offers, and what it asks the server for. */
const FILTERS = {
  all: { label: 'All', query: {} },
  open: { label: 'With open places', query: { open: '1' } },
  ...(Object.fromEntries(
    TASK_STATUSES.map((status) => [status, { label: status, query: { status } }]),
  ) as Record<TaskStatus, { label: string; query: { status: TaskStatus } }>),
} as const;
type Filter = keyof typeof FILTERS;
const isFilter = (value: string | null): value is Filter => value !== null && Object.hasOwn(FILTERS, value);

export default function MyTasks() {
  usePageTitle("My Task's");
  const paging = usePaging();
  const { page, offset, params, set, setPage } = paging;
  const q = params.get('q') ?? '';
  const wanted = params.get('show');
  const filter = isFilter(wanted) ? wanted : 'all';
  const tasks = useApiList('GET /tasks', {
    query: { mine: '1', sort: 'completion', limit: PAGE_SIZE, offset, q, ...FILTERS[filter].query },
  });
  const { rows = [], total = 0 } = tasks.data ?? {};
  useLastPage(tasks.isPlaceholderData ? undefined : tasks.data?.total, paging);
  const { remove, isRunning } = useDeleteTask();
  const isNarrowed = q !== '' || filter !== 'all';

  return (
    <Page title="My Task's" count={tasks.data && total} actions={<AddTaskLink />}>
      <Stack>
        <Underway titles={rows.map(({ taskTitle }) => taskTitle)} />
        <Tools>
          <SearchTasks value={q} onSearch={(words) => set({ q: words })} />
          <SelectField
            label="Show"
            value={filter}
            onChange={(event) =>
              set({ show: event.currentTarget.value === 'all' ? '' : event.currentTarget.value })
            }
            options={Object.entries(FILTERS).map(([value, { label }]) => ({ value, label }))}
          />
        </Tools>
        <DataTable
          caption="Your tasks by completion date, newest first"
          state={tasks.isPending ? 'loading' : tasks.isError ? 'error' : 'ready'}
          onRetry={() => void tasks.refetch()}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={columns((task) => void remove(task), isRunning)}
          empty={<NoTasks isNarrowed={isNarrowed} onShowAll={() => set({ q: '', show: '' })} />}
        />
        <Pager page={page} pages={pagesOf(total)} onPage={setPage} label="Your tasks" />
      </Stack>
    </Page>
  );
}

const AddTaskLink = () => (
  <Button as={Link} variant="primary" icon="add" to={paths.addTask}>
    Add new Tasks
  </Button>
);

const columns = (remove: (task: Task) => void, isRemoving: boolean) => [
  {
    id: 'task',
    head: 'Task',
    primary: true,
    cell: (task: Task) => (
      <Summary>
        <Thumb>
          <Picture
            src={imageSrc(task.taskImageURL, 160)}
            srcSet={imageSrcSet(task.taskImageURL)}
            sizes="56px"
            seed={task._id}
            alt=""
            ratio={1}
          />
        </Thumb>
        <div>
          {task.taskTitle}
          <Detail>
            <Clamp text={task.taskDetail} />
          </Detail>
        </div>
      </Summary>
    ),
  },
  {
    id: 'date',
    head: 'Completion Date',
    cell: ({ completionDate }: Task) => <time dateTime={completionDate}>{formatDate(completionDate)}</time>,
  },
  {
    id: 'workers',
    head: 'Required Workers',
    align: 'end' as const,
    cell: (task: Task) => formatCoins(task.requiredWorkers),
  },
  {
    id: 'pay',
    head: 'Payable Amount',
    align: 'end' as const,
    cell: (task: Task) => <Coins amount={task.payableAmount} />,
  },
  { id: 'status', head: 'Status', cell: (task: Task) => <Status status={task.taskStatus} /> },
  {
    id: 'actions',
    head: 'Actions',
    action: true,
    cell: (task: Task) => (
      <Row gap={1} wrap={false}>
        <Button
          as={Link}
          variant="quiet"
          size="small"
          icon="edit"
          to={paths.updateTask(task._id)}
          aria-label={`Edit ${task.taskTitle}`}
        >
          Edit
        </Button>
        <IconButton
          label={`Delete ${task.taskTitle}`}
          icon="delete"
          disabled={isRemoving}
          onClick={() => remove(task)}
        />
      </Row>
    ),
  },
];

const SEARCH_PAUSE_MS = 250;

/** Asks once the typing rests; the words stay in the address. */
const SearchTasks = ({ value, onSearch }: { value: string; onSearch: (words: string) => void }) => {
  const [words, setWords] = useState(value);
  const timer = useRef<number | undefined>(undefined);
  const asked = useRef(value);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // The address changed by itself: by the back button, or by "Show all".
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setWords(value);
  }, [value]);
  const type = (next: string) => {
    setWords(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      asked.current = next.trim();
      onSearch(asked.current);
    }, SEARCH_PAUSE_MS);
  };
  return (
    <SearchField
      label="Search your tasks"
      value={words}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
};

/** A task whose posting took longer than its call: said until it is in the list. */
const Underway = ({ titles }: { titles: readonly string[] }) => {
  const title = (useLocation().state as { underway?: unknown } | null)?.underway;
  if (typeof title !== 'string' || titles.includes(title)) return null;
  return (
    <Notice tone="info">
      “{title}” is safely underway: its coins are being set aside, and it appears here in a moment. There is
      no need to send it again.
    </Notice>
  );
};

const NoTasks = ({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) =>
  isNarrowed ? (
    <Empty
      title="No task fits"
      text="Try other words, or look at all of them."
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  ) : (
    <Empty
      title="You have no tasks yet"
      text="Post the first one: say what is to be done and what it pays, and workers start within minutes."
      action={<AddTaskLink />}
    />
  );

const Tools = styled.div`
  display: grid;
  gap: ${space(3)};
  align-items: end;

  ${media.tablet} {
    grid-template-columns: minmax(0, 24rem) 14rem;
    justify-content: space-between;
  }
`;
const Summary = styled.div`
  display: flex;
  gap: ${space(3)};
  align-items: flex-start;
  min-width: min(16rem, 100%);
`;
const Detail = styled.div`
  color: ${color.soft};
  font-size: ${text.small};
  font-weight: 400;
`;
const Thumb = styled.div`
  flex: none;
  width: 56px;
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
`;
