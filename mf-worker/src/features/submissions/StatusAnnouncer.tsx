import { VisuallyHidden } from '@piecework/ui';
import { onLive } from '@piecework/web-kit';
import { useEffect, useState } from 'react';

/** For screen readers, which do not notice the changed row. */
export const StatusAnnouncer = () => {
  const [announcement, setAnnouncement] = useState('');
  useEffect(
    () =>
      onLive('submission', ({ taskTitle, payable, status }) => {
        if (status === 'approved') setAnnouncement(`“${taskTitle}” was approved: ${payable} coins.`);
        if (status === 'reject') setAnnouncement(`“${taskTitle}” was rejected.`);
      }),
    [],
  );
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
};
