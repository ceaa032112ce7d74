import { MIN_WITHDRAWAL_COINS } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Empty, Failure, Grid, GridList, Row, Skeleton, Stack, Steps, type StepText } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { TASKS } from '../../paths';
import { TaskCard } from '../tasks/TaskCard';

const SUGGESTED = 3;

const steps = (): readonly StepText[] => [
  { title: t('Choose a task'), text: t('Each task lists what to do, what it pays, and how many places are open.') },
  { title: t('Submit your work'), text: t('Text, links, or pictures. The buyer reviews your work and approves it.') },
  {
    title: t('Get paid'),
    text: t('You earn coins when your work is approved. Once you have {coins}, you can withdraw them as money.', {
      coins: MIN_WITHDRAWAL_COINS,
    }),
  },
];

/** In place of totals that are all zero (P-11.8). */
export default function FirstDays() {
  return (
    <Stack gap={8}>
      <Steps label={t('Your first steps')} steps={steps()} />
      <section aria-labelledby="suggested">
        <Heading justify="space-between">
          <h2 id="suggested">{t('Three tasks to get you started')}</h2>
          <LinkButton to={`${TASKS}?sort=pay`} variant="quiet" size="small" label={t('View all')} />
        </Heading>
        <Suggested />
      </section>
    </Stack>
  );
}

const Suggested = () => {
  const tasks = useApiList('GET /tasks', { query: { open: '1', sort: 'pay', limit: SUGGESTED } });
  if (tasks.isError && !tasks.data) return <Failure title={t('The tasks couldn’t be loaded')} query={tasks} />;
  if (!tasks.data)
    return (
      <Grid min="18rem">
        <Skeleton shape="card" count={SUGGESTED} />
      </Grid>
    );
  if (tasks.data.rows.length === 0)
    return (
      <Empty
        title={t('All tasks are taken')}
        text={t('New tasks are posted all day and appear here right away.')}
        seed="no-tasks"
      />
    );
  return (
    <GridList min="18rem">
      {tasks.data.rows.map((task, index) => (
        <li key={task._id}>
          <TaskCard task={task} isFirst={index === 0} isGone={false} isReserved={false} />
        </li>
      ))}
    </GridList>
  );
};

const Heading = styled(Row)`
  margin-bottom: ${space(3)};
`;
