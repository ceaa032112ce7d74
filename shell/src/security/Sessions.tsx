import type { Session } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Button, Failure, formatDate, Row, Skeleton, Stack, VisuallyHidden } from '@piecework/ui';
import { call, dialogs } from '@piecework/web-kit';
import { refresh, useAction, useApiList, useConfig } from '@piecework/web-kit/query';

/** The browsers that are signed in. Firebase keeps its sessions itself. */
export function Sessions() {
  const config = useConfig();
  if (!config) return <Skeleton shape="text" count={2} />;
  return config.identity === 'firebase' ? (
    <span>{t('Your sign-in provider keeps these. A new password there ends them.')}</span>
  ) : (
    <OwnSessions />
  );
}

const placeOf = ({ browser, system }: Session): string => {
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('A browser');
};

function OwnSessions() {
  const { data, isError, error, refetch } = useApiList('GET /sessions');
  if (isError && !data)
    return (
      <Failure title={t('Your browsers couldn’t be loaded')} text={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton shape="text" count={2} />;
  return (
    <Stack gap={5}>
      {data.rows.map((session) => (
        <Row key={session._id} justify="space-between">
          <Stack gap={1}>
            <strong translate="no">{placeOf(session)}</strong>
            {session.isCurrent ? (
              <span>{t('This browser')}</span>
            ) : (
              session.seenOn && <span>{t('Last used on {day}', { day: formatDate(session.seenOn) })}</span>
            )}
          </Stack>
          {!session.isCurrent && <SignOut session={session} />}
        </Row>
      ))}
      {data.rows.length > 1 && <SignOutOthers />}
    </Stack>
  );
}

function SignOut({ session }: { session: Session }) {
  const { run, isRunning } = useAction(async () => {
    await call('DELETE /sessions/{id}', { params: { id: session._id } });
    refresh('GET /sessions');
    await dialogs.success({ title: t('Signed out there') });
  });
  return (
    <Button variant="secondary" size="small" busy={isRunning} onClick={() => void run()}>
      <span>{t('Sign out')}</span>
      <VisuallyHidden translate="no">{` ${placeOf(session)}`}</VisuallyHidden>
    </Button>
  );
}

function SignOutOthers() {
  const { run, isRunning } = useAction(async () => {
    const isSure = await dialogs.confirm({
      text: t('You’ll stay signed in here only.'),
      confirmText: t('Yes, sign out the others'),
    });
    if (!isSure) return;
    await call('DELETE /sessions');
    refresh('GET /sessions');
    await dialogs.success({ title: t('Signed out everywhere else') });
  });
  return (
    <Row>
      <Button variant="secondary" icon="out" busy={isRunning} onClick={() => void run()}>
        {t('Sign out everywhere else')}
      </Button>
    </Row>
  );
}
