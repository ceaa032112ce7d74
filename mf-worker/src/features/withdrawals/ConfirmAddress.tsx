import { t } from '@piecework/i18n';
import { Button, Notice, Row } from '@piecework/ui';
import { useEmailConfirmation } from '@piecework/web-kit/query';

/** Where an address must be confirmed before a withdrawal. `isRefused`: the wallet has refused one. */
export const ConfirmAddress = ({ isRefused }: { isRefused: boolean }) => {
  const { isRequired, email, isSent, isSending, send } = useEmailConfirmation();
  if (!isRequired && !isRefused) return null;
  return (
    <Notice tone="warn">
      <Row justify="space-between">
        <span>
          {isSent
            ? t('We sent a link to {email}. Open it, then choose Withdraw. What you’ve entered stays here.', { email })
            : t('Confirm your address before your first withdrawal. We’ll send a link to {email}.', { email })}
        </span>
        <Button type="button" variant="secondary" size="small" busy={isSending} onClick={send}>
          {isSent ? t('Resend link') : t('Send link')}
        </Button>
      </Row>
    </Notice>
  );
};
