import type { Closing } from '@piecework/contracts';
import { CLOSING_HOURS } from '@piecework/contracts/constants';
import { emailRule } from '@piecework/contracts/field-rules';
import { plural, t } from '@piecework/i18n';
import { Button, Failure, Modal, Notice, Skeleton, Stack, TextField } from '@piecework/ui';
import { call, session, useUser } from '@piecework/web-kit';
import { fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh, useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useId } from 'react';
import { DueList, isAnythingDue } from './DueList';

/** Says what happens before the person confirms it. */
export default function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { data, isError, isFetching, error, refetch } = useApiQuery('GET /closing');
  const { userEmail } = useUser();
  const form = useForm({ defaultValues: { userEmail: '' } });
  const { onSubmit, isSending, failure } = useSubmit(form, async (values) => {
    await call('POST /closing', { body: { userEmail: values.userEmail.trim(), coins: data?.coins ?? 0 } });
    refresh('GET /closing');
    await session.reload();
    onClose();
  });
  const isReady = data !== undefined && !isFetching;
  return (
    <Modal
      title={t('Close your account')}
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          {isReady && (
            <Button variant="danger" type="submit" form={id} busy={isSending}>
              {t('Close my account')}
            </Button>
          )}
        </>
      }
    >
      {isReady ? (
        <form id={id} noValidate onSubmit={onSubmit}>
          <Stack>
            {failure && <Notice tone="bad">{failure}</Notice>}
            <WhatHappens closing={data} onLeave={onClose} />
            <TextField
              label={t('Type your email address to confirm')}
              hint={userEmail}
              autoComplete="off"
              inputMode="email"
              {...fieldOf(form, 'userEmail', emailRule)}
            />
          </Stack>
        </form>
      ) : isError ? (
        <Failure title={t('What’s due couldn’t be loaded')} text={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="text" count={6} />
      )}
    </Modal>
  );
}

function WhatHappens({ closing, onLeave }: { closing: Closing; onLeave: () => void }) {
  const { coins, withdrawableCoins, openTasks, due } = closing;
  return (
    <>
      <p>
        {t('For {hours} hours nothing changes, and you can keep your account with one click.', {
          hours: CLOSING_HOURS,
        })}
      </p>
      {openTasks > 0 && <p>{plural(openTasks, 'Then your open task ends.', 'Then your {count} open tasks end.')}</p>}
      {isAnythingDue(due) ? (
        <div>
          <p>{t('Your account closes as soon as nothing is due. Now it would wait for:')}</p>
          <DueList due={due} />
        </div>
      ) : (
        <p>{t('Your account closes as soon as nothing is due. Now nothing is.')}</p>
      )}
      {coins > 0 && (
        <Notice tone="info">
          {t('You lose up to {coins} coins: your balance, the pay of pending work, and what open tasks return.', {
            coins,
          })}
        </Notice>
      )}
      {withdrawableCoins > 0 && (
        <p>
          <Link to="/dashboard/workerWithdrawal" onClick={onLeave}>
            {t('Withdraw {coins} coins first', { coins: withdrawableCoins })}
          </Link>
        </p>
      )}
      <p>{t('Your name stays on finished work and in the books, and this address can’t be used for a new account.')}</p>
    </>
  );
}
