import { formatDuration, Notice } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { Fragment } from 'react';
import { taskPath } from '../../paths';
import { useReservations } from './useReservations';

/** The places that are kept for the worker, which a list of open tasks may not contain. */
export const ReservationsNotice = () => {
  const reservations = useReservations();
  const now = useServerNow();
  if (reservations.length === 0) return null;
  return (
    <Notice tone="info">
      {reservations.length === 1 ? 'A place is kept for you: ' : 'Places are kept for you: '}
      {reservations.map(({ _id, taskId, taskTitle, expiresAt }, at) => {
        const left = Date.parse(expiresAt) - now;
        return (
          <Fragment key={_id}>
            {at > 0 && ', '}
            <Link to={taskPath(taskId)}>{taskTitle}</Link>{' '}
            {left > 0 ? `for ${formatDuration(left)}` : 'until now'}
          </Fragment>
        );
      })}
    </Notice>
  );
};
