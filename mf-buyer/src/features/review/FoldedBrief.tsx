import { Card } from '@piecework/ui';
import { color, font, media, space, text } from '@piecework/ui/styles';
import { useState } from 'react';
import { styled } from 'styled-components';
import { TaskBrief } from '../submissions/TaskBrief';

const hasRoom = (isPage: boolean) => matchMedia(`(min-width: ${isPage ? 1600 : 1024}px)`).matches;

interface FoldedBriefProps {
  taskId: string;
  title: string;
  /** Under review is a page, which needs more room. */
  isPage: boolean;
}

/** Beside the answer on a desk, however long it is; folded on a phone. */
export const FoldedBrief = ({ taskId, title, isPage }: FoldedBriefProps) => {
  const [isOpen, setOpen] = useState(() => hasRoom(isPage));
  return (
    <Frame as="details" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <Scroll role="region" aria-label="Task" tabIndex={0}>
        <TaskBrief taskId={taskId} />
      </Scroll>
    </Frame>
  );
};

const Frame = styled(Card)`
  flex: none;
  padding: ${space(4)};

  summary {
    font: 600 ${text.lead} / 1.3 ${font.head};
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  /* Beside the marker. */
  h2 {
    display: inline;
    font: inherit;
  }
`;
const Scroll = styled.div`
  max-height: 36dvh;
  margin-top: ${space(3)};
  padding-top: ${space(3)};
  overflow-y: auto;
  border-top: 2px dashed ${color.line};

  /* The list below does not move when the brief arrives. */
  ${media.desk} {
    height: 36dvh;
  }
  ${media.phone} {
    max-height: none;
  }
`;
