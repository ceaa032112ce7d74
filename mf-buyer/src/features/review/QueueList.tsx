import { formatCoins } from '@piecework/ui';
import { color, media, plainButton, plainList, quietText, radius, space, text } from '@piecework/ui/styles';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { ApprovalCountdown } from '../submissions/ApprovalCountdown';
import type { BufferState } from './decision-buffer';
import { isPage, type ReviewSubject } from './review-subjects';

interface QueueListProps {
  subjects: readonly ReviewSubject[];
  openKey: string | undefined;
  selected: ReadonlySet<string>;
  returned: BufferState['returned'];
  more: number;
  onOpen(key: string): void;
  onSelect(id: string): void;
}

export const QueueList = ({ subjects, openKey, selected, returned, more, onOpen, onSelect }: QueueListProps) => {
  const list = useRef<HTMLOListElement>(null);
  // The list alone: scrollIntoView would also move the page.
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]')?.closest('li');
    const box = list.current;
    if (!item || !box || !openKey) return;
    if (item.offsetTop < box.scrollTop) box.scrollTop = item.offsetTop;
    const below = item.offsetTop + item.offsetHeight - box.clientHeight;
    if (below > box.scrollTop) box.scrollTop = below;
  }, [openKey]);
  return (
    <nav aria-label="Submissions to review">
      <List ref={list}>
        {subjects.map((subject) => {
          const { key, submissions } = subject;
          const [first] = submissions;
          const { workerName, taskTitle, page = 0 } = first;
          const isRefused = submissions.some(({ _id }) => returned.has(_id));
          const count = `${formatCoins(submissions.length)} ${submissions.length === 1 ? 'answer' : 'answers'}`;
          const title = isPage(subject) ? `${count} · ${taskTitle}` : taskTitle;
          return (
            <Item key={key} $isOpen={key === openKey} $isPage={isPage(subject)}>
              {!isPage(subject) && (
                <label>
                  <input
                    type="checkbox"
                    aria-label={`Select ${workerName}`}
                    checked={selected.has(first._id)}
                    onChange={() => onSelect(first._id)}
                  />
                </label>
              )}
              <button type="button" aria-current={key === openKey ? 'true' : undefined} onClick={() => onOpen(key)}>
                {isPage(subject) ? (
                  <strong>{`Page ${formatCoins(page)}`}</strong>
                ) : (
                  <strong translate="no">{workerName}</strong>
                )}
                <span title={title}>{title}</span>
                {isRefused && <em>Not decided. Please check again.</em>}
                <ApprovalCountdown submission={first} />
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
const Item = styled.li<{ $isOpen: boolean; $isPage: boolean }>`
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
    padding: ${space(2)};
    padding-inline-start: ${({ $isPage }) => ($isPage ? space(3) : 0)};
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
