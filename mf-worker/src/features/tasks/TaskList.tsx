import {
  Button,
  color,
  Empty,
  Failure,
  Grid,
  ListTools,
  Page,
  Pager,
  Segmented,
  Skeleton,
  shadow,
  space,
} from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { ListSearch, useListParams } from '@piecework/web-kit/list';
import { useNewTasks } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { TaskCard } from './TaskCard';
import { SORTS, TASKS_PER_PAGE, useTasks } from './useTasks';

export default function TaskList() {
  usePageTitle('TaskList');
  const params = useListParams(TASKS_PER_PAGE);
  const tasks = useTasks(params);
  const { q, sort, pages, available } = tasks;
  return (
    <Page
      title={`Total Available Task: ${available ?? '…'}`}
      lead={
        <span role="status">
          {q
            ? `${available ?? '…'} found for “${q}”`
            : 'Choose a task, do it well and submit it. You get the coins when the buyer approves.'}
        </span>
      }
    >
      <ListTools>
        <ListSearch label="Search tasks" placeholder="Photos, receipts, a buyer’s name …" params={params} />
        <Segmented
          label="Sort by"
          options={SORTS}
          value={sort}
          onChange={(next) => params.change({ sort: next === 'newest' ? '' : next })}
        />
      </ListTools>
      <NewTasks />
      <Cards tasks={tasks} q={q} onClear={() => params.change({ q: '' })} />
      <Pager page={params.page} pages={pages} onPage={params.goTo} label="Tasks" />
    </Page>
  );
}

/** New tasks wait for a click, so that no card moves. */
const NewTasks = () => {
  const { count, show } = useNewTasks();
  return (
    <NewTasksBar role="status">
      {count > 0 && (
        <Button variant="secondary" icon="retry" onClick={show}>
          {count === 1 ? '1 new task' : `${count} new tasks`}
        </Button>
      )}
    </NewTasksBar>
  );
};

interface CardsProps {
  tasks: ReturnType<typeof useTasks>;
  q: string;
  onClear(): void;
}

const Cards = ({ tasks: { query, rows, gone }, q, onClear }: CardsProps) => {
  if (query.isError && !query.data)
    return (
      <Failure
        title="The tasks could not be loaded"
        text={query.error.message}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data)
    return (
      <Grid min="18rem">
        <Skeleton shape="card" count={6} />
      </Grid>
    );
  if (rows.length === 0)
    return q ? (
      <Empty
        title="No open tasks match"
        text="Try a shorter word, or browse all tasks."
        seed={q}
        action={<Button onClick={onClear}>Show all tasks</Button>}
      />
    ) : (
      <Empty
        title="All tasks are taken"
        text="New tasks are posted all day. This page updates when one arrives."
        seed="no-tasks"
      />
    );
  return (
    <List as="ul" min="18rem">
      {rows.map((task, index) => (
        <li key={task._id}>
          <TaskCard task={task} isFirst={index === 0} isGone={gone.has(task._id)} />
        </li>
      ))}
    </List>
  );
};

const List = styled(Grid)`
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Takes no height, so that nothing moves when it appears. */
const NewTasksBar = styled.div`
  position: sticky;
  top: calc(var(--table-top, 0px) + ${space(10)});
  z-index: 2;
  display: flex;
  justify-content: center;
  align-items: flex-start;
  height: 0;
  margin-bottom: -${space(6)};
  /* Into the gap above the first cards, so that it covers no text. */
  translate: 0 -${space(7)};
  pointer-events: none;

  button { box-shadow: ${shadow.float}; color: ${color.primary}; pointer-events: auto; }
`;
