import { t } from '@piecework/i18n';
import { VisuallyHidden } from '@piecework/ui';
import { onLive } from '@piecework/web-kit';
import { useEffect, useState } from 'react';

/** For screen readers, which do not notice the changed row. */
export const StatusAnnouncer = () => {
  const [announcement, setAnnouncement] = useState('');
  useEffect(
    () =>
      onLive('submission', ({ taskTitle, payable, status, change }) => {
        if (change === 'sent-back') setAnnouncement(t('“{taskTitle}” needs a revision.', { taskTitle }));
        else if (change === 'appeal-dismissed')
          setAnnouncement(t('Your appeal for “{taskTitle}” was dismissed.', { taskTitle }));
        else if (change === 'appealed' || change === 'resubmitted') return;
        else if (status === 'approved')
          setAnnouncement(t('“{taskTitle}” was approved: {payable} coins.', { taskTitle, payable }));
        else if (status === 'reject') setAnnouncement(t('“{taskTitle}” was rejected.', { taskTitle }));
      }),
    [],
  );
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
};
