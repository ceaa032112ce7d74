import { t } from '@piecework/i18n';
import { Button, Notice, Row } from '@piecework/ui';
import { useEmailConfirmation } from '@piecework/web-kit/query';

/** Nothing for a confirmed address, and where no mail can be sent. */
export function EmailConfirmation() {
  const { isOffered, isRequired, isForCoins, email, isSent, isSending, send } = useEmailConfirmation();
  if (!isOffered) return null;
  return (
    <Notice tone="info">
      <Row justify="space-between">
        <span>
          {isSent
            ? t('We sent a link to {email}. Check your spam folder too.', { email })
            : isForCoins
              ? t('Confirm your address to get your starting coins. We’ll send a link to {email}.', { email })
              : isRequired
                ? t('Confirm your address before your first withdrawal. We’ll send a link to {email}.', { email })
                : t('Confirm your address. We’ll send a link to {email}.', { email })}
        </span>
        <Button variant="secondary" size="small" busy={isSending} onClick={send}>
          {isSent ? t('Resend link') : t('Send link')}
        </Button>
      </Row>
    </Notice>
  );
}
