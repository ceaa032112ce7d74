import type { Reservation } from '@piecework/contracts';
import { TASK_PAGE_SIZE } from '@piecework/contracts/constants';
import { plural, t } from '@piecework/i18n';
import { Button, Empty, Failure, Grid, GridList, Page, Pager, Row, Segmented, Skeleton } from '@piecework/ui';
import { color, media, shadow, space } from '@piecework/ui/styles';
import { usePageTitle, useServerNow } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { type ListParams, useListParams } from '@piecework/web-kit/list';
import { FilterToggle, FinderFilters, FinderTools, NothingFound } from '@piecework/web-kit/open-tasks';
import { useNewTasks } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { translatedOptions } from '../../options';
import { HIDDEN_BUYERS } from '../../paths';
import { NeedList } from '../home/NeedList';
import { needsOf } from '../home/needs';
import { TaskCard } from './TaskCard';
import { TaskRow } from './TaskRow';
import { useReservations } from './useReservations';
import { useTasks } from './useTasks';
import { useView, VIEWS, type View } from './useView';

export default function TaskList() {
  usePageTitle(t('TaskList'));
  const params = useListParams(TASK_PAGE_SIZE);
  const tasks = useTasks(params);
  const { pages, available } = tasks;
  const { q, isFiltered } = tasks.finder;
  const { view, choose } = useView();
  const reservations = useReservations();
  // The held places arrive with the list that they would move.
  const isSettled = tasks.query.isError || (tasks.query.data !== undefined && reservations !== undefined);
  const count = available ?? '…';
  const goTo = (page: number) => {
    params.goTo(page);
    toHeading();
  };
  return (
    <Page
      title={t('Total Available Task: {count}', { count })}
      lead={
        <span role="status">
          {q
            ? t('{count} results for “{q}”', { count, q })
            : isFiltered
              ? t('{count} match your filters.', { count })
              : t('Choose a task, do it well, and submit your work. You earn the coins when the buyer approves.')}
        </span>
      }
    >
      <FinderTools params={params} finder={tasks.finder} />
      <TaskFilters params={params} tasks={tasks} view={view} onView={choose} />
      {isSettled && reservations && <HeldPlaces reservations={reservations} />}
      <NewTasks />
      <Tasks tasks={tasks} view={view} params={params} reservations={isSettled ? reservations : undefined} />
      <Pager page={params.page} pages={isSettled ? pages : 1} onPage={goTo} label={t('Tasks')} />
      <Row>
        <LinkButton to={HIDDEN_BUYERS} variant="quiet" size="small" label={t('Hidden buyers')} />
      </Row>
    </Page>
  );
}

/** With the focus, so that the keyboard goes on at the first task of the page. */
const toHeading = () => {
  const heading = document.querySelector('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
};

/** A list of open tasks may not contain them. */
const HeldPlaces = ({ reservations }: { reservations: readonly Reservation[] }) => {
  const needs = needsOf({ reservations }, useServerNow());
  return needs.length > 0 && <NeedList needs={needs} />;
};

/** New tasks wait for a click, so that no card moves. */
const NewTasks = () => {
  const { count, show } = useNewTasks();
  return (
    <NewTasksBar role="status">
      {count > 0 && (
        <Button variant="secondary" icon="retry" onClick={show}>
          {plural(count, '{count} new task', '{count} new tasks')}
        </Button>
      )}
    </NewTasksBar>
  );
};

interface TasksProps {
  tasks: ReturnType<typeof useTasks>;
  view: View;
  params: ListParams;
  /** Undefined until list and reservations are known. */
  reservations: readonly Reservation[] | undefined;
}

const Tasks = ({ tasks: { query, rows, gone, finder }, view, params, reservations }: TasksProps) => {
  if (query.isError && !query.data) return <Failure title={t('The tasks couldn’t be loaded')} query={query} />;
  if (!query.data || !reservations)
    return (
      <Grid min={COLUMN[view]}>
        <Skeleton shape={view === 'rows' ? 'row' : 'card'} count={6} />
      </Grid>
    );
  if (rows.length === 0)
    return finder.isFiltered ? (
      <NothingFound params={params} q={finder.q} />
    ) : (
      <Empty
        title={t('All tasks are taken')}
        text={t('New tasks are posted all day. This page updates when one comes in.')}
        seed="no-tasks"
      />
    );
  const reserved = new Set(reservations.map(({ taskId }) => taskId));
  const Shown = view === 'rows' ? TaskRow : TaskCard;
  return (
    <GridList min={COLUMN[view]} gap={view === 'rows' ? 2 : 5}>
      {rows.map((task, index) => (
        <li key={task._id}>
          <Shown task={task} isFirst={index === 0} isGone={gone.has(task._id)} isReserved={reserved.has(task._id)} />
        </li>
      ))}
    </GridList>
  );
};

const COLUMN = { cards: '18rem', rows: '100%' } as const;

/** Takes no height, so that nothing moves when it appears. */
const NewTasksBar = styled.div`
  position: relative;
  ${media.tall} {
    position: sticky;
  }
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

interface TaskFiltersProps {
  params: ListParams;
  tasks: Pick<ReturnType<typeof useTasks>, 'finder'>;
  view: View;
  onView: ((view: View) => void) | undefined;
}

const TaskFilters = ({ params, tasks: { finder }, view, onView }: TaskFiltersProps) => (
  <FinderFilters params={params} finder={finder}>
    <FilterToggle
      label={t('Hide submitted')}
      isOn={finder.filters.fresh !== undefined}
      onChange={(isOn) => params.change({ fresh: isOn ? '1' : '' })}
    />
    {onView && <Segmented label={t('View as')} options={translatedOptions(VIEWS)} value={view} onChange={onView} />}
  </FinderFilters>
);
