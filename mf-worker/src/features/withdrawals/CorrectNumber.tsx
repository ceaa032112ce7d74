import type { Withdrawal } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Button, formatDollars, Notice } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { useState } from 'react';
import { AccountNumberField } from './AccountNumberField';
import { accountOf, failureOf } from './payout-texts';

/** P-5.11: undefined where no number is taken any more. */
const titleOf = ({ status, payout, accountMask }: Withdrawal): string | undefined => {
  if (payout === 'failed') return t('Correct account number');
  if (status !== 'pending' && payout !== 'due') return undefined;
  return accountMask ? t('Change account number') : t('Add account number');
};

/** Another account number until the payment; a failed payout is due again with it. */
export default function CorrectNumber({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setOpen] = useState(false);
  const title = titleOf(withdrawal);
  if (!title) return null;
  const isNeeded = withdrawal.payout === 'failed' || !withdrawal.accountMask;
  return (
    <>
      <Button variant={isNeeded ? 'primary' : 'quiet'} size="small" icon="edit" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen && <CorrectionDialog title={title} withdrawal={withdrawal} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CorrectionDialogProps {
  title: string;
  withdrawal: Withdrawal;
  onClose(): void;
}

const CorrectionDialog = ({ title, withdrawal, onClose }: CorrectionDialogProps) => {
  const { _id: id, paymentSystem, payout, timeline = [] } = withdrawal;
  const hasFailed = payout === 'failed';
  const form = useForm({ defaultValues: { accountNumber: '' } });
  const submission = useSubmit(form, async (body) => {
    try {
      await call('PATCH /withdrawals/{id}/account', { params: { id }, body });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) refresh('GET /withdrawals');
      throw error;
    }
    onClose();
    refresh('GET /withdrawals');
    await dialogs.success({
      title: hasFailed ? t('Account number corrected') : t('Account number saved'),
      text: hasFailed ? t('An admin will retry the payment with this number.') : t('Your payout goes to this account.'),
      ms: MESSAGE_MS.medium,
    });
  });
  const reason = hasFailed && timeline.findLast(({ state }) => state === 'failed')?.note;
  return (
    <FormDialog title={title} confirmText={t('Save and retry payment')} submission={submission} onClose={onClose}>
      <span>
        {hasFailed
          ? failureOf(withdrawal)
          : t(
              '{amount} to {account}. You can change the number until it’s paid. After a change, the payout waits a while.',
              { amount: formatDollars(withdrawal.withdrawalAmount), account: accountOf(withdrawal) },
            )}
      </span>
      {reason && <Notice tone="warn">{reason}</Notice>}
      <AccountNumberField
        system={paymentSystem}
        register={(rules) => fieldOf(form, 'accountNumber', undefined, rules)}
      />
    </FormDialog>
  );
};
