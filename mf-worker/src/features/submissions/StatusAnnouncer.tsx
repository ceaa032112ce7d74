import { VisuallyHidden } from '@piecework/ui';
import { onLive } from '@piecework/web-kit';
import { useEffect, useState } from 'react';

/** For screen readers, which do not notice the changed row. */
export const StatusAnnouncer = () => {
  const [announcement, setAnnouncement] = useState('');
  useEffect(
    () =>
      onLive('submission', ({ taskTitle, payable, status, change }) => {
        if (change === 'sent-back') setAnnouncement(`“${taskTitle}” was sent back for a new version.`);
        else if (change === 'appeal-dismissed')
          setAnnouncement(`Your appeal about “${taskTitle}” was dismissed.`);
        else if (change === 'appealed' || change === 'resubmitted') return;
        else if (status === 'approved') setAnnouncement(`“${taskTitle}” was approved: ${payable} coins.`);
        else if (status === 'reject') setAnnouncement(`“${taskTitle}” was rejected.`);
      }),
    [],
  );
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
};
