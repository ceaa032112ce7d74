import { t, withNodes } from '@piecework/i18n';
import { Button, Failure, Notice, Skeleton, Stack } from '@piecework/ui';
import { call, useUser } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useAction, useApiQuery } from '@piecework/web-kit/query';
import { DueList, isAnythingDue } from './DueList';

/** What the closing waits for, while it does. */
export default function ClosingDetails() {
  const { userEmail } = useUser();
  const { data, isError, error, refetch } = useApiQuery('GET /closing');
  const { run, isRunning } = useAction(async () => {
    if (!data) return;
    await call('POST /closing', { body: { userEmail, coins: data.coins } });
    refresh('GET /closing');
  });
  if (isError && !data)
    return <Failure title={t('What’s due couldn’t be loaded')} text={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="text" count={3} />;
  const { closesAt, agreedCoins = data.coins, coins, due } = data;
  return (
    <Stack>
      {closesAt && (
        <p>
          {withNodes(t('Your account closes when nothing is due any longer, not before {when}.'), {
            when: <Moment at={closesAt} form="both" />,
          })}
        </p>
      )}
      {isAnythingDue(due) ? (
        <div>
          <p>{t('It waits for:')}</p>
          <DueList due={due} />
        </div>
      ) : (
        <p>{t('Nothing is due.')}</p>
      )}
      {coins > agreedCoins && (
        <Notice tone="warn">
          <Stack>
            <span>
              {t('You agreed to lose up to {agreed} coins. Now it would be {coins}, so your account may stay open.', {
                agreed: agreedCoins,
                coins,
              })}
            </span>
            <div>
              <Button variant="secondary" size="small" busy={isRunning} onClick={() => void run()}>
                {t('Lose up to {coins} coins', { coins })}
              </Button>
            </div>
          </Stack>
        </Notice>
      )}
    </Stack>
  );
}
