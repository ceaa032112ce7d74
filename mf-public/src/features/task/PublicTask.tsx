import type { Task } from '@piecework/contracts';
import { coinsToDollars } from '@piecework/contracts/constants';
import { rich, t } from '@piecework/i18n';
import {
  Button,
  Coins,
  Day,
  Empty,
  EnlargeablePicture,
  Fact,
  FactGrid,
  FactNote,
  Failure,
  formatCoins,
  formatDollars,
  LinkedParagraph,
  Notice,
  Skeleton,
  Stack,
  WideFact,
} from '@piecework/ui';
import { color, media, radius, space, text } from '@piecework/ui/styles';
import { pictureSources, rememberReturnPath, usePageTitle, useReadOnce, useSession } from '@piecework/web-kit';
import { Link, useParams } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { Column } from '../home/Section';

/** A task for people who are not workers here yet (P-10.9). */
export default function PublicTask() {
  const { id = '' } = useParams();
  const task = useReadOnce('GET /tasks/{id}', { params: { id } });
  usePageTitle(task.data?.taskTitle ?? t('Task'));
  return (
    <Frame>
      <h1>{task.data?.taskTitle ?? t('Task')}</h1>
      {task.data ? (
        <Shown task={task.data} />
      ) : task.error?.status === 404 ? (
        <Gone />
      ) : task.error ? (
        <Failure title={t('The task couldn’t be loaded')} text={task.error.message} onRetry={task.retry} />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

const Loading = () => (
  <Columns>
    <Skeleton shape="card" />
    <Stack gap={6}>
      <Skeleton shape="card" />
      <Skeleton shape="text" count={4} />
    </Stack>
  </Columns>
);

const Gone = () => (
  <Empty
    title={t('This task is no longer available')}
    text={t('The buyer has closed it, or the link is wrong. New tasks are posted all day.')}
    seed="gone"
    action={<ButtonTo path="/" label={t('Go to the home page')} />}
  />
);

const ButtonTo = ({ path, label }: { path: string; label: string }) => (
  <Button as={Link} to={path}>
    {label}
  </Button>
);

const Shown = ({ task }: { task: Task }) => (
  <Columns>
    <Panel aria-label={t('Task summary')}>
      <FactGrid>
        <WideFact label={t('Payable Amount per Worker')}>
          <Coins amount={task.payableAmount} size="h2" />
          <FactNote>
            {t('{amount} when withdrawn', { amount: formatDollars(coinsToDollars(task.payableAmount)) })}
          </FactNote>
        </WideFact>
        <Fact label={t('Required Workers')}>
          {task.requiredWorkers === 0 ? t('All places taken') : formatCoins(task.requiredWorkers)}
        </Fact>
        <Fact label={t('Completion Date')}>
          <Day iso={task.completionDate} />
        </Fact>
        <WideFact label={t('Buyer')}>
          <span translate="no">{task.buyerName}</span>
        </WideFact>
      </FactGrid>
      <WayIn task={task} />
    </Panel>
    <Stack gap={6}>
      <TaskPicture
        seed={task._id}
        {...pictureSources(task.taskImageURL, 1280)}
        sizes="(min-width: 1280px) 52rem, (min-width: 1024px) 62vw, 100vw"
        title={task.taskTitle}
        ratio={2}
        priority
      />
      <section aria-labelledby="description">
        <h2 id="description">{t('Description')}</h2>
        <LinkedParagraph text={task.taskDetail} />
      </section>
      <section aria-labelledby="what-to-submit">
        <h2 id="what-to-submit">{t('What to submit')}</h2>
        <LinkedParagraph text={task.submissionInfo} />
      </section>
    </Stack>
  </Columns>
);

/** What this visitor does next. */
const WayIn = ({ task }: { task: Task }) => {
  const { status, user } = useSession();
  const work = `/dashboard/workerTaskList/${encodeURIComponent(task._id)}`;
  if (user?.userRole === 'worker')
    return <ButtonTo path={work} label={task.requiredWorkers === 0 ? t('View task') : t('Do this task')} />;
  if (user && task.buyerEmail === user.userEmail)
    return <ButtonTo path={`/dashboard/buyerTask/${encodeURIComponent(task._id)}`} label={t('View results')} />;
  if (user)
    return (
      <Notice tone="info">
        {user.userRole === 'admin'
          ? t('Only workers can do tasks. You’re signed in as an admin.')
          : t('Only workers can do tasks. You’re signed in as a buyer.')}
      </Notice>
    );
  if (status === 'new') return <ButtonTo path="/selectRole" label={t('Choose your role')} />;
  if (status === 'loading') return <ButtonPlace />;
  const rememberTask = () => rememberReturnPath(work);
  return (
    <Stack gap={2}>
      <Button as={Link} to="/register?role=worker" onClick={rememberTask}>
        {task.requiredWorkers === 0 ? t('Register to do tasks like this') : t('Register to do this task')}
      </Button>
      <Member>
        {rich('Already registered? <a>Login</a>', {
          a: (children) => (
            <Link to="/login" onClick={rememberTask}>
              {children}
            </Link>
          ),
        })}
      </Member>
    </Stack>
  );
};

const Frame = styled(Column)`
  padding-block: ${space(8)} ${space(16)};

  ${media.desk} { padding-block: ${space(12)} ${space(24)}; }

  h1 {
    margin: 0 0 ${space(6)};
    font-size: ${text.h1};
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  h2 { margin: 0 0 ${space(2)}; font-size: ${text.h3}; }
  ${media.phone} { h1 { font-size: 1.75rem; } }
`;

/** On a phone the facts and the way in precede the picture. */
const Columns = styled.div`
  display: grid;
  gap: ${space(6)};
  align-items: start;

  > * { min-width: 0; }

  ${media.desk} {
    grid-template-columns: minmax(0, 1fr) min(22rem, 45%);
    column-gap: ${space(10)};

    > :first-child { order: 1; }
  }
`;

const Panel = styled.section`
  display: grid;
  gap: ${space(6)};
  padding: ${space(5)} ${space(6)} ${space(6)};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};

  ${media.desk} { position: sticky; top: ${space(22)}; }

  dd { display: grid; justify-items: start; }
`;

const TaskPicture = styled(EnlargeablePicture)`
  border-radius: ${radius.card};
`;

const Member = styled.p`
  margin: 0;
  color: ${color.soft};
  text-align: center;

  a { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600; }
`;

/** The height of a button, while the session loads. */
const ButtonPlace = styled.div`
  min-height: 44px;
`;
