import type { Payment } from '@piecework/contracts';
import { formatCoins, formatDollars } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS, useIdempotencyKey } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';

/** Permanent refusals of the wallet; the server's message says what to do. */
const REFUSALS = new Set(['not-a-buyer', 'payment-reversed']);
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && REFUSALS.has(error.code);

const creditConfirmation = ({ email, amount, coins }: Payment) => ({
  title: 'Are you sure?',
  detail: `${formatCoins(coins)} coins to ${email} for ${formatDollars(amount)}`,
  text: 'The coins are added to the balance right away. A payment is only credited once.',
  confirmText: 'Yes, update it!',
});

const credited = ({ email, coins }: Payment, modifiedCount: number) =>
  modifiedCount === 0
    ? dialogs.success({
        title: 'Already credited',
        text: `${email} already has these coins. Nothing was credited twice.`,
        ms: MESSAGE_MS.medium,
      })
    : dialogs.success({ title: 'Updated!', text: `${formatCoins(coins)} coins were credited to ${email}.` });

/** One idempotency key per row: a repeat after a lost response is the same call. */
export function useCredit(payment: Payment) {
  const key = useIdempotencyKey();

  const send = async () => {
    try {
      const answer = await call('POST /payments/{intent}/credit', { params: { intent: payment._id }, key: key.key() });
      key.settle();
      return answer;
    } catch (error) {
      key.settle(error);
      throw error;
    }
  };

  const credit = async () => {
    if (!(await dialogs.confirm(creditConfirmation(payment)))) return;
    try {
      const { modifiedCount } = await send();
      refresh('GET /payments', 'GET /totals');
      await credited(payment, modifiedCount);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refresh('GET /payments');
      await dialogs.failure({ title: 'Not credited', text: error.message, ms: MESSAGE_MS.long });
    }
  };

  const { run, isRunning } = useAction(credit);
  return { credit: run, isCrediting: isRunning };
}
