import type { User } from '@piecework/contracts';
import {
  MAX_SUSPENSION_DAYS,
  SUSPENSION_REASONS,
  type SuspensionReason,
  suspensionSentence,
} from '@piecework/contracts/constants';
import { maxUnits, requiredFault, suspensionTextRule } from '@piecework/contracts/field-rules';
import { DateField, SelectField, TextArea } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS, serverNow } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { refreshedOnConflict } from '../dialogs/outcomes';
import { SUSPENSION_LABELS } from './suspension-labels';
import { goneText, SUSPENSION_EFFECTS } from './user-confirmations';

const REASONS = SUSPENSION_REASONS.map((value) => ({ value, label: SUSPENSION_LABELS[value] ?? value }));
const ENDS = [
  { value: '', label: 'Not automatically' },
  { value: '1', label: 'After 1 day' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: 'date', label: 'On a date' },
];
/** Milliseconds. */
const DAY = 86_400_000;

interface Values {
  reasonCode: SuspensionReason | '';
  text: string;
  end: string;
  until: string;
}

/** Milliseconds since 1970: of a chosen day its end, by the clock of the admin. */
const endOf = ({ end, until }: Pick<Values, 'end' | 'until'>): number | undefined => {
  if (end === '') return undefined;
  return end === 'date' ? new Date(`${until}T23:59:59`).getTime() : serverNow() + Number(end) * DAY;
};

const dateFault = (values: Pick<Values, 'end' | 'until'>): string | null => {
  if (values.end !== 'date') return null;
  const end = endOf(values) ?? Number.NaN;
  if (Number.isNaN(end)) return requiredFault('Last day');
  if (end <= serverNow()) return 'Last day must be today or later';
  return end > serverNow() + MAX_SUSPENSION_DAYS * DAY ? `Last day must be within ${MAX_SUSPENSION_DAYS} days` : null;
};

interface SuspendDialogProps {
  user: Pick<User, '_id' | 'userName' | 'userEmail' | 'userRole'>;
  onClose(): void;
}

/** P-1.27. */
export default function SuspendDialog({ user, onClose }: SuspendDialogProps) {
  const form = useForm<Values>({ defaultValues: { reasonCode: '', text: '', end: '', until: '' } });
  const submission = useSubmit(form, async ({ reasonCode, text, ...end }) => {
    if (!reasonCode) return;
    const until = endOf(end);
    try {
      await refreshedOnConflict(
        call('POST /users/{id}/suspension', {
          params: { id: user._id },
          body: { reasonCode, text: text.trim(), ...(until !== undefined && { until: new Date(until).toISOString() }) },
        }),
        'GET /users',
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      onClose();
      refresh('GET /users');
      return dialogs.failure({ title: 'Already deleted', text: goneText(user) });
    }
    onClose();
    refresh('GET /users', 'GET /suspensions', 'GET /admin/people/{id}', 'GET /withdrawals', 'GET /tasks');
    await dialogs.success({
      title: 'Suspended',
      text: `${user.userName} reads your explanation and can appeal once, to another admin.`,
      ms: MESSAGE_MS.medium,
    });
  });
  const code = form.watch('reasonCode');
  const hasDate = form.watch('end') === 'date';
  return (
    <FormDialog
      title={`Suspend ${user.userName}`}
      confirmText="Suspend"
      danger
      submission={submission}
      onClose={onClose}
    >
      <p>
        {`${user.userName} (${user.userEmail}) can then only sign in, read and appeal. ${SUSPENSION_EFFECTS[user.userRole]} Lifting the suspension restores everything.`}
      </p>
      <SelectField
        label="Reason"
        hint={code ? `They see: “${suspensionSentence(code)}”` : 'They see this as a sentence.'}
        options={[{ value: '', label: 'Choose a reason' }, ...REASONS]}
        {...fieldOf(form, 'reasonCode', undefined, { validate: (chosen) => chosen !== '' || requiredFault('Reason') })}
      />
      <TextArea
        label="Explanation"
        hint={`They read this. Say what happened, in ${suspensionTextRule.min} to ${suspensionTextRule.max} characters.`}
        rows={4}
        maxLength={maxUnits(suspensionTextRule)}
        {...fieldOf(form, 'text', suspensionTextRule)}
      />
      <SelectField label="Ends" options={ENDS} {...fieldOf(form, 'end')} />
      {hasDate && (
        <DateField
          label="Last day"
          {...fieldOf(form, 'until', undefined, { validate: (until, { end }) => dateFault({ end, until }) ?? true })}
        />
      )}
    </FormDialog>
  );
}
