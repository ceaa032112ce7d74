import type { Withdrawal } from '@piecework/contracts';
import { PAYOUT_REASON_LENGTH } from '@piecework/contracts/constants';
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
      {...{ title, confirmText, onSend, onClose }}
      field="reason"
      label="Reason"
      hint="Optional. The worker sees this."
      length={{ min: 0, max: PAYOUT_REASON_LENGTH }}
      danger
    >
      <p>
        <strong>{detail}</strong>
      </p>
      <p>{text}</p>
    </TextDialog>
  );
}
