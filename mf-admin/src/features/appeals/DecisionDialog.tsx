import type { Appeal } from '@piecework/contracts';
import { noteRule } from '@piecework/contracts/field-rules';
import { formatCoins } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { refreshedOnConflict } from '../dialogs/outcomes';
import { TextDialog } from '../dialogs/TextDialog';
import { type Outcome, payerOf } from './AppealCard';

export interface Decision {
  appeal: Appeal;
  outcome: Outcome;
}

interface DecisionDialogProps extends Decision {
  /** Called before the message, so that the appeal disappears with the next answer. */
  onDone(id: string): void;
  onClose(): void;
}

export function DecisionDialog({ appeal, outcome, onDone, onClose }: DecisionDialogProps) {
  const isUpheld = outcome === 'upheld';
  const coins = `${formatCoins(appeal.payableAmount)} coins`;
  const send = async (note: string) => {
    const answer = await refreshedOnConflict(
      call('PATCH /appeals/{id}', { params: { id: appeal._id }, body: { outcome, note } }),
      'GET /appeals',
      'GET /totals',
    );
    onDone(appeal._id);
    refresh('GET /appeals', 'GET /totals');
    await dialogs.success({
      title: answer.modifiedCount === 0 ? `Already ${outcome}` : 'Updated!',
      text: isUpheld
        ? `${appeal.workerName} was paid ${coins} ${payerOf(answer.paidBy ?? appeal.paidBy)}.`
        : 'The rejection stands. The worker sees your note.',
      ms: MESSAGE_MS.medium,
    });
  };
  return (
    <TextDialog
      title={isUpheld ? 'Uphold the appeal' : 'Dismiss the appeal'}
      field="note"
      label="Note"
      hint={`The worker and the buyer see this. Explain your decision in ${noteRule.min} to ${noteRule.max} characters.`}
      rule={noteRule}
      confirmText={isUpheld ? `Uphold and pay ${coins}` : 'Dismiss'}
      danger={!isUpheld}
      onSend={send}
      onClose={onClose}
    >
      <p>
        {isUpheld
          ? `${appeal.workerName} is paid ${coins} for “${appeal.taskTitle}”, ${payerOf(appeal.paidBy)}. If that place is taken in the meantime, Piecework pays instead.`
          : `${appeal.workerName} won’t be paid for “${appeal.taskTitle}”. This decision is final.`}
      </p>
    </TextDialog>
  );
}
