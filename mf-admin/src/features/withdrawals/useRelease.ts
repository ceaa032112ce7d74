import type { Withdrawal } from '@piecework/contracts';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { sumOf } from './decision-confirmation';

/** Asks, because the worker is notified. */
export function useRelease() {
  const { run } = useAction(async (withdrawal: Withdrawal) => {
    const isSure = await dialogs.confirm({
      title: 'Are you sure?',
      detail: `Release the request: ${sumOf(withdrawal)}`,
      text: 'The request goes back to pending. The worker is notified, and the note is deleted.',
      confirmText: 'Yes, release it!',
    });
    if (!isSure) return;
    try {
      const { modifiedCount } = await call('POST /withdrawals/{id}/release', { params: { id: withdrawal._id } });
      await dialogs.success({
        title: modifiedCount === 0 ? 'Already released' : 'Released',
        text: 'You can approve the request now.',
        ms: MESSAGE_MS.medium,
      });
    } finally {
      refresh('GET /withdrawals');
    }
  });
  return run;
}
