import { t } from '@piecework/i18n';
import { Button, Empty, Failure, VisuallyHidden } from '@piecework/ui';
import { color, media, radius, space } from '@piecework/ui/styles';
import { useReadOnce } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { FeaturedCard } from './FeaturedCard';
import { MountWhenVisible } from './MountWhenVisible';
import { Section } from './Section';
import { useTaskList } from './useTaskPath';

const SHOWN = 6;

export const Cards = styled.ul`
  display: grid;
  gap: ${space(4)};
  margin: 0;
  padding: 0;
  list-style: none;

  ${media.tablet} { grid-template-columns: 1fr 1fr; gap: ${space(6)}; }
  ${media.desk} { grid-template-columns: repeat(3, 1fr); }
`;

/** The height of a card, so that the sections below do not move. */
const CardPlaceholder = styled.div`
  height: 310px;
  border: 1px dashed ${color.line};
  border-radius: ${radius.card};

  ${media.tablet} {
    height: auto;
    padding-block-end: 256px;

    &::before { display: block; aspect-ratio: 16 / 9; background: ${color.sunk}; content: ''; }
  }
`;

function TaskCards() {
  const tasks = useReadOnce('GET /tasks', { query: { open: '1', sort: 'pay', limit: SHOWN } });
  if (tasks.error) {
    return <Failure title={t('The tasks couldn’t be loaded')} text={tasks.error.message} onRetry={tasks.retry} />;
  }
  if (!tasks.data) return <Placeholder />;
  const open = tasks.data.filter((task) => task.requiredWorkers > 0);
  if (open.length === 0) {
    return (
      <Empty
        title={t('No open tasks right now')}
        text={t('New tasks are posted all day, and the best paid ones appear here.')}
        seed="featured"
      />
    );
  }
  return (
    <Cards>
      {open.map((task) => (
        <li key={task._id}>
          <FeaturedCard task={task} heading="h3" />
        </li>
      ))}
    </Cards>
  );
}

export const Placeholder = () => (
  <>
    <VisuallyHidden>{t('Loading')}</VisuallyHidden>
    <Cards aria-hidden>
      {Array.from({ length: SHOWN }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <li key={index}>
          <CardPlaceholder />
        </li>
      ))}
    </Cards>
  </>
);

export function FeaturedTasks() {
  return (
    <Section
      id="featured"
      title={t('Featured Tasks')}
      lead={t('Open now, best paid first.')}
      more={
        <Button as={Link} to={useTaskList()} variant="secondary">
          {t('All open tasks')}
        </Button>
      }
    >
      <MountWhenVisible fallback={<Placeholder />}>
        <TaskCards />
      </MountWhenVisible>
    </Section>
  );
}
