import { t } from '@piecework/i18n';
import { useUser } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { messagesPath } from '../../paths';

/** For a worker who holds a place of the task or has submitted to it. */
export const MessageBuyer = ({ taskId }: { taskId: string }) => (
  <LinkButton
    to={messagesPath(taskId, useUser()._id)}
    variant="secondary"
    size="small"
    icon="email"
    label={t('Message the buyer')}
  />
);
