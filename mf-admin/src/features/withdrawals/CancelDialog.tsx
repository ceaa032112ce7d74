import type { Withdrawal } from '@piecework/contracts';
import { payoutReasonRule } from '@piecework/contracts/field-rules';
import { TextDialog } from '../dialogs/TextDialog';
import { confirmationOf } from './decision-confirmation';

interface CancelDialogProps {
  withdrawal: Withdrawal;
  onSend(reason: string): Promise<void>;
  onClose(): void;
}

export function CancelDialog({ withdrawal, onSend, onClose }: CancelDialogProps) {
  const { title, detail, text, confirmText } = confirmationOf(withdrawal, 'canceled');
  return (
    <TextDialog
      title={title}
      confirmText={confirmText}
      onSend={onSend}
      onClose={onClose}
      field="reason"
      label="Reason"
      hint="Optional. The worker sees this."
      rule={payoutReasonRule}
      isOptional
      danger
    >
      <p>
        <strong>{detail}</strong>
      </p>
      <p>{text}</p>
    </TextDialog>
  );
}
