import type { Task } from '@piecework/contracts';
import { type TaskStatus as Progress, TASK_STATUSES } from '@piecework/contracts/constants';
import {
  Button,
  Clamp,
  Coins,
  type Column,
  DataTable,
  Day,
  Empty,
  EnlargeablePicture,
  Icon,
  IconButton,
  ListTools,
  Menu,
  type MenuEntry,
  Notice,
  Page,
  Pager,
  Row,
  SelectField,
  Stack,
} from '@piecework/ui';
import { clampedTo, color, quietText, radius, space } from '@piecework/ui/styles';
import { pictureSources, usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { ListSearch, PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { Link, useLocation } from '@piecework/web-kit/router';
import { useState } from 'react';
import { styled } from 'styled-components';
import { rowsText } from '../counted';
import { paths } from '../paths';
import { ExtendDialog } from './ExtendDialog';
import { type Extension, extensionEntries } from './extension';
import { KeptCoins } from './KeptCoins';
import { OpenPlaces } from './OpenPlaces';
import { refundedText } from './refund-texts';
import { TaskStatus } from './TaskStatus';
import { useTaskActions } from './useTaskActions';

const FILTERS = {
  all: { label: 'All', query: {} },
  open: { label: 'With open places', query: { open: '1' } },
  closed: { label: 'Closed', query: { closed: '1' } },
  review: { label: 'In review', query: { review: '1' } },
  ...(Object.fromEntries(TASK_STATUSES.map((status) => [status, { label: status, query: { status } }])) as Record<
    Progress,
    { label: string; query: { status: Progress } }
  >),
} as const;
/** In rem: narrower, the titles have no room beside the actions. */
const CARDS_BELOW = 54;
const FILTER_NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

export default function MyTasks() {
  usePageTitle("My Task's");
  const params = useListParams(PAGE_SIZE);
  const q = params.get('q');
  const filter = params.oneOf('show', FILTER_NAMES) ?? 'all';
  const importId = params.get('import');
  const tasks = useApiList('GET /tasks', {
    query: {
      mine: '1',
      sort: 'completion',
      ...params.range,
      q,
      ...(importId !== '' && { importId }),
      ...FILTERS[filter].query,
    },
  });
  const { rows = [], total = 0 } = tasks.data ?? {};
  const pages = usePages(params, tasks);
  const actions = useTaskActions();
  const [extending, setExtending] = useState<{ task: Task; extension: Extension }>();
  const isFiltered = q !== '' || filter !== 'all' || importId !== '';
  const showAll = () => params.change({ q: '', show: '', import: '' });

  return (
    <Page title="My Task's" count={tasks.data && total} actions={<Actions />}>
      <Stack>
        <PostingNotice titles={rows.map(({ taskTitle }) => taskTitle)} />
        <ListTools>
          <ListSearch label="Search your tasks" params={params} />
          <SelectField
            label="Show"
            value={filter}
            onChange={(event) =>
              params.change({ show: event.currentTarget.value === 'all' ? '' : event.currentTarget.value })
            }
            options={Object.entries(FILTERS).map(([value, { label }]) => ({ value, label }))}
          />
        </ListTools>
        {importId !== '' && (
          <Notice tone="info">
            <span>Only tasks of one import are shown.</span>{' '}
            <Button variant="quiet" size="small" onClick={() => params.change({ import: '' })}>
              Show all tasks
            </Button>
          </Notice>
        )}
        <DataTable
          caption="Your tasks by completion date, newest first"
          {...tableState(tasks)}
          rows={rows}
          rowKey={({ _id }) => _id}
          cardsBelow={CARDS_BELOW}
          columns={columns({ ...actions, extend: (task, extension) => setExtending({ task, extension }) })}
          empty={<NoTasks isFiltered={isFiltered} onShowAll={showAll} />}
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Your tasks" />
        {extending && <ExtendDialog {...extending} onClose={() => setExtending(undefined)} />}
      </Stack>
    </Page>
  );
}

const Actions = () => (
  <>
    <LinkButton variant="quiet" to={paths.blockedWorkers} label="Blocked workers" />
    <LinkButton variant="quiet" to={paths.batches} label="Batches" />
    <LinkButton variant="secondary" icon="upload" to={paths.importTasks} label="Import tasks" />
    <AddTaskLink />
  </>
);

const AddTaskLink = () => <LinkButton variant="primary" icon="add" to={paths.addTask} label="Add new Tasks" />;

interface TaskActions extends ReturnType<typeof useTaskActions> {
  extend(task: Task, extension: Extension): void;
}

const columns = (actions: TaskActions): Column<Task>[] => [
  {
    id: 'task',
    head: 'Task',
    primary: true,
    cell: (task) => (
      <Summary>
        <Thumb>
          <EnlargeablePicture
            {...pictureSources(task.taskImageURL, 160)}
            sizes="56px"
            seed={task._id}
            title={task.taskTitle}
            ratio={1}
          />
        </Thumb>
        <div>
          <Title to={paths.results(task._id)}>{task.taskTitle}</Title>
          {task.batch && <Detail>{`Batch · ${rowsText(task.batch.rows)}`}</Detail>}
          <Detail>
            <Clamp text={task.taskDetail} />
          </Detail>
        </div>
      </Summary>
    ),
  },
  { id: 'date', head: 'Completion Date', cell: ({ completionDate }) => <Day iso={completionDate} /> },
  { id: 'workers', head: 'Required Workers', align: 'end', cell: (task) => <OpenPlaces task={task} /> },
  { id: 'pay', head: 'Payable Amount', align: 'end', cell: ({ payableAmount: pay }) => <Coins amount={pay} /> },
  {
    id: 'status',
    head: 'Status',
    cell: (task) => (
      <>
        <TaskStatus task={task} />
        {task.adminPause && !task.closed && <Detail>{`By an admin: ${task.adminPause.reason}`}</Detail>}
        {task.review && <Detail>Only you see it until it’s approved</Detail>}
        {task.closed?.rejection && <Detail>Not approved</Detail>}
        {task.closed && <Detail>{refundedText(task.closed)}</Detail>}
        {task.closed?.kept && (
          <Detail>
            <KeptCoins kept={task.closed.kept} />
          </Detail>
        )}
      </>
    ),
  },
  {
    id: 'actions',
    head: 'Actions',
    action: true,
    cell: (task) => (
      <Row gap={1} wrap={false}>
        {!task.closed && (
          <LinkButton
            variant="quiet"
            size="small"
            icon="edit"
            to={paths.updateTask(task._id)}
            aria-label={`Edit ${task.taskTitle}`}
            label="Edit"
          />
        )}
        <IconButton
          label={`Delete ${task.taskTitle}`}
          icon="delete"
          disabled={actions.isBusy}
          onClick={() => actions.remove(task)}
        />
        <MoreActions task={task} {...actions} />
      </Row>
    ),
  },
];

const MoreActions = ({ task, close, pause, extend, isBusy: disabled }: TaskActions & { task: Task }) => {
  const { taskTitle, batch, closed, paused, adminPause } = task;
  const postAgain: MenuEntry = { label: 'Post again', icon: 'add', as: Link, to: paths.postAgain(task._id) };
  const pauseOrResume: MenuEntry = {
    label: paused ? 'Resume' : 'Pause',
    icon: paused ? 'play' : 'pause',
    disabled,
    onSelect: () => pause(task),
  };
  const ofOpenTask: MenuEntry[] = [
    ...extensionEntries(task, (extension) => extend(task, extension), disabled),
    ...(adminPause ? [] : [pauseOrResume]),
    { label: 'Close now', icon: 'close', disabled, onSelect: () => close(task) },
  ];
  const items = [...(batch ? [] : [postAgain]), ...(closed ? [] : ofOpenTask)];
  if (items.length === 0) return null;
  return <Menu label={`More actions for ${taskTitle}`} trigger={<Icon name="more" />} items={items} />;
};

/** Shown until the task, whose posting outlasted its call, is in the list. */
const PostingNotice = ({ titles }: { titles: readonly string[] }) => {
  const title = (useLocation().state as { underway?: unknown } | null)?.underway;
  if (typeof title !== 'string' || titles.includes(title)) return null;
  return (
    <Notice tone="info">
      {`“${title}” is being posted and will appear here in a moment. You don’t need to post it again.`}
    </Notice>
  );
};

const NoTasks = ({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) =>
  isFiltered ? (
    <Empty
      title="No tasks match"
      text="Try a different search, or show all your tasks."
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  ) : (
    <Empty
      title="You have no tasks yet"
      text="Post your first one: describe the work and what it pays, and workers can start within minutes."
      action={<AddTaskLink />}
    />
  );

const Summary = styled.div`
  display: flex;
  gap: ${space(3)};
  align-items: flex-start;
  min-width: min(16rem, 100%);
`;
const Title = styled(Link)`
  ${clampedTo(3)}
  color: inherit;
  overflow-wrap: anywhere;
  text-underline-offset: 0.2em;
`;
const Detail = styled.div`
  ${quietText}
  font-weight: 400;
`;
const Thumb = styled.div`
  flex: none;
  width: 56px;
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
`;
