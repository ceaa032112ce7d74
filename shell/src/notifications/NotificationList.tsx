import type { Notification } from '@piecework/contracts';
import type { Role } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Empty, Failure, Icon, Skeleton, VisuallyHidden } from '@piecework/ui';
import { color, media, motion, plainList, quietText, radius, space } from '@piecework/ui/styles';
import { Moment } from '@piecework/web-kit/moment';
import type { useNotifications } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { type NotificationText, textOf } from './notification-texts';
import { markRead } from './use-reading';

const List = styled.ul`
  ${plainList}
  display: grid;
  gap: 2px;
`;
const Item = styled.div<{ $isUnread: boolean }>`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(1)} ${space(3)};
  align-items: start;
  padding: ${space(3)} ${space(3)} ${space(3)} ${space(5)};
  border-radius: ${radius.control};
  color: ${color.ink};
  text-decoration: none;
  transition: background ${motion.fast};

  > svg {
    margin-top: 1px;
    color: ${({ $isUnread }) => ($isUnread ? color.primary : color.soft)};
  }
  a&:hover {
    background: ${color.sunk};
  }
  ${({ $isUnread }) =>
    $isUnread &&
    `&::before {
    position: absolute;
    top: 20px;
    inset-inline-start: 7px;
    width: 7px;
    height: 7px;
    background: ${color.primary};
    content: '';
    transform: rotate(45deg);
  }`}
`;
const Words = styled.span<{ $isUnread: boolean }>`
  display: block;
  font-weight: ${({ $isUnread }) => ($isUnread ? 650 : 400)};
  line-height: 1.35;
  overflow-wrap: anywhere;
`;
const Second = styled.span`
  ${quietText}
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(2)};
  margin-top: 2px;

  time {
    white-space: nowrap;
  }
  ${media.phone} {
    display: block;

    time {
      display: block;
    }
  }
`;

const Content = ({ notification: { read, at }, words }: { notification: Notification; words: NotificationText }) => (
  <>
    <Icon name={words.icon} size={22} />
    <span>
      <Words $isUnread={!read}>
        {!read && <VisuallyHidden>{`${t('Unread:')} `}</VisuallyHidden>}
        <span>{words.text}</span>
      </Words>
      <Second>
        {words.detail && <span>{words.detail}</span>}
        <Moment at={at} form="relative" />
      </Second>
    </span>
  </>
);

interface NotificationListProps {
  query: ReturnType<typeof useNotifications>;
  role: Role;
  /** Rows while it loads. */
  placeholders: number;
  /** Seed of the figure of the empty state. */
  seed?: string;
}

/** Links lead only to screens of the present role. */
export function NotificationList({ query, role, placeholders, seed = '' }: NotificationListProps) {
  const { data, error, refetch } = query;
  if (!data)
    return error ? (
      <Failure text={error.message} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy>
        <Skeleton shape="row" count={placeholders} />
      </div>
    );
  if (data.rows.length === 0)
    return <Empty title={t('Nothing new')} text={t('Updates on your work and money will appear here.')} seed={seed} />;
  return (
    <List>
      {data.rows.map((notification) => {
        const words = textOf(notification);
        const isLink = words.to !== undefined && notification.role === role;
        const link = isLink ? { as: Link, to: words.to, onClick: () => markRead(notification) } : {};
        return (
          <li key={notification._id}>
            <Item $isUnread={!notification.read} {...link}>
              <Content notification={notification} words={words} />
            </Item>
          </li>
        );
      })}
    </List>
  );
}
