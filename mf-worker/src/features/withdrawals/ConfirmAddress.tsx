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
            ? t(
                'We have sent a link to {email}. Follow it, then press Withdraw: what you typed stays here.',
                {
                  email,
                },
              )
            : t(
                'Please confirm your address before your first withdrawal, by the link that we send to {email}.',
                { email },
              )}
        </span>
        <Button type="button" variant="secondary" size="small" busy={isSending} onClick={send}>
          {isSent ? t('Send the link again') : t('Send the link')}
        </Button>
      </Row>
    </Notice>
  );
};
