import type { Thread } from '@piecework/contracts';
import { localDigits, plural, t } from '@piecework/i18n';
import { Avatar, Failure, Pager, Skeleton, VisuallyHidden } from '@piecework/ui';
import { clampedTo, color, plainList, quietText, radius, space } from '@piecework/ui/styles';
import { Moment } from '@piecework/web-kit/moment';
import type { useThreads } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { UnreadBadge } from '../dashboard/UnreadBadge';

const List = styled.ul`
  ${plainList}
  display: grid;
  gap: 2px;
  margin-bottom: ${space(4)};
`;
const Item = styled(Link)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: ${space(1)} ${space(3)};
  align-items: start;
  padding: ${space(3)};
  border-radius: ${radius.control};
  color: ${color.ink};
  text-decoration: none;

  &:hover { background: ${color.sunk}; }
  &[aria-current] {
    background: ${color.surface};
    box-shadow: inset 4px 0 0 ${color.primary};
  }
`;
const Words = styled.span`
  display: grid;
  gap: 2px;
  min-width: 0;
  overflow-wrap: anywhere;

  && time { ${quietText} white-space: normal; }
`;
const Title = styled.span`
  ${quietText}
  ${clampedTo(1)}
`;
const Last = styled.span<{ $isUnread: boolean }>`
  ${clampedTo(2)}
  font-weight: ${({ $isUnread }) => ($isUnread ? 650 : 400)};
`;

interface ThreadListProps {
  list: ReturnType<typeof useThreads>;
  /** Id of the open thread. */
  current: string;
  page: number;
  pages: number;
  onPage(page: number): void;
}

export function ThreadList({ list: { data, error, refetch }, current, page, pages, onPage }: ThreadListProps) {
  return (
    <nav aria-label={t('Threads')}>
      {data ? (
        <>
          <List>
            {data.rows.map((thread) => (
              <li key={thread._id}>
                <ThreadLink thread={thread} page={page} isCurrent={thread._id === current} />
              </li>
            ))}
          </List>
          <Pager label={t('Threads')} page={page} pages={pages} onPage={onPage} />
        </>
      ) : error ? (
        <Failure text={error.message} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy>
          <Skeleton shape="row" count={6} />
        </div>
      )}
    </nav>
  );
}

function ThreadLink({ thread, page, isCurrent }: { thread: Thread; page: number; isCurrent: boolean }) {
  const { _id, otherName, taskTitle, last, unread } = thread;
  const to = `/dashboard/messages?thread=${encodeURIComponent(_id)}${page > 1 ? `&page=${page}` : ''}`;
  return (
    <Item to={to} aria-current={isCurrent || undefined}>
      <Avatar name={otherName} size={36} />
      <Words>
        <b translate="no">{otherName}</b>
        <Title>{taskTitle}</Title>
        {last && (
          <>
            <Last $isUnread={unread > 0}>{last.isOwn ? t('You: {text}', { text: last.text }) : last.text}</Last>
            <Moment at={last.time} form="relative" />
          </>
        )}
      </Words>
      {unread > 0 && (
        <span>
          <UnreadBadge>{localDigits(unread > 99 ? '99+' : String(unread))}</UnreadBadge>
          <VisuallyHidden>{plural(unread, '{count} unread message', '{count} unread messages')}</VisuallyHidden>
        </span>
      )}
    </Item>
  );
}
