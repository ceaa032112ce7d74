import {
  Button,
  color,
  Empty,
  Failure,
  Grid,
  Page,
  Pager,
  SearchField,
  Segmented,
  Skeleton,
  shadow,
  space,
} from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { useNewTasks } from '@piecework/web-kit/query';
import { Navigate } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { Toolbar } from '../../Toolbar';
import { TaskCard } from './TaskCard';
import { SORTS, useTaskSearch } from './useTaskSearch';
import { useTasks } from './useTasks';
import { useTyped } from './useTyped';

export default function TaskList() {
  usePageTitle('TaskList');
  const view = useTaskSearch();
  const { q, sort, page, goTo } = view;
  const tasks = useTasks(view);
  const { pages, available } = tasks;
  if (pages !== undefined && tasks.isBeyond(page)) return <Navigate to={view.searchOf(pages)} replace />;
  return (
    <Page
      title={`Total Available Task: ${available ?? '…'}`}
      lead={
        <span role="status">
          {q
            ? `${available ?? '…'} found for “${q}”`
            : 'Choose a piece, do it well, hand it in. The coins come when its buyer approves.'}
        </span>
      }
    >
      <Toolbar justify="space-between" align="flex-end" gap={4}>
        <Search value={q} onSearch={view.search} />
        <Segmented label="Sort by" options={SORTS} value={sort} onChange={view.sortBy} />
      </Toolbar>
      <NewTasks />
      <Cards tasks={tasks} q={q} onClear={() => view.search('')} />
      <Pager page={page} pages={pages ?? 1} onPage={goTo} label="Tasks" />
    </Page>
  );
}

const Search = ({ value, onSearch }: { value: string; onSearch(q: string): void }) => {
  const [typed, type] = useTyped(value, onSearch);
  return (
    <SearchSlot>
      <SearchField
        label="Search tasks"
        placeholder="Photos, receipts, a buyer’s name …"
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </SearchSlot>
  );
};

/** New tasks wait for a press, so that nothing moves under a finger. */
const NewTasks = () => {
  const { count, show } = useNewTasks();
  return (
    <Waiting role="status">
      {count > 0 && (
        <Button variant="secondary" icon="retry" onClick={show}>
          {count === 1 ? '1 new task' : `${count} new tasks`}
        </Button>
      )}
    </Waiting>
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
        title="The tasks did not arrive"
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
        title="No open task says that"
        text="Try a shorter word, or look through all of them."
        seed={q}
        action={<Button onClick={onClear}>Show all tasks</Button>}
      />
    ) : (
      <Empty
        title="Every task is taken"
        text="New ones come all day. Leave this page open: it tells you when one is there."
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

const SearchSlot = styled.div`
  flex: 1 1 16rem;
  max-width: 28rem;
`;

/** Floats over the list at the top of the view and takes no room, so that nothing moves when it comes and goes. */
const Waiting = styled.div`
  position: sticky;
  top: calc(var(--table-top, 0px) + ${space(10)});
  z-index: 2;
  display: flex;
  justify-content: center;
  align-items: flex-start;
  height: 0;
  margin-bottom: -${space(6)};
  /* Into the gap above the first cards: what they say stays legible. */
  translate: 0 -${space(7)};
  pointer-events: none;

  button { box-shadow: ${shadow.float}; color: ${color.primary}; pointer-events: auto; }
`;
