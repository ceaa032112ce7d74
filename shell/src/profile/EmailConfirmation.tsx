import { Button, Notice, Row } from '@piecework/ui';
import { useEmailConfirmation } from '@piecework/web-kit/query';

/** Nothing for a confirmed address, and where no mail can be sent. */
export function EmailConfirmation() {
  const { isOffered, isRequired, email, isSent, isSending, send } = useEmailConfirmation();
  if (!isOffered) return null;
  const when = isRequired ? ' before your first withdrawal' : '';
  return (
    <Notice tone="info">
      <Row justify="space-between">
        <span>
          {isSent
            ? `We have sent a link to ${email}. Please check your spam folder too.`
            : `Please confirm your address${when}, by the link that we send to ${email}.`}
        </span>
        <Button variant="secondary" size="small" busy={isSending} onClick={send}>
          {isSent ? 'Send the link again' : 'Send the link'}
        </Button>
      </Row>
    </Notice>
  );
}
