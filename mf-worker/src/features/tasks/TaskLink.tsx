import type { Task } from '@piecework/contracts';
import { color, motion, sheet } from '@piecework/ui/styles';
import { useLocation } from '@piecework/web-kit/router';
import { css, styled } from 'styled-components';
import { type FromList, taskPath } from '../../paths';
import { TaskDetailPage } from './task-detail-page';

/** Properties of the link to a task from a list. */
export const useTaskLink = ({ _id }: Task) => {
  const { search } = useLocation();
  return {
    to: taskPath(_id),
    state: { list: search } satisfies FromList,
    onPointerEnter: () => void TaskDetailPage.preload(),
    'aria-describedby': `task-${_id}`,
  };
};

/** The frame of a card or a row. */
export const TaskFrame = styled.article<{ $isUnavailable: boolean }>`
  ${sheet}
  position: relative;
  transition: border-color ${motion.fast};

  &:hover, &:focus-within { border-color: ${color.edge}; }
  ${({ $isUnavailable }) => $isUnavailable && 'img, svg { filter: saturate(0.3); }'}
`;

/** Makes the whole of the next positioned element press this link. */
export const coversItsFrame = css`
  position: static;

  &::after { content: ''; position: absolute; inset: 0; z-index: 1; }
`;
