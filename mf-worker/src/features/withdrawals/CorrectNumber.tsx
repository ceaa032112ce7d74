import type { Withdrawal } from '@piecework/contracts';
import { Button, formatDollars, Modal, Notice, Stack } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { useId, useState } from 'react';
import { AccountNumberField } from './AccountNumberField';

/** After a failed payment: another account number, and the payout is due again. */
export const CorrectNumber = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="edit" onClick={() => setOpen(true)}>
        Correct the number
      </Button>
      {isOpen && <CorrectionDialog withdrawal={withdrawal} onClose={() => setOpen(false)} />}
    </>
  );
};

interface CorrectionDialogProps {
  withdrawal: Withdrawal;
  onClose(): void;
}

const CorrectionDialog = ({ withdrawal, onClose }: CorrectionDialogProps) => {
  const { _id: id, withdrawalAmount, paymentSystem, accountMask, timeline = [] } = withdrawal;
  const formId = useId();
  const form = useForm({ defaultValues: { accountNumber: '' } });
  const { onSubmit, isSending, failure } = useSubmit(form, async (body) => {
    try {
      await call('PATCH /withdrawals/{id}/account', { params: { id }, body });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) refresh('GET /withdrawals');
      throw error;
    }
    onClose();
    refresh('GET /withdrawals');
    await dialogs.success({
      title: 'Number corrected',
      text: 'An admin tries the payment again with it.',
      ms: MESSAGE_MS.medium,
    });
  });
  const reason = timeline.findLast(({ state }) => state === 'failed')?.note;
  return (
    <Modal
      title="Correct the number"
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={formId} busy={isSending}>
            Send the number
          </Button>
        </>
      }
    >
      <Stack as="form" id={formId} gap={4} noValidate onSubmit={onSubmit}>
        <span>
          {formatDollars(withdrawalAmount)} could not be paid by {paymentSystem}
          {accountMask && ` to •••${accountMask}`}. Nothing is lost: the money is still yours.
        </span>
        {reason && <Notice tone="warn">{reason}</Notice>}
        <AccountNumberField
          system={paymentSystem}
          error={form.formState.errors.accountNumber?.message}
          register={(rules) => form.register('accountNumber', rules)}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
      </Stack>
    </Modal>
  );
};
