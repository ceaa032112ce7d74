import type { Factors, NewTotp } from '@piecework/contracts';
import { plural, t } from '@piecework/i18n';
import { Button, Failure, Row, Skeleton, Stack } from '@piecework/ui';
import { call, dialogs, loadable, MESSAGE_MS, session } from '@piecework/web-kit';
import { refresh, useAction, useApiQuery } from '@piecework/web-kit/query';
import { useState } from 'react';

const TotpDialog = loadable(() => import('./TotpDialog'), null);
const RecoveryCodes = loadable(() => import('./RecoveryCodes'), null);

/** An authenticator app and the recovery codes. */
export function SecondFactor() {
  const { data, isError, error, refetch } = useApiQuery('GET /factors');
  const [started, setStarted] = useState<NewTotp>();
  const [codes, setCodes] = useState<readonly string[]>();

  const start = useAction(async () => setStarted(await call('POST /factors/totp/start')));
  const onAdded = async ({
    token,
    recoveryCodes,
  }: {
    token: string;
    recoveryCodes?: readonly string[] | undefined;
  }) => {
    session.keepToken(token);
    setStarted(undefined);
    setCodes(recoveryCodes);
    refresh('GET /factors');
    dialogs.toast({ icon: 'success', title: t('Your second factor is on'), ms: MESSAGE_MS.short });
    await session.reload().catch(() => undefined);
  };

  if (isError && !data)
    return (
      <Failure title={t('Your second factor couldn’t be loaded')} text={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton shape="text" count={2} />;
  return (
    <Stack gap={5}>
      <Row justify="space-between">
        <span>
          {data.totp
            ? t('Your authenticator app is on. You’ll enter a code from it each time you log in.')
            : t('Protect your account with a code from an app on your phone, even if someone learns your password.')}
        </span>
        <Row gap={3}>
          <Button variant={data.totp ? 'secondary' : 'primary'} busy={start.isRunning} onClick={() => void start.run()}>
            {data.totp ? t('Set up another phone') : t('Set up an authenticator app')}
          </Button>
          {data.totp && <RemoveTotp />}
        </Row>
      </Row>
      {data.totp && <RecoveryCodesRow factors={data} onMade={setCodes} />}
      {started && <TotpDialog started={started} onAdded={onAdded} onClose={() => setStarted(undefined)} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Stack>
  );
}

function RecoveryCodesRow({ factors, onMade }: { factors: Factors; onMade: (codes: readonly string[]) => void }) {
  const { run, isRunning } = useAction(async () => {
    const isSure = await dialogs.confirm({
      text: t('Your earlier recovery codes stop working right away.'),
      confirmText: t('Yes, make new codes'),
    });
    if (!isSure) return;
    onMade((await call('POST /factors/recovery-codes')).recoveryCodes);
    refresh('GET /factors');
  });
  return (
    <Row justify="space-between">
      <span>
        {plural(
          factors.recoveryCodes,
          'You have 1 recovery code left. It lets you in once if you lose your phone.',
          'You have {count} recovery codes left. Each lets you in once if you lose your phone.',
        )}
      </span>
      <Button variant="secondary" busy={isRunning} onClick={() => void run()}>
        {t('New recovery codes')}
      </Button>
    </Row>
  );
}

function RemoveTotp() {
  const { run, isRunning } = useAction(async () => {
    const isSure = await dialogs.confirm({
      text: t('Your password alone will open your account again.'),
      confirmText: t('Yes, remove it'),
      danger: true,
    });
    if (!isSure) return;
    await call('DELETE /factors/{id}', { params: { id: 'totp' } });
    refresh('GET /factors');
    await dialogs.success({ title: t('Second factor removed') });
  });
  return (
    <Button variant="secondary" icon="delete" busy={isRunning} onClick={() => void run()}>
      {t('Remove')}
    </Button>
  );
}
