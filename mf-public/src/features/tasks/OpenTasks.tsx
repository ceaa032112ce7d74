import { TASK_PAGE_SIZE } from '@piecework/contracts/constants';
import { plural, t } from '@piecework/i18n';
import { Empty, Failure, Page, Pager } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { usePageTitle } from '@piecework/web-kit';
import { type ListParams, useListParams, usePages } from '@piecework/web-kit/list';
import { FinderFilters, FinderTools, finderOf, NothingFound } from '@piecework/web-kit/open-tasks';
import { QueryClientProvider, queryClient, useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { FeaturedCard } from '../home/FeaturedCard';
import { Cards, Placeholder } from '../home/FeaturedTasks';
import { Column } from '../home/Section';

/** Every open task, for people who are not workers here yet (P-10.11). Only the dashboard has a query client around it. */
export default function OpenTasks() {
  return (
    <QueryClientProvider client={queryClient}>
      <OpenTaskList />
    </QueryClientProvider>
  );
}

function OpenTaskList() {
  usePageTitle(t('Open tasks'));
  const params = useListParams(TASK_PAGE_SIZE);
  const finder = finderOf(params);
  const query = useApiList('GET /tasks', { query: finder.query });
  const pages = usePages(params, query);
  return (
    <Frame>
      <Page
        title={t('Open tasks')}
        lead={<span role="status">{query.data ? foundText(query.data.total, finder.isFiltered) : t('Loading')}</span>}
      >
        <FinderTools params={params} finder={finder} />
        <FinderFilters params={params} finder={finder} />
        <Tasks query={query} finder={finder} params={params} />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label={t('Tasks')} />
      </Page>
    </Frame>
  );
}

const foundText = (total: number, isFiltered: boolean) =>
  isFiltered
    ? plural(total, '{count} task found.', '{count} tasks found.')
    : plural(total, '{count} task is open right now.', '{count} tasks are open right now.');

interface TasksProps {
  query: ReturnType<typeof useApiList<'GET /tasks'>>;
  finder: ReturnType<typeof finderOf>;
  params: ListParams;
}

const Tasks = ({ query, finder, params }: TasksProps) => {
  if (query.isError && !query.data)
    return (
      <Failure
        title={t('The tasks couldn’t be loaded')}
        text={query.error.message}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Placeholder />;
  if (query.data.rows.length === 0)
    return finder.isFiltered ? (
      <NothingFound params={params} q={finder.q} />
    ) : (
      <Empty
        title={t('No open tasks right now')}
        text={t('New tasks are posted all day, and the best paid ones appear here.')}
        seed="no-tasks"
      />
    );
  return (
    <Cards>
      {query.data.rows.map((task) => (
        <li key={task._id}>
          <FeaturedCard task={task} heading="h2" />
        </li>
      ))}
    </Cards>
  );
};

const Frame = styled(Column)`
  padding-block: ${space(10)} ${space(16)};
`;
