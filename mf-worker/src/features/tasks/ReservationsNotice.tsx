import { t } from '@piecework/i18n';
import { formatDuration, media, Notice, space } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { taskPath } from '../../paths';
import { useReservations } from './useReservations';

/** The places that are kept for the worker, which a list of open tasks may not contain. */
export const ReservationsNotice = () => {
  const reservations = useReservations();
  const now = useServerNow();
  if (reservations.length === 0) return null;
  return (
    <Notice tone="info">
      <span>{reservations.length === 1 ? t('Your place is held:') : t('Your places are held:')}</span>
      <List>
        {reservations.map(({ _id, taskId, taskTitle, expiresAt }) => {
          const left = Date.parse(expiresAt) - now;
          return (
            <li key={_id}>
              <Link to={taskPath(taskId)} title={taskTitle}>
                {taskTitle}
              </Link>
              <span>
                {left > 0 ? t('for another {time}', { time: formatDuration(left) }) : t('just ended')}
              </span>
            </li>
          );
        })}
      </List>
    </Notice>
  );
};

/** A title may have 200 characters. */
const List = styled.ul`
  display: grid;
  gap: ${space(1)};
  margin: ${space(1)} 0 0;
  padding: 0;
  list-style: none;

  li { display: flex; gap: ${space(2)}; min-width: 0; }
  a { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  span { flex: none; }

  ${media.phone} {
    li { flex-direction: column; gap: 0; }
    a {
      display: -webkit-box;
      white-space: normal;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    }
  }
`;
