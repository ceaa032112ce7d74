import type { Submission } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';
import { color, media, plainButton, plainList, quietText, radius, space, text } from '@piecework/ui/styles';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { ApprovalCountdown } from '../submissions/ApprovalCountdown';
import type { BufferState } from './decision-buffer';

interface QueueListProps {
  rows: readonly Submission[];
  openId: string | undefined;
  selected: ReadonlySet<string>;
  returned: BufferState['returned'];
  more: number;
  onOpen(id: string): void;
  onSelect(id: string): void;
}

export const QueueList = ({ rows, openId, selected, returned, more, onOpen, onSelect }: QueueListProps) => {
  const list = useRef<HTMLOListElement>(null);
  // The list alone: scrollIntoView would also move the page.
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]')?.closest('li');
    const box = list.current;
    if (!item || !box || !openId) return;
    if (item.offsetTop < box.scrollTop) box.scrollTop = item.offsetTop;
    const below = item.offsetTop + item.offsetHeight - box.clientHeight;
    if (below > box.scrollTop) box.scrollTop = below;
  }, [openId]);
  return (
    <nav aria-label="Submissions to review">
      <List ref={list}>
        {rows.map((submission) => {
          const { _id, workerName, taskTitle, page } = submission;
          const title = page === undefined ? taskTitle : `Page ${formatCoins(page)} · ${taskTitle}`;
          return (
            <Item key={_id} $isOpen={_id === openId}>
              <label>
                <input
                  type="checkbox"
                  aria-label={`Select ${workerName}${page === undefined ? '' : `, page ${page}`}`}
                  checked={selected.has(_id)}
                  onChange={() => onSelect(_id)}
                />
              </label>
              <button type="button" aria-current={_id === openId ? 'true' : undefined} onClick={() => onOpen(_id)}>
                <strong translate="no">{workerName}</strong>
                <span title={title}>{title}</span>
                {returned.has(_id) && <em>Not decided. Please check again.</em>}
                <ApprovalCountdown submission={submission} />
              </button>
            </Item>
          );
        })}
      </List>
      {more > 0 && <More>{`${formatCoins(more)} more will load once you decide these.`}</More>}
    </nav>
  );
};

const List = styled.ol`
  ${plainList}
  position: relative;
  display: grid;
  gap: 2px;
  max-height: 40dvh;
  ${media.desk} {
    max-height: none;
  }
  padding: 2px;
  overflow-y: auto;
`;
const Item = styled.li<{ $isOpen: boolean }>`
  display: flex;
  border-radius: ${radius.control};
  background: ${({ $isOpen }) => ($isOpen ? color.primarySoft : 'transparent')};

  label {
    display: grid;
    place-items: center;
    width: 44px;
    cursor: pointer;
  }
  input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color.primary};
  }
  button {
    ${plainButton}
    display: grid;
    flex: 1;
    justify-items: start;
    min-width: 0;
    min-height: 44px;
    padding: ${space(2)} ${space(2)} ${space(2)} 0;
    line-height: 1.35;
    text-align: start;
    overflow-wrap: anywhere;
  }
  button > span:nth-child(2) {
    ${quietText}
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  em {
    color: ${color.madder};
    font-size: ${text.small};
    font-style: normal;
    font-weight: 600;
  }
`;
const More = styled.p`
  ${quietText}
  margin: ${space(2)} 0 0;
`;
