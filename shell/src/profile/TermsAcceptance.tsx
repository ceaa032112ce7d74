import { rich, t } from '@piecework/i18n';
import { Button, formatDate, Notice, Row } from '@piecework/ui';
import { call, session, useSession } from '@piecework/web-kit';
import { useAction, useConfig } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';

/** Until the person has accepted the present terms (P-1.23). */
export function TermsAcceptance() {
  const user = useSession((state) => state.user);
  const { termsVersion } = useConfig() ?? {};
  const { run, isRunning } = useAction(async () => {
    if (termsVersion === undefined) return;
    await call('POST /terms', { body: { termsVersion } });
    await session.reload();
  });
  if (!user || termsVersion === undefined || user.termsVersion === termsVersion) return null;
  return (
    <Notice tone="info">
      <Row justify="space-between">
        <span>
          {rich(
            'New <terms>terms</terms> and a new <privacy>privacy notice</privacy> hold since {day}. Please read and accept them.',
            {
              terms: (children) => <Link to="/terms">{children}</Link>,
              privacy: (children) => <Link to="/privacy">{children}</Link>,
            },
            { day: formatDate(termsVersion) },
          )}
        </span>
        <Button variant="secondary" size="small" busy={isRunning} onClick={() => void run()}>
          {t('Accept')}
        </Button>
      </Row>
    </Notice>
  );
}
