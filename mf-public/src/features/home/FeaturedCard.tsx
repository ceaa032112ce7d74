import type { Task } from '@piecework/contracts';
import { Button, Coins, color, font, formatDate, media, Picture, radius, space, text } from '@piecework/ui';
import { imageSrc, imageSrcSet } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';

const Card = styled.article`
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};
`;

const Body = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space(4)};
  padding: ${space(4)} ${space(4)} ${space(5)};

  ${media.tablet} { padding-inline: ${space(5)}; }
`;

/** Two lines whatever the title, so that the figures of neighbouring cards stand in one row. */
const Title = styled.h3`
  display: -webkit-box;
  min-height: 2.4em;
  margin: 0;
  overflow: hidden;
  font: 600 ${text.lead} / 1.2 ${font.head};
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Facts = styled.dl`
  display: grid;
  flex: 1;
  grid-template-columns: 1fr auto;
  gap: ${space(3)} ${space(4)};
  align-items: end;
  margin: 0;

  dt { color: ${color.soft}; font-size: ${text.small}; }
  dd {
    display: -webkit-box;
    margin: 0;
    overflow: hidden;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
  }
`;

export function FeaturedCard({ task }: { task: Task }) {
  return (
    <Card>
      <Picture
        src={imageSrc(task.taskImageURL, 640)}
        srcSet={imageSrcSet(task.taskImageURL)}
        sizes="(min-width: 1200px) 358px, (min-width: 1024px) 30vw, (min-width: 640px) 46vw, 92vw"
        seed={task._id}
        alt=""
        ratio="16 / 9"
      />
      <Body>
        <Title title={task.taskTitle}>{task.taskTitle}</Title>
        <Facts>
          <div>
            <dt>Payable Amount</dt>
            <dd>
              <Coins amount={task.payableAmount} size="h3" />
            </dd>
          </div>
          <div>
            <dt>Required Workers</dt>
            <dd>{task.requiredWorkers}</dd>
          </div>
          <div>
            <dt>Buyer Name</dt>
            <dd>{task.buyerName}</dd>
          </div>
          <div>
            <dt>Completion Date</dt>
            <dd>
              <time dateTime={task.completionDate}>{formatDate(task.completionDate)}</time>
            </dd>
          </div>
        </Facts>
        <Button
          as={Link}
          to={`/dashboard/workerTaskList/${task._id}`}
          variant="secondary"
          aria-label={`View Details: ${task.taskTitle}`}
        >
          View Details
        </Button>
      </Body>
    </Card>
  );
}
