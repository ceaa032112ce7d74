import type { Withdrawal } from '@piecework/contracts';
import { plural, t } from '@piecework/i18n';
import { Button } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';

/** P-5.16: cancels a request. @param withdrawal a pending one, which has taken no coins yet */
export const TakeBack = ({
  withdrawal: { _id: id, withdrawalCoin },
  onDone,
}: {
  withdrawal: Withdrawal;
  onDone(): void;
}) => {
  const { run, isRunning } = useAction(async () => {
    const isSure = await dialogs.confirm({
      title: t('Take back this request?'),
      text: plural(withdrawalCoin, 'You keep your {count} coin.', 'You keep your {count} coins.'),
      confirmText: t('Take back'),
    });
    if (!isSure) return;
    try {
      await call('POST /withdrawals/{id}/cancel', { params: { id } });
    } finally {
      // An admin may have decided it.
      refresh('GET /withdrawals', 'GET /totals');
    }
    onDone();
    dialogs.toast({ icon: 'success', title: t('You took back your request'), ms: MESSAGE_MS.short });
  });
  return (
    <Button variant="quiet" size="small" busy={isRunning} onClick={() => void run()}>
      {t('Take back')}
    </Button>
  );
};
