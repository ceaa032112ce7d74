import type { Withdrawal } from '@piecework/contracts';
import { HOLD_DAYS, HOLD_REASONS, type HoldReason, holdSentence } from '@piecework/contracts/constants';
import { holdNoteFault, holdNoteRule, maxUnits, requiredFault } from '@piecework/contracts/field-rules';
import { SelectField, TextArea } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { refreshedOnConflict, showOutcome } from '../dialogs/outcomes';
import { sumOf } from './decision-confirmation';
import { HOLD_LABELS } from './HeldState';

const OPTIONS = HOLD_REASONS.map((value) => ({ value, label: HOLD_LABELS[value] }));

export function HoldDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose(): void }) {
  const form = useForm<{ reasonCode: HoldReason | ''; note: string }>({ defaultValues: { reasonCode: '', note: '' } });
  const submission = useSubmit(form, async ({ reasonCode, note }) => {
    if (!reasonCode) return;
    const text = note.trim();
    const { modifiedCount } = await refreshedOnConflict(
      call('POST /withdrawals/{id}/hold', {
        params: { id: withdrawal._id },
        body: { reasonCode, ...(text && { note: text }) },
      }),
      'GET /withdrawals',
    );
    onClose();
    refresh('GET /withdrawals');
    await showOutcome(
      modifiedCount,
      { title: 'Already held', text: 'Another admin already put it on hold. You now see their reason.' },
      { title: 'Held', text: 'The worker sees the reason. You can still cancel the request.' },
    );
  });
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
        {...fieldOf(form, 'reasonCode', undefined, {
          validate: (chosen) => chosen !== '' || requiredFault('Reason'),
          deps: 'note',
        })}
      />
      <TextArea
        label={isOther ? 'Note' : 'Note (optional)'}
        hint="Only admins see this. It’s deleted when the hold ends."
        rows={3}
        maxLength={maxUnits(holdNoteRule)}
        {...fieldOf(form, 'note', undefined, {
          validate: (text, { reasonCode }) => holdNoteFault(reasonCode, text) ?? true,
        })}
      />
    </FormDialog>
  );
}
