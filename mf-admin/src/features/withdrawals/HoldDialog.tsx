import type { Withdrawal } from '@piecework/contracts';
import { HOLD_DAYS, HOLD_REASONS, type HoldReason, holdSentence } from '@piecework/contracts/constants';
import { holdNoteFault, holdNoteRule, maxUnits, requiredFault } from '@piecework/contracts/field-rules';
import { SelectField, TextArea } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { sumOf } from './decision-confirmation';
import { HOLD_LABELS } from './hold-labels';

const OPTIONS = HOLD_REASONS.map((value) => ({ value, label: HOLD_LABELS[value] }));

interface HoldDialogProps {
  withdrawal: Withdrawal;
  onClose(): void;
}

export function HoldDialog({ withdrawal, onClose }: HoldDialogProps) {
  const form = useForm<{ reasonCode: HoldReason | ''; note: string }>({ defaultValues: { reasonCode: '', note: '' } });
  const submission = useSubmit(form, async ({ reasonCode, note }) => {
    if (!reasonCode) return;
    const text = note.trim();
    let answer: { modifiedCount: number };
    try {
      answer = await call('POST /withdrawals/{id}/hold', {
        params: { id: withdrawal._id },
        body: { reasonCode, ...(text && { note: text }) },
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) refresh('GET /withdrawals');
      throw error;
    }
    onClose();
    refresh('GET /withdrawals');
    await dialogs.success(
      answer.modifiedCount === 0
        ? {
            title: 'Already held',
            text: 'Another admin already put it on hold. You now see their reason.',
            ms: MESSAGE_MS.medium,
          }
        : { title: 'Held', text: 'The worker sees the reason. You can still cancel the request.' },
    );
  });
  const { errors } = form.formState;
  const code = form.watch('reasonCode');
  const isOther = code === 'other';
  return (
    <FormDialog title="Hold the withdrawal" confirmText="Hold" submission={submission} onClose={onClose}>
      <p>{sumOf(withdrawal)}</p>
      <p>{`It can’t be approved while on hold. Holds end automatically after ${HOLD_DAYS} days.`}</p>
      <SelectField
        label="Reason"
        hint={code ? `The worker sees: “${holdSentence(code)}”` : 'The worker sees this as a sentence.'}
        options={[{ value: '', label: 'Choose a reason' }, ...OPTIONS]}
        error={errors.reasonCode?.message}
        {...form.register('reasonCode', {
          validate: (chosen) => chosen !== '' || requiredFault('Reason'),
          deps: 'note',
        })}
      />
      <TextArea
        label={isOther ? 'Note' : 'Note (optional)'}
        hint="Only admins see this. It’s deleted when the hold ends."
        rows={3}
        maxLength={maxUnits(holdNoteRule)}
        error={errors.note?.message}
        {...form.register('note', { validate: (text, { reasonCode }) => holdNoteFault(reasonCode, text) ?? true })}
      />
    </FormDialog>
  );
}
