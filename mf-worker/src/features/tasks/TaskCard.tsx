import type { Task } from '@piecework/contracts';
import { placesLeft } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Button, Coin, Day, Fact, FactGrid, formatCoins, Picture, WideFact } from '@piecework/ui';
import { clampedTo, color, font, media, quietText, radius, space, text } from '@piecework/ui/styles';
import { imageSrc, imageSrcSet, serverNow } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { BuyerStrip } from './BuyerStrip';
import { coversItsFrame, TaskFrame, useTaskLink } from './TaskLink';
import { daysLeft, markOf, paceOf, payOf, type TaskState } from './task-facts';
import { useQualification } from './useQualification';

const THUMBNAIL_WIDTH = '7rem';
const SIZES = `(min-width: 1024px) 21rem, (min-width: 640px) 46vw, ${THUMBNAIL_WIDTH}`;

export interface TaskCardProps extends TaskState {
  task: Task;
  isFirst: boolean;
}

/** A task that fills up or closes while it is on screen stays in place and says so. */
export const TaskCard = ({ task, isFirst, ...state }: TaskCardProps) => {
  const id = `task-${task._id}`;
  const link = useTaskLink(task);
  const { isUnavailable, text: badge } = markOf(task, state);
  const unqualified = useQualification()(task);
  return (
    <Frame aria-labelledby={id} $isUnavailable={isUnavailable}>
      <TaskPicture
        seed={task._id}
        src={imageSrc(task.taskImageURL, 640)}
        srcSet={imageSrcSet(task.taskImageURL)}
        sizes={SIZES}
        ratio={16 / 9}
        priority={isFirst}
      />
      {badge && <Badge role="status">{badge}</Badge>}
      <Body>
        <Title id={id}>{task.taskTitle}</Title>
        <Facts task={task} />
        {unqualified && <Requirement>{unqualified}</Requirement>}
        <Open as={Link} {...link} variant={isUnavailable || unqualified ? 'quiet' : 'secondary'}>
          {t('View Details')}
        </Open>
      </Body>
    </Frame>
  );
};

const Facts = ({ task }: { task: Task }) => (
  <List>
    <WideFact label={t('Payable Amount')}>
      <Pay>
        <Coin /> <span translate="no">{payOf(task)}</span>
      </Pay>
      {task.batch?.pace && <Left>{paceOf(task)}</Left>}
    </WideFact>
    <Fact label={t('Required Workers')}>{formatCoins(placesLeft(task))}</Fact>
    <Fact label={t('Completion Date')}>
      <Day iso={task.completionDate} />
      <Left>{daysLeft(task, serverNow())}</Left>
    </Fact>
    <WideFact label={t('Buyer Name')}>
      <BuyerStrip task={task} hasRejections={task.batch !== undefined} />
    </WideFact>
  </List>
);

/** On a phone the picture is a thumbnail beside the title. */
const Frame = styled(TaskFrame)`
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: hidden;

  ${media.phone} {
    display: grid;
    grid-template-columns: min(${THUMBNAIL_WIDTH}, 35%) minmax(0, 1fr);
    gap: ${space(3)} ${space(4)};
    align-items: center;
    padding: ${space(4)};
  }
`;

const TaskPicture = styled(Picture)`
  ${media.phone} { border-radius: ${radius.control}; }
`;

const Badge = styled.p`
  position: absolute;
  top: ${space(3)};
  left: ${space(3)};
  margin: 0;
  padding: ${space(1)} ${space(3)};
  border-radius: ${radius.full};
  background: ${color.ink};
  color: ${color.paper};
  font-weight: 600;
  font-size: ${text.small};

  ${media.phone} {
    position: static;
    grid-column: 1 / -1;
    grid-row: 1;
    justify-self: start;
  }
`;

const Body = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space(4)};
  padding: ${space(4)} ${space(5)} ${space(5)};

  ${media.phone} {
    display: contents;

    > * { grid-column: 1 / -1; }
    > h2 { grid-column: 2; min-height: 0; }
  }
`;

const Title = styled.h2`
  ${clampedTo(3)}
  /* Two lines, so that the facts of neighbouring cards align. */
  min-height: 2.6em;
  font-size: ${text.lead};
  line-height: 1.3;
  overflow-wrap: anywhere;
`;

const List = styled(FactGrid)`
  margin-bottom: auto;
`;

const Requirement = styled.p`
  margin: 0;
  color: ${color.marigold};
  font-size: ${text.small};
`;

const Pay = styled.strong`
  font-family: ${font.head};
  font-weight: 600;
  font-size: ${text.lead};

  svg { margin-inline-end: 0.2em; vertical-align: -0.15em; }
`;

const Left = styled.span`
  ${quietText}
  display: block;
`;

const Open = styled(Button)`
  ${coversItsFrame}
`;
