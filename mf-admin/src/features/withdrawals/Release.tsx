import type { Withdrawal } from '@piecework/contracts';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { RowButton } from '../list/list-elements';
import { sumOf } from './decision-confirmation';

/** Asks, because the worker is notified. */
export function Release({ withdrawal }: { withdrawal: Withdrawal }) {
  const { run } = useAction(async () => {
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
  const about = `the withdrawal of ${withdrawal.workerName}`;
  return <RowButton variant="secondary" label="Release" about={about} onClick={() => void run()} />;
}
