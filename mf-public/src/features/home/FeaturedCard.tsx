import type { Task } from '@piecework/contracts';
import { localDigits, t } from '@piecework/i18n';
import { Button, Coins, Day, Fact, Picture } from '@piecework/ui';
import { clampedTo, font, media, quietText, radius, sheet, space, text } from '@piecework/ui/styles';
import { imageSrc, imageSrcSet } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { useTaskPath } from './useTaskPath';

/** On a phone a compact row, so that six cards fit in a list. */
const Card = styled.article`
  ${sheet}
  display: grid;
  grid-template-columns: 96px minmax(0, 1fr);
  gap: ${space(4)};
  align-items: center;
  height: 100%;
  padding: ${space(4)};
  overflow: hidden;

  ${media.tablet} {
    grid-template: auto auto 1fr auto / 1fr;
    gap: ${space(4)} 0;
    align-items: start;
    padding: 0 0 ${space(5)};

    > :not(:first-child) { margin-inline: ${space(5)}; }
  }
`;

const Photo = styled(Picture)`
  border-radius: ${radius.control};

  ${media.tablet} { aspect-ratio: 16 / 9; border-radius: 0; }
`;

/** Always two lines, so that the figures of neighbouring cards align. */
const Title = styled.h3`
  ${clampedTo(2)}
  ${media.tablet} { min-height: 2.4em; }
  margin: 0;
  font: 600 ${text.lead} / 1.2 ${font.head};
  overflow-wrap: anywhere;
`;

const Facts = styled.dl`
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 7rem), auto));
  gap: ${space(3)} ${space(4)};
  align-items: end;
  justify-content: space-between;
  margin: 0;

  dt { ${quietText} }
  dd {
    ${clampedTo(1)}
    margin: 0;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;

const Places = styled.span`
  font: 600 ${text.h3} / 1.5 ${font.head};
  font-variant-numeric: tabular-nums;
`;

const LinkRow = styled.div`
  display: grid;
  grid-column: 1 / -1;
`;

export function FeaturedCard({ task, heading }: { task: Task; heading: 'h2' | 'h3' }) {
  const taskPath = useTaskPath();
  return (
    <Card>
      <Photo
        src={imageSrc(task.taskImageURL, 640)}
        srcSet={imageSrcSet(task.taskImageURL)}
        sizes="(min-width: 1280px) 395px, (min-width: 1024px) 31vw, (min-width: 640px) 47vw, 96px"
        seed={task._id}
        ratio="1"
      />
      <Title as={heading} title={task.taskTitle}>
        {task.taskTitle}
      </Title>
      <Facts>
        <Fact label={t('Payable Amount')}>
          <Coins amount={task.payableAmount} size="h3" />
        </Fact>
        <Fact label={t('Required Workers')}>
          <Places>{localDigits(String(task.requiredWorkers))}</Places>
        </Fact>
        <Fact label={t('Buyer Name')}>
          <span translate="no">{task.buyerName}</span>
        </Fact>
        <Fact label={t('Completion Date')}>
          <Day iso={task.completionDate} />
        </Fact>
      </Facts>
      <LinkRow>
        <Button
          as={Link}
          to={taskPath + task._id}
          variant="secondary"
          aria-label={t('View Details: {title}', { title: task.taskTitle })}
        >
          {t('View Details')}
        </Button>
      </LinkRow>
    </Card>
  );
}
