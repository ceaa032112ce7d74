import { approvalRate } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Icon, Picture, VisuallyHidden } from '@piecework/ui';
import { clampedTo, color, media, quietText, radius, space, text } from '@piecework/ui/styles';
import { imageSrc, serverNow } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import type { TaskCardProps } from './TaskCard';
import { coversItsFrame, TaskFrame, useTaskLink } from './TaskLink';
import { daysLeft, markOf, paceOf, payOf, placesOf, recordOf } from './task-facts';
import { useQualification } from './useQualification';

/** A task in one line; on a phone 88 px high. */
export const TaskRow = ({ task, isFirst, ...state }: TaskCardProps) => {
  const id = `task-${task._id}`;
  const link = useTaskLink(task);
  const { isUnavailable, text: mark } = markOf(task, state);
  const unqualified = useQualification()(task);
  return (
    <Frame aria-labelledby={id} $isUnavailable={isUnavailable}>
      <Thumbnail seed={task._id} src={imageSrc(task.taskImageURL, 160)} ratio={1} priority={isFirst} />
      <Texts>
        <Title title={task.taskTitle} id={id}>
          {task.taskTitle}
        </Title>
        <Pay>
          <strong>{payOf(task)}</strong>
          {task.buyerStats && <Rate>{rateOf(task.buyerStats)}</Rate>}
        </Pay>
        <Facts>
          {mark && <Mark role="status">{mark}</Mark>}
          {!isUnavailable && !task.batch && <span>{placesOf(task)}</span>}
          {task.batch?.pace && <span>{paceOf(task)}</span>}
          <span>{daysLeft(task, serverNow())}</span>
          {unqualified && <Requirement>{unqualified}</Requirement>}
          <Buyer>
            <span translate="no">{task.buyerName}</span>
            {task.buyerStats && <span>{` · ${recordOf(task.buyerStats)}`}</span>}
          </Buyer>
        </Facts>
      </Texts>
      <Open {...link}>
        <VisuallyHidden>{t('View Details')}</VisuallyHidden>
        <Icon name="next" />
      </Open>
    </Frame>
  );
};

const rateOf = (stats: Parameters<typeof approvalRate>[0]): string => {
  const rate = approvalRate(stats);
  return rate === null ? t('new buyer') : t('approves {rate}%', { rate });
};

const Frame = styled(TaskFrame)`
  display: grid;
  grid-template-columns: 56px minmax(0, 1fr) auto;
  gap: ${space(4)};
  align-items: center;
  min-height: 72px;
  padding: ${space(2)} ${space(4)};

  ${media.phone} {
    gap: ${space(3)};
    min-height: 88px;
    padding: ${space(1.75)} ${space(2)} ${space(1.75)} ${space(3)};
  }
`;

const Thumbnail = styled(Picture)`
  border-radius: ${radius.control};
`;

/** On a desk the pay is a column. */
const Texts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 ${space(6)};
  align-items: center;
  min-width: 0;

  > :last-child { grid-column: 1; }
  > :nth-child(2) { grid-column: 2; grid-row: 1 / span 2; }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    > :nth-child(2) { grid-column: 1; grid-row: auto; }
  }
`;

const Title = styled.h2`
  overflow: hidden;
  font-size: ${text.body};
  line-height: 1.3;
  white-space: nowrap;
  text-overflow: ellipsis;

  ${media.phone} {
    ${clampedTo(2)}
    overflow-wrap: anywhere;
    line-height: 1.25;
    white-space: normal;
  }
`;

const Pay = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(3)};
  margin: 0;
  white-space: nowrap;

  strong { font-weight: 600; }
  ${media.phone} { font-size: ${text.small}; line-height: 1.35; white-space: normal; }
`;

const Facts = styled.p`
  ${quietText}
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(3)};
  margin: 0;

  > span { overflow-wrap: anywhere; }
  ${media.phone} { line-height: 1.35; }
`;

const Mark = styled.span`
  color: ${color.sage};
  font-weight: 600;
`;

const Requirement = styled.span`
  color: ${color.marigold};
`;

/** The whole record has no room on a phone. */
const Buyer = styled.span`
  ${media.phone} { display: none; }
`;
const Rate = styled.span`
  color: ${color.soft};
  ${media.tablet} { display: none; }
`;

const Open = styled(Link)`
  display: grid;
  place-items: center;
  width: ${space(6)};
  color: ${color.soft};
  ${coversItsFrame}

  &:focus-visible { outline: none; }
  &:focus-visible::after { border-radius: ${radius.card}; outline: 2px solid ${color.primary}; outline-offset: 2px; }
`;
