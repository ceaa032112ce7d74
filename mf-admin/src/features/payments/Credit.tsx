import type { Payment } from '@piecework/contracts';
import { formatCoins, formatDollars } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS, useIdempotencyKey } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { showOutcome } from '../dialogs/outcomes';
import { RowButton } from '../list/list-elements';

/** Permanent refusals of the wallet; the server's message says what to do. */
const REFUSALS = new Set(['not-a-buyer', 'payment-reversed']);
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && REFUSALS.has(error.code);

/** One idempotency key per row: a repeat after a lost response is the same call. */
export function Credit({ payment: { _id: intent, email, amount, coins } }: { payment: Payment }) {
  const key = useIdempotencyKey();

  const send = async () => {
    try {
      const answer = await call('POST /payments/{intent}/credit', { params: { intent }, key: key.key() });
      key.settle();
      return answer;
    } catch (error) {
      key.settle(error);
      throw error;
    }
  };

  const { run, isRunning } = useAction(async () => {
    const isSure = await dialogs.confirm({
      title: 'Are you sure?',
      detail: `${formatCoins(coins)} coins to ${email} for ${formatDollars(amount)}`,
      text: 'The coins are added to the balance right away. A payment is only credited once.',
      confirmText: 'Yes, update it!',
    });
    if (!isSure) return;
    try {
      const { modifiedCount } = await send();
      refresh('GET /payments', 'GET /totals');
      await showOutcome(
        modifiedCount,
        { title: 'Already credited', text: `${email} already has these coins. Nothing was credited twice.` },
        { title: 'Updated!', text: `${formatCoins(coins)} coins were credited to ${email}.` },
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refresh('GET /payments');
      await dialogs.failure({ title: 'Not credited', text: error.message, ms: MESSAGE_MS.long });
    }
  });
  return (
    <RowButton
      icon="check"
      label="Credit"
      about={`${formatCoins(coins)} coins to ${email}`}
      busy={isRunning}
      onClick={() => void run()}
    />
  );
}
