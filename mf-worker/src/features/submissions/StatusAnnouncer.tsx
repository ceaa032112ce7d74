import { VisuallyHidden } from '@piecework/ui';
import { onLive } from '@piecework/web-kit';
import { useEffect, useState } from 'react';

/** For screen readers, which do not notice the changed row. */
export const StatusAnnouncer = () => {
  const [news, setNews] = useState('');
  useEffect(
    () =>
      onLive('submission', ({ taskTitle, payable, status }) => {
        if (status === 'approved') setNews(`“${taskTitle}” was approved: ${payable} coins.`);
        if (status === 'reject') setNews(`“${taskTitle}” was rejected.`);
      }),
    [],
  );
  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
};
