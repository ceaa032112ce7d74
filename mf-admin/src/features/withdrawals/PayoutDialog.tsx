import type { Withdrawal } from '@piecework/contracts';
import { ACCOUNT_MASK_LENGTH } from '@piecework/contracts/constants';
import { earlyReasonRule, lineRule, payoutReasonRule, payoutReferenceRule } from '@piecework/contracts/field-rules';
import { Notice } from '@piecework/ui';
import { call, dialogs } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { refreshedOnConflict } from '../dialogs/outcomes';
import { type Field, TextDialog } from '../dialogs/TextDialog';
import { SHARED_NOTE, sumOf } from './decision-confirmation';
import { NumberChange, numberChangeOf, useWait } from './NumberChange';

export interface Payout {
  withdrawal: Withdrawal;
  outcome: 'paid' | 'failed';
}

const TEXTS = {
  paid: {
    title: 'Record the payment',
    field: 'reference',
    label: 'Reference',
    confirmText: 'Paid',
    hint: 'The transaction number of the transfer. The worker sees this.',
    rule: payoutReferenceRule,
    isLong: false,
    success: 'The payment was recorded. The worker sees its reference.',
  },
  failed: {
    title: 'The payment failed',
    field: 'reason',
    label: 'Reason',
    confirmText: 'Record the failure',
    hint: 'What’s wrong with the account. The worker sees this and corrects the number.',
    rule: payoutReasonRule,
    danger: true,
    success: 'The worker will be prompted for a new account number. No coins moved.',
  },
} as const;

const maskRule = lineRule('End of the number you paid', { min: ACCOUNT_MASK_LENGTH, max: ACCOUNT_MASK_LENGTH });

/** A row shows the present number, but the admin may have paid the one of an earlier export. */
const MASK: Field = {
  field: 'accountMask',
  label: maskRule.label,
  isLong: false,
  hint: `Its last ${ACCOUNT_MASK_LENGTH} characters, as in your transfer.`,
  rule: maskRule,
};
const EARLY: Field = {
  field: 'earlyReason',
  label: earlyReasonRule.label,
  isLong: false,
  hint: 'How you know that the worker changed the number. It’s recorded in the admin trail.',
  rule: earlyReasonRule,
};

interface PayoutDialogProps extends Payout {
  /** Called before the message, so that the row disappears with the next answer. */
  onDone(id: string): void;
  onClose(): void;
}

export function PayoutDialog({ withdrawal, outcome, onDone, onClose }: PayoutDialogProps) {
  const { success, ...texts } = TEXTS[outcome];
  const { accountMask } = withdrawal;
  const isChanged = numberChangeOf(withdrawal) !== undefined;
  const wait = useWait(withdrawal);
  const further = outcome === 'paid' ? [...(isChanged ? [MASK] : []), ...(wait ? [EARLY] : [])] : [];
  const send = async (text: string, given: Readonly<Record<string, string>>) => {
    const body = {
      ...(outcome === 'paid' ? { outcome, reference: text } : { outcome, reason: text }),
      ...(accountMask !== undefined && { accountMask }),
      ...given,
    };
    await refreshedOnConflict(
      call('POST /withdrawals/{id}/payout', { params: { id: withdrawal._id }, body }),
      'GET /withdrawals',
    );
    onDone(withdrawal._id);
    refresh('GET /withdrawals', 'GET /totals');
    await dialogs.success({ title: 'Updated!', text: success });
  };
  return (
    <TextDialog {...texts} further={further} onSend={send} onClose={onClose}>
      <p>{sumOf(withdrawal)}</p>
      {withdrawal.sharedAccount && <Notice tone="warn">{SHARED_NOTE}</Notice>}
      {isChanged && (
        <Notice tone="warn">
          <NumberChange withdrawal={withdrawal} />
        </Notice>
      )}
    </TextDialog>
  );
}
