import type { Withdrawal } from '@piecework/contracts';
import { ApiError, call, dialogs } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';
import { showOutcome } from '../dialogs/outcomes';
import { confirmationOf, type Decision } from './decision-confirmation';

const isAlreadyDecided = (error: unknown) => error instanceof ApiError && error.code === 'already-decided';

/** @param onDecided called before the dialog, so that the row disappears with the next answer */
export function useDecision({ onDecided }: { onDecided: (id: string) => void }) {
  const [deciding, setDeciding] = useState<string>();

  const send = async (withdrawal: Withdrawal, decision: Decision, reason = '') => {
    setDeciding(withdrawal._id);
    try {
      const answer = await call('PATCH /withdrawals/{id}', {
        params: { id: withdrawal._id },
        body: { status: decision, ...(reason && { reason }) },
      });
      onDecided(withdrawal._id);
      await (answer.message
        ? dialogs.failure({ title: answer.message, text: 'The request has been canceled.' })
        : showOutcome(
            answer.modifiedCount,
            {
              title: `Already ${decision}`,
              text: 'Another admin already made the same decision. Nothing was done twice.',
            },
            { title: 'Updated!', text: 'Your payment status has been updated successfully.' },
          ));
    } catch (error) {
      if (!isAlreadyDecided(error)) throw error;
      onDecided(withdrawal._id);
      await dialogs.failure({
        title: 'Already decided',
        text: 'Another admin already made the opposite decision. Nothing changed.',
      });
    } finally {
      setDeciding(undefined);
      refresh('GET /withdrawals', 'GET /totals');
    }
  };

  const { run } = useAction(async (withdrawal: Withdrawal) => {
    if (await dialogs.confirm(confirmationOf(withdrawal, 'approved'))) await send(withdrawal, 'approved');
  });
  /** Without a confirmation, because its form is one; rejects, so that the form keeps its text. */
  const cancel = (withdrawal: Withdrawal, reason: string) => send(withdrawal, 'canceled', reason);
  return { approve: run, cancel, deciding };
}
