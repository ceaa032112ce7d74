import { t } from '@piecework/i18n';
import { Button, Notice, Row } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS, session, useSession } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';

/** On each page of the dashboard, until the account is closed or kept. */
export function ClosingNotice() {
  const closesAt = useSession((state) => state.user?.closesAt);
  const { run, isRunning } = useAction(async () => {
    await call('DELETE /closing');
    refresh('GET /closing');
    await session.reload();
    dialogs.toast({ icon: 'success', title: t('Your account stays open'), ms: MESSAGE_MS.short });
  });
  if (!closesAt) return null;
  return (
    <Notice tone="warn">
      <Row justify="space-between">
        <span>{t('You’re closing your account.')}</span>
        <Row>
          <Link to="/dashboard/profile">{t('What it waits for')}</Link>
          <Button variant="secondary" size="small" busy={isRunning} onClick={() => void run()}>
            {t('Keep my account')}
          </Button>
        </Row>
      </Row>
    </Notice>
  );
}
