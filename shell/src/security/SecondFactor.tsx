import type { Factors, NewTotp } from '@piecework/contracts';
import { plural, t } from '@piecework/i18n';
import { Button, Failure, Row, Skeleton, Stack, VisuallyHidden } from '@piecework/ui';
import { call, dialogs, loadable, MESSAGE_MS, session } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useAction, useApiQuery } from '@piecework/web-kit/query';
import { useState } from 'react';
import type { AddedFactor } from './added-factor';

const AddPasskey = loadable(() => import('./AddPasskey'), null);
const TotpDialog = loadable(() => import('./TotpDialog'), null);
const RecoveryCodes = loadable(() => import('./RecoveryCodes'), null);

/** An authenticator app and the recovery codes. */
export function SecondFactor() {
  const { data, isError, error, refetch } = useApiQuery('GET /factors');
  const [started, setStarted] = useState<NewTotp>();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();

  const start = useAction(async () => setStarted(await call('POST /factors/totp/start')));
  const onAdded = async ({ token, recoveryCodes }: AddedFactor) => {
    session.keepToken(token);
    setStarted(undefined);
    setAdding(false);
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
          {data.totp && <RemoveFactor id="totp" isLast={data.passkeys.length === 0} />}
        </Row>
      </Row>
      <Row justify="space-between">
        <span>
          {t(
            'A passkey is the quickest way to confirm it’s you: with the fingerprint, the face or the PIN of a device.',
          )}
        </span>
        <Button variant="secondary" icon="add" onClick={() => setAdding(true)}>
          {t('Add a passkey')}
        </Button>
      </Row>
      {data.passkeys.map((passkey) => (
        <Row key={passkey._id} justify="space-between">
          <span>
            <strong translate="no">{passkey.name}</strong> <Moment at={passkey.createdAt} />
          </span>
          <RemoveFactor id={passkey._id} name={passkey.name} isLast={!data.totp && data.passkeys.length === 1} />
        </Row>
      ))}
      {(data.totp || data.passkeys.length > 0) && <RecoveryCodesRow factors={data} onMade={setCodes} />}
      {isAdding && <AddPasskey onAdded={onAdded} onClose={() => setAdding(false)} />}
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

/** @param name of a passkey */
function RemoveFactor({ id, name, isLast }: { id: string; name?: string; isLast: boolean }) {
  const { run, isRunning } = useAction(async () => {
    const isSure = await dialogs.confirm({
      text: isLast ? t('Your password alone will open your account again.') : t('It no longer confirms it’s you.'),
      ...(name !== undefined && { detail: `“${name}”` }),
      confirmText: t('Yes, remove it'),
      danger: true,
    });
    if (!isSure) return;
    await call('DELETE /factors/{id}', { params: { id } });
    refresh('GET /factors');
    await dialogs.success({ title: t('Second factor removed') });
  });
  return (
    <Button variant="secondary" icon="delete" busy={isRunning} onClick={() => void run()}>
      <span>{t('Remove')}</span>
      {name !== undefined && <VisuallyHidden translate="no">{` ${name}`}</VisuallyHidden>}
    </Button>
  );
}
