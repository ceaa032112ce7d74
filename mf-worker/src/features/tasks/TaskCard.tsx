import type { Task } from '@piecework/contracts';
import {
  Button,
  Coins,
  color,
  Day,
  Fact,
  FactGrid,
  formatCoins,
  media,
  motion,
  Picture,
  radius,
  space,
  text,
} from '@piecework/ui';
import { imageSrc, imageSrcSet } from '@piecework/web-kit';
import { Link, useLocation } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { type FromList, taskPath } from '../../paths';
import { TaskDetailPage } from './task-detail-page';

const THUMBNAIL_WIDTH = '7rem';
const SIZES = `(min-width: 1024px) 21rem, (min-width: 640px) 46vw, ${THUMBNAIL_WIDTH}`;

/** A task that fills up or closes while it is on screen stays in place and says so. */
export const TaskCard = ({ task, isFirst, isGone }: { task: Task; isFirst: boolean; isGone: boolean }) => {
  const { search } = useLocation();
  const id = `task-${task._id}`;
  const unavailable = isGone
    ? 'Closed by the buyer'
    : task.requiredWorkers === 0
      ? 'All places taken'
      : undefined;
  return (
    <Frame aria-labelledby={id} $isUnavailable={unavailable !== undefined}>
      <TaskPicture
        seed={task._id}
        src={imageSrc(task.taskImageURL, 640)}
        srcSet={imageSrcSet(task.taskImageURL)}
        sizes={SIZES}
        alt=""
        ratio={16 / 9}
        priority={isFirst}
      />
      {unavailable && <UnavailableBadge role="status">{unavailable}</UnavailableBadge>}
      <Body>
        <Title id={id}>{task.taskTitle}</Title>
        <Facts task={task} />
        <Button
          as={Link}
          to={taskPath(task._id)}
          state={{ list: search } satisfies FromList}
          variant={unavailable ? 'quiet' : 'secondary'}
          onPointerEnter={() => void TaskDetailPage.preload()}
          aria-describedby={id}
        >
          View Details
        </Button>
      </Body>
    </Frame>
  );
};

const Facts = ({ task }: { task: Task }) => (
  <List>
    <Fact label="Payable Amount">
      <Coins amount={task.payableAmount} size="lead" />
    </Fact>
    <Fact label="Required Workers">
      <Places>{formatCoins(task.requiredWorkers)}</Places>
    </Fact>
    <Fact label="Buyer Name">{task.buyerName}</Fact>
    <Fact label="Completion Date">
      <Day iso={task.completionDate} />
    </Fact>
  </List>
);

/** On a phone the picture is a thumbnail beside the title. */
const Frame = styled.article<{ $isUnavailable: boolean }>`
  position: relative;
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};
  transition: border-color ${motion.fast};

  &:hover, &:focus-within { border-color: ${color.edge}; }
  ${({ $isUnavailable }) => $isUnavailable && 'img, svg { filter: saturate(0.3); }'}

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

const UnavailableBadge = styled.p`
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
  margin: 0;
  overflow-wrap: anywhere;
  /* Two lines, so that the facts of neighbouring cards align. */
  min-height: 2.6em;
  font-size: ${text.lead};
  line-height: 1.3;
  overflow-wrap: anywhere;
`;

const List = styled(FactGrid)`
  margin-bottom: auto;
`;

const Places = styled.span`
  font-size: ${text.lead};
`;
